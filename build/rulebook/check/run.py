"""Running the checks: which of them, on which book, and what they find."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from rulebook.check.check import Check
from rulebook.check.checks import waiver
from rulebook.check.registry import CHECKS
from rulebook.check.waivers import Waived, Waiver, fault_of_waiver, waivers_of, without_waived
from rulebook.finding import Finding, in_order
from rulebook.forked import Forked
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


# What runs beside the others, so that both have as much to do: families that compute nothing of the rules, and the
# claims, which share little of what the bindings compute.
_BESIDE = ("S", "T", "G", "E106")


def run_checks(book: Book, checks: tuple[Check, ...] = CHECKS, *, in_two: bool = False) -> Checked:
    """Run the checks on a book: all that they find, in order, and apart from it what is waived.

    With `in_two`, half of them run in a copy of this process; what is found is the same.
    """
    errors: list[Finding] = []
    warnings: list[Finding] = []
    waived: list[Waived] = []
    waivers = sound_waivers(book)
    for check, found in _found(book, checks, in_two):
        left, let_stand = without_waived(book, waivers, found)
        (warnings if check.warning else errors).extend(left)
        waived.extend(let_stand)
    waived.sort(key=lambda w: (w.finding.position, w.finding.code))
    return Checked(in_order(errors), in_order(warnings), tuple(waived))


def sound_waivers(book: Book) -> tuple[Waiver, ...]:
    """The book's waivers that have no fault themselves; the others waive nothing."""
    # A waiver that waived what is wrong with it would hide itself.
    codes = {check.code for check in CHECKS if check is not waiver.CHECK}
    return tuple(w for w in waivers_of(book) if fault_of_waiver(book, w, codes) is None)


def _found(book: Book, checks: tuple[Check, ...], in_two: bool) -> Iterator[tuple[Check, Iterable[Finding]]]:
    """Each check with what it finds, in the checks' order."""
    away = {check.code: check for check in checks if in_two and check.code.startswith(_BESIDE)}
    if len(away) in (0, len(checks)):
        yield from ((check, check.run(book)) for check in checks)
        return
    beside = Forked(lambda: {code: tuple(check.run(book)) for code, check in away.items()})
    here = {check.code: tuple(check.run(book)) for check in checks if check.code not in away}
    found = here | beside.result()
    yield from ((check, found[check.code]) for check in checks)
