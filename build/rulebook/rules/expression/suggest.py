"""Suggestions for unknown names, of which hostile input can have many."""

from __future__ import annotations

from collections.abc import Iterable

from rulebook.load import suggest
from rulebook.rules.expression import limits


def did_you_mean(found: str, known: Iterable[str]) -> str:
    """A hint with the nearest known name; empty when there is none, or too many to look through."""
    names = frozenset(known)
    return suggest.did_you_mean(found, names) if len(names) <= limits.MOST_TO_SUGGEST_FROM else ""
