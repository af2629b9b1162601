"""Whether what is written is what is computed."""

from __future__ import annotations

import re
from fractions import Fraction
from math import ceil, floor

from rulebook.rules.dice import mixture, roll
from rulebook.rules.numbers.quantity import Dice, DiceStep, Kind, Quantity
from rulebook.rules.numbers.reader import read_quantity
from rulebook.rules.values import (
    Distribution,
    EntryValue,
    ListValue,
    Number,
    Text,
    Unit,
    Value,
)


def agrees(quantity: Quantity, computed: Value) -> bool:
    """Whether a written span says what was computed, at the precision to which it is written.

    - A number: the same value, within the written precision (`Quantity.tolerance`). A written inch or foot needs a
      computed length; a number without a unit may be a length in inches, because prose says “a fire of 9”.
    - A percentage: a hundred times the computed number.
    - A closed range: a list of its two ends or of all its whole numbers, or dice whose least and most it is. An open
      range (7+): the number from which it runs.
    - Dice: dice of the same distribution; a ÷ in it may be unrounded, rounded up or rounded down, which the notation
      does not say.
    - A name: the same text, an entry's name, or the names of a list joined by commas and ‘and’; the first letter's
      case does not matter.
    - A computed text is first compared as a text, then as the number that it says.
    """
    match computed:
        case Text(text=text):
            return _says(quantity, text)
        case EntryValue(name=name, id=id_):
            return _same_words(quantity.text, name) or _same_words(quantity.text, id_)
        case Number():
            return _is_number(quantity, computed)
        case ListValue():
            return _is_list(quantity, computed)
        case Distribution():
            return _is_distribution(quantity, computed)
        case _:
            return False


def value_of(quantity: Quantity) -> Value | None:
    """What a written span is worth to a formula: plain numbers, inches, a list of a range's ends, dice, a text.

    Feet become inches, a percentage its hundredth part, an open range its lower end; dice with ÷ stay unrounded.
    None when dice are too many to be computed.
    """
    match quantity.kind:
        case Kind.NAME:
            return Text(quantity.text)
        case Kind.DICE:
            return _distribution(quantity.dice, None) if quantity.dice else None
        case Kind.RANGE | Kind.SIZE:
            if quantity.low is None:
                return None
            low = Number(quantity.low * quantity.scale, _computed_unit(quantity))
            if quantity.high is None:
                return low
            return ListValue((low, Number(quantity.high * quantity.scale, _computed_unit(quantity))))
        case _:
            if quantity.value is None:
                return None
            return Number(quantity.value * quantity.scale, _computed_unit(quantity))


def _computed_unit(quantity: Quantity) -> Unit:
    return Unit.INCH if quantity.unit in (Unit.INCH, Unit.FOOT) else Unit.NONE


def _says(quantity: Quantity, text: str) -> bool:
    if _same_words(quantity.text, text):
        return True
    if quantity.kind is Kind.NAME:
        return False
    said = read_quantity(text)
    if said is None or said.kind is Kind.NAME:
        return False
    if said.kind is Kind.DICE or quantity.kind is Kind.DICE:
        return said.dice == quantity.dice
    value = value_of(said)
    open_range = Kind.RANGE in (said.kind, quantity.kind) and (said.kind, said.high is None) != (
        quantity.kind,
        quantity.high is None,
    )
    return value is not None and not open_range and agrees(quantity, value)


def _same_words(written: str, computed: str) -> bool:
    a, b = (re.sub(r"\s+", " ", text).strip() for text in (written, computed))
    return a == b or (a[1:] == b[1:] and a[:1].casefold() == b[:1].casefold())


def _unit_allows(quantity: Quantity, number: Number) -> bool:
    match quantity.unit:
        case Unit.INCH | Unit.FOOT:
            return number.unit is Unit.INCH or number.value == 0
        case Unit.PERCENT:
            return number.unit is Unit.NONE
        case Unit.NONE:
            return True


def _is_number(quantity: Quantity, number: Number) -> bool:
    if not _unit_allows(quantity, number):
        return False
    written = quantity.value
    if quantity.kind is Kind.RANGE and quantity.high is None:
        written = quantity.low
    if written is None:
        return False
    return abs(written - number.value / quantity.scale) <= quantity.tolerance


def _is_list(quantity: Quantity, computed: ListValue) -> bool:
    if quantity.kind is Kind.NAME:
        return _is_enumeration(quantity, computed)
    if quantity.low is None or quantity.high is None:
        return False
    numbers = [item for item in computed.items if isinstance(item, Number)]
    if len(numbers) != len(computed.items) or not all(_unit_allows(quantity, number) for number in numbers):
        return False
    found = [number.value / quantity.scale for number in numbers]
    if found == [quantity.low, quantity.high]:
        return True
    whole = quantity.kind is Kind.RANGE and quantity.low.denominator == quantity.high.denominator == 1
    # The length first: a range of a million must not become a list.
    if not whole or len(found) != quantity.high - quantity.low + 1:
        return False
    return all(number == quantity.low + place for place, number in enumerate(found))


def _is_enumeration(quantity: Quantity, computed: ListValue) -> bool:
    names = [i.text if isinstance(i, Text) else i.name for i in computed.items if isinstance(i, Text | EntryValue)]
    if not names or len(names) != len(computed.items) or not all(names):
        return False
    # Not split at ‘and’, which may be part of a name.
    words = [re.escape(re.sub(r"\s+", " ", name).strip()) for name in names]
    either = [f"(?i:{word[:1]}){word[1:]}" if word[:1] != "\\" else word for word in words]
    return re.fullmatch(r"(?:,? and |, )".join(either), re.sub(r"\s+", " ", quantity.text).strip()) is not None


def _is_distribution(quantity: Quantity, computed: Distribution) -> bool:
    if len(computed.outcomes) == 1:
        return agrees(quantity, computed.outcomes[0][0])
    if quantity.kind is Kind.RANGE and quantity.high is not None:
        ends = ListValue((computed.outcomes[0][0], computed.outcomes[-1][0]))
        return _is_list(quantity, ends)
    if quantity.dice is None:
        return False
    return any(_distribution(quantity.dice, rounding) == computed for rounding in ("", "up", "down"))


# The exact sum of dice takes time that grows with their number and faces; prose has no more than this.
_MOST_DICE, _MOST_DICE_TIMES_FACES = 50, 1_000
_MOST_DIGITS_OF_A_STEP = 12


def _distribution(dice: Dice, rounding: str | None) -> Distribution | None:
    if dice.count > _MOST_DICE or dice.count * dice.faces > _MOST_DICE_TIMES_FACES:
        return None
    if any(len(str(step.number)) > _MOST_DIGITS_OF_A_STEP for step in dice.steps):
        return None
    parts = []
    for outcome, weight in roll(dice.count, dice.faces).outcomes:
        if isinstance(outcome, Number):
            value = outcome.value
            for step in dice.steps:
                value = _stepped(value, step, rounding)
            parts.append((weight, Number(value, dice.unit)))
    return mixture(parts)


def _stepped(value: Fraction, step: DiceStep, rounding: str | None) -> Fraction:
    match step.operator:
        case "÷":
            divided = value / step.number
            return Fraction(ceil(divided) if rounding == "up" else floor(divided) if rounding == "down" else divided)
        case "×":
            return value * step.number
        case "+":
            return value + step.number
        case _:
            return value - step.number
