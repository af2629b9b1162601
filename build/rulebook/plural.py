"""Counts, lists and articles in messages: `1 page`, `2 pages`, `an item`, `a weapon`."""

from __future__ import annotations

import re
from collections.abc import Sequence

# Words whose first letter says otherwise than their first sound.
_SOUNDED = ("uni", "use", "usu", "eu", "one", "once")
_SILENT = ("hour", "honour", "honest", "heir")
# Eight, eighty, eight hundred; eleven and eighteen, of thousands too.
_VOWEL_NUMBER = re.compile(r"8|1[18](?:,[0-9]{3})*(?![0-9,])")


def counted(number: int, noun: str, plural: str = "") -> str:
    """So many of a thing, with commas from 10,000 on; `plural` where that is not the noun with an s."""
    shown = f"{number:,}" if number >= 10_000 else str(number)
    return f"{shown} {noun if number == 1 else plural or f'{noun}s'}"


def with_article(noun: str) -> str:
    """A noun, or a number, with `a` or `an` before it, by the sound with which it begins."""
    first = noun.casefold()
    vowel = (first[:1] in tuple("aeiou") and not first.startswith(_SOUNDED)) or first.startswith(_SILENT)
    vowel = vowel or _VOWEL_NUMBER.match(first) is not None
    return f"{'an' if vowel else 'a'} {noun}"


def some_of(names: Sequence[str], most: int) -> str:
    """The first of several names, and how many more there are: `a, b and 3 more`."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return f"{', '.join(names[:most])}{more}"
