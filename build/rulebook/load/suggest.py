"""Suggestions for a name that is not known."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection
from functools import lru_cache

from rulebook.plural import counted

# Beyond these a comparison with every known name would take longer than it helps.
LONGEST_NAME = 80
MOST_NAMES = 2000

_WORD = re.compile(r"""(["'])(.*?)\1|([^\s"';,]+)""")


def did_you_mean(found: str, known: Collection[str]) -> str:
    """A hint with the nearest known name, or the few that there are; empty when neither helps."""
    if len(known) > MOST_NAMES:
        return ""
    names = sorted(set(known))
    if near := joined_of(found, names) or nearest_of(found, names):
        return near
    if 0 < len(names) <= 12:
        return "known here: " + ", ".join(names)
    return ""


def joined_of(found: str, known: Collection[str]) -> str:
    """A hint for known names that stand side by side as one, where a comma was forgotten; empty for any other."""
    words = [bare or quoted for _, quoted, bare in _WORD.findall(found)]
    names = [word for word in words if word != "-"]
    if len(names) < 2 or not set(names) <= set(known):
        return ""
    listed = " and ".join(f"‘{name}’" for name in names)
    hint = "put each dash below the first" if len(names) < len(words) else _commas(names)
    return f"{listed} are {counted(len(names), 'name')}; {hint}"


def _commas(names: Collection[str]) -> str:
    return f"in brackets, put a comma between them: {', '.join(names)}"


def nearest_of(found: str, known: Collection[str]) -> str:
    """A hint with the nearest known name alone, for a message that lists them all; empty when none is near."""
    near = nearest_name(found, known)
    return f"did you mean ‘{near}’?" if near else ""


def is_near(found: str, known: Collection[str]) -> bool:
    """Whether a name is nearly one that is known, and so one misspelt."""
    return bool(nearest_name(found, known))


def nearest_name(found: str, known: Collection[str]) -> str:
    """The known name that is nearest to one that is not known; empty when none is near."""
    return _nearest(found, tuple(sorted(set(known)))) if len(known) <= MOST_NAMES else ""


@lru_cache(maxsize=256)
def _nearest(found: str, names: tuple[str, ...]) -> str:
    if len(found) > LONGEST_NAME:
        return ""
    near = difflib.get_close_matches(found, [n for n in names if len(n) <= LONGEST_NAME], n=1, cutoff=0.6)
    return near[0] if near else ""
