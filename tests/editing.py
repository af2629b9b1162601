"""Making one exact change to a copy of a book, and saying in short what loading then finds."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rulebook.finding import Finding
from rulebook.load import load_book


def edit(path: Path, old: str, new: str) -> None:
    """Replace a passage that stands exactly once in a file."""
    text = path.read_bytes().decode("utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path.name}"
    path.write_bytes(text.replace(old, new).encode("utf-8"))


def places(findings: Iterable[Finding]) -> list[str]:
    """Each finding as its place and code: `content/book.yaml:3:1 S011`."""
    return [f"{finding.position} {finding.code}" for finding in findings]


def faults(book: Path) -> list[str]:
    """What loading finds in a book, as places and codes; no book may be given when anything is found."""
    loaded = load_book(book)
    assert (loaded.book is None) == bool(loaded.findings)
    return places(loaded.findings)
