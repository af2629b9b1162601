"""A sheet's declaration: what it shows of a book, and what is wrong with one."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.finding import Finding
from rulebook.load import load_book
from rulebook.load.book import own_schema
from rulebook.load.sheets import Sheet, read_sheet
from tests.editing import edit

SHEET = """\
title: At a glance
output: glance
page: p.
pages: pp.
papers:
  - {paper: a4, pages: 1}
faces:
  - title: All
    sections:
      - title: Hauls
        rules: [the-tide]
        parts:
          - {kind: list, set: hauls, text: short}
      - title: Catches
        rules: [the-tide]
        parts:
          - {kind: line, set: catches, text: rolls.ebb}
"""


def _read(book: Path, text: str) -> tuple[Sheet | None, list[Finding]]:
    folder = book / "content" / "products"
    folder.mkdir(exist_ok=True)
    (folder / "sheet.yaml").write_text(text, encoding="utf-8")
    loaded = load_book(book, products=False).book
    assert loaded is not None
    findings: list[Finding] = []
    return read_sheet(loaded, "sheet", own_schema("sheet"), findings), findings


def test_a_part_shows_all_entries_of_its_set(tiny_source: Path) -> None:
    sheet, findings = _read(tiny_source, SHEET)
    assert findings == []
    assert sheet is not None
    hauls, catches = sheet.faces[0].sections
    assert [entry.id for entry in hauls.parts[0].entries] == ["church-plate", "ledger"]
    assert catches.parts[0].text == ("rolls", "ebb")
    assert sheet.papers == {"a4": 1}


def test_only_names_entries_in_its_own_order(tiny_source: Path) -> None:
    sheet, _ = _read(tiny_source, SHEET.replace("set: hauls", "set: hauls, only: [ledger, church-plate]"))
    assert sheet is not None
    assert [entry.id for entry in sheet.faces[0].sections[0].parts[0].entries] == ["ledger", "church-plate"]


def test_all_but_those_of_except_are_shown(tiny_source: Path) -> None:
    sheet, _ = _read(tiny_source, SHEET.replace("set: hauls", "set: hauls, except: [ledger]"))
    assert sheet is not None
    assert [entry.id for entry in sheet.faces[0].sections[0].parts[0].entries] == ["church-plate"]


def test_what_has_no_short_form_is_shown_by_its_whole_text(tiny_source: Path) -> None:
    edit(tiny_source / "content/schemas/haul.json", '"prize",\n    "short"', '"prize"')
    edit(tiny_source / "content/data/hauls.yaml", "    short: Bring up the plate.\n", "")
    sheet, findings = _read(tiny_source, SHEET)
    assert findings == []
    assert sheet is not None
    part = sheet.faces[0].sections[0].parts[0]
    assert [part.text_of(entry) for entry in part.entries] == [("text",), ("short",)]


def test_those_that_another_set_refers_to_are_shown(tiny_source: Path) -> None:
    sheet, findings = _read(tiny_source, SHEET.replace("set: hauls", "set: knacks, used_by: [lockers, gear]"))
    assert findings == []
    assert sheet is not None
    assert [entry.id for entry in sheet.faces[0].sections[0].parts[0].entries] == ["long", "heavy", "bright"]


@pytest.mark.parametrize(
    ("old", "new", "place", "said"),
    [
        ("set: hauls", "set: haul", "13:31", "there is no set ‘haul’"),
        ("text: short", "text: shrt", "13:44", "has no ‘shrt’"),
        ("text: rolls.ebb", "text: rolls", "17:46", "is a map"),
        ("rules: [the-tide]", "rules: [the-tyde]", "11:17", "‘the-tyde’ is no place of the book"),
        ("set: hauls,", "set: hauls, only: [legder],", "13:45", "there is no entry ‘legder’"),
        ("set: hauls,", "set: hauls, where: {count: '7'},", "13:45", "no entry of ‘hauls’ is so: count = 7"),
        ("set: hauls,", "set: hauls, except: [legder],", "13:47", "there is no entry ‘legder’"),
        ("set: hauls,", "set: hauls, used_by: [lockrs],", "13:48", "there is no set ‘lockrs’"),
        ("set: hauls,", "set: hauls, used_by: [lockers],", "13:48", "no entry of ‘hauls’ is used by ‘lockers’"),
        ("kind: list, set: hauls, text: short", "kind: list, set: hauls", "13:13", "has no ‘text’"),
        ("text: short", "text: short, columns: [{head: A, value: id}]", "13:60", "takes no ‘columns’"),
        ("rules: [the-tide]", "new_page: [a6]\n        rules: [the-tide]", "11:20", "‘a6’ is no paper"),
        ("kind: list", "kind: lists", "13:20", "expected one of"),
    ],
)
def test_a_fault_is_found_at_its_place(tiny_source: Path, old: str, new: str, place: str, said: str) -> None:
    sheet, findings = _read(tiny_source, SHEET.replace(old, new, 1))
    assert sheet is None
    assert [str(f.position) for f in findings] == [f"content/products/sheet.yaml:{place}"]
    assert said in findings[0].message


def test_all_faults_are_found_at_once(tiny_source: Path) -> None:
    sheet, findings = _read(tiny_source, SHEET.replace("the-tide", "the-tyde").replace("short", "shrt"))
    assert sheet is None
    assert len(findings) == 3


def test_a_book_without_a_sheet_says_so(tiny_source: Path) -> None:
    loaded = load_book(tiny_source).book
    assert loaded is not None
    findings: list[Finding] = []
    assert read_sheet(loaded, "sheet", own_schema("sheet"), findings) is None
    assert [str(f.position) for f in findings] == ["content/products/sheet.yaml:1:1"]
