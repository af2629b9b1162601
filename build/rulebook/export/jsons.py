"""JSON's own values, and numbers as JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from rulebook.rules.numbers import Dice
from rulebook.rules.values import Unit

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
JsonMap: TypeAlias = dict[str, Json]

UNITS = {Unit.NONE: None, Unit.INCH: "inch", Unit.FOOT: "foot", Unit.PERCENT: "percent"}

# Beyond it, a reader that keeps numbers as doubles loses the last figures.
_LARGEST_SAFE = 2**53


def plain_number(value: Fraction) -> int | float:
    """A number as JSON has it: a whole one as it is, another as the nearest double."""
    return value.numerator if value.denominator == 1 else float(value)


def number_json(value: Fraction, unit: Unit, text: str) -> JsonMap:
    """A number: its value in its unit, the text that says it, and itself as a fraction where a double is not exact."""
    found: JsonMap = {"type": "number", "text": text, "value": plain_number(value), "unit": UNITS[unit]}
    if value.denominator != 1 or abs(value) > _LARGEST_SAFE:
        found["exact"] = str(value)
    return found


def text_json(text: str) -> JsonMap:
    """A text that is no number."""
    return {"type": "text", "text": text}


def dice_json(dice: Dice, text: str) -> JsonMap:
    """Dice: how many, of how many faces, and what is done to their sum, from left to right."""
    steps: list[Json] = [{"operator": s.operator, "number": plain_number(s.number)} for s in dice.steps]
    return {
        "type": "dice",
        "text": text,
        "count": dice.count,
        "faces": dice.faces,
        "steps": steps,
        "unit": UNITS[dice.unit],
    }
