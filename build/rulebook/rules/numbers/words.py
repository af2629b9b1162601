"""Number words: the tables from which the reader's patterns and the writer's forms are both made."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import gcd
from types import MappingProxyType

_ONES = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen""".split()  # noqa: SIM905 - words are read more easily than a list of strings
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()  # noqa: SIM905
_IRREGULAR_ORDINALS = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}


def _cardinal(number: int) -> str:
    if number < 20:
        return _ONES[number]
    tens, ones = divmod(number, 10)
    return _TENS[tens - 2] + (f"-{_ONES[ones]}" if ones else "")


def _ordinal(cardinal: str) -> str:
    head, hyphen, last = cardinal.rpartition("-")
    if last in _IRREGULAR_ORDINALS:
        last = _IRREGULAR_ORDINALS[last]
    else:
        last = f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th"
    return head + hyphen + last


def _plural(cardinal: str) -> str:
    if cardinal.endswith("x"):
        return f"{cardinal}es"
    return f"{cardinal[:-1]}ies" if cardinal.endswith("y") else f"{cardinal}s"


CARDINALS: Mapping[str, int] = MappingProxyType({_cardinal(n): n for n in range(100)})
"""`zero` to `ninety-nine`."""

ORDINALS: Mapping[str, int] = MappingProxyType({_ordinal(w): n for w, n in CARDINALS.items() if n} | {"hundredth": 100})
"""`first` to `hundredth`."""

PLURALS: Mapping[str, int] = MappingProxyType({_plural(w): n for w, n in CARDINALS.items() if 0 < n <= 20})
"""`ones` to `twenties`: “two sixes”."""

COUNTS: Mapping[str, int] = MappingProxyType({"both": 2, "once": 1, "twice": 2, "thrice": 3})
"""Words that are a number of times or of things, with only one form each."""

_FRACTION_NAMES = {2: "half", 4: "quarter"} | {n: _ordinal(_cardinal(n)) for n in (3, 5, 6, 7, 8, 9, 10, 12)}


def _fractions() -> dict[str, Fraction]:
    found = {"half": Fraction(1, 2), "a half": Fraction(1, 2), "one half": Fraction(1, 2)}
    for denominator, name in _FRACTION_NAMES.items():
        if denominator == 2:
            continue
        article = "an" if name[0] == "e" else "a"
        found[f"{article} {name}"] = found[f"one {name}"] = Fraction(1, denominator)
        for numerator in range(2, denominator):
            found[f"{_cardinal(numerator)} {name}s"] = Fraction(numerator, denominator)
            found[f"{_cardinal(numerator)}-{name}s"] = Fraction(numerator, denominator)
    found["one quarter"] = found["a quarter"]
    return found


FRACTIONS: Mapping[str, Fraction] = MappingProxyType(_fractions())
"""`half`, `a third`, `two thirds`, `three-quarters` …; a bare `third` is an ordinal."""

_REDUCIBLE = frozenset(
    f"{_cardinal(numerator)}{joint}{name}s"
    for denominator, name in _FRACTION_NAMES.items()
    for numerator in range(2, denominator)
    if gcd(numerator, denominator) > 1
    for joint in " -"
)

WORDS = frozenset(
    {*CARDINALS, *ORDINALS, *PLURALS, *COUNTS, "half", "hundred", "thousand", "dozen", "quarter", "single"}
)
"""Single words that say a number, which therefore cannot be names in formulas."""

_LARGE = {"dozen": 12, "hundred": 100, "thousand": 1000}


def cardinal_in(text: str) -> int | None:
    """The whole number that words say (`twelve`, `a hundred`, `two hundred and six`, `ten thousand`), or None."""
    words = text.replace(" and ", " ").split(" ")
    total, current, lowest = 0, None, 10_000
    for place, word in enumerate(words):
        if word in CARDINALS and current is None:
            current = CARDINALS[word]
        elif word in ("a", "an") and current is None and place == 0 and len(words) > 1:
            current = 1
        elif word in _LARGE and (current is not None or place == 0) and _LARGE[word] < lowest:
            lowest = _LARGE[word]
            total += (1 if current is None else current) * lowest
            current = None
        else:
            return None
    if current is not None and total and current >= lowest:
        return None
    return total + (current or 0)


def cardinal_word(number: int) -> str | None:
    """The word for a whole number up to ninety-nine; None beyond."""
    return _cardinal(number) if 0 <= number < 100 else None


def ordinal_word(number: int) -> str | None:
    """The word for an ordinal up to the hundredth; None beyond."""
    return next((word for word, value in ORDINALS.items() if value == number), None)


def count_word(like: str, number: int) -> str | None:
    """The word of the same kind as `like` (`once`, `twice`, `thrice`) for a number; None when there is none."""
    if like == "both":
        return "both" if number == 2 else None
    return next((word for word, value in COUNTS.items() if value == number and word != "both"), None)


def fraction_words(value: Fraction, like: str) -> str | None:
    """The words for a fraction (`half`, `a third`, `two-thirds`) as those of `like` are made; None without any.

    They are in lowest terms, have its hyphen, and `one` or `a` before a part as it has.
    """
    known = [words for words, size in FRACTIONS.items() if size == value and words not in _REDUCIBLE]
    liked = [words for words in known if ("-" in words) == ("-" in like)] or known
    first = like.lower().partition(" ")[0]
    begins = [words for words in liked if first in ("a", "an", "one") and words.partition(" ")[0] == first]
    return next(iter(begins or liked), None)


def ordinal_suffix(number: int) -> str:
    """`st`, `nd`, `rd` or `th`."""
    if number % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
