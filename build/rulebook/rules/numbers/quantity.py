"""What a written number is: its value, and all of its form that matters when it is compared or written anew."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from rulebook.rules.values import INCHES_IN_A_FOOT, Unit


class Kind(Enum):
    """How a number is written."""

    NUMBER = "a number in digits"
    ORDINAL = "an ordinal"
    WORD = "a number word"
    FRACTION = "a fraction"
    PERCENT = "a percentage"
    RANGE = "a range"
    SIZE = "a size"
    DICE = "dice"
    NAME = "a name"


@dataclass(frozen=True, slots=True)
class DiceStep:
    """One thing that is done to a roll: `÷2`, `×5`, `+1`, `−1`."""

    operator: str
    number: Fraction


@dataclass(frozen=True, slots=True)
class Dice:
    """A roll: `count` dice of `faces`, then the steps from left to right. With INCH the whole is a length."""

    count: int
    faces: int
    steps: tuple[DiceStep, ...] = ()
    unit: Unit = Unit.NONE

    def __str__(self) -> str:
        """The normal form: `2D12÷2+1″`."""
        count = str(self.count) if self.count > 1 else ""
        return f"{count}D{self.faces}" + "".join(f"{s.operator}{s.number}" for s in self.steps) + self.unit.value


@dataclass(frozen=True, slots=True)
class Quantity:
    """A span of text read as a number, a range, dice or a name.

    `value` is in the written unit (54 for 54 %, 3 for 3′); a range and a size have `low` and `high` instead, of which
    `high` is None in an open range (7+). `places` is how many digits stand after the point; `approximate` is set by
    `about`, `roughly`, `~` and the like.
    """

    kind: Kind
    text: str
    value: Fraction | None = None
    unit: Unit = Unit.NONE
    places: int = 0
    approximate: bool = False
    low: Fraction | None = None
    high: Fraction | None = None
    dice: Dice | None = None

    @property
    def scale(self) -> Fraction:
        """By how much a written number is multiplied to be a plain number or a number of inches."""
        match self.unit:
            case Unit.PERCENT:
                return Fraction(1, 100)
            case Unit.FOOT:
                return Fraction(INCHES_IN_A_FOOT)
            case _:
                return Fraction(1)

    @property
    def tolerance(self) -> Fraction:
        """How far a computed value may be from the written one, in the written unit.

        Half a unit of the last written place for percentages, for decimals, and for whatever is said to be
        approximate; for an approximate fraction in words a twentieth; nothing for the rest.
        """
        if self.kind is Kind.FRACTION:
            return NEAR_A_FRACTION if self.approximate else Fraction(0)
        if self.kind is Kind.PERCENT or self.places or self.approximate:
            return Fraction(1, 2 * 10**self.places)
        return Fraction(0)


# “About half” is written to no place; nobody says it of less than 45 % or more than 55 %.
NEAR_A_FRACTION = Fraction(1, 20)


@dataclass(frozen=True, slots=True)
class Numeral:
    """A numeral in running prose: where it stands (the end excluded), its text, and what it says.

    `quantity` is None for a numeral that is not well formed (`3th`).
    """

    start: int
    end: int
    text: str
    quantity: Quantity | None
