"""Lengths, as the files of measures write them: a number and mm or pt."""

from __future__ import annotations

import re
from dataclasses import dataclass

MM_PER_INCH = 25.4
POINTS_PER_INCH = 72
PIXELS_PER_INCH = 96

_LENGTH = re.compile(r"(?P<number>[0-9]{1,9}(?:\.[0-9]{1,9})?)(?P<unit>mm|pt)")


@dataclass(frozen=True, slots=True)
class Length:
    """A length as it is written in the file, with its value in each unit."""

    number: float
    unit: str

    @property
    def mm(self) -> float:
        return self.number if self.unit == "mm" else self.number * MM_PER_INCH / POINTS_PER_INCH

    @property
    def pt(self) -> float:
        return self.number if self.unit == "pt" else self.number * POINTS_PER_INCH / MM_PER_INCH

    @property
    def px(self) -> float:
        """CSS pixels, of which an inch has 96: the unit in which the engine counts."""
        return self.pt * PIXELS_PER_INCH / POINTS_PER_INCH

    def __str__(self) -> str:
        return f"{self.number:g}{self.unit}"


def length_of(text: str) -> Length | None:
    """The length that a text writes, such as 20mm; None where it writes none."""
    match = _LENGTH.fullmatch(text)
    return Length(float(match["number"]), match["unit"]) if match else None
