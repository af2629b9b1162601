"""The summary of a check: its counts, for people and for programs."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from rulebook.check.numerals import numerals_of
from rulebook.check.report import report
from rulebook.check.run import run_checks
from rulebook.check.summary import numeral_lines, percent, summary_lines, summary_of
from rulebook.compose.book import compose_book
from rulebook.load import load_book
from rulebook.model import Book
from tests.check.books import book_yaml, sample_with
from tests.conftest import REPOSITORY
from tests.editing import edit

_RULES = """---
title: Rules
---
A Speed of [3″]{is=stride}, won in 400 races.

::: example
[Two]{let=n} steps are [6″]{is="far(n)"}.
:::

::: entries charms
:::

::: entries terms
:::
"""
_RUNNING = """home: rules
values:
  stride: 3″
formulas:
  far(n): stride * n
  near(n): stride / n
claims:
  - {says: Two strides are twice as far as one., holds: far(2) == 2 * far(1)}
external:
  - {chapter: rules, text: in 400 races, source: a log}
"""
_CHARM = (
    "kind: charm\nentries:\n  - id: bell\n    name: Bell\n    text: Take +2 speed.\n    short: +3 speed\n"
    "    waives:\n      - {code: N101, set: charms}\n"
)


@pytest.fixture
def book(tmp_path: Path) -> Book:
    lint = "  waivers: {set: charms, reason: text}\n  inert:\n    - {reason: A pronoun., texts: [far one goes]}\n"
    return sample_with(
        tmp_path, book=book_yaml(lint), chapters__rules=_RULES, rules__running=_RUNNING, data__charms=_CHARM
    )


def test_the_lines_of_a_summary(book: Book) -> None:
    summary = summary_of(book, run_checks(book))
    assert list(summary_lines(summary)) == [
        f"Sample: 3 chapters, 2 tables, {sum(len(s.entries) for s in book.sets.values())} entries; no findings",
        "  rules: 1 value, 2 formulas (1 used by nothing: near(n)), 1 claim",
        "  bindings: 2 computed (is), 1 given (let); 1 Example",
        "  numerals: 60% of 5 settled (3 bound, 0 data; 2 loose); apart from these 0 dice, 2 in names, 1 external, "
        "1 declared inert; 9 in all",
        "  external claims: 1; --verbose lists them",
        "  waived: 1",
        "    content/data/charms.yaml:6:12 N101 in charms: Bell. Take +2 speed.",
    ]


def test_verbose_lists_what_stands_outside_the_rules(book: Book) -> None:
    lines = list(summary_lines(summary_of(book, run_checks(book)), verbose=True))
    assert "    content/rules/running.yaml:10:5 ‘in 400 races’: a log" in lines
    assert lines[-2] == "  inert: 1 numeral by 1 declaration"
    assert lines[-1].endswith("‘far one goes’ (1): A pronoun.")


def test_the_loose_numerals_are_listed_with_their_sentences(book: Book) -> None:
    lines = list(numeral_lines(numerals_of(book)))
    assert lines[1:3] == [
        "  content/data/charms.yaml:5:16 ‘+2’: Take +2 speed.",
        "  content/data/charms.yaml:6:12 ‘+3’: +3 speed",
    ]


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (Fraction(1), "100%"),
        (Fraction(9999, 10000), "99.9%"),
        (Fraction(2, 3), "66.6%"),
        (Fraction(0), "0%"),
        (Fraction(1, 2), "50%"),
    ],
)
def test_only_a_whole_is_100_per_cent(share: Fraction, said: str) -> None:
    assert percent(share) == said


def test_programs_get_the_same_counts(book: Book) -> None:
    checked = run_checks(book)
    summary = summary_of(book, checked)
    whole = json.loads(report(checked, "json", summary))
    assert whole["summary"]["numerals"]["share"] == 0.6
    assert whole["summary"]["unused_formulas"] == ["near(n)"]
    assert whole["summary"]["external"][0]["source"] == "a log"
    assert [(w["code"], w["level"]) for w in whole["waived"]] == [("N101", "waived")]
    run = json.loads(report(checked, "sarif", summary))["runs"][0]
    assert run["properties"]["summary"] == whole["summary"]
    waived = [result for result in run["results"] if "suppressions" in result]
    assert [result["ruleId"] for result in waived] == ["N101"]
    assert waived[0]["suppressions"][0]["justification"] == "N101 in charms: Bell. Take +2 speed."


def test_a_book_that_does_not_load_has_no_summary(book: Book) -> None:
    checked = replace(run_checks(book), waived=())
    assert set(json.loads(report(checked, "json"))) == {"findings", "waived"}


# The book's own rulings


def test_a_doubled_word_of_the_book_is_waived_and_said_so() -> None:
    book = load_book(REPOSITORY).book
    assert book is not None
    checked = run_checks(book)
    assert [(w.finding.code, w.waiver.text, w.waiver.holder) for w in checked.waived] == [
        ("T102", "Sworn", "Sworn, twice")
    ]
    assert "T102" not in [f.code for f in checked.warnings]


def test_only_what_is_to_be_printed_reaches_the_notes(book_copy: Path) -> None:
    path = book_copy / "content" / "data" / "rulings.yaml"
    text = path.read_text(encoding="utf-8")
    names = {"r3": "Names from the tables", "open-4": "The nearest Waymark"}
    html = _composed(book_copy)
    for name in names.values():
        assert f">{name}:<" in html
    for id_ in names:
        start = text.index(f"  - id: {id_}\n")
        text = text[:start] + text[start:].replace("print: true", "print: false", 1)
    path.write_text(text, encoding="utf-8")
    html = _composed(book_copy)
    for name in names.values():
        assert name not in html
    edit(book_copy / "content" / "chapters" / "notes-on-the-text.md", " status=open print=true", " status=open")
    assert names["open-4"] in _composed(book_copy)


def _composed(book: Path) -> str:
    loaded = load_book(book)
    assert loaded.book is not None, [str(finding) for finding in loaded.findings]
    return compose_book(loaded.book, book / "templates", 5)
