"""Places that a book's declarations name: which texts and which findings lie there."""

from __future__ import annotations

from rulebook.load.suggest import did_you_mean
from rulebook.model import Book, Chapter, Place
from rulebook.source import Position
from rulebook.texts import PrintedText


def fault_of(book: Book, place: Place) -> tuple[str, str] | None:
    """What is wrong with a place, and a hint; None for one that the book has."""
    fault = located_fault(book, place)
    return fault[1:] if fault is not None else None


def located_fault(book: Book, place: Place) -> tuple[str, str, str] | None:
    """The part of a place that is wrong (`chapter`, `set`, `entry`, `field`), what is wrong with it, and a hint."""
    if place.chapter:
        chapters = [chapter.id for chapter in book.chapters]
        if place.set:
            return "set", "it names a chapter and a set, and a text stands in one of them", "keep one of the two"
        if place.chapter not in chapters:
            return "chapter", f"there is no chapter ‘{place.chapter}’", did_you_mean(place.chapter, chapters)
    if not place.set:
        if place.entry or place.field:
            part = "entry" if place.entry else "field"
            return part, "it names an entry or a field, and not its set", "add ‘set: …’"
        return None
    if place.set not in book.sets:
        return "set", f"there is no set ‘{place.set}’", did_you_mean(place.set, book.sets)
    entries = book.sets[place.set].entries
    if place.entry and all(entry.id != place.entry for entry in entries):
        message = f"‘{place.set}’ has no entry ‘{place.entry}’"
        return "entry", message, did_you_mean(place.entry, [e.id for e in entries])
    fields = {name for entry in entries for name in entry.fields}
    if place.field and place.field not in fields:
        message = f"no entry of ‘{place.set}’ has a field ‘{place.field}’"
        return "field", message, did_you_mean(place.field, fields)
    return None


def holds_text(place: Place, text: PrintedText) -> bool:
    """Whether a text stands at the place."""
    owner = text.owner
    if isinstance(owner, Chapter):
        return not place.set and place.chapter in ("", owner.id)
    return (
        not place.chapter
        and place.set in ("", owner.set)
        and place.entry in ("", owner.id)
        and place.field in ("", text.field.partition(".")[0])
    )


def holds_position(book: Book, place: Place, position: Position) -> bool:
    """Whether a position of the source lies at the place; of an entry, up to where the next one begins."""
    if place.chapter:
        return any(c.id == place.chapter and c.position.path == position.path for c in book.chapters)
    if not place.set:
        return True
    entry_set = book.sets[place.set]
    if entry_set.position.path != position.path:
        return False
    before = [entry for entry in entry_set.entries if entry.position.line <= position.line]
    return not place.entry or (bool(before) and before[-1].id == place.entry)


def in_words(place: Place) -> str:
    """A place as a message names it: `panic`, `names › third › text`; `everywhere` for none."""
    return place.chapter or " › ".join(p for p in (place.set, place.entry, place.field) if p) or "everywhere"
