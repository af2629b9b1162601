"""Which printing is meant."""

from __future__ import annotations

from pathlib import Path

from rulebook.finding import Finding, in_order, printable
from rulebook.load.book import own_schema
from rulebook.load.printings import read_printings
from rulebook.load.suggest import nearest_of
from rulebook.printing.record import FOLDER, VERSION, Printing
from rulebook.printing.record_truth import missing_records


class NoPrintingError(Exception):
    """There is no such printing; `findings` are what is wrong with the records."""

    def __init__(self, message: str, findings: tuple[Finding, ...] = ()) -> None:
        super().__init__(message)
        self.findings = findings


def chosen_printing(root: Path, version: str | None) -> Printing:
    """The printing of that number, or the newest.

    Records of other printings may have faults. Raises NoPrintingError when there is none, or its record is wrong.
    """
    findings: list[Finding] = []
    printings = read_printings(root, own_schema("printing"), findings)
    # A file of another suffix is one whose name has been changed.
    own = in_order(f for f in findings if version is None or Path(f.position.path).stem == version)
    if own:
        raise NoPrintingError("the record of the printing cannot be read", own)
    gone = [path for path in missing_records(root) if version is None or path == f"{FOLDER}/{version}.yaml"]
    if gone:
        said = f"{' and '.join(gone)}: committed, and not there"
        raise NoPrintingError(f"{said} (‘git checkout -- {' '.join(gone)}’ puts back what is missing)")
    if not printings:
        raise NoPrintingError("no printing is frozen yet (‘rulebook freeze’ freezes one)")
    if version is None:
        return printings[-1]
    for printing in printings:
        if printing.version == version:
            return printing
    known = [printing.version for printing in printings]
    there_is = f"there is {', '.join(known)}"
    if not version.strip():
        raise NoPrintingError(f"the number of a printing is expected, and what is given is empty; {there_is}")
    hint = nearest_of(version, known) if len(known) > 1 else ""
    shown = version if VERSION.fullmatch(version) else f"‘{version}’"
    raise NoPrintingError(printable(f"{shown} is not frozen; {there_is}") + (f"; {hint}" if hint else ""))


def chosen_pair(root: Path, since: str, until: str | None) -> tuple[Printing, Printing | None]:
    """The printing that a reader has, and the later one that it is compared with (None: the working copy).

    Raises NoPrintingError as `chosen_printing` does, and when the other is not later: nothing can have changed in
    itself, and what has changed backwards nobody needs to know.
    """
    old = chosen_printing(root, since)
    if until is None:
        return old, None
    new = chosen_printing(root, until)
    if old.version == new.version:
        raise NoPrintingError(f"printing {since} is compared with itself, in which nothing can have changed")
    if new.order < old.order:
        message = (
            f"printing {until} comes before {since}: the first is the reader’s own (‘--from {until} --to {since}’)"
        )
        raise NoPrintingError(message)
    return old, new
