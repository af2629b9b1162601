"""Faults of what a book declares of its products are found when it is loaded, before anything is made of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulebook.check.run import run_checks
from rulebook.load import load_book
from tests.conftest import REPOSITORY

NAMES = ("sheet", "rosters", "cards", "first-night")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for name in ("content", "figures", "templates", "styles"):
        shutil.copytree(REPOSITORY / name, tmp_path / name)
    return tmp_path


def _edit(copy: Path, name: str, old: str, new: str) -> int:
    """Put other words in the place of the first such ones of a product; the line on which they stand."""
    path = copy / "content" / "products" / f"{name}.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


def test_these_are_the_products() -> None:
    assert {path.stem for path in (REPOSITORY / "content" / "products").glob("*.yaml")} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_kind_that_is_none_is_found_in_each(copy: Path, name: str) -> None:
    line = _edit(copy, name, "kind: ", "kind: no")
    found = load_book(copy).findings
    assert found
    assert {(f.position.path, f.position.line) for f in found} == {(f"content/products/{name}.yaml", line)}
    assert any("‘no" in f.message for f in found)


def test_an_entry_that_is_not_there_is_found_in_a_pack(copy: Path) -> None:
    line = _edit(copy, "first-night", "panic-check]", "panic-chek]")
    (finding,) = load_book(copy).findings
    assert finding.position.line == line
    assert "panic-check" in finding.hint


def test_what_a_fault_of_the_book_brings_about_is_no_finding_of_a_product(copy: Path) -> None:
    path = copy / "content" / "data" / "core-terms.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("  - id: panic-check\n", "  - id: panic check\n", 1), encoding="utf-8")
    found = load_book(copy).findings
    assert found
    assert not [f for f in found if f.position.path.startswith("content/products/")]


def test_one_misspelt_value_is_found_once(copy: Path) -> None:
    _edit(copy, "first-night", "night_warriors + 2", "night_wariors + 2")
    book = load_book(copy).book
    assert book is not None
    (finding,) = run_checks(book).errors
    assert (finding.code, finding.hint) == ("E109", "did you mean ‘night_warriors’?")


# What is put into which product in the place of what; where it is found, by the words that begin there; what is said.
FAULTS = {
    "a mark of a deck": ("cards", "mark: wedge", "mark: wegde", "wegde", "S021", "no shape ‘wegde’", "‘wedge’"),
    "a mark of a token": ("first-night", "mark: lens", "mark: lense", "lense", "S021", "no shape ‘lense’", "‘lens’"),
    "a paper of a sheet": (
        "sheet",
        "{paper: letter,",
        "{paper: lettr,",
        "lettr",
        "S021",
        "no paper ‘lettr’",
        "‘letter’",
    ),
    "a paper of a pack": ("first-night", "[a4, letter]", "[a4, a9]", "a9]", "S021", "no paper ‘a9’", "a4, a5, letter"),
    "a paper of a layout": ("cards", "paper: letter", "paper: lettr", "lettr", "S021", "no paper ‘lettr’", "‘letter’"),
    "a doubled paper": ("rosters", "[a4, letter]", "[a4, letter, a4]", "a4]", "S020", "‘a4’ stands twice", "keep one"),
    "a sheet’s doubled paper": (
        "sheet",
        "paper: letter",
        "paper: a4",
        "a4, pages",
        "S020",
        "‘a4’ stands twice",
        "keep",
    ),
    "a doubled entry": (
        "sheet",
        "[check, advantage]",
        "[check, check]",
        "check]",
        "S020",
        "‘check’ stands twice",
        "keep",
    ),
    "the file of the book": (
        *("rosters", "output: roster-sheets", "output: pilgrimage-skirmish", "pilgrimage-skirmish\n", "S020"),
        *("dist/pilgrimage-skirmish.pdf would be written twice: here, and for the book itself", "another ‘output’"),
    ),
    "the file of another product": (
        *("sheet", "output: quick-reference", "output: first-night", "first-night\n", "S020"),
        *("for the product ‘first-night’ (content/products/first-night.yaml:3:9)", "another ‘output’"),
    ),
    "a file that another paper makes": (
        *("sheet", "output: quick-reference", "output: roster-sheets-letter", "roster-sheets-letter\n", "S020"),
        *("dist/roster-sheets-letter.pdf would be written twice", "another ‘output’"),
    ),
    "the file of the cards": (
        *("sheet", "output: quick-reference", "output: cards", "cards\n", "S020"),
        *("for the product ‘cards’", "another ‘output’"),
    ),
    "ticks that are text": ("cards", "ticks: count", "ticks: text", "text\n", "S014", "no whole number", "integer"),
    "boxes that are text": ("rosters", "boxes: count", "boxes: text", "text}", "S014", "no number of boxes", "a field"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_a_declaration_is_found_at_its_place(copy: Path, fault: str) -> None:
    name, old, new, at, code, said, hint = FAULTS[fault]
    _edit(copy, name, old, new)
    (finding,) = load_book(copy).findings
    place = finding.position
    lines = (copy / "content" / "products" / f"{name}.yaml").read_text(encoding="utf-8").splitlines(keepends=True)
    assert place.path == f"content/products/{name}.yaml"
    assert lines[place.line - 1][place.column - 1 :].startswith(at)
    assert finding.code == code
    assert said in finding.message
    assert hint in finding.hint


def test_a_template_that_does_more_than_to_list_the_marks_is_not_judged(copy: Path) -> None:
    path = copy / "templates" / "cards" / "shapes.svg.j2"
    path.write_text("{% set shapes = dict(wedge='M0 0') %}\n", encoding="utf-8")
    assert load_book(copy).findings == ()
