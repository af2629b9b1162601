"""The book that rosters are judged by in these tests, and a legal file to break one rule at a time."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rulebook.load import load_book
from rulebook.model import Book
from rulebook.roster import Judged, ReadRoster, judge, read_roster
from tests.conftest import REPOSITORY, TINY

LEGAL = """\
name: The Grey Watch
origin: wanderers
pilgrims:
  - name: Aldis
    points: {might: 1, valour: 2}
    lore: [guardian]
    equipment: [hand-weapon, light-armour, shield]
  - name: Bran
    points: {aim: 3}
    lore: [sharpshooter, spotter]
    equipment: [war-bow, knife, cloak]
  - name: Cerdic
    lore: [tough]
    equipment: [heavy-armour, staff, helmet]
hoard: [rope, torch]
"""

CREW = """\
name: The Gulls
lead: Ada
divers:
  - {name: Ada, gear: [rope, rope]}
  - {name: Bo, gear: [boat-hook]}
  - {name: Cy}
  - {name: Di, gear: [storm-lamp, rope]}
"""


@cache
def book_of(root: Path) -> Book:
    """A book, loaded once."""
    loaded = load_book(root)
    assert loaded.book is not None, [str(f) for f in loaded.findings]
    return loaded.book


def the_book() -> Book:
    """The repository's own book."""
    return book_of(REPOSITORY)


def the_tiny_book() -> Book:
    return book_of(TINY)


def read(book: Book, path: Path, text: str | bytes) -> ReadRoster:
    """A file of this text, read as a roster of the book's only kind."""
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    (kind,) = book.rosters
    return read_roster(book, kind, path)


def judged(book: Book, path: Path, text: str) -> Judged:
    """A file without faults of form, judged."""
    found = read(book, path, text)
    assert found.findings == (), [str(f) for f in found.findings]
    assert found.roster is not None
    return judge(book, found.roster)


def changed(text: str, *changes: tuple[str, str]) -> str:
    """A text with passages that each stand once in it replaced."""
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text
