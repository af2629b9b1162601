"""What has changed in the data of a book: its terms, its rows, and whatever else has an entry."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from rulebook.check.checks.short_and_text import SHORT_FORMS
from rulebook.load.fields import flat_references
from rulebook.load.figures import KIND as FIGURES
from rulebook.load.tables import KIND as TABLES
from rulebook.model import Entry, EntrySet
from rulebook.printing.change import (
    ADDED,
    CHANGED,
    DRAWN_ANEW,
    ELSEWHERE,
    ENTRIES,
    ENTRY,
    FIGURE,
    REMOVED,
    RENAMED,
    REWORDED,
    ROW,
    TABLE,
    TERM,
    Change,
)
from rulebook.printing.compared import ReadBook, Shown
from rulebook.printing.matched import Kept, matched
from rulebook.printing.pairing import Pair, pairs
from rulebook.printing.standing import Standing
from rulebook.printing.told import Told
from rulebook.printing.words import Weight, weight

# By which forms prose names a term: no reader sees them. Where a list has it says nothing.
_NOT_SHOWN, _LISTED = frozenset({"id", "name", "forms"}), "listed"
_REFERENCE = "reference"
_MOST_IN_ORDER = 12
# What is said of a figure to who cannot see it.
_ALTERNATIVE = "alternative"
# What stands below it.
_BELOW = "caption"
# What its drawing is given.
_DRAWN = "values"


class EntryChanges:
    """The entries of two books compared: first `plain`, then `prose`, which may follow from any of the first."""

    def __init__(self, old: ReadBook, new: ReadBook, before: Standing, after: Standing, told: Told) -> None:
        self.old, self.new = old, new
        self.before, self.after = before, after
        self.told = told
        self.kept: list[Kept] = []
        self._old: dict[str, Entry] = {}  # the entries of the old book by the anchors that they have now

    def plain(self) -> None:
        """Tell of the entries that have come or gone or have another name, and of values that are no prose."""
        for set_id in dict.fromkeys((*self.old.book.sets, *self.new.book.sets)):
            old, new = self.old.book.sets.get(set_id), self.new.book.sets.get(set_id)
            if (new or old).kind == TABLES:  # type: ignore[union-attr]
                continue
            kept, gone, come = matched(self.old, self.new, old, new)
            self.kept += kept
            self._old |= {pair.new.anchor: pair.old for pair in kept}
            for entry in (entry for entry in gone if _seen(entry, self.before)):
                said = self._said(self.old, self.before, entry)
                self._tell(self._change(entry, said, "", REMOVED, play=self._counts(entry, self.before), gone=True))
            for entry in (entry for entry in come if _seen(entry, self.after)):
                said = self._said(self.new, self.after, entry)
                self._tell(self._change(entry, "", said, ADDED, play=self._counts(entry, self.after)))
            if old is not None and new is not None:
                self._order(old, new, kept)
        # What bears the name of a term bears its new one.
        for pair in sorted(self._seen_in_both(), key=lambda pair: pair.new.set not in self.after.glossaries):
            self._named(pair)
        for pair in self._seen_in_both():
            self._values(pair)

    def prose(self) -> None:
        """Tell of the sentences of entries that differ, but for those that follow from what has been told."""
        for pair in self._seen_in_both():
            self._prose(pair)

    @property
    def same(self) -> Mapping[str, str]:
        """The new anchor of each entry of both books, by its old one."""
        return {pair.old.anchor: pair.new.anchor for pair in self.kept}

    def _seen_in_both(self) -> list[Kept]:
        """What is data alone in one of the two has nothing that could be another for a reader."""
        return [pair for pair in self.kept if _seen(pair.old, self.before) and _seen(pair.new, self.after)]

    def _kind(self, entry: Entry, standing: Standing) -> str:
        if entry.set in standing.glossaries:
            return TERM
        if entry.kind == FIGURES:
            return FIGURE
        return ROW if standing.table_of(entry) else ENTRY

    def _counts(self, entry: Entry, standing: Standing) -> bool:
        """Whether an entry is part of play: no figure, nothing that only quotes, nothing that nobody reads."""
        lint = standing.book.lint
        quoting = {*lint.quoting_sets, *((lint.waivers.set,) if lint.waivers else ())}
        return entry.set not in quoting and entry.kind != FIGURES and standing.counts(entry)

    def _tell(self, change: Change) -> None:
        self.told.data.append(change)

    def _change(self, entry: Entry, old: str, new: str, about: str, *, play: bool, gone: bool = False) -> Change:
        standing, book = (self.before, self.old) if gone else (self.after, self.new)
        place = standing.first.get(entry.anchor) or self.before.first.get(entry.anchor)
        kind = self._kind(entry, standing)
        what = standing.row(entry, book.plain_values(entry), headed=True)
        if kind == ROW:
            was = entry if gone else self._old.get(entry.anchor)
            what = f"{standing.table_of(entry, self.before.tables_with(was) if was else ())}: {what}"
        chapter, section = (place.chapter, place.section) if place else ("", "")
        return Change(kind, what, old, new, entry.anchor, chapter, play, about, section=section)

    def _said(self, book: ReadBook, standing: Standing, entry: Entry) -> str:
        """What an entry that has come or gone says: the values that are shown, and its sentences."""
        heads = standing.heads(entry)
        fields = {
            name: " ".join((*([f"{heads[name]}:"] if name in heads else []), *(sentence.said for sentence in some)))
            for name, some in book.entry_sentences(entry).items()
            if (name == _BELOW if entry.kind == FIGURES else standing.shows(entry, name.partition(".")[0]))
        }
        # A short form says again what the text says.
        full = [said for name, said in fields.items() if name not in SHORT_FORMS]
        prose = " ".join(full or fields.values())
        if entry.kind == FIGURES:
            return prose
        values = {
            path: shown.read
            for path, shown in book.plain_values(entry).items()
            if path not in _NOT_SHOWN and standing.shows(entry, path)
        }
        bare = not prose and not any(path in heads for path in values)
        told = [
            f"{heads.get(path, _named(path))} {value or '—'}" for path, value in values.items() if bare or path in heads
        ]
        return ". ".join(filter(None, ("; ".join(told), prose)))

    # Names and values

    def _named(self, pair: Kept) -> None:
        if pair.old.name == pair.new.name or "name" not in pair.new.fields:
            return
        named, causes = self.told.as_it_was_named(pair.new.name)
        if causes and named == pair.old.name:
            for cause in causes:
                cause.said.append((pair.old.name, pair.new.name))
            return
        play = self._counts(pair.new, self.after) and weight(pair.old.name, pair.new.name) is not Weight.NONE
        change = self._change(pair.new, pair.old.name, pair.new.name, RENAMED, play=play)
        self._tell(change)
        self.told.rename(pair.old, pair.new, change)

    def _values(self, pair: Kept) -> None:
        old, new = self.old.plain_values(pair.old), self.new.plain_values(pair.new)
        paths = [path for path in dict.fromkeys((*old, *new)) if not self._same(old.get(path), new.get(path))]
        if pair.new.kind == FIGURES:
            if any(path.partition(".")[0] == _DRAWN for path in paths):
                self._tell(self._change(pair.new, "", "", DRAWN_ANEW, play=False))
            return
        heads = self.after.heads(pair.new)
        parts: dict[bool, list[tuple[str, str, str]]] = {}
        for path in paths:
            if path not in _NOT_SHOWN and self.before.shows(pair.old, path) and self.after.shows(pair.new, path):
                was, now = (shown[path].read if path in shown else "" for shown in (old, new))
                play = self._weighs(pair, path, was, now)
                parts.setdefault(play, []).append((heads.get(path, _named(path)), was, now))
        for play, some in parts.items():
            was, now = ("; ".join(f"{part[0]} {part[side] or '—'}" for part in some) for side in (1, 2))
            self._tell(self._change(pair.new, was, now, CHANGED, play=play))

    def _same(self, old: Shown | None, new: Shown | None) -> bool:
        """Whether a value is the same, or another only because something it names has another name."""
        if old is None or new is None:
            return old is new
        if old.written == new.written or old.read == new.read:
            return True
        return self.told.as_it_was_named(new.read)[0] == old.read

    def _weighs(self, pair: Kept, path: str, old: str, new: str) -> bool:
        """Whether a change of a value is one in play."""
        name = path.partition(".")[0]
        if name == _LISTED or not self._counts(pair.new, self.after) or self._refers(pair, name):
            return False
        return weight(old, new) is not Weight.NONE

    def _refers(self, pair: Kept, name: str) -> bool:
        """Whether a field only says where in the book to look."""
        views = (self.before.book.views.get(pair.old.kind, ()), self.after.book.views.get(pair.new.kind, ()))
        parts = [part for view in views for part in view if part.style == _REFERENCE]
        if any(part.beside == name for part in parts):
            return True
        if not any(part.path[0] == name for part in parts):
            return False
        term = pair.new.set in self.after.glossaries
        return term or all(
            not isinstance(book.book.resolve(reference), Entry)
            for book, entry in ((self.old, pair.old), (self.new, pair.new))
            for reference in flat_references(entry.fields.get(name))
        )

    def _order(self, old: EntrySet, new: EntrySet, kept: list[Kept]) -> None:
        """Tell of rows in another order: one in play where neither a roll nor a name finds a row."""
        ids = {pair.new.id: pair for pair in kept}
        place_of = {pair.old.id: pair.new.id for pair in kept}
        then = [place_of[entry.id] for entry in old.entries if entry.id in place_of]
        now = [entry.id for entry in new.entries if entry.id in ids]
        if then == now or not any(self._counts(pair.new, self.after) for pair in kept):
            return
        entry = ids[now[0]].new
        place = next((p for e in new.entries if (p := self.after.first.get(e.anchor))), None)
        if place is None:
            return
        tables = [table for table in self.new.book.tables.values() if table.set == new.id]
        found = not tables or all(any(c.die or c.row_head for c in table.columns) for table in tables)
        names = []
        for order in (then, now):
            shown = [self.after.row(ids[i].new, self.new.plain_values(ids[i].new)) for i in order]
            names.append(", ".join([*shown[:_MOST_IN_ORDER], *(["…"] if len(shown) > _MOST_IN_ORDER else [])]))
        table = next((place for place in self.after.places if place.placement.target in {t.id for t in tables}), None)
        kind, what, about = ENTRIES, place.head, "now in another order"
        if table is not None:
            kind, what, about = (
                TABLE,
                self.after.table_of(entry) or self.after.caption(table),
                "has its rows in another order",
            )
        change = Change(kind, what, names[0], names[1], entry.anchor, place.chapter, not found, about)
        change.section = place.section
        self._tell(change)

    # Prose

    def _prose(self, pair: Kept) -> None:
        last: Change | None = None
        for field, found in self._sentences(pair):
            if self.told.follows(found.old, found.new) or not found.seen:
                continue
            play, about = self._of_sentence(pair.new, field, found)
            old, new = (sentence.said if sentence else "" for sentence in (found.old, found.new))
            words = ("" if found.moved or found.marks or found.elsewhere else old), new
            if last is not None and field in SHORT_FORMS and found.new is not None:
                # It says again what the text says.
                last.said.append(words)
                last.play = last.play or play
                continue
            last = self._change(pair.new, *words, about, play=play)
            self._tell(last)

    def _of_sentence(self, entry: Entry, field: str, pair: Pair) -> tuple[bool, str]:
        # What stands in a figure and below it is read with the rules; what is said in its place is not.
        shown = entry.kind == FIGURES and field.partition(".")[0] != _ALTERNATIVE
        counts = shown or self._counts(entry, self.after)
        if pair.moved:
            return counts and not pair.free, "now in another order"
        if pair.old is None or pair.new is None:
            return counts, ADDED if pair.old is None else REMOVED
        if pair.marks:
            return False, pair.marks
        if pair.elsewhere:
            return counts, ELSEWHERE
        weighs = weight(pair.old.compared, pair.new.compared)
        if weighs is Weight.DOUBTFUL and counts:
            return True, REWORDED
        changed = "redefined" if entry.set in self.after.glossaries and weighs is not Weight.NONE else CHANGED
        return counts and weighs is not Weight.NONE, changed

    def _sentences(self, pair: Kept) -> Iterator[tuple[str, Pair]]:
        """The sentences that differ, each with its field; the short forms come last."""
        old, new = self.old.entry_sentences(pair.old), self.new.entry_sentences(pair.new)
        for name in sorted(dict.fromkeys((*old, *new)), key=lambda name: name in SHORT_FORMS):
            top = name.partition(".")[0]
            if pair.new.kind == FIGURES or (self.before.shows(pair.old, top) and self.after.shows(pair.new, top)):
                yield from ((name, found) for found in pairs(old.get(name, ()), new.get(name, ())))


def _seen(entry: Entry, standing: Standing) -> bool:
    """Whether anybody ever has something of an entry before them."""
    return entry.kind == FIGURES or standing.counts(entry)


def _named(path: str) -> str:
    """The path of a value that has no head, in words."""
    return re.sub(r"[._-]", " ", path)
