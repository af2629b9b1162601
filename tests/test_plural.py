"""How messages count, and which article they use; and that none of them counts `1 pages`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulebook.plural import counted, with_article

BUILD = Path(__file__).parents[1] / "build" / "rulebook"


@pytest.mark.parametrize(
    ("number", "noun", "plural", "said"),
    [
        (0, "page", "", "0 pages"),
        (1, "page", "", "1 page"),
        (2, "page", "", "2 pages"),
        (1, "entry", "entries", "1 entry"),
        (3, "entry", "entries", "3 entries"),
        (9999, "change", "", "9999 changes"),
        (12345, "change", "", "12,345 changes"),
    ],
)
def test_one_is_one_and_others_are_several(number: int, noun: str, plural: str, said: str) -> None:
    assert counted(number, noun, plural) == said


@pytest.mark.parametrize(
    "said",
    ["an item", "an Ox", "a weapon", "a unit", "a one-off", "an hour", "an armour", "a core term", "a European"],
)
def test_the_article_goes_by_the_sound(said: str) -> None:
    assert with_article(said.partition(" ")[2]) == said


@pytest.mark.parametrize("said", ["an 8", "a 9th", "an 11", "an 18,000", "a 118", "an 80", "a 1,100", "a −8"])
def test_a_number_has_the_article_of_its_sound(said: str) -> None:
    assert with_article(said.partition(" ")[2]) == said


# A count of things of which there may be one; what names a limit (`the most is 500 bytes`) has many.
_COUNT = re.compile(
    r"\{[^{}]*(?:len\([^{}]*\)|\.pages|\bfound\b)[^{}]*\} "
    r"(?:findings|warnings|pages|cards|decks|chapters|tables|entries|files|numbers|changes|rows|columns|lines)\b"
)


def test_no_message_counts_one_of_a_thing_as_several() -> None:
    found = [
        f"{path.relative_to(BUILD)}:{number} {match[0]}"
        for path in sorted(BUILD.rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1)
        for match in _COUNT.finditer(line)
        if "benchmark" not in path.name
    ]
    assert found == [], "‘counted’ says one page, and two pages"
