"""What has changed in how data is printed: the columns and rows of tables, the parts of entries, and what is placed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulebook.model import Column, Entry, EntryPart, Filter, Table
from rulebook.printing.change import ENTRY, ORDER, TABLE, TITLE, Change
from rulebook.printing.compared import ReadBook
from rulebook.printing.standing import Place, Standing, dotted
from rulebook.printing.words import Weight, weight

# A part that only says where to look, and one that is quoted, rule nothing.
_NO_RULES = frozenset({"reference", "quote"})


class TableChanges:
    """The tables, the views and the directives of two books compared."""

    def __init__(self, old: ReadBook, new: ReadBook, before: Standing, after: Standing) -> None:
        self.old, self.new = old, new
        self.before, self.after = before, after

    def changes(self) -> Iterator[Change]:
        """Every change, in no order."""
        for id_, table in self.new.book.tables.items():
            before = self.old.book.tables.get(id_)
            if before is not None and f"table:{id_}" in self.after.first and f"table:{id_}" in self.before.first:
                yield from self._table(before, table)
        for kind in dict.fromkeys((*self.old.book.views, *self.new.book.views)):
            yield from self._view(kind, self.old.book.views.get(kind, ()), self.new.book.views.get(kind, ()))
        yield from self._placed()

    # Tables

    def _table(self, old: Table, new: Table) -> Iterator[Change]:
        if old.caption != new.caption:
            yield self._of_table(new, "the caption", old.caption, new.caption, play=False, kind=TITLE)
        if old.set != new.set or old.filters != new.filters:
            rows = [self._rows(book, table) for book, table in ((self.old, old), (self.new, new))]
            if rows[0] != rows[1]:
                yield self._of_table(new, "which rows stand in it", ", ".join(rows[0]), ", ".join(rows[1]), play=True)
        yield from self._columns(new, old.columns, new.columns)

    def _rows(self, book: ReadBook, table: Table) -> list[str]:
        return [self._row(book, entry) for entry in book.book.sets[table.set].where(table.filters)]

    def _row(self, book: ReadBook, entry: Entry) -> str:
        standing = self.before if book is self.old else self.after
        if "name" in entry.fields or entry.set not in standing.rows:
            return entry.name
        shown = book.plain_values(entry)
        path = standing.rows[entry.set].path
        return shown[path].read if path in shown else entry.id

    def _columns(self, table: Table, olds: Sequence[Column], news: Sequence[Column]) -> Iterator[Change]:
        before, after = {dotted(c): c for c in olds}, {dotted(c): c for c in news}
        # Of two that show one thing, the one that has kept its head is the same.
        after |= {dotted(c): c for c in news if dotted(c) in before and before[dotted(c)].head == c.head}
        gone = [c for path, c in before.items() if path not in after]
        come = [c for path, c in after.items() if path not in before]
        # Two columns may come to show one thing: the one whose head showed something else is told of.
        come += [c for c in news if c is not after[dotted(c)] and any(c.head == g.head for g in gone)]
        for column in list(gone):
            # Under a head of its own stands something else.
            other = next((c for c in come if c.head == column.head), None)
            if other is not None:
                gone.remove(column)
                come.remove(other)
                words = (" ".join(c.path).replace("-", " ") for c in (column, other))
                yield self._of_table(table, f"the column ‘{column.head}’ shows something else", *words, play=True)
        for column in gone:
            yield self._of_table(table, "column removed", _head(column), "", play=True)
        for column in come:
            yield self._of_table(table, "column added", "", _head(column), play=True)
        both = [(before[path], after[path]) for path in before if path in after]
        exchanged = {(one.head, one.die) for one, _ in both} == {(two.head, two.die) for _, two in both}
        for one, two in both:
            if (one.head, one.die) != (two.head, two.die):
                about = "the column shows something else" if exchanged else "the head of a column"
                play = one.die != two.die or exchanged or weight(one.head, two.head) is not Weight.NONE
                yield self._of_table(table, about, _head(one), _head(two), play=play)
        orders = [[dotted(c) for c in some if dotted(c) in before and dotted(c) in after] for some in (olds, news)]
        if orders[0] != orders[1] and [c.head for c in olds] != [c.head for c in news]:
            heads = (", ".join(c.head for c in some) for some in (olds, news))
            yield self._of_table(table, "order of columns", *heads, play=False, kind=ORDER)

    def _of_table(self, table: Table, about: str, old: str, new: str, *, play: bool, kind: str = TABLE) -> Change:
        place = self.after.first[f"table:{table.id}"]
        what = table.caption or place.head
        change = Change(kind, what, old, new, f"table:{table.id}", place.chapter, play, about)
        change.section = place.section
        return change

    # Views

    def _view(self, kind: str, olds: Sequence[EntryPart], news: Sequence[EntryPart]) -> Iterator[Change]:
        place = self._place_of(kind)
        if place is None:
            return
        before, after = {p.path: p for p in olds}, {p.path: p for p in news}
        for path in dict.fromkeys((*before, *after)):
            one, two = before.get(path), after.get(path)
            if one is None or two is None:
                part = one or two
                assert part is not None
                play = part.style not in _NO_RULES and self._has(kind, path)
                name = part.lead.rstrip(":") or " ".join(path).replace("-", " ")
                old, new = (name, "") if two is None else ("", name)
                about = "no longer printed" if two is None else "printed now"
                yield self._of_view(place, about, old, new, play=play)
            elif one.lead != two.lead:
                play = weight(one.lead, two.lead) is not Weight.NONE
                yield self._of_view(place, "the words before a part", one.lead, two.lead, play=play)

    def _of_view(self, place: Place, about: str, old: str, new: str, *, play: bool) -> Change:
        return Change(ENTRY, place.head, old, new, place.section, place.chapter, play, about, section=place.section)

    def _place_of(self, kind: str) -> Place | None:
        """Where entries of a kind are printed first, by a directive that sets them with all their parts."""
        sets = {s.id for s in self.new.book.sets.values() if s.kind == kind}
        return next((p for p in self.after.places if p.placement.target in sets and _whole(p)), None)

    def _has(self, kind: str, path: tuple[str, ...]) -> bool:
        """Whether any entry of a kind has a field."""
        sets = (s for s in self.old.book.sets.values() if s.kind == kind)
        return any(path[0] in entry.fields for entry_set in sets for entry in entry_set.entries)

    # What is placed

    def _placed(self) -> Iterator[Change]:
        yield from self._gone(self.before, self.after, "no longer printed")
        yield from self._gone(self.after, self.before, "printed now")

    def _gone(self, here: Standing, there: Standing, about: str) -> Iterator[Change]:
        """What one of the two books prints in some way in which the other does not, by directive."""
        kept = {e.anchor for s in there.book.sets.values() for e in s.entries}
        found: dict[tuple[str, str, str, tuple[Filter, ...]], tuple[Place, str, list[Entry]]] = {}
        for anchor, ways in here.ways.items():
            for way, place in ways.items():
                if anchor not in kept or way in there.ways.get(anchor, {}) or self._table_of_both(way, place):
                    continue
                placement = place.placement
                key = (place.chapter, placement.directive, placement.target, placement.filters)
                entry = here.book.entry(*anchor.split(":", 1))
                assert entry is not None
                found.setdefault(key, (place, way, []))[2].append(entry)
        for place, way, entries in found.values():
            # What a reader had in another way already is printed twice now; what they no longer have so may be missed.
            new = about == "printed now"
            known = all(entry.anchor in there.ways for entry in entries)
            book = self.new if new else self.old
            names = ", ".join(self._row(book, entry) for entry in entries)
            chapter = place.chapter
            change = Change(TABLE if way.startswith("table") else ENTRY, "", "", "", "", chapter, not (new and known))
            table = here.book.tables.get(place.placement.target) if way.startswith("table") else None
            change.what = (table.caption if table else "") or place.head
            change.anchor = f"table:{table.id}" if table else entries[0].anchor
            change.section, change.about = place.section, about
            change.old, change.new = ("", names) if new else (names, "")
            yield change

    def _table_of_both(self, way: str, place: Place) -> bool:
        """Whether a table stands in both books, which then tells of its rows itself."""
        anchor = f"table:{place.placement.target}"
        return way.startswith("table ") and anchor in self.before.first and anchor in self.after.first


def _whole(place: Place) -> bool:
    return place.placement.directive in ("entries", "list")


def _head(column: Column) -> str:
    return f"{column.head} ({column.die})" if column.die and column.die not in column.head else column.head
