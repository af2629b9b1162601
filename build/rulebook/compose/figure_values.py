"""The values that a figure is drawn from: what the rules compute, as numbers, lengths, texts and lists of these."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rulebook.load.wanted import Kind, Wanted
from rulebook.model import Book, Computed
from rulebook.rules.bound import bound_book
from rulebook.rules.expression import check_expression, evaluate, parse_expression
from rulebook.rules.values import Distribution, EntryValue, ListValue, Number, RecordValue, Scalar, Text, Truth, Unit

# The code of what a product shows and the rules cannot compute.
NO_VALUE_FOUND = "C007"


class Inches(float):
    """A length that the rules compute, in inches: a number to draw with, and printed as it is written."""

    def __str__(self) -> str:
        return f"{written(float(self))}{Unit.INCH.value}"


@dataclass(frozen=True, slots=True)
class Named:
    """An entry that the rules give: its set, id and name."""

    set: str
    id: str
    name: str

    def __str__(self) -> str:
        return self.name


Drawn = int | float | Inches | str | bool | Named | tuple["Drawn", ...] | dict[str, "Drawn"]


class UndrawableError(ValueError):
    """A value that a drawing cannot be given."""


def drawn(value: Scalar) -> Drawn:
    """A value of the rules as a template is given it."""
    match value:
        case Number(value=number, unit=unit):
            return Inches(number) if unit is Unit.INCH else _plain(number)
        case Text(text=text):
            return text
        case Truth(truth=truth):
            return truth
        case EntryValue(set=set_id, id=id_, name=name):
            return Named(set_id, id_, name)
        case ListValue(items=items):
            return tuple(drawn(item) for item in items)
        case RecordValue(fields=fields):
            return {name: drawn(field) for name, field in fields}


def _plain(number: Fraction) -> int | float:
    return number.numerator if number.denominator == 1 else float(number)


def compute(book: Book, expression: Computed) -> Scalar:
    """The value of a figure's expression. Raises ExpressionError or UndrawableError when it has none to draw."""
    rules = bound_book(book)
    parsed = parse_expression(expression.text)
    faults = check_expression(parsed, rules.definitions, data=rules.data)
    if faults:
        raise faults[0]
    value = evaluate(parsed, rules.definitions, rules.data).value
    if isinstance(value, Distribution):
        raise UndrawableError("it gives dice, which have no one value to draw")
    return value


def written(value: Drawn) -> str:
    """A value as it is printed: a true minus, a fraction as a decimal, an entry by its name."""
    if isinstance(value, float | int) and not isinstance(value, bool | Inches):
        return f"{'−' if value < 0 else ''}{abs(value):g}"
    return str(value).replace("-", "−") if isinstance(value, Inches) else str(value)


def unfit(value: Drawn, wanted: Wanted) -> str:
    """What is wrong with a value where another is expected; empty when it fits."""
    match wanted.kind:
        case Kind.ONE:
            fits = not isinstance(value, bool | tuple | dict)
        case Kind.SOME:
            fits = not isinstance(value, bool | dict)
        case Kind.TRUTH:
            fits = isinstance(value, bool)
        case Kind.COUNT:
            fits = type(value) is int and wanted.least <= value <= wanted.most
    return "" if fits else f"it gives {_said(value)}; expected {wanted}"


def _said(value: Drawn) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case tuple():
            return "a list"
        case dict():
            return "a map"
        case str():
            return f"‘{value}’" if value else "an empty text"
        case _:
            return written(value)


def signed(value: float) -> str:
    """A number as a modifier is printed: `+1`, `−2`, `0`."""
    return f"+{written(value)}" if value > 0 else written(value)
