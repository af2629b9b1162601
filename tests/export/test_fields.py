"""Short values as their authors type them, and Markdown that is laid out again."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rulebook.export.computed import value_json
from rulebook.export.fields import results, word_json
from rulebook.export.jsons import number_json
from rulebook.export.texts import Texts
from rulebook.finding import Finding
from rulebook.load import load_book
from rulebook.load.markdown import MarkdownSource, parse_markdown
from rulebook.model import Block, Heading, ListBlock, Paragraph, Prose, Value
from rulebook.rules.bound import bound_book
from rulebook.rules.dice import roll
from rulebook.rules.values import EntryValue, ListValue, RecordValue, Text, Truth, Unit, inches, plain
from rulebook.source import Position
from tests.conftest import REPOSITORY


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("+3", {"type": "number", "value": 3, "unit": None}),
        ("−1", {"type": "number", "value": -1, "unit": None}),
        ("18″", {"type": "number", "value": 18, "unit": "inch"}),
        ("2′", {"type": "number", "value": 2, "unit": "foot"}),
        ("54%", {"type": "number", "value": 54, "unit": "percent"}),
        ("0.5", {"type": "number", "value": 0.5, "unit": None, "exact": "1/2"}),
        ("1/3", {"type": "number", "value": 1 / 3, "unit": None, "exact": "1/3"}),
        ("1–3", {"type": "range", "low": 1, "high": 3, "unit": None, "die": None}),
        ("9+", {"type": "range", "low": 9, "high": None, "unit": None, "die": None}),
        (
            "2D12÷2+1″",
            {
                "type": "dice",
                "count": 2,
                "faces": 12,
                "steps": [{"operator": "÷", "number": 2}, {"operator": "+", "number": 1}],
                "unit": "inch",
            },
        ),
        # Words are texts, although some of them count; so is what has a digit and is no number.
        ("one", {"type": "text"}),
        ("Third", {"type": "text"}),
        ("about 7", {"type": "text"}),
        ("R2", {"type": "text"}),
        ("Table 2", {"type": "text"}),
        ("–", {"type": "text"}),
    ],
)
def test_a_short_value_is_typed_by_its_form(text: str, expected: dict[str, Any]) -> None:
    assert word_json(text) == {"text": text, **expected}


@pytest.mark.parametrize(
    ("text", "expected"),
    [("4", (4, 4)), ("2–3", (2, 3)), ("–", (None, None)), ("two", (None, None)), ("Damage", (None, None))],
)
def test_the_results_of_a_range(text: str, expected: tuple[int | None, int | None]) -> None:
    assert results(text) == expected


def test_a_number_that_a_double_does_not_hold_is_given_exactly_too() -> None:
    assert "exact" not in number_json(Fraction(2**53), Unit.NONE, "")
    assert number_json(Fraction(2**53 + 1), Unit.NONE, "")["exact"] == "9007199254740993"
    assert number_json(Fraction(-13, 24), Unit.NONE, "")["exact"] == "-13/24"


def test_what_the_rules_compute() -> None:
    knife = EntryValue("tools", "knife", "Knife", plain(3))
    assert value_json(knife) == {
        "type": "reference",
        "set": "tools",
        "id": "knife",
        "name": "Knife",
        "text": "Knife (3)",
        "parameter": {"type": "number", "text": "3", "value": 3, "unit": None},
    }
    both = ListValue((Text("a"), RecordValue((("b", Truth(True)), ("c", inches(-2))))))
    assert value_json(both) == {
        "type": "list",
        "items": [
            {"type": "text", "text": "a"},
            {
                "type": "record",
                "fields": {
                    "b": {"type": "flag", "text": "true", "value": True},
                    "c": {"type": "number", "text": "−2″", "value": -2, "unit": "inch"},
                },
            },
        ],
    }
    two_dice: Any = value_json(roll(2, 6))
    chances = {outcome["value"]["value"]: outcome["exact"] for outcome in two_dice["outcomes"]}
    assert (chances[2], chances[7], len(chances)) == ("1/36", "1/6", 11)
    assert sum(Fraction(chance) for chance in chances.values()) == 1


def _parsed(source: str) -> tuple[Block, ...]:
    findings: list[Finding] = []
    lines = tuple(Position("a.md", number) for number in range(1, source.count("\n") + 2))
    blocks = parse_markdown(MarkdownSource(source, lines), findings)
    assert not findings, source
    return blocks


def _shape(blocks: tuple[Block, ...]) -> list[Any]:
    """Blocks without their places."""
    found: list[Any] = []
    for block in blocks:
        match block:
            case Paragraph(text=text) | Heading(title=text):
                found.append(text.source)
            case ListBlock(ordered=ordered, start=start, items=items):
                found.append((ordered, start, [_shape(item) for item in items]))
            case _:
                raise AssertionError(block)
    return found


@pytest.fixture(scope="module")
def texts() -> Texts:
    book = load_book(REPOSITORY).book
    assert book is not None
    return Texts(book, bound_book(book))


@pytest.mark.parametrize(
    "source",
    [
        "One.\nTwo.\n\nThree.",
        "- a\n- b",
        "Before:\n\n3. a\n4. b\n   c\n\nAfter.",
        "- a\n\n  b\n\n  1. c\n  2. d\n\n- e",
        "9. a\n10. b\n\n    c",
    ],
)
def test_markdown_is_laid_out_as_it_was(texts: Texts, source: str) -> None:
    assert _shape(_parsed(str(texts.prose(_parsed(source))["markdown"]))) == _shape(_parsed(source))


def test_the_markdown_of_every_field_of_the_book_reads_as_the_field_does(texts: Texts) -> None:
    book = load_book(REPOSITORY).book
    assert book is not None
    values: list[Value] = [v for found in book.sets.values() for e in found.entries for v in e.fields.values()]
    proses = [value for value in values if isinstance(value, Prose)]
    assert len(proses) > 200
    for prose in proses:
        assert _shape(_parsed(str(texts.prose(prose.blocks)["markdown"]))) == _shape(prose.blocks)
