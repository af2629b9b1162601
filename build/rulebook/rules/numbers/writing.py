"""Writing a new value in the form in which the author wrote the old one."""

from __future__ import annotations

import re
from fractions import Fraction

from rulebook.rules.numbers.agreement import agrees, value_of
from rulebook.rules.numbers.quantity import Kind, Quantity
from rulebook.rules.numbers.reader import VULGAR, read_quantity
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

# From here on a number has commas, unless the author writes such numbers without.
_LEAST_WITH_COMMAS = 10_000

_ENDS = re.compile(
    r"(?P<low_sign>[+−]?)(?P<low>[0-9.,]+)(?P<low_unit>\s?[″′%]|)(?P<between>–|\sto\s|\s?×\s?)"
    r"(?P<high_sign>[+−]?)(?P<high>[0-9.,]+)(?P<high_unit>\s?[″′%]|)"
)
_UNIT = re.compile(r"\s?[″′%]$|$")


def format_like(written: str, value: Value) -> str | None:
    """A value in the form of `written`: `7″` and 9 give `9″`, `Seventh` and 9 give `Ninth`, `54 %` and 7/12 `58 %`.

    Unit, thousands' commas, places, `about` and a capital stay as they were, and so does a comma before `and` in a
    list of names. A number that is written with a sign keeps having one (`−1` and 1 give `+1`), and one without has
    none. What is given says the value when it is read again, in the same kind of form. None where the form has no such
    value: `half` for 3, `twice` for 4, `7` for 1/3 or for −7, `½″` for 2″, dice for a number.
    """
    quantity = read_quantity(written)
    if quantity is None:
        return None
    stripped = written.strip()
    core = _core(stripped) if quantity.approximate else stripped
    found = _formed(quantity, core, value)
    if found is None:
        return None
    new = stripped[: len(stripped) - len(core)] + _with_capital(core, found)
    return new if _reads_back(quantity, new, value) else None


def _reads_back(old: Quantity, new: str, value: Value) -> bool:
    """Whether what would be written says the value, and says it as the old words said theirs."""
    said = read_quantity(new)
    if said is None or said.kind is not old.kind or said.approximate != old.approximate or not agrees(said, value):
        return False
    if old.kind in (Kind.NAME, Kind.DICE):
        return True
    # A length may be computed for a number without a mark: the mark is the author's, and must not be lost.
    same_form = (said.unit, said.places, said.high is None) == (old.unit, old.places, old.high is None)
    return same_form and (said.value is None or _is_signed(said) == _is_signed(old))


def _is_signed(quantity: Quantity) -> bool:
    return re.match(r"\D*?[+−]", quantity.text) is not None


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
        if quantity.kind is Kind.DICE:
            return _dice(quantity, core, value)
        if quantity.kind is not Kind.RANGE:
            return None
        value = ListValue((value.outcomes[0][0], value.outcomes[-1][0]))
    match value:
        case Text(text=text):
            return _text(quantity, core, text)
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


def _dice(quantity: Quantity, core: str, value: Distribution) -> str | None:
    """As many dice, of other faces; what they come to is compared when they are read back."""
    most, dice = value.outcomes[-1][0], quantity.dice
    if dice is None or dice.steps or not isinstance(most, Number):
        return None
    faces = most.value / dice.count
    if faces.denominator != 1 or faces < 1:
        return None
    return f"{core.partition('D')[0]}D{faces}{'″' if core.endswith('″') else ''}"


def _text(quantity: Quantity, core: str, text: str) -> str | None:
    """A computed text: as it stands for a name or for dice, and otherwise the number that it says."""
    if quantity.kind in (Kind.NAME, Kind.DICE):
        return text
    said = read_quantity(text)
    value = value_of(said) if said is not None and said.kind not in (Kind.NAME, Kind.DICE) else None
    return _formed(quantity, core, value) if value is not None else None


def _enumeration(core: str, items: tuple[Scalar, ...]) -> str | None:
    names = [i.text if isinstance(i, Text) else i.name for i in items if isinstance(i, Text | EntryValue)]
    if not names or len(names) != len(items) or not all(names):
        return None
    last = ", and " if ", and " in core and len(names) > 2 else " and "
    return last.join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _range(quantity: Quantity, core: str, value: ListValue) -> str | None:
    numbers = [item.value / quantity.scale for item in value.items if isinstance(item, Number)]
    ends = _ENDS.fullmatch(core)
    if ends is None or len(numbers) != len(value.items) or len(numbers) < 2:
        return None
    signs = ends["low_sign"] + ends["high_sign"]
    if not signs and min(numbers[0], numbers[-1]) < 0:
        return None
    sign = "+" if "+" in signs else ""
    low = _digits(numbers[0], quantity.places, ends["low"], sign)
    high = _digits(numbers[-1], quantity.places, ends["high"], sign)
    if low is None or high is None:
        return None
    return f"{low}{ends['low_unit']}{ends['between']}{high}{ends['high_unit']}"


def _number(quantity: Quantity, core: str, number: Number) -> str | None:
    value = number.value / quantity.scale
    sign = "+" if core.startswith(("+", "−")) else ""
    match quantity.kind:
        case Kind.NUMBER | Kind.PERCENT:
            rounded = quantity.kind is Kind.PERCENT or quantity.places > 0 or quantity.approximate
            digits = _digits(_rounded(value, quantity.places) if rounded else value, quantity.places, core, sign)
            return None if digits is None else digits + _unit_of(core)
        case Kind.RANGE if quantity.high is None:
            digits = _digits(value, 0, core, "")
            return None if digits is None or value < 0 else f"{digits}{quantity.unit.value}+"
        case Kind.FRACTION:
            return _fraction(core, value, sign)
        case Kind.ORDINAL | Kind.WORD if value.denominator == 1 and value >= 0:
            return _whole_in_words(quantity, core, int(value))
        case _:
            return None


def _unit_of(core: str) -> str:
    """The mark of a unit at the end of a number, with the space before it."""
    found = _UNIT.search(core)
    return found.group() if found else ""


def _rounded(value: Fraction, places: int) -> Fraction:
    """To the nearest at so many places; a half away from zero."""
    scaled = abs(value) * 10**places
    nearest = Fraction((2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator), 10**places)
    return -nearest if value < 0 else nearest


def _digits(value: Fraction, places: int, like: str, sign: str) -> str | None:
    """A number in digits; `sign` is what one that is not negative has before it."""
    scaled = abs(value) * 10**places
    if scaled.denominator != 1:
        return None
    whole, rest = divmod(int(scaled), 10**places)
    old = re.sub(r"\..*|[^0-9,]", "", like)
    bare = "," not in old and old != "" and len(old) >= len(str(_LEAST_WITH_COMMAS))
    digits = f"{whole:,}" if "," in old or (whole >= _LEAST_WITH_COMMAS and not bare) else str(whole)
    if places:
        digits += f".{rest:0{places}d}"
    return f"−{digits}" if value < 0 else sign + digits


def _fraction(core: str, value: Fraction, sign: str) -> str | None:
    if any(character in VULGAR for character in core):
        return _vulgar(core, value, sign)
    for mark in "/\u2044":
        if mark in core:
            old = core.partition(mark)[2]
            # The author's own denominator where it serves (39/48), and otherwise the lowest terms.
            denominator = int(old) if int(old) % value.denominator == 0 else value.denominator
            numerator = value.numerator * (denominator // value.denominator)
            return f"{'−' if numerator < 0 else sign}{abs(numerator)}{mark}{denominator}"
    return fraction_words(value, core)


def _vulgar(core: str, value: Fraction, sign: str) -> str | None:
    """A fraction in one character, a whole number before it where there is one: `½`, `4½″`."""
    whole, rest = divmod(abs(value), 1)
    mark = next((mark for mark, known in VULGAR.items() if known == rest), None)
    return f"{'−' if value < 0 else sign}{whole or ''}{mark}{_unit_of(core)}" if mark else None


def _whole_in_words(quantity: Quantity, core: str, number: int) -> str | None:
    word = core.lower()
    if quantity.kind is Kind.ORDINAL:
        if core[0].isdigit():
            return f"{number}{ordinal_suffix(number)}"
        return ordinal_word(number)
    if word in COUNTS:
        return count_word(word, number)
    return cardinal_word(number) if word in CARDINALS else None
