"""Mutants of the data: each range of a roll, and each number of an entry."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from rulebook.load.schema import Schema
from rulebook.load.sets import read_schemas
from rulebook.model import Book, Entry, Items, Number, Record, Reference, Value, Word
from rulebook.mutate.mutant import Change, Kind, Mutant, Place
from rulebook.mutate.written import other_numbers
from rulebook.rules.numbers import Kind as Written
from rulebook.rules.numbers import read_quantity

NO_RESULT = "–"

_RANGE = re.compile(r"([0-9]{1,9})(?:–([0-9]{1,9}))?")
_NUMBERS = (Written.NUMBER, Written.PERCENT, Written.FRACTION)

Path = tuple[str, ...]


def data_mutants(book: Book) -> Iterator[Mutant]:
    """Every mutant of every entry, in the author's order."""
    rolls = _roll_paths(book)
    for entry_set in book.sets.values():
        paths = rolls.get(entry_set.id, frozenset())
        for entry in entry_set.entries:
            for name, value in entry.fields.items():
                if name not in ("id", "name"):
                    yield from _of_value(entry, name, (name,), value, paths)


def entry_of(book: Book, mutant: Mutant) -> Entry | None:
    """The entry of the book that a mutant of the data changes."""
    set_id, _, entry_id = mutant.subject.partition(":")
    return book.entry(set_id, entry_id)


def _roll_paths(book: Book) -> Mapping[str, frozenset[Path]]:
    """Of each set, the paths of the values that are ranges of a roll: by its schema, or by the die of a column."""
    schemas = read_schemas(book.root, book.root / "content" / "schemas", [])
    found: dict[str, set[Path]] = {}
    for entry_set in book.sets.values():
        schema = schemas.get(entry_set.kind)
        found[entry_set.id] = set(_in_schema(schema, ())) if schema is not None else set()
    for table in book.tables.values():
        found.setdefault(table.set, set()).update(column.path for column in table.columns if column.die is not None)
    return {set_id: frozenset(paths) for set_id, paths in found.items()}


def _in_schema(schema: Schema, path: Path) -> Iterator[Path]:
    if schema.get("x-roll") is True:
        yield path
    for name, inner in schema.get("properties", {}).items():
        yield from _in_schema(inner, (*path, name))


def _of_value(entry: Entry, field: str, path: Path, value: Value, rolls: frozenset[Path]) -> Iterator[Mutant]:
    match value:
        case Word(text=text) if path in rolls:
            for after in other_ranges(text):
                yield _mutant(
                    Kind.RANGE, entry, field, value, text, (Change(after, value, replace(value, text=after)),)
                )
        case Word(text=text):
            quantity = read_quantity(text)
            if quantity is not None and quantity.kind in _NUMBERS:
                changes = (Change(after, value, replace(value, text=after)) for after in other_numbers(text))
                yield _mutant(Kind.FIELD, entry, field, value, text, tuple(changes))
        case Number(value=number, text=text):
            changes = (
                Change(str(other), value, replace(value, value=other, text=str(other)))
                for other in (number + 1, number - 1)
            )
            yield _mutant(Kind.FIELD, entry, field, value, text, tuple(changes))
        case Reference(id=id_, parameter=str(parameter)):
            quantity = read_quantity(parameter)
            if quantity is not None and quantity.kind in _NUMBERS:
                changes = (Change(after, value, replace(value, parameter=after)) for after in other_numbers(parameter))
                # Such a reference is a map of one, `id: parameter`, and stands where its id does.
                place = Place(value.position, f"{id_}: {parameter}", len(id_) + 2)
                yield Mutant(Kind.FIELD, entry.anchor, place, parameter, tuple(changes), field)
        case Items(values=values):
            for inner in values:
                yield from _of_value(entry, field, path, inner, frozenset())
        case Record(fields=fields):
            for name, inner in fields.items():
                yield from _of_value(entry, field, (*path, name), inner, rolls)
        case _:
            return


def other_ranges(text: str) -> tuple[str, ...]:
    """What could stand in the place of a range: each bound moved by one, the range removed; a first result for `–`."""
    if text == NO_RESULT:
        return ("1",)
    match = _RANGE.fullmatch(text)
    if match is None:
        return ()
    low, high = int(match[1]), int(match[2] or match[1])
    moved = ((low - 1, high), (low + 1, high), (low, high - 1), (low, high + 1))
    ranges = [str(a) if a == b else f"{a}{NO_RESULT}{b}" for a, b in moved if 0 <= a <= b]
    return (*ranges, NO_RESULT)


def _mutant(kind: Kind, entry: Entry, field: str, value: Value, before: str, changes: tuple[Change, ...]) -> Mutant:
    return Mutant(kind, entry.anchor, Place(value.position, before, 0), before, changes, field)
