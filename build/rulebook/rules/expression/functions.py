"""The functions of single values: what each does to values that are no dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor
from types import MappingProxyType

from rulebook.rules.expression import limits
from rulebook.rules.expression.arithmetic import (
    bounded_list,
    items_in,
    number_in,
    text_in,
    whole_number_in,
)
from rulebook.rules.expression.errors import Fault, Misfit
from rulebook.rules.numbers import find_numerals, value_of
from rulebook.rules.values import (
    Distribution,
    EntryValue,
    ListValue,
    Number,
    Scalar,
    Text,
    Value,
    in_words,
    kind_of,
    plain,
)


def _floor(value: Scalar) -> Number:
    number = number_in(value, "floor")
    return Number(Fraction(floor(number.value)), number.unit)


def _ceil(value: Scalar) -> Number:
    number = number_in(value, "ceil")
    return Number(Fraction(ceil(number.value)), number.unit)


def _round(value: Scalar) -> Number:
    number = number_in(value, "round")
    nearest = floor(abs(number.value) + Fraction(1, 2))
    return Number(Fraction(-nearest if number.value < 0 else nearest), number.unit)


def _abs(value: Scalar) -> Number:
    number = number_in(value, "abs")
    return Number(abs(number.value), number.unit)


def _len(value: Scalar) -> Number:
    if isinstance(value, Text):
        return plain(len(value.text))
    return plain(len(items_in(value, "len")))


def _lower(value: Scalar) -> Text:
    return Text(text_in(value, "lower").lower())


def _distinct(value: Scalar) -> ListValue:
    # Two references to an entry are the same, whatever parameters they give.
    found: dict[Scalar, Scalar] = {}
    for item in items_in(value, "distinct"):
        found.setdefault(_same(item), item)
    return ListValue(tuple(found.values()))


def _same(value: Scalar) -> Scalar:
    return replace(value, parameter=None) if isinstance(value, EntryValue) else value


def _span(first: Scalar, last: Scalar) -> ListValue:
    low, high = whole_number_in(first, "span"), whole_number_in(last, "span")
    if high - low >= limits.MOST_ITEMS:
        raise Misfit(Fault.TOO_LARGE, f"‘span’ would give more than {limits.MOST_ITEMS} numbers")
    return bounded_list(tuple(plain(number) for number in range(low, high + 1)))


def _number(value: Scalar, *default: Scalar) -> Scalar:
    if isinstance(value, Number):
        return value
    text = text_in(value, "number")
    said = [value_of(n.quantity) for n in find_numerals(text) if n.quantity is not None]
    numbers = [number for number in said if isinstance(number, Number)]
    if len(numbers) == 1:
        return numbers[0]
    if len(numbers) > 1:
        raise Misfit(Fault.TYPE, f"the text {in_words(value)} says more than one number", "give the number its field")
    if default:
        return default[0]
    raise Misfit(Fault.TYPE, f"the text {in_words(value)} says no number", "give a second value for this case")


def needs_dice(name: str, value: Value) -> Misfit:
    """The fault of a single value where dice are asked for."""
    if isinstance(value, Distribution):
        found = f"dice that each give {kind_of(value.outcomes[0][0])} ({in_words(value)})"
        return Misfit(Fault.TYPE, f"‘{name}’ takes dice that give numbers, and is given {found}")
    message = f"‘{name}’ takes dice, and is given {kind_of(value)} ({in_words(value)})"
    return Misfit(Fault.TYPE, message, "a parameter is one roll: name the die itself, D12")


SINGLE: Mapping[str, Callable[..., Scalar]] = MappingProxyType(
    {
        "abs": _abs,
        "ceil": _ceil,
        "distinct": _distinct,
        "floor": _floor,
        "len": _len,
        "lower": _lower,
        "number": _number,
        "round": _round,
        "span": _span,
    }
)
"""The functions that take single values and give one; dice that are given to them are taken outcome by outcome."""
