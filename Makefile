# Each target does its own set-up on a fresh machine (build/setup); once that is done it costs nothing.
# DRAFT=1 sets a watermarked draft even when the checks find faults.
# PYTHON=/path/to/python chooses the Python that the environment is made with (3.11 or later).
# ARGS="..." is passed on to pytest by `make test`.

.DEFAULT_GOAL := help
.PHONY: help all book check mutate sheet cards rosters first-night export freeze verify changes test lint format bench hooks lock clean

# Where Homebrew keeps libraries, a Python from elsewhere does not look.
ifeq ($(shell uname),Darwin)
bin := DYLD_FALLBACK_LIBRARY_PATH="$$(brew --prefix)/lib:/usr/lib" .venv/bin
else
bin := .venv/bin
endif

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' $(firstword $(MAKEFILE_LIST)) | awk -F'|' '{ printf "make %-11s %s\n", $$1, $$2 }'

book: ## check the rules, then set the book: dist/pilgrimage-skirmish.pdf (EDITION=press or ink, INKS=cmyk, PAPER=letter, IMPOSE=saddle, SHEET=a4, PRINTING=1.0)
	@build/setup run
	@$(bin)/rulebook book $(if $(filter-out 0,$(DRAFT)),--draft) $(if $(EDITION),--edition $(EDITION)) $(if $(INKS),--inks $(INKS)) $(if $(PAPER),--paper $(PAPER)) $(if $(IMPOSE),--impose $(IMPOSE)) $(if $(SHEET),--sheet $(SHEET)) $(if $(PRINTING),--printing $(PRINTING))

check: ## check the rules alone
	@build/setup run
	@$(bin)/rulebook check

mutate: ## check the rules, then change every number of them: each change must be found
	@build/setup run
	@$(bin)/rulebook check --mutate

sheet: ## check the rules, then set the reference sheet: dist/quick-reference.pdf (PAPER=letter or a5, LOW_INK=1)
	@build/setup run
	@$(bin)/rulebook sheet $(if $(PAPER),--paper $(PAPER)) $(if $(filter-out 0,$(LOW_INK)),--low-ink)

cards: ## check the rules, then make the cards: dist/cards.pdf (DECK=vows, LAYOUT=single or png, PAPER=letter, TURN=short, ORDER=alternate, SINCE=1.0, LOW_INK=1)
	@build/setup run
	@$(bin)/rulebook cards --back $(foreach deck,$(DECK),--deck $(deck)) $(if $(LAYOUT),--layout $(LAYOUT)) $(if $(PAPER),--paper $(PAPER)) $(if $(TURN),--turn $(TURN)) $(if $(ORDER),--order $(ORDER)) $(if $(SINCE),--changed-since $(SINCE)) $(if $(filter-out 0,$(LOW_INK)),--low-ink)

rosters: ## check the rules, then set the Oathband and roster sheets, to print or fill in: dist/roster-sheets.pdf
	@build/setup run
	@$(bin)/rulebook rosters $(if $(PAPER),--paper $(PAPER))

first-night: ## check the rules, then set the First Night pack, for four people who have read nothing: dist/first-night.pdf
	@build/setup run
	@$(bin)/rulebook pack first-night $(if $(PAPER),--paper $(PAPER))

export: ## check the rules, then write them as JSON: dist/pilgrimage-skirmish.json
	@build/setup run
	@$(bin)/rulebook export

freeze: ## make every product from what is committed, and keep the record of a printing: VERSION=1.0 DATE=2026-12-31
	@build/setup run
	@$(bin)/rulebook freeze $(if $(VERSION),$(VERSION)) $(if $(DATE),--date $(DATE))

verify: ## make a printing anew and compare it: VERSION=1.0; the newest without it
	@build/setup run
	@$(bin)/rulebook verify $(VERSION)

changes: ## say what has changed since a printing: FROM=1.0 (TO=1.1, ERRATA=sheet.pdf, PICTURES=folder)
	@build/setup run
	@$(bin)/rulebook changes $(if $(FROM),--from $(FROM)) $(if $(TO),--to $(TO)) $(if $(ERRATA),--errata $(ERRATA)) $(if $(PICTURES),--pictures $(PICTURES))

all: book sheet cards rosters first-night export ## everything that is printed for the table and the shelf, and the export

test: ## run all the tests
	@build/setup dev
	@$(bin)/python -m pytest --numprocesses auto --dist loadgroup $(ARGS)

lint: ## look over the code: lint, format, types
	@build/setup dev
	$(bin)/ruff check
	$(bin)/ruff format --check
	$(bin)/mypy

format: ## put the code into its standard form
	@build/setup dev
	$(bin)/ruff check --fix
	$(bin)/ruff format

bench: ## measure the pipeline against the bare engine
	@build/setup run
	@$(bin)/rulebook bench

hooks: ## run the checks before each commit from now on
	@build/setup dev
	@$(bin)/pre-commit install

lock: ## work out requirements/*.lock anew from pyproject.toml (UPGRADE=1: newest versions)
	@build/lock $(if $(filter-out 0,$(UPGRADE)),--upgrade)

clean: ## remove what was made: dist/, the environment and the tools' caches
	rm -rf dist .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find build tests -name __pycache__ -type d -prune -exec rm -rf {} +
