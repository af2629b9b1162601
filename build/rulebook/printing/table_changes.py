"""What has changed in how data is printed: the columns and rows of tables, the parts of entries, and what is placed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from rulebook.model import Column, Entry, EntryPart, Table
from rulebook.printing.change import ENTRIES, TABLE, TEXT, Change
from rulebook.printing.compared import ReadBook
from rulebook.printing.standing import Place, Standing, dotted
from rulebook.printing.words import Weight, weight

# A part that only says where to look, and one that is quoted, rule nothing.
_NO_RULES = frozenset({"reference", "quote"})
# The directive that sets the text of entries alone, and the field.
_TEXT = "text"


class TableChanges:
    """The tables, the views and the directives of two books compared."""

    def __init__(
        self,
        old: ReadBook,
        new: ReadBook,
        before: Standing,
        after: Standing,
        same: Mapping[str, str],
        places: Mapping[str, str],
    ) -> None:
        """`same` are the new anchors of the entries of both books by their old ones, `places` old ids by new ones."""
        self.old, self.new = old, new
        self.before, self.after = before, after
        self.same = same
        self.back = {new: old for old, new in same.items()}
        self.places = places

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
            yield self._of_table(new, "has another caption", old.caption, new.caption, play=False)
        yield from self._rows(old, new)
        yield from self._columns(new, old.columns, new.columns)

    def _rows(self, old: Table, new: Table) -> Iterator[Change]:
        """The rows that only one of two tables has; what the other book does not have at all is told of elsewhere."""
        olds = {entry.anchor: entry for entry in self.old.book.sets[old.set].where(old.filters)}
        news = {entry.anchor: entry for entry in self.new.book.sets[new.set].where(new.filters)}
        gone = [entry for anchor, entry in olds.items() if self.same.get(anchor, anchor) not in news]
        come = [entry for anchor, entry in news.items() if self.back.get(anchor, anchor) not in olds]
        was = ", ".join(self._row(self.old, entry) for entry in gone if entry.anchor in self.same)
        now = ", ".join(self._row(self.new, entry) for entry in come if entry.anchor in self.back)
        if was or now:
            about = "has other rows" if was and now else "has lost rows" if was else "has more rows"
            yield self._of_table(new, about, was, now, play=True)

    def _row(self, book: ReadBook, entry: Entry) -> str:
        standing = self.before if book is self.old else self.after
        return standing.row(entry, book.plain_values(entry))

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
                words = (_named(c) for c in (column, other))
                yield self._of_table(table, f"shows something else in the column ‘{column.head}’", *words, play=True)
        for column in gone:
            yield self._of_table(table, "has lost a column", _head(column), "", play=True)
        for column in come:
            yield self._of_table(table, "has a new column", "", _head(column), play=True)
        both = [(before[path], after[path]) for path in before if path in after]
        exchanged = {(one.head, one.die) for one, _ in both} == {(two.head, two.die) for _, two in both}
        for one, two in both:
            if (one.head, one.die) != (two.head, two.die):
                about = "shows something else in a column" if exchanged else "has other words over a column"
                play = one.die != two.die or exchanged or weight(one.head, two.head) is not Weight.NONE
                yield self._of_table(table, about, _head(one), _head(two), play=play)
        orders = [[dotted(c) for c in some if dotted(c) in before and dotted(c) in after] for some in (olds, news)]
        if orders[0] != orders[1] and [c.head for c in olds] != [c.head for c in news]:
            heads = (", ".join(c.head for c in some) for some in (olds, news))
            yield self._of_table(table, "has its columns in another order", *heads, play=False)

    def _of_table(self, table: Table, about: str, old: str, new: str, *, play: bool) -> Change:
        place = self.after.first[f"table:{table.id}"]
        what = table.caption or place.head
        change = Change(TABLE, what, old, new, f"table:{table.id}", place.chapter, play, about)
        change.section = place.section
        return change

    # Views

    def _view(self, kind: str, olds: Sequence[EntryPart], news: Sequence[EntryPart]) -> Iterator[Change]:
        places = _place_of(self.before, kind), _place_of(self.after, kind)
        if places[0] is None or places[1] is None:
            return
        before, after = {p.path: p for p in olds}, {p.path: p for p in news}
        for path in dict.fromkeys((*before, *after)):
            one, two = before.get(path), after.get(path)
            if two is None and one is not None:
                play = one.style not in _NO_RULES and self._has(kind, path)
                yield _of_view(places[0], "no longer show a part", _named(one), "", play=play)
            elif one is None and two is not None:
                play = two.style not in _NO_RULES and self._has(kind, path)
                yield _of_view(places[1], "now show a part", "", _named(two), play=play)
            elif one is not None and two is not None and one.lead != two.lead:
                play = weight(one.lead, two.lead) is not Weight.NONE
                yield _of_view(places[1], "have other words before a part", one.lead, two.lead, play=play)

    def _has(self, kind: str, path: tuple[str, ...]) -> bool:
        """Whether any entry of a kind has a field."""
        sets = (s for s in self.old.book.sets.values() if s.kind == kind)
        return any(path[0] in entry.fields for entry_set in sets for entry in entry_set.entries)

    # What is placed

    def _placed(self) -> Iterator[Change]:
        yield from self._gone(self.before, self.after, self.same)
        yield from self._gone(self.after, self.before, self.back)
        yield from self._moved()

    def _gone(self, here: Standing, there: Standing, same: Mapping[str, str]) -> Iterator[Change]:
        """What one of the two books prints in some way in which the other does not, by directive."""
        found: dict[tuple[str, Place], list[Entry]] = {}
        for anchor, ways in here.ways.items():
            for way, place in ways.items():
                other = same.get(anchor)
                if other is not None and way not in there.ways.get(other, {}) and not self._table_of_both(way, place):
                    entry = here.book.entry(*anchor.split(":", 1))
                    assert entry is not None
                    found.setdefault((way, place), []).append(entry)
        new = here is self.after
        for (way, place), entries in found.items():
            # What a reader had in another way already is printed twice now; what they no longer have so may be missed.
            known = new and all(same[entry.anchor] in there.ways for entry in entries)
            book = self.new if new else self.old
            names = ", ".join(self._row(book, entry) for entry in entries)
            if place.placement.directive == _TEXT:
                names = " ".join(s.said for entry in entries for s in book.entry_sentences(entry).get(_TEXT, ()))
            change = _of_place(here, way, place, entries[0], "now printed" if new else "no longer printed")
            change.play = not known
            change.old, change.new = ("", names) if new else (names, "")
            yield change

    def _moved(self) -> Iterator[Change]:
        """What is printed in the same way under another heading than before, by where it was and is."""
        found: dict[tuple[str, Place, str], list[Entry]] = {}
        for anchor, other in self.same.items():
            was, now = self.before.ways.get(anchor, {}), self.after.ways.get(other, {})
            for way, place in now.items():
                if way in was and was[way].section != self.places.get(place.section, place.section):
                    entry = self.new.book.entry(*other.split(":", 1))
                    assert entry is not None
                    found.setdefault((way, place, was[way].section), []).append(entry)
        for (way, place, section), entries in found.items():
            about = f"moved here from ‘{self.before.titles[section]}’"
            change = _of_place(self.after, way, place, entries[0], about)
            # Of a table all rows have moved.
            change.new = "" if change.kind == TABLE else ", ".join(self._row(self.new, entry) for entry in entries)
            change.play = True
            yield change

    def _table_of_both(self, way: str, place: Place) -> bool:
        """Whether a table stands in both books, which then tells of its rows itself."""
        anchor = f"table:{place.placement.target}"
        return way.startswith("table ") and anchor in self.before.first and anchor in self.after.first


def _place_of(standing: Standing, kind: str) -> Place | None:
    """Where entries of a kind are printed first, by a directive that sets them with all their parts."""
    sets = {s.id for s in standing.book.sets.values() if s.kind == kind}
    return next((p for p in standing.places if p.placement.target in sets and _whole(p)), None)


def _of_view(place: Place, about: str, old: str, new: str, *, play: bool) -> Change:
    return Change(ENTRIES, place.head, old, new, place.section, place.chapter, play, about, section=place.section)


def _of_place(standing: Standing, way: str, place: Place, first: Entry, about: str) -> Change:
    """A change of what is placed somewhere, with neither of its versions."""
    if way.startswith("table "):
        kind, what, anchor = TABLE, standing.caption(place), f"table:{place.placement.target}"
    else:
        kind = TEXT if place.placement.directive == _TEXT else ENTRIES
        what, anchor = place.head, first.anchor
    return Change(kind, what, "", "", anchor, place.chapter, play=False, about=about, section=place.section)


def _named(part: Column | EntryPart) -> str:
    """What a column or a part shows, in words."""
    lead = part.lead.rstrip(":. ") if isinstance(part, EntryPart) else ""
    return lead or re.sub(r"[_-]", " ", " ".join(part.path))


def _whole(place: Place) -> bool:
    return place.placement.directive in ("entries", "list")


def _head(column: Column) -> str:
    return f"{column.head} ({column.die})" if column.die and column.die not in column.head else column.head
