"""Records of printings that do not say what they must."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulebook.load import load_book
from rulebook.printing.record import is_date
from tests.conftest import REPOSITORY
from tests.editing import edit

DIGEST = "'" + "0" * 64 + "'"
RECORD = f"""\
version: '1.0'
date: '2026-02-28'
record: '2026-12-02'
revision: '{"a" * 40}'
products:
  - {{name: book, file: a.pdf, pages: 6, sha256: {DIGEST}}}
  - {{name: pictures, file: cards/pictures, pages: 9, sha256: {DIGEST}}}
  - {{name: export, file: a.json, pages: 0, sha256: {DIGEST}}}
counts:
  - {{name: chapters, count: 2}}
  - {{name: tables, count: 1}}
locked:
  - {{name: one, version: '1'}}
  - {{name: two, version: '1'}}
built_with:
  - {{name: one, kind: packages, version: '1'}}
  - {{name: one, kind: engine, version: '1'}}
ids:
  - {{id: here, kind: chapter, number: 1}}
  - {{id: there, kind: chapter, number: 2}}
  - {{id: here-a, kind: section, home: here}}
  - {{id: here-b, kind: section, home: here}}
files:
  - {{path: content/book.yaml, kind: source, sha256: {DIGEST}}}
  - {{path: content/words.yaml, kind: source, sha256: {DIGEST}}}
"""
FREEZE = "a record is as ‘rulebook freeze’ wrote it: take the change of it back"
PRODUCTS = RECORD[RECORD.index("products:") : RECORD.index("counts:")]
OF = "of the record of a printing"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a printing of the tiny book, in which nothing is wrong."""
    book = tmp_path / "tiny"
    shutil.copytree(REPOSITORY / "tests" / "tiny", book)
    path = book / "content" / "printings" / "1.0.yaml"
    path.parent.mkdir()
    path.write_text(RECORD, encoding="utf-8")
    return path


def _found(record: Path) -> list[str]:
    found = [str(finding) for finding in load_book(record.parent.parent.parent).findings]
    return [finding.removeprefix("content/printings/1.0.yaml:") for finding in found]


def test_a_sound_record_has_no_fault(record: Path) -> None:
    assert _found(record) == []


@pytest.mark.parametrize(
    ("old", "new", "found", "hint"),
    [
        (PRODUCTS, "", "1:1 S012 the record of a printing has no ‘products’", "add ‘products: …’"),
        (PRODUCTS, "products: []\n", f"5:11 S008 ‘products’ {OF} is empty", ""),
        ("name: pictures", "name: book", "7:12 S020 the product ‘book’ stands twice: first on line 6", FREEZE),
        (
            "a.json, pages: 0",
            "a.pdf, pages: 6",
            "8:26 S020 the file ‘a.pdf’ is that of another product too, on line 6",
            FREEZE,
        ),
        (
            "a.json",
            "cards/pictures/x",
            "8:26 S020 the file ‘cards/pictures/x’ lies in ‘cards/pictures’, which is another product, on line 7",
            FREEZE,
        ),
        (
            "a.json",
            "cards",
            "8:26 S020 the file ‘cards/pictures’ of another product, on line 7, lies in ‘cards’",
            FREEZE,
        ),
        ("pages: 6", "pages: 0", "6:38 S014 ‘a.pdf’ has no pages; a PDF has one at least", FREEZE),
        ("a.json", "../a.json", f"8:26 S014 ‘products.2.file’ {OF} is ‘../a.json’, which does not", "down it alone"),
        ("a.json", "/a.json", f"8:26 S014 ‘products.2.file’ {OF} is ‘/a.json’, which does not", "down it alone"),
        ("a.json", "a/../b.json", f"8:26 S014 ‘products.2.file’ {OF} is ‘a/../b.json’, which", "down it alone"),
        ("a.json", "x" * 5000, f"8:26 S014 ‘products.2.file’ {OF} is ‘{'x' * 39}…’, which", "down it alone"),
        ("name: export", f"name: {'x' * 5000}", f"8:12 S014 ‘products.2.name’ {OF} is ‘{'x' * 39}…’, which", "200"),
        ("name: tables", "name: chapters", "11:12 S020 the count ‘chapters’ stands twice: first on line 10", FREEZE),
        ("name: tables", f"name: {'x' * 5000}", f"11:12 S014 ‘counts.1.name’ {OF} is ‘{'x' * 39}…’, which", "200"),
        ("name: two", "name: one", "14:12 S020 the package ‘one’ stands twice: first on line 13", FREEZE),
        ("kind: engine", "kind: packages", "17:12 S020 the part ‘one’ stands twice: first on line 16", FREEZE),
        ("id: here-b", "id: here-a", "22:10 S020 the id ‘here-a’ stands twice: first on line 21", FREEZE),
        ("id: there", "id: here", "20:10 S020 the id ‘here’ stands twice: first on line 19", FREEZE),
        ("id: there", "id: here-b", "22:10 S020 the id ‘here-b’ stands twice: first on line 20", FREEZE),
        (
            "here-b, kind: section, home: here",
            "here-b, kind: section, home: her",
            "22:39 S021 ‘her’, the home of ‘here-b’, is no id of this record",
            "did you mean ‘here’?",
        ),
        (
            "here-b, kind: section, home: here",
            "here-b, kind: section, home: here-b",
            "22:39 S014 ‘here-b’, the home of ‘here-b’, is a section; expected a chapter",
            FREEZE,
        ),
        (
            "kind: chapter, number: 2",
            "kind: chapter, number: 2, home: there",
            "20:49 S014 the chapter ‘there’ has itself for a home; it stands in no other chapter",
            "leave ‘home’ out",
        ),
        (
            "content/words",
            "../words",
            f"25:12 S014 ‘files.1.path’ {OF} is ‘../words.yaml’, which does not have the form that is expected",
            "a path from the book's folder",
        ),
        ("content/words", "/words", f"25:12 S014 ‘files.1.path’ {OF} is ‘/words.yaml’, which", "the book's folder"),
        ("content/words.yaml", '"a\\0b"', "25:12 S004 the control character U+0000 is written as an escape", ""),
        ("content/words.yaml", '"a\\nb"', "25:14 S014 a short value has several lines", ""),
        ("words.yaml", "book.yaml", "25:12 S020 the file ‘content/book.yaml’ stands twice: first on line 24", FREEZE),
        ("'1.0'", f"'{'9' * 5000}'", "1:10 S014 ‘version’", "a number such as 1.0"),
    ],
)
def test_what_is_spoilt_is_told_where_it_stands(record: Path, old: str, new: str, found: str, hint: str) -> None:
    edit(record, old, new)
    (only,) = _found(record)
    assert only.startswith(found)
    assert (hint in only.partition("    Hint: ")[2]) if hint else ("Hint" not in only or found.count(" S0"))


def test_a_loop_of_homes_is_told_at_each_of_them(record: Path) -> None:
    edit(record, "kind: chapter, number: 1", "kind: chapter, number: 1, home: there")
    edit(record, "kind: chapter, number: 2", "kind: chapter, number: 2, home: here")
    assert [found.split("\n")[0] for found in _found(record)] == [
        "19:48 S014 the chapter ‘here’ has ‘there’ for a home; it stands in no other chapter",
        "20:49 S014 the chapter ‘there’ has ‘here’ for a home; it stands in no other chapter",
    ]


def test_all_that_is_wrong_is_told_at_once(record: Path) -> None:
    edit(record, "2026-02-28", "2026-02-30")
    edit(record, "2026-12-02", "2026-99-99")
    edit(record, "a" * 40, "HEAD")
    edit(record, "name: pictures", "name: book")
    edit(record, "name: tables", "name: chapters")
    edit(record, "here-a, kind: section, home: here", "here-a, kind: section, home: nowhere")
    assert [found.split(" ")[:2] for found in _found(record)] == [
        ["2:7", "S014"],
        ["3:9", "S014"],
        ["4:11", "S014"],
        ["7:12", "S020"],
        ["11:12", "S020"],
        ["21:39", "S021"],
    ]
    assert _found(record)[0].startswith("2:7 S014 ‘2026-02-30’ is no date of the calendar\n    Hint: write YYYY-MM-DD")


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("2026-02-28", True),
        ("2028-02-29", True),
        ("2026-02-29", False),
        ("2026-99-99", False),
        ("0000-01-01", False),
        ("20261202", False),
        ("2026-W49-3", False),
        ("2026-12-2", False),
        ("2026-12-02\n", False),
        ("\uff12\uff10\uff12\uff16-12-02", False),
        ("", False),
    ],
)
def test_a_date_is_written_in_one_form(text: str, is_one: bool) -> None:
    assert is_date(text) == is_one
