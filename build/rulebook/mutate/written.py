"""Other words for a written number: one unit of its last written place up and down, and its sign turned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from rulebook.rules.expression.syntax import DiceLiteral, NumberLiteral
from rulebook.rules.numbers import Dice, Kind, Quantity, format_like, read_quantity
from rulebook.rules.numbers.words import FRACTIONS
from rulebook.rules.values import ListValue, Number, Unit


def other_numbers(written: str, steps: Iterable[int] = (1,), *, turn_sign: bool = True) -> tuple[str, ...]:
    """What could stand in the place of a written number and says another, in the same form where the form allows it.

    Each step goes so many units of the last written place up, and down. Of a range or a size each end moves alone, of
    dice their number, their faces and each later step. A sign is turned where it is written. Empty for a name, and for
    what is no number.
    """
    quantity = read_quantity(written)
    if quantity is None:
        return ()
    found = dict.fromkeys(_others(quantity, written, tuple(steps), turn_sign))
    return tuple(text for text in found if _says_another(quantity, text))


def other_literals(literal: NumberLiteral | DiceLiteral, source: str) -> tuple[str, ...]:
    """What could stand in the place of a number or die that is typed in an expression."""
    typed = source[literal.start : literal.end]
    # A minus before a number is an operator, and would join with what stands before it.
    return tuple(f"({text})" if text.startswith("−") else text for text in other_numbers(typed, turn_sign=False))


def _says_another(quantity: Quantity, text: str) -> bool:
    said = read_quantity(text)
    return said is not None and _worth(said) != _worth(quantity)


def _worth(quantity: Quantity) -> tuple[object, ...]:
    return (quantity.value, quantity.low, quantity.high, quantity.dice, quantity.unit)


def _others(quantity: Quantity, written: str, steps: tuple[int, ...], turn_sign: bool) -> Iterator[str]:
    match quantity.kind:
        case Kind.NAME:
            return
        case Kind.DICE:
            if quantity.dice is not None:
                yield from _other_dice(quantity.dice, steps)
        case Kind.RANGE | Kind.SIZE:
            yield from _other_ends(quantity, written, steps)
        case Kind.FRACTION if not any(character.isdigit() for character in written):
            yield from _next_fractions(quantity)
        case _:
            yield from _next_numbers(quantity, written, steps, turn_sign)


def _next_numbers(quantity: Quantity, written: str, steps: tuple[int, ...], turn_sign: bool) -> Iterator[str]:
    value = quantity.value
    if value is None:
        return
    unit = Fraction(1, 10**quantity.places)
    if quantity.kind is Kind.FRACTION:
        unit = Fraction(1, _denominator(quantity.text))
    for step in steps:
        yield _in_form(quantity, written, value + step * unit)
        yield _in_form(quantity, written, value - step * unit)
    if turn_sign and value != 0 and quantity.text.startswith(("+", "−")):
        yield _in_form(quantity, written, -value)


def _denominator(text: str) -> int:
    """The written denominator; 1 of a fraction that is one character (½)."""
    for mark in "/\u2044":
        if mark in text:
            return int(text.partition(mark)[2])
    return 1


def _in_form(quantity: Quantity, written: str, value: Fraction) -> str:
    formed = format_like(written, _worth_of(quantity, value))
    # A form that has no such number (`both` for 3, `half` for 1) gives way to plain digits.
    return formed if formed is not None else _digits(value) + quantity.unit.value


def _worth_of(quantity: Quantity, value: Fraction) -> Number:
    """A number in a written unit, as the rules would compute it."""
    unit = Unit.INCH if quantity.unit in (Unit.INCH, Unit.FOOT) else Unit.NONE
    return Number(value * quantity.scale, unit)


def _digits(value: Fraction) -> str:
    return f"{'−' if value < 0 else ''}{abs(value)}"


def _next_fractions(quantity: Quantity) -> Iterator[str]:
    """The words for the next fraction below and above."""
    value = quantity.value
    if value is None:
        return
    by_size = sorted(FRACTIONS.items(), key=lambda item: item[1])
    yield from [words for words, size in by_size if size < value][-1:]
    yield from [words for words, size in by_size if size > value][:1]


def _other_ends(quantity: Quantity, written: str, steps: tuple[int, ...]) -> Iterator[str]:
    low, high = quantity.low, quantity.high
    if low is None:
        return
    unit = Fraction(1, 10**quantity.places)
    for step in (sign * step for step in steps for sign in (1, -1)):
        if high is None:
            yield _in_form(quantity, written, low + step * unit)
            continue
        for ends in ((low + step * unit, high), (low, high + step * unit)):
            formed = format_like(written, ListValue(tuple(_worth_of(quantity, end) for end in ends)))
            if formed is not None and ends[0] <= ends[1]:
                yield formed


def _other_dice(dice: Dice, steps: tuple[int, ...]) -> Iterator[str]:
    for step in (sign * step for step in steps for sign in (1, -1)):
        if dice.faces + step > 0:
            yield str(replace(dice, faces=dice.faces + step))
        if dice.count + step > 0:
            yield str(replace(dice, count=dice.count + step))
        for place, done in enumerate(dice.steps):
            if done.number + step >= 0:
                changed = replace(done, number=done.number + step)
                yield str(replace(dice, steps=(*dice.steps[:place], changed, *dice.steps[place + 1 :])))
