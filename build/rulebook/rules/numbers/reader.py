"""Reading numbers as authors write them: one span of text, or every numeral of a sentence."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType

from rulebook.rules.numbers.quantity import Dice, DiceStep, Kind, Numeral, Quantity
from rulebook.rules.numbers.words import (
    CARDINALS,
    COUNTS,
    FRACTIONS,
    ORDINALS,
    PLURALS,
    WORDS,
    cardinal_in,
    ordinal_suffix,
)
from rulebook.rules.values import Unit

# A longer text is no numeral of a rulebook, however it begins.
_MOST_CHARACTERS = 80

_SPACES = "[ \u00a0\u2009\u202f]"
VULGAR: Mapping[str, Fraction] = MappingProxyType(
    {
        "½": Fraction(1, 2),
        "⅓": Fraction(1, 3),
        "⅔": Fraction(2, 3),
        "¼": Fraction(1, 4),
        "¾": Fraction(3, 4),
        "⅕": Fraction(1, 5),
        "⅙": Fraction(1, 6),
        "⅛": Fraction(1, 8),
        "⅜": Fraction(3, 8),
        "⅝": Fraction(5, 8),
        "⅞": Fraction(7, 8),
    }
)
"""Fractions that are one character."""

_APPROXIMATE = ("about", "roughly", "around", "nearly", "almost", "approximately", "some", "circa")


def _any_of(words: Iterable[str]) -> str:
    # The longest first, so that `sixty-one` is not read as `sixty`.
    return "|".join(sorted((re.escape(word) for word in words), key=len, reverse=True))


_DIGITS = r"(?:[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])|[0-9]+)"
_DECIMAL = rf"(?:{_DIGITS}(?:\.[0-9]+)?)"
_UNIT = rf"(?:″|′|{_SPACES}?%)"
_DIE_STEP = rf"{_SPACES}?[÷×+−]{_SPACES}?[0-9]+(?![0-9]|\.[0-9])"

_CARDINAL = _any_of(CARDINALS)
_COMPOUND = (
    rf"(?:(?:{_CARDINAL}|an?) )?(?:hundred|thousand)(?: and (?:{_CARDINAL})| (?:{_CARDINAL}))?|(?:{_CARDINAL}|a) dozen"
)

_DICE_FORM = rf"(?P<count>[0-9]*)D(?P<faces>[0-9]+)(?P<steps>(?:{_DIE_STEP})*)(?P<inch>″?)"
_RANGE_FORM = (
    rf"(?P<low_sign>[+−]?)(?P<low>{_DECIMAL})(?P<low_unit>{_UNIT}?)"
    rf"(?:–|{_SPACES}to{_SPACES})(?P<high_sign>[+−]?)(?P<high>{_DECIMAL})(?P<high_unit>{_UNIT}?)"
)
_OPEN_FORM = rf"(?P<open>{_DIGITS})(?P<open_unit>″?)\+"
_FRACTION_FORM = r"(?P<sign>[+−]?)(?P<numerator>[0-9]+)[/\u2044](?P<denominator>[0-9]+)"
_VULGAR_FORM = rf"(?P<sign>[+−]?)(?P<whole>[0-9]*)(?P<vulgar>[{''.join(VULGAR)}])(?P<unit>[″′]?)"
_ORDINAL_FORM = r"(?P<ordinal>[0-9]+)(?P<suffix>st|nd|rd|th)"
_NUMBER_FORM = rf"(?P<sign>[+−]?)(?P<number>{_DECIMAL})(?P<unit>{_UNIT}?)"
_SIZE_FORM = rf"(?P<low>{_DECIMAL})(?P<low_unit>[″′]){_SPACES}?×{_SPACES}?(?P<high>{_DECIMAL})(?P<high_unit>[″′])"

_PROSE_NUMERAL = re.compile(
    rf"""
    (?=[~0-9A-Za-z+−{"".join(VULGAR)}]) ~?(?:
      (?<![A-Za-z0-9]) [0-9]*D[0-9]+ (?:{_DIE_STEP})* ″? (?![A-Za-z0-9])
    | (?<![A-Za-z0-9]) (?P<token>[A-Za-z]+-?[0-9][A-Za-z0-9]*(?:\.[0-9]+)*)
    | (?<![0-9]) (?: (?<![A-Za-z0-9″′%)])[+−] )?
      (?: [0-9]+[/\u2044][0-9]+ (?![0-9/])
        | [0-9]*[{"".join(VULGAR)}][″′]?
        | [0-9]+(?:st|nd|rd|th)\b
        | {_DECIMAL}{_UNIT}?–[+−]?{_DECIMAL}{_UNIT}?
        | {_DIGITS}″?\+(?![0-9A-Za-z])
        | {_DECIMAL}{_UNIT}?
      )
    )
    """,
    re.VERBOSE,
)
_PROSE_WORDS = re.compile(
    rf"(?<![\w-])(?:{_any_of(FRACTIONS)}|{_COMPOUND}|hundred|thousand|dozen"
    rf"|{_any_of([*CARDINALS, *ORDINALS, *PLURALS, *COUNTS])})(?![\w]|-(?:{_CARDINAL})\b)",
    re.IGNORECASE,
)
_NOT_A_NUMBER = re.compile(r"\bat once\b|\bno one\b|\bone another\b|\bone’s\b|\bones\b", re.IGNORECASE)
_ARTICLE_AND_ORDINAL = re.compile(
    r"(?:an?|one) (?:third|fifth|sixth|seventh|eighth|ninth|tenth|twelfth)", re.IGNORECASE
)
_ENDS_A_FRACTION = re.compile(r" of\b| as\b|[.,;:)]|$")
_LONGEST_NEAR = 16
_HAS_DIGIT = re.compile(rf"[0-9{''.join(VULGAR)}]")
# What a numeral with digits can have before the first of them.
_BEFORE_A_DIGIT = frozenset(string.ascii_letters + "~+−-")
_WORD = re.compile(r"[A-Za-z]+")
_FIRST_WORDS = frozenset({"a", "an", *WORDS, *(word.partition("-")[0] for word in WORDS)})
_SAID_TO_BE_NEAR = re.compile(rf"(?:\b(?:{'|'.join(_APPROXIMATE)}){_SPACES}|~)$", re.IGNORECASE)
_NEAR_PREFIX = re.compile(rf"(?:(?:{'|'.join(_APPROXIMATE)}){_SPACES}|~{_SPACES}?)", re.IGNORECASE)

# A number as it may be typed, and what is typed for the marks of inches and feet. A ” may end a quotation.
_TYPED = re.compile(rf"(?P<sign>[-–−+]?)(?P<number>{_DECIMAL})(?P<mark>[\"“'‘’″′]?)")
_MEANT = {'"': "″", "“": "″", "'": "′", "‘": "′", "’": "′"}


# A book writes the same few hundred numbers again and again.
@lru_cache(maxsize=4096)
def read_quantity(text: str) -> Quantity | None:
    """What one span of text says: a number in any of its forms, dice, or a name.

    A text without a number is a name, and so is one that begins with a letter and is no number as a whole (`Group
    (2)`). None for an empty text, and for one that begins as a number and does not end as one (`7 or higher`, `3th`).
    `a single` and `single` are one.
    """
    trimmed = text.strip(" \u00a0\u2009\u202f\n")
    if not trimmed:
        return None
    prefix = _NEAR_PREFIX.match(trimmed)
    if prefix and prefix.end() < len(trimmed):
        inner = _numeral(trimmed[prefix.end() :], trimmed)
        if inner is not None:
            return replace(inner, approximate=True)
    found = _numeral(trimmed, trimmed)
    if found is not None:
        return found
    if re.match(r"[~+−-]?[0-9]|[0-9]*D[0-9]", trimmed):
        return None
    return Quantity(Kind.NAME, trimmed)


def as_meant(text: str) -> str:
    """A number with the minus, inch or foot mark that is meant where another character is typed (`-1`, `3"`).

    Any other text is given back as it is.
    """
    match = _TYPED.fullmatch(text)
    if match is None:
        return text
    sign = "−" if match["sign"] in ("-", "–") else match["sign"]
    return f"{sign}{match['number']}{_MEANT.get(match['mark'], match['mark'])}"


def find_numerals(text: str) -> tuple[Numeral, ...]:
    """Every numeral of a text in running prose, in order.

    `3′×3′` and `6+7″` are two numerals each; `about` is no part of one, but makes it approximate. A digit within a
    word (`R2`) is found with its word, as a name. `A third` is a fraction before `of` and at the end of a clause, and
    otherwise an ordinal after an article. Not found, because they seldom count: `a`, `single`, `ones`, `no one`,
    `one another`, `one’s`, `at once`.
    """
    found: list[Numeral] = []
    spans = list(_digit_spans(text))
    spans.extend(_word_spans(text))
    done = 0
    # Of two that begin together (`seven` and `seven-3`) the longer is meant.
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        if start < done:
            continue
        done = end
        near = _SAID_TO_BE_NEAR.search(text[max(0, start - _LONGEST_NEAR) : start])
        quantity = read_quantity(text[start:end])
        if quantity is not None and near:
            quantity = replace(quantity, approximate=True)
        found.append(Numeral(start, end, text[start:end], quantity))
    return tuple(found)


def _digit_spans(text: str) -> Iterator[tuple[int, int]]:
    """Where numerals with digits stand. The whole pattern is tried only where one with the next digit can begin."""
    done = 0
    while digit := _HAS_DIGIT.search(text, done):
        start = digit.start()
        while start > done and text[start - 1] in _BEFORE_A_DIGIT:
            start -= 1
        match = _PROSE_NUMERAL.search(text, start)
        if match is None:
            return
        yield match.span()
        done = match.end()


def _word_spans(text: str) -> Iterator[tuple[int, int]]:
    """Where number words stand. The whole pattern is tried only at words that can begin one."""
    skipped = [match.span() for match in _NOT_A_NUMBER.finditer(text)]
    done = 0
    for word in _WORD.finditer(text):
        start = word.start()
        if start < done or word[0].lower() not in _FIRST_WORDS:
            continue
        match = _PROSE_WORDS.match(text, start)
        if match is None:
            continue
        while skipped and skipped[0][1] <= start:
            skipped.pop(0)
        if skipped and skipped[0][0] <= start:
            continue
        end = done = match.end()
        if _ARTICLE_AND_ORDINAL.fullmatch(match[0]) and not _ENDS_A_FRACTION.match(text, end):
            start += match[0].index(" ") + 1
        yield start, end


def _numeral(text: str, whole: str) -> Quantity | None:
    if len(text) > _MOST_CHARACTERS:
        return None
    for pattern, read in _FORMS:
        match = pattern.fullmatch(text)
        if match:
            return read(match, whole)
    return _in_words(text, whole)


def _in_words(text: str, whole: str) -> Quantity | None:
    words = re.sub(_SPACES, " ", text).lower()
    if words in FRACTIONS:
        return Quantity(Kind.FRACTION, whole, FRACTIONS[words])
    if words in ORDINALS:
        return Quantity(Kind.ORDINAL, whole, Fraction(ORDINALS[words]))
    if words in ("a single", "single"):
        return Quantity(Kind.WORD, whole, Fraction(1))
    count = COUNTS.get(words, PLURALS.get(words, cardinal_in(words)))
    return None if count is None else Quantity(Kind.WORD, whole, Fraction(count))


def _read_dice(match: re.Match[str], whole: str) -> Quantity | None:
    count, faces = int(match["count"] or 1), int(match["faces"])
    parts = re.findall(r"([÷×+−])[^0-9]?([0-9]+)", match["steps"])
    steps = tuple(DiceStep(operator, Fraction(number)) for operator, number in parts)
    if count == 0 or faces == 0 or any(s.operator == "÷" and s.number == 0 for s in steps):
        return None
    unit = Unit.INCH if match["inch"] else Unit.NONE
    return Quantity(Kind.DICE, whole, unit=unit, dice=Dice(count, faces, steps, unit))


def _read_range(match: re.Match[str], whole: str) -> Quantity | None:
    low_unit, high_unit = _unit(match["low_unit"]), _unit(match["high_unit"])
    if low_unit is not Unit.NONE and low_unit is not high_unit:
        return None
    low = _signed(match["low_sign"], match["low"])
    high = _signed(match["high_sign"], match["high"])
    places = max(_places(match["low"]), _places(match["high"]))
    return Quantity(Kind.RANGE, whole, unit=high_unit, places=places, low=low, high=high)


def _read_size(match: re.Match[str], whole: str) -> Quantity | None:
    if match["low_unit"] != match["high_unit"]:
        return None
    low, high = _signed("", match["low"]), _signed("", match["high"])
    return Quantity(Kind.SIZE, whole, unit=_unit(match["low_unit"]), low=low, high=high)


def _read_open(match: re.Match[str], whole: str) -> Quantity | None:
    return Quantity(Kind.RANGE, whole, unit=_unit(match["open_unit"]), low=_signed("", match["open"]))


def _read_fraction(match: re.Match[str], whole: str) -> Quantity | None:
    if int(match["denominator"]) == 0:
        return None
    value = Fraction(int(match["numerator"]), int(match["denominator"]))
    return Quantity(Kind.FRACTION, whole, -value if match["sign"] == "−" else value)


def _read_vulgar(match: re.Match[str], whole: str) -> Quantity | None:
    value = int(match["whole"] or 0) + VULGAR[match["vulgar"]]
    return Quantity(Kind.FRACTION, whole, -value if match["sign"] == "−" else value, _unit(match["unit"]))


def _read_ordinal(match: re.Match[str], whole: str) -> Quantity | None:
    number = int(match["ordinal"])
    if match["suffix"] != ordinal_suffix(number):
        return None
    return Quantity(Kind.ORDINAL, whole, Fraction(number))


def _read_number(match: re.Match[str], whole: str) -> Quantity | None:
    unit = _unit(match["unit"])
    kind = Kind.PERCENT if unit is Unit.PERCENT else Kind.NUMBER
    value = _signed(match["sign"], match["number"])
    return Quantity(kind, whole, value, unit, _places(match["number"]))


def _signed(sign: str, digits: str) -> Fraction:
    value = Fraction(digits.replace(",", ""))
    return -value if sign == "−" else value


def _places(digits: str) -> int:
    return len(digits.partition(".")[2])


def _unit(mark: str) -> Unit:
    return Unit(mark.strip(" \u00a0\u2009\u202f"))


_Reader = Callable[[re.Match[str], str], Quantity | None]

# In this order: the longer reading of the same characters first.
_FORMS: tuple[tuple[re.Pattern[str], _Reader], ...] = (
    (re.compile(_DICE_FORM), _read_dice),
    (re.compile(_SIZE_FORM), _read_size),
    (re.compile(_RANGE_FORM), _read_range),
    (re.compile(_OPEN_FORM), _read_open),
    (re.compile(_FRACTION_FORM), _read_fraction),
    (re.compile(_VULGAR_FORM), _read_vulgar),
    (re.compile(_ORDINAL_FORM), _read_ordinal),
    (re.compile(_NUMBER_FORM), _read_number),
)
