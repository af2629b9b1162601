"""A roster: its own fields, its members, and each of them as an entry that formulas can look up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from rulebook.model import Book, Entry, EntrySet, Items, OwnRoster, Record, Reference, RosterKind, Value, Word
from rulebook.source import Position

# A field that every roster and member has: the keys that its author typed, so that a rule can ask for one.
GIVEN = "given"


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a roster: its entry, and the fields that the declaration's formulas give it, as they are written."""

    entry: Entry
    computed: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.entry.name

    @property
    def complete(self) -> Entry:
        """The entry with its computed fields; one that the author typed stays as typed."""
        words = {name: Word(text, self.entry.position) for name, text in self.computed.items()}
        return replace(self.entry, fields=MappingProxyType({**words, **self.entry.fields}))


@dataclass(frozen=True, slots=True)
class Roster:
    """A roster of a kind: its name, its own fields as an entry, and its members in the author's order.

    `whole` is false when faults have left members or fields out, so that no rule of the roster as a whole can be told;
    `listed` is how many members its author wrote.
    `own` is true of one that the book itself has.
    """

    kind: RosterKind
    entry: Entry
    members: tuple[Member, ...]
    whole: bool = True
    own: bool = False
    listed: int = 0

    @property
    def name(self) -> str:
        return self.entry.name

    def sets(self, book: Book) -> Mapping[str, EntrySet]:
        """The book's sets with those of the roster."""
        members = tuple(member.complete for member in self.members)
        set_id = members[0].set if members else members_set(self.kind)
        place = self.entry.position
        return MappingProxyType(
            {
                **book.sets,
                self.entry.set: EntrySet(self.entry.set, self.kind.id, (self.entry,), place),
                set_id: EntrySet(set_id, self.kind.id, members, place),
            }
        )


def members_set(kind: RosterKind) -> str:
    """The set that the members of a file stand in; no set of a book has such a name."""
    return f"{kind.id}/{kind.members}"


def roster_entry(kind: RosterKind, record: Record, members: Iterable[Entry], place: Position) -> Entry:
    """A roster's own fields as an entry, with its members, which are listed at `place`."""
    listed = Items(tuple(Reference((m.set,), m.id, None, m.position) for m in members), place)
    fields = MappingProxyType({**with_given(record), kind.members: listed})
    return Entry(f"{kind.id}/{kind.roster}", kind.id, kind.roster, fields, record.position)


def with_given(record: Record) -> Mapping[str, Value]:
    """The fields of a map, and the list of those that its author typed: a default stands where its map begins."""
    place = record.position
    typed = tuple(Word(name, place) for name, value in record.fields.items() if value.position != place)
    return MappingProxyType({**record.fields, GIVEN: Items(typed, place)})


def empty_roster(kind: RosterKind, place: Position) -> Roster:
    """A roster without a name and without members, that stands at `place`."""
    return Roster(kind, roster_entry(kind, Record(MappingProxyType({}), place), (), place), ())


def own_rosters(book: Book) -> Iterator[Roster]:
    """The rosters that the book itself has."""
    for kind in book.rosters:
        for own in kind.own:
            yield _own_roster(book, kind, own)


def _own_roster(book: Book, kind: RosterKind, own: OwnRoster) -> Roster:
    entries = book.sets[own.set.text].entries
    members = tuple(
        Member(replace(entry, fields=with_given(Record(entry.fields, entry.position)))) for entry in entries
    )
    return Roster(kind, roster_entry(kind, own.fields, entries, own.set.position), members, own=True)


def value_at(entry: Entry, path: str) -> Value | None:
    """The value at a path of an entry (`points.brawn`, `gear.0`), or None."""
    value: Value = Record(entry.fields, entry.position)
    for step in path.split("."):
        match value:
            case Record(fields=fields) if step in fields:
                value = fields[step]
            case Items(values=values) if step.isdecimal() and int(step) < len(values):
                value = values[int(step)]
            case _:
                return None
    return value


def position_at(entry: Entry, paths: tuple[str, ...]) -> Position:
    """The place of the first of some paths that the author typed; the entry's own when none is there."""
    for path in paths:
        value = value_at(entry, path)
        if value is not None and value.position != entry.position:
            return value.position
    return entry.position
