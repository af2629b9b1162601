"""What a book says of its printing; and which printing a folder holds, while one is made there."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.load.fields import text_of, words_of
from rulebook.load.suggest import did_you_mean
from rulebook.model import Imprint, Metadata, Record
from rulebook.plain_file import plain_bytes

IMPRINT_FILE = "content/printings/.imprint.json"
"""It is hidden and never kept: only the temporary folder in which a printing is made has one."""

_PLACE = re.compile(r"\{([^{}]*)\}")
# What may stand in each sentence.
_PLACES = {
    "printing": ("version", "date", "year", "month", "day"),
    "committed": ("revision",),
    "working": (),
}


@dataclass(frozen=True, slots=True)
class MadeAs:
    """The printing that is being made: its version, and its date as YYYY-MM-DD."""

    version: str
    date: str


def made_as(root: Path) -> MadeAs | None:
    """The printing that the folder is made as; None for a working copy."""
    try:
        said = json.loads(plain_bytes(root / IMPRINT_FILE))
        return MadeAs(str(said["version"]), str(said["date"]))
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None


def as_printing(metadata: Metadata, root: Path) -> Metadata:
    """What is said of the book, with the version of the printing that is being made."""
    made = made_as(root)
    return replace(metadata, version=made.version) if made is not None else metadata


def imprint_of(record: Record | None, chapters: Collection[str], findings: list[Finding]) -> Imprint | None:
    """What the book says of its printing, with a finding for each thing that is wrong with it."""
    if record is None:
        return None
    for name, known in _PLACES.items():
        for match in _PLACE.finditer(text_of(record, name)):
            if match[1] not in known:
                listed = ", ".join(f"{{{place}}}" for place in known) or "none"
                message = f"‘{match[0]}’ is no place of ‘{name}’; it may have: {listed}"
                findings.append(Finding(codes.WRONG_VALUE, record.fields[name].position, message))
    chapter = text_of(record, "chapter")
    if "chapter" in record.fields and chapter not in chapters:
        message = f"there is no chapter ‘{chapter}’ for the imprint"
        place = record.fields["chapter"].position
        findings.append(Finding(codes.UNKNOWN_REFERENCE, place, message, did_you_mean(chapter, chapters)))
    working = text_of(record, "working")
    return Imprint(
        chapter=chapter,
        printing=text_of(record, "printing"),
        committed=text_of(record, "committed", working),
        working=working,
        months=tuple(word.text for word in words_of(record, "months")),
        position=record.position,
    )
