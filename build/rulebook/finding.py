"""Findings: what is wrong, where, what was expected, and how to put it right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rulebook.source import Position


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault at one place.

    `code` is a letter for the family and three digits; `message` says in a sentence what was found and
    what was expected; `hint`, where there is one, says how to put it right. A finding in the book's text
    may say more: the headings it stands under, its sentence, what was found and what was computed.
    """

    code: str
    position: Position
    message: str
    hint: str = ""
    breadcrumb: tuple[str, ...] = ()
    sentence: str = ""
    found: str = ""
    computed: str = ""

    def __str__(self) -> str:
        lines = [f"{self.position} {self.code} {self.message}"]
        if self.breadcrumb:
            lines.append("    In: " + " › ".join(self.breadcrumb))
        if self.sentence:
            lines.append(f"    Sentence: {self.sentence}")
        if self.found:
            lines.append(f"    Found: {self.found}")
        if self.computed:
            lines.append(f"    Computed: {self.computed}")
        if self.hint:
            lines.append(f"    Hint: {self.hint}")
        return "\n".join(lines)


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings once each, by file, line and column; what they quote of a source is on one line, and printable."""
    return tuple(sorted({_in_one_line(f) for f in findings}, key=lambda f: (f.position, f.code, f.message, f.hint)))


# A message names a thing; whoever wants all of it has its place.
_MOST_CHARACTERS = 600


def _in_one_line(finding: Finding) -> Finding:
    message, hint = _printable(finding.message), _printable(finding.hint)
    found, computed = _printable(finding.found), _printable(finding.computed)
    if (message, hint, found, computed) == (finding.message, finding.hint, finding.found, finding.computed):
        return finding
    return replace(finding, message=message, hint=hint, found=found, computed=computed)


def _printable(text: str) -> str:
    if not text.isprintable():
        # A control character would reach the terminal of whoever reads the message.
        words = " ".join(text.split())
        text = "".join(c if c.isprintable() else f"U+{ord(c):04X}" for c in words)
    return text if len(text) <= _MOST_CHARACTERS else f"{text[: _MOST_CHARACTERS - 1]}…"
