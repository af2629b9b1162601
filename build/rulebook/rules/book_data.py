"""A loaded book's sets as the data that formulas look up."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rulebook.model import (
    Book,
    Computed,
    Entry,
    Flag,
    Items,
    Number,
    Prose,
    Record,
    Reference,
    Value,
    Word,
    inlines,
)
from rulebook.rules.expression.data import FieldList, FieldRecord, FieldValue, Link
from rulebook.source import Position


class BookData:
    """The entries of a book, by set and id. Prose is its text, one space between its lines.

    Beside the sets of the data there are two more, `chapter` (those that are numbered) and `book` (the numbered books),
    whose names no set of the data can have.
    """

    def __init__(self, book: Book) -> None:
        self._book = book
        sets = {id_: {e.id: e for e in found.entries} for id_, found in book.sets.items()}
        sets["chapter"] = {
            c.id: _titled("chapter", c.id, c.title, c.number, c.position) for c in book.chapters if c.number
        }
        sets["book"] = {p.id: _titled("book", p.id, p.title, p.number, p.position) for p in book.parts}
        self._entries: Mapping[str, Mapping[str, Entry]] = MappingProxyType(
            {id_: MappingProxyType(entries) for id_, entries in sets.items()}
        )

        # Asked for each entry by every look-up that finds nothing.
        self._names = {(set_id, id_): e.name for set_id, found in sets.items() for id_, e in found.items()}

    def sets(self) -> tuple[str, ...]:
        return tuple(self._entries)

    def ids(self, set_id: str) -> tuple[str, ...]:
        return tuple(self._entries.get(set_id, ()))

    def name(self, set_id: str, entry_id: str) -> str:
        return self._names.get((set_id, entry_id), entry_id)

    def fields(self, set_id: str, entry_id: str) -> tuple[str, ...]:
        entry = self._entry(set_id, entry_id)
        return tuple(entry.fields) if entry is not None else ()

    def field(self, set_id: str, entry_id: str, name: str) -> FieldValue | None:
        entry = self._entry(set_id, entry_id)
        value = entry.fields.get(name) if entry is not None else None
        return self._plain(value) if value is not None else None

    def _entry(self, set_id: str, entry_id: str) -> Entry | None:
        return self._entries.get(set_id, {}).get(entry_id)

    def _plain(self, value: Value) -> FieldValue:
        match value:
            case Word(text=text) | Computed(text=text):
                return text
            case Number(value=number):
                return number
            case Flag(value=truth):
                return truth
            case Prose(blocks=blocks):
                return " ".join(inline.source for inline in inlines(blocks)).replace("\n", " ")
            case Reference(sets=sets, id=id_, parameter=parameter):
                holder = next((s for s in sets if id_ in self._entries.get(s, {})), sets[0])
                return Link(holder, id_, parameter)
            case Items(values=values):
                return FieldList(tuple(self._plain(item) for item in values))
            case Record(fields=fields):
                return FieldRecord(tuple((name, self._plain(inner)) for name, inner in fields.items()))


def _titled(kind: str, id_: str, title: str, number: int, position: Position) -> Entry:
    """A chapter or a book as an entry: its title for a name, and its number."""
    fields: dict[str, Value] = {"name": Word(title, position), "number": Number(number, str(number), position)}
    return Entry(kind, kind, id_, MappingProxyType(fields), position)
