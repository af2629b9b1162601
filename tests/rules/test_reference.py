"""The language's reference: every example on it is tried, every function stands on it, and so do the limits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from rulebook.rules import dice
from rulebook.rules.expression import (
    Definitions,
    ExpressionError,
    Source,
    check_expression,
    evaluate,
    limits,
    parse_definitions,
    parse_expression,
    result_in_words,
)
from rulebook.rules.expression.signatures import FUNCTIONS
from tests.rules.tavern import TAVERN

PAGE = (Path(__file__).parents[2] / "docs" / "formulas.md").read_text(encoding="utf-8")

_BLOCK = re.compile(r"^```(?P<kind>yaml|formulas)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
_EXAMPLE = re.compile(r"^(?P<expression>.+?) (?P<mark>[→✗]) (?P<expected>.+)$")


@dataclass(frozen=True, slots=True)
class Example:
    """A line of the page: an expression, and its value or what is wrong with it."""

    expression: str
    is_right: bool
    expected: str

    def __str__(self) -> str:
        return self.expression


def blocks(kind: str) -> Iterator[str]:
    return (match["text"] for match in _BLOCK.finditer(PAGE) if match["kind"] == kind)


def examples() -> Iterator[Example]:
    for block in blocks("formulas"):
        for line in block.splitlines():
            match = _EXAMPLE.match(line)
            assert match, line
            yield Example(match["expression"], match["mark"] == "→", match["expected"])


def definitions() -> Definitions:
    sources: dict[str, list[Source]] = {"values:": [], "formulas:": []}
    under = ""
    for line in "".join(blocks("yaml")).splitlines():
        if line in sources:
            under = line
            continue
        head, body = re.split(r": ", line.strip(), maxsplit=1)
        sources[under].append(Source(head, body[1:-1] if body.startswith("'") else body))
    parsed = parse_definitions(sources["values:"], sources["formulas:"], TAVERN)
    assert parsed.errors == ()
    return parsed.definitions


@pytest.mark.parametrize("example", list(examples()), ids=str)
def test_an_example_is_true(example: Example) -> None:
    found = _outcome(example.expression)
    if example.is_right:
        assert found == example.expected
    else:
        assert found.startswith(f"✗ {example.expected}")


def _outcome(text: str) -> str:
    known = definitions()
    try:
        expression = parse_expression(text)
        for error in check_expression(expression, known, TAVERN):
            return f"✗ {error.message}"
        return result_in_words(evaluate(expression, known, TAVERN).value)
    except ExpressionError as error:
        return f"✗ {error.message}"


def test_every_function_stands_on_the_page_in_its_own_words() -> None:
    for signature in FUNCTIONS.values():
        assert f"| `{signature.form}` | {signature.summary} |" in PAGE


def test_every_limit_on_the_page_is_the_limit() -> None:
    rows = dict(re.findall(r"^\| ([^`|]+?) \| ([0-9][0-9, ]*) \|$", PAGE, re.MULTILINE))
    assert rows == {
        "characters of an expression": f"{limits.MOST_CHARACTERS:,}",
        "brackets within brackets, or terms of one sum": f"{limits.MOST_NESTING}",
        "definitions that each use the next": f"{limits.MOST_IN_A_CHAIN}",
        "characters of a name": f"{limits.MOST_NAME}",
        "digits of a number that is typed": f"{limits.MOST_DIGITS}",
        "bits of a computed number, or of its denominator": f"{limits.MOST_BITS:,}",
        "dice of a roll, faces of a die, dice times faces": (
            f"{limits.MOST_DICE}, {limits.MOST_FACES:,}, {limits.MOST_DICE_TIMES_FACES}"
        ),
        "rolls of which the highest are kept": f"{limits.MOST_KEPT_FROM}",
        "outcomes of a roll": f"{dice.MOST_OUTCOMES:,}",
        "items of a list": f"{limits.MOST_ITEMS:,}",
        "lists within lists": f"{limits.MOST_LISTS_IN_LISTS}",
        "characters of a text": f"{limits.MOST_TEXT:,}",
        "steps of an evaluation": f"{limits.MOST_STEPS:,}",
    }
