"""The data of a book: values, the entries that have them, the sets of entries, and the tables that view a set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from rulebook.model.prose import Block, Filter
from rulebook.source import Position


def _no_keys() -> Mapping[str, Position]:
    return _NO_KEYS


_NO_KEYS: Mapping[str, Position] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Word:
    """A short value as the author typed it; nothing in it is markup."""

    text: str
    position: Position


@dataclass(frozen=True, slots=True)
class Number:
    """An integer, with the form in which it was written."""

    value: int
    text: str
    position: Position


@dataclass(frozen=True, slots=True)
class Flag:
    """A truth value."""

    value: bool
    text: str
    position: Position


@dataclass(frozen=True, slots=True)
class Prose:
    """Text in Markdown: paragraphs and lists."""

    blocks: tuple[Block, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Reference:
    """The id of another thing, which must stand in one of `sets`; `parameter` is the value it is given, and where its
    text stands."""

    sets: tuple[str, ...]
    id: str
    parameter: str | None
    position: Position
    parameter_position: Position | None = None


@dataclass(frozen=True, slots=True)
class Items:
    """A list of values."""

    values: tuple[Value, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Record:
    """Named values.

    `keys` are the places of those of its names that the author chose, and that no schema knows.
    """

    fields: Mapping[str, Value]
    position: Position
    keys: Mapping[str, Position] = field(default_factory=_no_keys, compare=False, repr=False)

    def at(self, *path: str | int) -> Position:
        """The place of the value to which these names and numbers lead; where there is none, of what would hold it."""
        found: Value = self
        for step in path:
            inner: Value | None = None
            if isinstance(found, Record) and isinstance(step, str):
                inner = found.fields.get(step)
            elif isinstance(found, Items) and isinstance(step, int) and step < len(found.values):
                inner = found.values[step]
            if inner is None:
                break
            found = inner
        return found.position


@dataclass(frozen=True, slots=True)
class Computed:
    """A value that the rules compute: an expression in the language of formulas, as the author typed it."""

    text: str
    position: Position


Value = Word | Number | Flag | Prose | Reference | Items | Record | Computed


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing of a set: a weapon, a term, a row of a roll table."""

    set: str
    kind: str
    id: str
    fields: Mapping[str, Value]
    position: Position

    def word(self, name: str) -> str:
        """A short field's text; empty when the entry has no such field."""
        value = self.fields.get(name)
        return value.text if isinstance(value, Word | Number | Flag) else ""

    def words(self, name: str) -> tuple[str, ...]:
        """The texts of a field that is a list of short values; empty when the entry has no such field."""
        value = self.fields.get(name)
        if not isinstance(value, Items):
            return ()
        return tuple(v.text for v in value.values if isinstance(v, Word | Number | Flag))

    @property
    def name(self) -> str:
        return self.word("name") or self.id

    @property
    def anchor(self) -> str:
        return f"{self.set}:{self.id}"

    def value_as_written(self, name: str) -> str | None:
        """A field's value as the author typed it, for filters; None when it is absent or not a single value."""
        match self.fields.get(name):
            case Word(text=text) | Number(text=text) | Flag(text=text):
                return text
            case Reference(id=id_):
                return id_
            case _:
                return self.id if name == "id" else None


@dataclass(frozen=True, slots=True)
class EntrySet:
    """The entries of one file, in the author's order.

    `dropped` are the ids of entries that have faults, and `faulty` those entries as far as they could be read; an
    `opaque` set is one whose file could not be read, or not all of it, so that entries may be missing. Neither makes a
    second fault of what refers to it.
    """

    id: str
    kind: str
    entries: tuple[Entry, ...]
    position: Position
    dropped: frozenset[str] = frozenset()
    opaque: bool = False
    faulty: tuple[Entry, ...] = ()

    def where(self, filters: tuple[Filter, ...]) -> tuple[Entry, ...]:
        """The entries that satisfy every filter."""
        return tuple(e for e in self.entries if all(e.value_as_written(f.field) == f.value for f in filters))


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its head, the path of its value in an entry, its alignment, its die.

    The cells of a column of `words` are bare words, whatever they mean elsewhere: no use of a term.
    """

    head: str
    path: tuple[str, ...]
    align: str
    die: str | None
    row_head: bool
    position: Position
    words: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A view of a set as rows and columns."""

    id: str
    caption: str
    set: str
    filters: tuple[Filter, ...]
    columns: tuple[Column, ...]
    position: Position
