"""Which entry of an old set each of a new one is."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.model import Entry, EntrySet
from rulebook.printing.compared import ReadBook


@dataclass(frozen=True, slots=True)
class Kept:
    """An entry of both books."""

    old: Entry
    new: Entry


def matched(
    old: ReadBook, new: ReadBook, old_set: EntrySet | None, new_set: EntrySet | None
) -> tuple[list[Kept], list[Entry], list[Entry]]:
    """The entries of a set: those of both books, those that are gone, those that are new."""
    olds, news = (one.entries if one else () for one in (old_set, new_set))
    # Whoever reads the book sees names, and no ids: what has the same name is the same, whatever its id is now.
    named = {e.name: e for e in news if "name" in e.fields}
    same_id = {e.id: e for e in news}
    names = {e.name for e in olds}
    kept: list[Kept] = []
    for entry in olds:
        other = named.get(entry.name) if "name" in entry.fields else None
        if other is None and (other := same_id.get(entry.id)) is not None and other.name in names - {entry.name}:
            # It has become another thing of the set.
            other = None if "name" in other.fields else other
        if other is not None and not any(other is pair.new for pair in kept):
            kept.append(Kept(entry, other))
    gone = [e for e in olds if not any(e is pair.old for pair in kept)]
    come = [e for e in news if not any(e is pair.new for pair in kept)]
    for entry in list(gone):
        said = _said(old, entry)
        if (same := next((other for other in come if _said(new, other) == said), None)) is not None:
            gone.remove(entry)
            come.remove(same)
            kept.append(Kept(entry, same))
    return kept, gone, come


def _said(book: ReadBook, entry: Entry) -> tuple[dict[str, str], dict[str, list[str]]]:
    values = {path: shown.read for path, shown in book.plain_values(entry).items() if path != "id"}
    return values, {name: [s.compared for s in some] for name, some in book.entry_sentences(entry).items()}
