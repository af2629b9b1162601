"""The export holds the whole book, typed, and one change of the source changes what it should and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulebook.compose.book import book_view
from rulebook.compose.views import TableView
from rulebook.export.document import book_json
from rulebook.export.jsons import Json
from rulebook.load import load_book
from rulebook.model import Book
from tests.conftest import REPOSITORY, TINY
from tests.editing import edit
from tests.export.paths import at, changed, leaves
from tests.game_nouns import load_yaml

CONTENT = REPOSITORY / "content"
_BINDING = re.compile(r'\[([^\[\]]*)\]\{(?:is|let)=(?:"[^"]*"|[^}\s]*)\}')


def _book(root: Path) -> Book:
    book = load_book(root).book
    assert book is not None
    return book


@pytest.fixture(scope="module")
def whole() -> Any:
    """The export of the repository's own book."""
    return book_json(_book(REPOSITORY))


@pytest.fixture(scope="module")
def tiny() -> Any:
    return book_json(_book(TINY))


# All of it


def _strings(value: Json) -> Iterator[str]:
    return (leaf for _, leaf in leaves(value) if isinstance(leaf, str))


def test_every_entry_of_every_file_stands_under_its_id(whole: Any) -> None:
    files = sorted((CONTENT / "data").glob("*.yaml"))
    assert len(files) > 30
    for file in files:
        data = load_yaml(file)
        ids = [entry["id"] for entry in data["entries"]]
        if data["kind"] in ("table", "figure"):
            assert set(ids) <= whole[f"{data['kind']}s"].keys(), file.name
        else:
            found = whole["sets"][file.stem]
            assert [entry["id"] for entry in found["entries"]] == ids
            assert found["kind"] == data["kind"]


def test_every_field_of_every_entry_is_there(whole: Any) -> None:
    for id_, found in whole["sets"].items():
        for typed, entry in zip(load_yaml(CONTENT / "data" / f"{id_}.yaml")["entries"], found["entries"], strict=True):
            assert typed.keys() - {"id", "name"} <= entry["fields"].keys(), (id_, typed["id"])
            assert entry["name"] == typed.get("name", typed["id"])


def test_every_sentence_of_every_chapter_is_there_without_its_bindings(whole: Any) -> None:
    chapters = {chapter["id"]: chapter for chapter in whole["chapters"]}
    files = sorted((CONTENT / "chapters").glob("*.md"))
    assert [file.stem for file in files] == sorted(chapters)
    for file in files:
        _, front, body = file.read_text(encoding="utf-8").split("---\n", 2)
        assert chapters[file.stem]["title"] == front.partition("title:")[2].strip().strip("'\"")
        said = {line for text in _strings(chapters[file.stem]["blocks"]) for line in text.split("\n")}
        for line in body.splitlines():
            text = re.sub(r"^\s*(?:#+|\d+\.|-) +", "", _BINDING.sub(r"\1", line)).strip()
            if text and not text.startswith(":::"):
                assert text in said, (file.name, line)


def test_no_mark_of_a_binding_is_left(whole: Any) -> None:
    assert not [text for text in _strings(whole) if re.search(r"\]\{|\{(?:is|let)=", text)]


def test_a_plain_text_has_no_mark_of_markdown(whole: Any) -> None:
    texts = [leaf for path, leaf in leaves(whole) if path[-1] == "text" and isinstance(leaf, str)]
    assert len(texts) > 3000
    assert not [text for text in texts if re.search(r"\*|\]\(|\[→", text)]


def test_every_cell_is_as_it_is_printed(whole: Any) -> None:
    book = _book(REPOSITORY)
    view = book_view(book, 7, REPOSITORY / "templates")
    printed: dict[str, list[list[str]]] = {}
    chapters = [*view.front, *(chapter for part in view.parts for chapter in part.chapters), *view.back]
    for block in (block for chapter in chapters for block in chapter.blocks):
        if isinstance(block, TableView):
            rows = [[_words(cell.html.striptags()) for cell in row.cells] for row in block.rows]
            printed[block.id.removeprefix("table:")] = rows
    assert printed.keys() == whole["tables"].keys()
    for id_, rows in printed.items():
        assert [[_words(cell["text"]) for cell in row["cells"]] for row in whole["tables"][id_]["rows"]] == rows, id_


def _words(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def test_what_the_book_says_of_itself(whole: Any) -> None:
    about = load_yaml(CONTENT / "book.yaml")
    assert whole["book"] == {key: about[key] for key in whole["book"]}
    assert [part["id"] for part in whole["parts"]] == ["front", *(part["id"] for part in about["books"]), "back"]
    placed = [id_ for part in whole["parts"] for id_ in part["chapters"]]
    assert placed == [chapter["id"] for chapter in whole["chapters"]]


def test_every_value_formula_and_claim_is_there(whole: Any) -> None:
    topics = {topic["id"]: topic for topic in whole["rules"]}
    files = sorted((CONTENT / "rules").glob("*.yaml"))
    assert sorted(topics) == [file.stem for file in files]
    for file in files:
        typed, topic = load_yaml(file), topics[file.stem]
        assert topic["values"].keys() == typed.get("values", {}).keys()
        assert topic["formulas"].keys() == {head.partition("(")[0] for head in typed.get("formulas", {})}
        assert [claim["says"] for claim in topic["claims"]] == [claim["says"] for claim in typed.get("claims", ())]
        assert all(value["value"] is not None for value in topic["values"].values()), file.name
        assert all(claim["proved"] for claim in topic["claims"])
        without = [f for f in topic["formulas"].values() if not f["parameters"]]
        assert all(formula["value"] is not None for formula in without), file.name


def test_every_binding_has_a_value(whole: Any) -> None:
    bindings = [(path[:-1], leaf) for path, leaf in leaves(whole) if path[-1] == "kind" and leaf in ("is", "let")]
    assert len(bindings) > 500
    assert not [path for path, _ in bindings if at(whole, *path, "value") is None]


# Typed


def _entry(document: Any, set_id: str, id_: str) -> Any:
    return next(e for e in document["sets"][set_id]["entries"] if e["id"] == id_)


def test_a_reference_has_its_set_its_id_and_its_parameter(tiny: Any) -> None:
    hook = _entry(tiny, "gear", "boat-hook")
    assert hook["chapters"] == ["the-crew"]
    assert hook["fields"]["knacks"]["items"] == [
        {
            "type": "reference",
            "set": "knacks",
            "id": "long",
            "name": "Long",
            "text": "Long (4″)",
            "parameter": {"type": "number", "text": "4″", "value": 4, "unit": "inch"},
        },
        {"type": "reference", "set": "knacks", "id": "heavy", "name": "Heavy", "text": "Heavy", "parameter": None},
    ]
    assert hook["fields"]["sealed"] == {"type": "flag", "text": "false", "value": False}
    assert hook["fields"]["cost"] == {"type": "number", "text": "6", "value": 6, "unit": None}


def test_the_field_of_a_die_is_a_range(tiny: Any) -> None:
    rolls = [entry["fields"]["rolls"]["fields"] for entry in tiny["sets"]["catches"]["entries"]]
    assert [(r["flood"]["die"], r["flood"]["low"], r["flood"]["high"]) for r in rolls] == [
        ("D20", 1, 9),
        ("D20", 10, 14),
        ("D20", 15, 20),
    ]
    assert [(r["dark"]["low"], r["dark"]["high"]) for r in rolls] == [(None, None), (1, 3), (4, 6)]
    # A single result is a range of itself.
    assert (rolls[2]["ebb"]["low"], rolls[2]["ebb"]["high"]) == (6, 6)


def test_a_table_of_two_rolls_has_results_at_its_rows_and_its_columns(tiny: Any) -> None:
    table = tiny["tables"]["signals"]
    die = {"type": "dice", "text": "D6", "count": 1, "faces": 6, "steps": [], "unit": None}
    assert [column["die"] for column in table["columns"]] == [die, None, None, None, None]
    ranges = [None, {"low": 1, "high": 1}, {"low": 2, "high": 3}, {"low": 4, "high": 5}, {"low": 6, "high": 6}]
    assert [column["results"] for column in table["columns"]] == ranges
    assert {"low", "high"} <= table["rows"][0]["cells"][0].keys()
    # Heads that are no results of a second roll.
    assert all(column["results"] is None for column in tiny["tables"]["catches"]["columns"])


def test_heads_of_numbers_in_a_table_without_a_die_are_no_results(tiny_source: Path) -> None:
    tables = tiny_source / "content" / "data" / "tables.yaml"
    edit(tables, "{head: Base, value: base", "{head: '1', value: base")
    edit(tables, "{head: Use, value: use", "{head: '2', value: use")
    document: Any = book_json(_book(tiny_source))
    assert [column["results"] for column in document["tables"]["stats"]["columns"]] == [None, None, None]


def test_an_entry_names_each_chapter_that_places_it_once(tiny: Any) -> None:
    # A table, a list of entries and a text place the bell, all in one chapter.
    assert _entry(tiny, "catches", "bell")["chapters"] == ["the-wreck"]


def test_every_column_of_a_die_covers_it(whole: Any) -> None:
    columns = 0
    for table in whole["tables"].values():
        for number, column in enumerate(table["columns"]):
            if column["die"] is None:
                continue
            columns += 1
            cells = [row["cells"][number] for row in table["rows"]]
            results = [n for c in cells if c["low"] is not None for n in range(c["low"], c["high"] + 1)]
            assert sorted(results) == list(range(1, column["die"]["faces"] + 1)), column["head"]
    assert columns > 15


def test_the_numbers_of_an_example_have_their_expressions(tiny: Any) -> None:
    chapter = next(c for c in tiny["chapters"] if c["id"] == "the-wreck")
    example = next(b for b in chapter["blocks"] if b.get("kind") == "example")
    assert example["label"] == "For instance"
    first = example["blocks"][0]
    assert first["text"].startswith("Mab lets down a line at the ebb and rolls a 6. The drowned bell rings")
    assert [(b["kind"], b["text"], b["expression"]) for b in first["bindings"][:2]] == [
        ("let", "6", "cast"),
        ("is", "The drowned bell", "result('catches', 'rolls.ebb', cast).name"),
    ]
    assert first["bindings"][4]["value"] == {"type": "number", "text": "5", "value": 5, "unit": None}


def test_a_reference_in_prose_is_the_title_that_it_leads_to(tiny: Any) -> None:
    crew = next(c for c in tiny["chapters"] if c["id"] == "the-crew")
    raising = next(b for b in crew["blocks"] if b["type"] == "paragraph" and "is raised by" in b["text"])
    assert "(see → Hauls and → Picture 1)" in raising["text"]
    assert "(see [→](#the-wreck-hauls) and [→](#drawings:soundings))" in raising["markdown"]


def test_a_glossary_has_the_forms_of_its_terms_and_leaves_out_its_exceptions(tiny: Any) -> None:
    words, knacks = tiny["glossaries"]
    assert (words["set"], knacks["chapters"]) == ("words", ["the-crew"])
    assert {"the-words", "the-colophon"}.isdisjoint(words["chapters"])
    assert "the-tide" in words["chapters"]
    typed = load_yaml(TINY / "content" / "data" / "words.yaml")["entries"]
    assert [term["id"] for term in words["terms"]] == [e["id"] for e in typed if e.get("tag") != "Referee"]
    ebb = next(term for term in words["terms"] if term["id"] == "ebb")
    assert ebb["text"] == "The tide that leaves."
    assert "Ebb" in ebb["forms"]


def test_the_book_s_own_roster_has_its_bill(whole: Any) -> None:
    (kind,) = whole["rosters"]
    (own,) = kind["own"]
    assert own["legal"]
    bill = own["bill"]
    assert bill["total"] == sum(line["total"] for line in (*bill["lines"], *bill["shared"]))
    assert bill["total"] + bill["left"] == bill["limit"]
    assert [member["id"] for member in own["members"]] == [e["id"] for e in whole["sets"][own["set"]]["entries"]]


# One change


def test_a_changed_number_of_the_data_changes_its_field_and_its_cells(tiny_source: Path, tiny: Any) -> None:
    edit(tiny_source / "content" / "data" / "gear.yaml", "cost: 9", "cost: 11")
    found = changed(tiny, book_json(_book(tiny_source)))
    # The lamp is the second of the gear, and the first of what is sealed.
    assert found == {
        "sets/gear/entries/1/fields/cost/text": ("9", "11"),
        "sets/gear/entries/1/fields/cost/value": (9, 11),
        "tables/gear/rows/1/cells/2/text": ("9", "11"),
        "tables/sealed-gear/rows/0/cells/1/text": ("9", "11"),
    }


def test_a_changed_price_changes_the_bills_that_it_is_part_of(book_copy: Path, whole: Any) -> None:
    weapons = book_copy / "content" / "data" / "melee-weapons.yaml"
    entry = "  - id: knife\n    name: Knife\n    lore:\n      - worn\n      - damage: −1\n    supplies: 10\n"
    edit(weapons, entry, entry.replace("10", "15"))
    found = changed(whole, book_json(_book(book_copy)))
    computed = {path: found.pop(path) for path in list(found) if "/bindings/" in path or "/claims/" in path}
    assert found == {
        "sets/melee-weapons/entries/1/fields/supplies/text": ("10", "15"),
        "sets/melee-weapons/entries/1/fields/supplies/value": (10, 15),
        "tables/melee-weapons/rows/1/cells/2/text": ("10", "15"),
        # One of the four carries a knife.
        "rosters/0/own/0/bill/lines/1/prices/3": (40, 45),
        "rosters/0/own/0/bill/lines/1/total": (125, 130),
        "rosters/0/own/0/bill/total": (540, 545),
        "rosters/0/own/0/bill/left": (60, 55),
    }
    # The chapter of these four states what they cost, by two scales of prices; nothing else says it.
    chapter = next(n for n, c in enumerate(whole["chapters"]) if c["id"] == "the-first-road-oathband")
    assert {path.split("/bindings/")[0].split("/blocks/")[0] for path in computed if "/bind" in path} == {
        f"chapters/{chapter}"
    }
    assert sorted(pair for path, pair in computed.items() if path.endswith("/value/value")) == [(540, 545), (575, 580)]
    assert not any("/claims/" in path for path in computed)


def test_a_changed_range_changes_its_field_and_its_cell(tiny_source: Path, tiny: Any) -> None:
    edit(tiny_source / "content" / "data" / "catches.yaml", "flood: 1–9", "flood: 1–8")
    edit(tiny_source / "content" / "data" / "catches.yaml", "flood: 10–14", "flood: 9–14")
    assert changed(tiny, book_json(_book(tiny_source))) == {
        "sets/catches/entries/0/fields/rolls/fields/flood/high": (9, 8),
        "sets/catches/entries/0/fields/rolls/fields/flood/text": ("1–9", "1–8"),
        "sets/catches/entries/1/fields/rolls/fields/flood/low": (10, 9),
        "sets/catches/entries/1/fields/rolls/fields/flood/text": ("10–14", "9–14"),
        "tables/catches/rows/0/cells/1/high": (9, 8),
        "tables/catches/rows/0/cells/1/text": ("1–9", "1–8"),
        "tables/catches/rows/1/cells/1/low": (10, 9),
        "tables/catches/rows/1/cells/1/text": ("10–14", "9–14"),
    }


def test_a_changed_sentence_changes_its_two_forms(tiny_source: Path, tiny: Any) -> None:
    edit(tiny_source / "content" / "chapters" / "the-crew.md", "may carry", "can carry")
    found = changed(tiny, book_json(_book(tiny_source)))
    assert found.keys() == {"chapters/1/blocks/1/markdown", "chapters/1/blocks/1/text"}


def test_a_changed_value_of_the_rules_changes_its_bindings_alone(book_copy: Path, whole: Any) -> None:
    edit(book_copy / "content" / "rules" / "falling.yaml", "safe_drop: 3″", "safe_drop: 4″")
    found = changed(whole, book_json(_book(book_copy)))
    topic = next(n for n, topic in enumerate(whole["rules"]) if topic["id"] == "falling")
    value = f"rules/{topic}/values/safe_drop"
    assert found[f"{value}/expression"] == ("3″", "4″")
    assert found[f"{value}/value/value"] == (3, 4)
    for path in found:
        # The sentences are not written anew until `rulebook bind` is asked to; the bindings say what they should be.
        of_figure = re.match(r"figures/[a-z-]+/values/", path)
        assert "/bindings/" in path or of_figure or path.startswith(f"rules/{topic}/"), path
    expressions = [at(whole, *_steps(path.rpartition("/value/")[0]), "expression") for path in found if "/bind" in path]
    assert "safe_drop" in expressions
    assert all(re.search("safe_drop|fall_", str(expression)) for expression in expressions), expressions


def _steps(path: str) -> list[str | int]:
    return [int(step) if step.isdecimal() else step for step in path.split("/")]
