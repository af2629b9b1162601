"""What has changed in the data of a book: its terms, its rows, and whatever else has an entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulebook.check.checks.short_and_text import SHORT_FORMS
from rulebook.load.fields import flat_references
from rulebook.load.figures import KIND as FIGURES
from rulebook.load.tables import KIND as TABLES
from rulebook.model import Entry, EntrySet
from rulebook.printing.change import ENTRY, ORDER, REWORDED, ROW, TERM, TITLE, Change
from rulebook.printing.compared import ReadBook, Shown
from rulebook.printing.pairing import Pair, pairs
from rulebook.printing.standing import Standing
from rulebook.printing.told import Told
from rulebook.printing.words import Weight, weight

# By which forms prose names a term, and where a list has it: no reader sees the first, and the second says nothing.
_FORMS = frozenset({"forms", "listed"})
_REFERENCE = "reference"
_MOST_IN_ORDER = 12
# What is said of a figure to who cannot see it.
_ALTERNATIVE = "alternative"


@dataclass(frozen=True, slots=True)
class _Kept:
    """An entry of both books."""

    old: Entry
    new: Entry


class EntryChanges:
    """The entries of two books compared: first `plain`, then `prose`, which may follow from any of the first."""

    def __init__(self, old: ReadBook, new: ReadBook, before: Standing, after: Standing, told: Told) -> None:
        self.old, self.new = old, new
        self.before, self.after = before, after
        self.told = told
        self.kept: list[_Kept] = []

    def plain(self) -> None:
        """Tell of the entries that have come or gone or have another name, and of values that are no prose."""
        for set_id in dict.fromkeys((*self.old.book.sets, *self.new.book.sets)):
            old, new = self.old.book.sets.get(set_id), self.new.book.sets.get(set_id)
            if (new or old).kind == TABLES:  # type: ignore[union-attr]
                continue
            kept, gone, come = self._matched(old.entries if old else (), new.entries if new else ())
            self.kept += kept
            for entry in gone:
                said = self._said(self.old, self.before, entry)
                self._tell(self._change(entry, said, "", "removed", play=self._counts(entry, self.before), gone=True))
            for entry in come:
                said = self._said(self.new, self.after, entry)
                self._tell(self._change(entry, "", said, "added", play=self._counts(entry, self.after)))
            if old is not None and new is not None:
                self._order(old, new, kept)
        # What bears the name of a term bears its new one.
        for pair in sorted(self.kept, key=lambda pair: pair.new.set not in self.after.glossaries):
            self._named(pair)
        for pair in self.kept:
            self._values(pair)

    def prose(self) -> None:
        """Tell of the sentences of entries that differ, but for those that follow from what has been told."""
        for pair in self.kept:
            self._prose(pair)

    def _matched(
        self, olds: tuple[Entry, ...], news: tuple[Entry, ...]
    ) -> tuple[list[_Kept], list[Entry], list[Entry]]:
        """The entries of a set: those of both books, those that are gone, those that are new."""
        # Whoever reads the book sees names, and no ids: what has the same name is the same, whatever its id is now.
        named = {e.name: e for e in news if "name" in e.fields}
        same_id = {e.id: e for e in news}
        names = {e.name for e in olds}
        kept: list[_Kept] = []
        for entry in olds:
            other = named.get(entry.name) if "name" in entry.fields else None
            if other is None and (other := same_id.get(entry.id)) is not None and other.name in names - {entry.name}:
                # It has become another thing of the set.
                other = None if "name" in other.fields else other
            if other is not None and not any(other is pair.new for pair in kept):
                kept.append(_Kept(entry, other))
        gone = [e for e in olds if not any(e is pair.old for pair in kept)]
        come = [e for e in news if not any(e is pair.new for pair in kept)]
        for entry in list(gone):
            if (same := next((other for other in come if self._alike(entry, other)), None)) is not None:
                gone.remove(entry)
                come.remove(same)
                kept.append(_Kept(entry, same))
        return kept, gone, come

    def _alike(self, old: Entry, new: Entry) -> bool:
        texts = []
        for book, entry in ((self.old, old), (self.new, new)):
            values = {path: shown.read for path, shown in book.plain_values(entry).items() if path != "id"}
            texts.append((values, {n: [s.text for s in some] for n, some in book.entry_sentences(entry).items()}))
        return texts[0] == texts[1]

    def _kind(self, entry: Entry, standing: Standing) -> str:
        if entry.set in standing.glossaries:
            return TERM
        if entry.kind == FIGURES:
            return TITLE
        return ROW if entry.set in standing.rows else ENTRY

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
        own = entry.word("name") or entry.id.replace("-", " ")
        what = standing.rows[entry.set].of(entry, book.plain_values(entry)) if kind == ROW else own
        chapter, section = (place.chapter, place.section) if place else ("", "")
        return Change(kind, what, old, new, entry.anchor, chapter, play, about, section=section)

    def _said(self, book: ReadBook, standing: Standing, entry: Entry) -> str:
        """What an entry that has come or gone says: its sentences, or the values that are shown."""
        fields = book.entry_sentences(entry)
        # A short form says again what the text says.
        full = [s.text for name, some in fields.items() if name not in SHORT_FORMS for s in some]
        if prose := full or [s.text for some in fields.values() for s in some]:
            return " ".join(prose)
        heads = self._heads(entry, standing)
        values = {path: shown.read for path, shown in book.plain_values(entry).items() if path not in ("id", "name")}
        return "; ".join(
            f"{heads.get(path, path)} {value or '—'}" for path, value in values.items() if not heads or path in heads
        )

    def _heads(self, entry: Entry, standing: Standing) -> Mapping[str, str]:
        return standing.rows[entry.set].heads if entry.set in standing.rows else {}

    # Names and values

    def _named(self, pair: _Kept) -> None:
        if pair.old.name == pair.new.name or "name" not in pair.new.fields:
            return
        named, causes = self.told.as_it_was_named(pair.new.name)
        if causes and named == pair.old.name:
            for cause in causes:
                cause.said.append((pair.old.name, pair.new.name))
            return
        play = self._counts(pair.new, self.after) and weight(pair.old.name, pair.new.name) is not Weight.NONE
        change = self._change(pair.new, pair.old.name, pair.new.name, "renamed", play=play)
        self._tell(change)
        self.told.rename(pair.old, pair.new, change)

    def _values(self, pair: _Kept) -> None:
        old, new = self.old.plain_values(pair.old), self.new.plain_values(pair.new)
        heads = self._heads(pair.new, self.after)
        parts: dict[tuple[bool, str], list[tuple[str, str, str]]] = {}
        for path in dict.fromkeys((*old, *new)):
            if path in ("id", "name") or self._same(old.get(path), new.get(path)):
                continue
            was, now = (shown[path].read if path in shown else "" for shown in (old, new))
            play, about = self._weighed(pair, path, was, now)
            parts.setdefault((play, about), []).append((heads.get(path, path.replace(".", " ")), was, now))
        for (play, about), some in parts.items():
            was, now = ("; ".join(f"{part[0]} {part[side] or '—'}" for part in some) for side in (1, 2))
            self._tell(self._change(pair.new, was, now, about, play=play))

    def _same(self, old: Shown | None, new: Shown | None) -> bool:
        """Whether a value is the same, or another only because something it names has another name."""
        if old is None or new is None:
            return old is new
        if old.written == new.written or old.read == new.read:
            return True
        return self.told.as_it_was_named(new.read)[0] == old.read

    def _weighed(self, pair: _Kept, path: str, old: str, new: str) -> tuple[bool, str]:
        """Whether a change of a value is one in play, and what has happened to it."""
        name = path.partition(".")[0]
        if name in _FORMS or not self._counts(pair.new, self.after) or self._refers(pair, name):
            return False, "changed"
        if not self.after.shows(pair.new, path) and not self.before.shows(pair.old, path):
            return False, "changed"
        weighs = weight(old, new)
        return weighs is not Weight.NONE, "changed"

    def _refers(self, pair: _Kept, name: str) -> bool:
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

    def _order(self, old: EntrySet, new: EntrySet, kept: list[_Kept]) -> None:
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
            shown = [self._row(ids[i].new) for i in order]
            names.append(", ".join([*shown[:_MOST_IN_ORDER], *(["…"] if len(shown) > _MOST_IN_ORDER else [])]))
        what = self.after.rows[new.id].under if new.id in self.after.rows else place.head
        change = Change(ORDER, what, names[0], names[1], entry.anchor, place.chapter, not found, "order of rows")
        change.section = place.section
        self._tell(change)

    def _row(self, entry: Entry) -> str:
        if "name" in entry.fields or entry.set not in self.after.rows:
            return entry.name
        rows = self.after.rows[entry.set]
        shown = self.new.plain_values(entry)
        return shown[rows.path].read if rows.path in shown else entry.id

    # Prose

    def _prose(self, pair: _Kept) -> None:
        last: Change | None = None
        for field, found in self._sentences(pair):
            if self.told.follows(found.old, found.new):
                continue
            play, about = self._of_sentence(pair.new, field, found)
            words = ("", _texts(found)[1]) if found.moved else _texts(found)
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
            return counts and not pair.free, "order of sentences"
        if pair.old is None or pair.new is None:
            return counts, "added" if pair.old is None else "removed"
        weighs = weight(pair.old.text, pair.new.text)
        if weighs is Weight.DOUBTFUL and counts:
            return True, REWORDED
        changed = "redefined" if entry.set in self.after.glossaries and weighs is not Weight.NONE else "changed"
        return counts and weighs is not Weight.NONE, changed

    def _sentences(self, pair: _Kept) -> Iterator[tuple[str, Pair]]:
        """The sentences that differ, each with its field; the short forms come last."""
        old, new = self.old.entry_sentences(pair.old), self.new.entry_sentences(pair.new)
        for name in sorted(dict.fromkeys((*old, *new)), key=lambda name: name in SHORT_FORMS):
            yield from ((name, found) for found in pairs(old.get(name, ()), new.get(name, ())))


def _texts(pair: Pair) -> tuple[str, str]:
    """Both sentences as they are printed; empty where there is none."""
    return pair.old.text if pair.old else "", pair.new.text if pair.new else ""
