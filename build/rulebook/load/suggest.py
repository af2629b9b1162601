"""Suggestions for a name that is not known."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def did_you_mean(found: str, known: Iterable[str]) -> str:
    """A hint with the nearest known name, or the few that there are; empty when neither helps."""
    names = sorted(set(known))
    near = difflib.get_close_matches(found, names, n=1, cutoff=0.6)
    if near:
        return f"did you mean ‘{near[0]}’?"
    if 0 < len(names) <= 12:
        return "known here: " + ", ".join(names)
    return ""
