"""Running the checks: which of them, on which book, and what they find."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from rulebook.check.check import Check
from rulebook.check.registry import CHECKS
from rulebook.finding import Finding, in_order
from rulebook.model import Book


@dataclass(frozen=True, slots=True)
class Checked:
    """What the checks found: errors, which stop the book, and warnings, which do not."""

    errors: tuple[Finding, ...]
    warnings: tuple[Finding, ...]


def selected_checks(select: Collection[str] = (), ignore: Collection[str] = ()) -> tuple[Check, ...]:
    """The checks whose code or name begins with one of `select` (none: all) and with none of `ignore`."""

    def matches(check: Check, words: Collection[str]) -> bool:
        return any(check.code.startswith(word) or check.name == word for word in words)

    return tuple(c for c in CHECKS if (not select or matches(c, select)) and not matches(c, ignore))


def run_checks(book: Book, checks: tuple[Check, ...] = CHECKS) -> Checked:
    """Run the checks on a book: all that they find, in order."""
    errors: list[Finding] = []
    warnings: list[Finding] = []
    for check in checks:
        (warnings if check.warning else errors).extend(check.run(book))
    return Checked(in_order(errors), in_order(warnings))
