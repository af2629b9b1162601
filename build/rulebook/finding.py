"""Findings: what is wrong, where, what was expected, and how to put it right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulebook.source import Position


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault at one place.

    `code` is a letter for the family and three digits; `message` says in a sentence what was found and
    what was expected; `hint`, where there is one, says how to put it right.
    """

    code: str
    position: Position
    message: str
    hint: str = ""

    def __str__(self) -> str:
        text = f"{self.position} {self.code} {self.message}"
        return f"{text}\n    Hint: {self.hint}" if self.hint else text


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings once each, by file, line and column."""
    return tuple(sorted(set(findings), key=lambda f: (f.position, f.code, f.message)))
