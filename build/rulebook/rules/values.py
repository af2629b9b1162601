"""What an expression can be worth: numbers with a unit, texts, truths, lists, entries, and distributions of these.

All are immutable and exact; a number is a fraction, never a float.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction


class Unit(Enum):
    """A unit of measure. Computed numbers have none or are in inches; feet and percent are only written."""

    NONE = ""
    INCH = "″"
    FOOT = "′"
    PERCENT = "%"


INCHES_IN_A_FOOT = 12


@dataclass(frozen=True, slots=True)
class Number:
    """An exact number, plain or in inches."""

    value: Fraction
    unit: Unit = Unit.NONE

    def __hash__(self) -> int:
        # Hashing a fraction costs a modular inverse; its two parts are as good.
        return hash((self.value.numerator, self.value.denominator))


@dataclass(frozen=True, slots=True)
class Text:
    """A text."""

    text: str


@dataclass(frozen=True, slots=True)
class Truth:
    """True or false."""

    truth: bool


@dataclass(frozen=True, slots=True)
class EntryValue:
    """An entry of the data, with the parameter that a reference to it gives (`Knockdown (3)`), or None."""

    set: str
    id: str
    name: str
    parameter: Number | Text | None = None


@dataclass(frozen=True, slots=True)
class RecordValue:
    """Named values of an entry: a field that has fields of its own."""

    fields: tuple[tuple[str, Scalar], ...]

    def get(self, name: str) -> Scalar | None:
        """The field's value, or None."""
        return next((value for field, value in self.fields if field == name), None)


@dataclass(frozen=True, slots=True)
class ListValue:
    """A list of values."""

    items: tuple[Scalar, ...]


Scalar = Number | Text | Truth | EntryValue | RecordValue | ListValue


@dataclass(frozen=True, slots=True)
class Distribution:
    """What dice can give: each outcome once, in order, with its weight.

    Weights are positive whole numbers without a common divisor, so that equal distributions are equal values.
    """

    outcomes: tuple[tuple[Scalar, int], ...]

    @property
    def total(self) -> int:
        """The sum of the weights: an outcome's chance is its weight divided by this."""
        return sum(weight for _, weight in self.outcomes)

    def __iter__(self) -> Iterator[tuple[Scalar, Fraction]]:
        """Each outcome with its exact chance."""
        total = self.total
        return ((outcome, Fraction(weight, total)) for outcome, weight in self.outcomes)


Value = Scalar | Distribution


def plain(value: int | Fraction) -> Number:
    """A number without a unit."""
    return Number(Fraction(value))


def inches(value: int | Fraction) -> Number:
    """A length in inches."""
    return Number(Fraction(value), Unit.INCH)


def kind_of(value: Value) -> str:
    """What a value is, for a message: `a number`, `a length`, `a condition` and so on."""
    match value:
        case Number(unit=Unit.NONE):
            return "a number"
        case Number():
            return "a length"
        case Text():
            return "a text"
        case Truth():
            return "a condition"
        case EntryValue():
            return "an entry"
        case RecordValue():
            return "a record"
        case ListValue():
            return "a list"
        case Distribution():
            return "dice"


# A finer fraction is shown as a decimal with its first six figures.
_LARGEST_DENOMINATOR = 10**12


# Lists and records within these are not shown: a message is a line.
_DEEPEST_SHOWN = 2


def in_words(value: Value, level: int = 0) -> str:
    """A value as a message shows it: `7″`, `−2`, `13/24`, `“Knocked Down”`, `[1, 2]`, `2 to 7, mean 9/2`.

    `level` is how many lists and records it stands in.
    """
    match value:
        case Number(value=number, unit=unit):
            sign = "−" if number < 0 else ""
            if number.denominator > _LARGEST_DENOMINATOR:
                return f"{sign}{float(abs(number)):.6g}…{unit.value}"
            return f"{sign}{abs(number)}{unit.value}"
        case Text(text=text):
            return f"“{text if len(text) <= 60 else text[:59] + '…'}”"
        case Truth(truth=truth):
            return "true" if truth else "false"
        case EntryValue(name=name, parameter=parameter):
            if parameter is None:
                return name
            given = parameter.text if isinstance(parameter, Text) else in_words(parameter)
            return f"{name} ({given})"
        case RecordValue(fields=fields):
            shown = fields[:7] if level < _DEEPEST_SHOWN else ()
            return _some([f"{name}: {in_words(field, level + 1)}" for name, field in shown], len(fields), "{}")
        case ListValue(items=items):
            listed = items[:7] if level < _DEEPEST_SHOWN else ()
            return _some([in_words(item, level + 1) for item in listed], len(items), "[]")
        case Distribution(outcomes=outcomes):
            return _distribution_in_words(value, outcomes)


def _some(shown: list[str], count: int, brackets: str) -> str:
    dots = ["…"] if count > len(shown) else []
    return f"{brackets[0]}{', '.join([*shown, *dots])}{brackets[1]}"


def _one_die(outcomes: tuple[tuple[Scalar, int], ...]) -> str:
    """One die with a number added to it or taken from it, as it is written (`D6+1`); empty for any other roll."""
    numbers = [outcome for outcome, weight in outcomes if weight == 1 and isinstance(outcome, Number)]
    first = numbers[0] if numbers else None
    if first is None or len(numbers) < len(outcomes):
        return ""
    if any(number.value - first.value != place for place, number in enumerate(numbers)):
        return ""
    added = Number(abs(first.value - 1), first.unit)
    return f"D{len(numbers)}{'+' if first.value >= 1 else '−'}{in_words(added)}"


def _distribution_in_words(value: Distribution, outcomes: tuple[tuple[Scalar, int], ...]) -> str:
    first, last = outcomes[0][0], outcomes[-1][0]
    faces = tuple((plain(face), 1) for face in range(1, len(outcomes) + 1))
    if len(outcomes) > 1 and outcomes == faces:
        return f"D{len(outcomes)}"
    if len(outcomes) > 4 and isinstance(first, Number) and isinstance(last, Number):
        if roll := _one_die(outcomes):
            return f"{roll}, which is {in_words(first)} to {in_words(last)}"
        mean = sum(o.value * chance for o, chance in value if isinstance(o, Number))
        return f"{in_words(first)} to {in_words(last)}, mean {in_words(Number(Fraction(mean), last.unit))}"
    shown = [f"{in_words(outcome)}: {in_words(plain(chance))}" for outcome, chance in list(value)[:4]]
    return _some(shown, len(outcomes), "{}")
