"""Writing a new value in the form in which the author wrote the old one."""

from __future__ import annotations

import re
from fractions import Fraction

from rulebook.rules.numbers.quantity import Kind, Quantity
from rulebook.rules.numbers.reader import read_quantity
from rulebook.rules.numbers.words import (
    CARDINALS,
    COUNTS,
    cardinal_word,
    count_word,
    fraction_words,
    ordinal_suffix,
    ordinal_word,
)
from rulebook.rules.values import Distribution, EntryValue, ListValue, Number, Scalar, Text, Value


def format_like(written: str, value: Value) -> str | None:
    """A value in the form of `written`: `7″` and 9 give `9″`, `Seventh` and 9 give `Ninth`, `54 %` and 7/12 `58 %`.

    Sign, unit, thousands' commas, places, `about` and a capital stay as they were, and so does a comma before `and` in
    a list of names. None where the form has no such value: `half` for 3, `twice` for 4, `7` for 1/3, dice for anything.
    """
    quantity = read_quantity(written)
    if quantity is None:
        return None
    stripped = written.strip()
    core = _core(stripped) if quantity.approximate else stripped
    found = _formed(quantity, core, value)
    if found is None:
        return None
    return stripped[: len(stripped) - len(core)] + _with_capital(core, found)


def _core(written: str) -> str:
    """The span without `about ` or `~` before it."""
    prefix = re.match(r"(?:about|roughly|around|nearly|almost|approximately|some|circa)\s|~\s?", written, re.IGNORECASE)
    return written[prefix.end() :] if prefix else written


def _with_capital(old: str, new: str) -> str:
    return new[:1].upper() + new[1:] if old[:1].isupper() else new


def _formed(quantity: Quantity, core: str, value: Value) -> str | None:
    if isinstance(value, Distribution):
        if len(value.outcomes) == 1:
            return _formed(quantity, core, value.outcomes[0][0])
        if quantity.kind is not Kind.RANGE:
            return None
        value = ListValue((value.outcomes[0][0], value.outcomes[-1][0]))
    match value:
        case Text(text=text):
            said = read_quantity(text)
            # ‘about’ is said of a number, not of a name.
            is_other = said is None or (said.kind is Kind.NAME and quantity.approximate)
            return None if is_other and quantity.kind is not Kind.NAME else text
        case EntryValue(name=name):
            return name if quantity.kind is Kind.NAME else None
        case ListValue(items=items) if quantity.kind is Kind.NAME:
            return _enumeration(core, items)
        case ListValue():
            return _range(quantity, core, value)
        case Number():
            return _number(quantity, core, value)
        case _:
            return None


def _enumeration(core: str, items: tuple[Scalar, ...]) -> str | None:
    names = [i.text if isinstance(i, Text) else i.name for i in items if isinstance(i, Text | EntryValue)]
    if not names or len(names) != len(items) or not all(names):
        return None
    last = ", and " if ", and " in core and len(names) > 2 else " and "
    return last.join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _range(quantity: Quantity, core: str, value: ListValue) -> str | None:
    ends = [item for item in value.items if isinstance(item, Number)]
    if quantity.high is None or len(ends) != len(value.items) or len(ends) < 2:
        return None
    between = re.search(r"[^0-9.,+−″′%]+", core)
    low, high = ends[0].value / quantity.scale, ends[-1].value / quantity.scale
    low_unit = quantity.unit.value if between and quantity.unit.value in core[: between.start()] else ""
    first, last = _digits(low, quantity.places, core), _digits(high, quantity.places, core)
    if first is None or last is None or between is None:
        return None
    return f"{first}{low_unit}{between.group()}{last}{quantity.unit.value}"


def _number(quantity: Quantity, core: str, number: Number) -> str | None:
    value = number.value / quantity.scale
    match quantity.kind:
        case Kind.NUMBER | Kind.PERCENT:
            rounded = quantity.kind is Kind.PERCENT or quantity.places > 0 or quantity.approximate
            digits = _digits(_rounded(value, quantity.places) if rounded else value, quantity.places, core)
            space = re.search(r"\s?[″′%]?$", core)
            return None if digits is None else digits + (space.group() if space else "")
        case Kind.RANGE if quantity.high is None:
            digits = _digits(value, 0, core)
            return None if digits is None or value < 0 else f"{digits}{quantity.unit.value}+"
        case Kind.FRACTION:
            return _fraction(core, value)
        case Kind.ORDINAL | Kind.WORD if value.denominator == 1 and value >= 0:
            return _whole_in_words(quantity, core, int(value))
        case _:
            return None


def _rounded(value: Fraction, places: int) -> Fraction:
    """To the nearest at so many places; a half away from zero."""
    scaled = abs(value) * 10**places
    nearest = Fraction((2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator), 10**places)
    return -nearest if value < 0 else nearest


def _digits(value: Fraction, places: int, like: str) -> str | None:
    scaled = abs(value) * 10**places
    if scaled.denominator != 1:
        return None
    whole, rest = divmod(int(scaled), 10**places)
    commas = "," in like or whole >= 10_000
    digits = f"{whole:,}" if commas else str(whole)
    if places:
        digits += f".{rest:0{places}d}"
    if value < 0:
        return f"−{digits}"
    return f"+{digits}" if like.startswith("+") and value > 0 else digits


def _fraction(core: str, value: Fraction) -> str | None:
    if not any(character.isdigit() for character in core):
        words = fraction_words(value)
        if words == "half" and core.lower() in ("a half", "one half"):
            return core.lower()
        return words
    for mark in "/\u2044":
        if mark in core:
            old = core.partition(mark)[2]
            # The author's own denominator where it serves (39/48), and otherwise the lowest terms.
            denominator = int(old) if int(old) % value.denominator == 0 else value.denominator
            numerator = value.numerator * (denominator // value.denominator)
            return f"{'−' if numerator < 0 else ''}{abs(numerator)}{mark}{denominator}"
    return None


def _whole_in_words(quantity: Quantity, core: str, number: int) -> str | None:
    word = core.lower()
    if quantity.kind is Kind.ORDINAL:
        if core[0].isdigit():
            return f"{number}{ordinal_suffix(number)}"
        return ordinal_word(number)
    if word in COUNTS:
        return count_word(word, number)
    return cardinal_word(number) if word in CARDINALS else None
