"""Running the checks: which of them, on which book, and what they find."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from rulebook.check.check import Check
from rulebook.check.checks import waiver
from rulebook.check.registry import CHECKS
from rulebook.check.waivers import Waived, fault_of_waiver, waivers_of, without_waived
from rulebook.finding import Finding, in_order
from rulebook.model import Book


@dataclass(frozen=True, slots=True)
class Checked:
    """What the checks found: errors, which stop the book, warnings, which do not, and what a ruling lets stand."""

    errors: tuple[Finding, ...]
    warnings: tuple[Finding, ...]
    waived: tuple[Waived, ...] = ()


def selected_checks(select: Collection[str] = (), ignore: Collection[str] = ()) -> tuple[Check, ...]:
    """The checks whose code or name begins with one of `select` (none: all) and with none of `ignore`."""

    def matches(check: Check, words: Collection[str]) -> bool:
        return any(check.code.startswith(word) or check.name == word for word in words)

    return tuple(c for c in CHECKS if (not select or matches(c, select)) and not matches(c, ignore))


def run_checks(book: Book, checks: tuple[Check, ...] = CHECKS) -> Checked:
    """Run the checks on a book: all that they find, in order, and apart from it what is waived."""
    errors: list[Finding] = []
    warnings: list[Finding] = []
    waived: list[Waived] = []
    # A waiver that waived what is wrong with it would hide itself.
    codes = {check.code for check in CHECKS if check is not waiver.CHECK}
    waivers = [w for w in waivers_of(book) if fault_of_waiver(book, w, codes) is None]
    for check in checks:
        left, let_stand = without_waived(book, waivers, check.run(book))
        (warnings if check.warning else errors).extend(left)
        waived.extend(let_stand)
    waived.sort(key=lambda w: (w.finding.position, w.finding.code))
    return Checked(in_order(errors), in_order(warnings), tuple(waived))
