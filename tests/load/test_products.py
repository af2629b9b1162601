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
    for name in ("content", "figures"):
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
