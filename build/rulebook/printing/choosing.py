"""Which printing is meant."""

from __future__ import annotations

from pathlib import Path

from rulebook.finding import Finding, in_order
from rulebook.load.book import own_schema
from rulebook.load.printings import read_printings
from rulebook.load.suggest import did_you_mean
from rulebook.printing.record import FOLDER, Printing


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
    named = f"{FOLDER}/{version}.yaml"
    own = in_order(f for f in findings if version is None or f.position.path == named)
    if own:
        raise NoPrintingError("the record of the printing cannot be read", own)
    if not printings:
        raise NoPrintingError("no printing is frozen yet (‘rulebook freeze’ freezes one)")
    if version is None:
        return printings[-1]
    for printing in printings:
        if printing.version == version:
            return printing
    known = [printing.version for printing in printings]
    hint = did_you_mean(version, known)
    raise NoPrintingError(f"{version} is not frozen; there is {', '.join(known)}" + (f"; {hint}" if hint else ""))
