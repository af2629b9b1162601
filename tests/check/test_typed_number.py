"""A number with a character that is not the printed one: the character is found, and nothing that follows from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.check.run import run_checks
from rulebook.edit.rebind import plan_rebinding
from rulebook.load import load_book
from rulebook.rules.expression.lookup import read_field
from rulebook.rules.numbers import as_meant
from rulebook.rules.values import Text, inches, plain
from tests.editing import edit

GEAR = "content/data/gear.yaml"
CREW = "content/chapters/the-crew.md"


def found(book: Path) -> list[str]:
    loaded = load_book(book).book
    assert loaded is not None
    return [f"{f.position.path}:{f.position.column} {f.code} {f.found}" for f in run_checks(loaded).errors]


@pytest.fixture
def book(tiny_source: Path) -> Path:
    """A book whose text states two numbers of its data."""
    own = "  hook: entry('gear', 'boat-hook').knacks.long\n  glow: entry('gear', 'storm-lamp').knacks.bright\n"
    (tiny_source / "content" / "rules" / "hook.yaml").write_text(f"home: the-crew\nvalues:\n{own}", encoding="utf-8")
    stated = 'A hook reaches [4″]{is=hook}, its shaft [6″]{is="hook + 2″"}; a lamp lights [−2]{is="glow"}.'
    edit(tiny_source / CREW, "Each Diver spends", f"{stated}\nEach Diver spends")
    edit(tiny_source / GEAR, "bright: +3", "bright: −2")
    assert found(tiny_source) == []
    return tiny_source


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("long: 4″", "long: '4\"'", '22 S101 "'),
        ("long: 4″", "long: 4“", "21 S101 “"),
        ("bright: −2", "bright: -2", "17 S101 -"),
        ("bright: −2", "bright: –2", "17 S101 –"),
    ],
)
def test_in_the_data_it_is_told_once(book: Path, old: str, new: str, place: str) -> None:
    """Neither as a number of the text that the data does not give, nor as a loose one."""
    edit(book / "content" / "book.yaml", "lint:\n", "lint:\n  numerals: 100%\n")
    before = found(book)
    edit(book / GEAR, old, new)
    assert [one for one in found(book) if one not in before] == [f"{GEAR}:{place}"]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("[4″]", '[4"]', ['S101 "']),
        ("[−2]", "[-2]", ["S101 -"]),
        ("[4″]", '[5"]', ['E101 5"', 'S101 "']),
    ],
)
def test_in_a_bound_number_it_is_told_once(book: Path, old: str, new: str, expected: list[str]) -> None:
    edit(book / CREW, old, new)
    assert [one.partition(" ")[2] for one in found(book)] == expected


def test_a_number_that_is_stale_beside_is_written_with_its_right_mark(book: Path) -> None:
    edit(book / CREW, "[4″]", '[5"]')
    edit(book / CREW, "[−2]", "[-2]")
    assert [rewriting.words for rewriting in plan_rebinding(book).rewritten] == ["4″", "−2"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("-1", "−1"),
        ("–1", "−1"),
        ('3"', "3″"),
        ("3“", "3″"),
        # It may end a quotation, and is not found where it stands.
        ("3”", "3”"),
        ("1.5'", "1.5′"),
        ("+2", "+2"),
        ("1-3", "1-3"),
        ("D6", "D6"),
        ("-", "-"),
        ("", ""),
    ],
)
def test_a_number_as_it_is_meant(typed: str, meant: str) -> None:
    assert as_meant(typed) == meant


def test_a_field_is_read_as_it_is_meant() -> None:
    assert read_field("-1") == plain(-1)
    assert read_field('3"') == inches(3)
    assert read_field("-one") == Text("-one")
    assert read_field("1-3") == Text("1-3")
