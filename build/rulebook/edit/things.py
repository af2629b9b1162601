"""What a name may stand for in a book: a value, a formula, an entry, a table, or a set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from rulebook.compose.terms import forms_of
from rulebook.load.suggest import did_you_mean, nearest_of
from rulebook.load.tables import KIND as TABLE_KIND
from rulebook.model import Book, Entry
from rulebook.rules.bound import BoundBook


class Kind(Enum):
    """What a thing is."""

    VALUE = "value"
    FORMULA = "formula"
    ENTRY = "entry"
    TABLE = "table"
    SET = "set"


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing of a book: its kind, its name or id, and the set of an entry."""

    kind: Kind
    name: str
    set: str = ""

    def __str__(self) -> str:
        """The name that no other thing has: `value/reach`, `people/anna`, `table/prices`."""
        return f"{self.set or self.kind.value}/{self.name}"


class UnknownThingError(Exception):
    """A name stands for nothing, or for several things; the message says which."""


def find_thing(book: Book, rules: BoundBook, name: str) -> Thing:
    """What a name stands for.

    A name is a value's or a formula's, the id of an entry, its name or one of its forms, or the id of a table; a set's
    where it is nothing else; or any of these after its kind or set and a slash. Raises UnknownThingError.
    """
    things = list(_things(book, rules))
    wanted = name.strip().partition("(")[0].rstrip() if name.strip().endswith(")") else name.strip()
    whole = [t for t in things if str(t) == wanted.replace(":", "/", 1)]
    found = whole or [t for t in things if t.name == wanted and t.kind is not Kind.SET]
    found = found or list(dict.fromkeys(t for t in things if _is_called(book, t, wanted)))
    found = found or [t for t in things if t.name == wanted]
    if len(found) == 1:
        return found[0]
    if found:
        listed = ", ".join(map(str, found))
        raise UnknownThingError(f"‘{name}’ may be one of several: {listed}; name one of these")
    hint = _nearest(book, things, wanted.replace(":", "/", 1))
    message = f"‘{name}’ is no value, formula, term, entry or table of this book"
    raise UnknownThingError(message + (f"; {hint}" if hint else ""))


def _nearest(book: Book, things: Sequence[Thing], wanted: str) -> str:
    """A hint with the thing that is nearly called so; of a name with its kind or set, one of that kind or set first."""
    if "/" in wanted:
        whole = [str(thing) for thing in things]
        beside = [one for one in whole if one.startswith(f"{wanted.partition('/')[0]}/")]
        return nearest_of(wanted, beside) or nearest_of(wanted, whole)
    return did_you_mean(
        wanted, {t.name for t in things} | {form for _, entry in _entries(book) for form in forms_of(entry)}
    )


def entry_of(book: Book, thing: Thing) -> Entry:
    """The entry that a thing of kind ENTRY is. Raises KeyError when it is none."""
    entry = book.entry(thing.set, thing.name)
    if entry is None:
        raise KeyError(str(thing))
    return entry


def _things(book: Book, rules: BoundBook) -> Iterator[Thing]:
    formulas = {text.head for topic in book.rules for text in topic.formulas}
    for name, definer in rules.definers.items():
        yield Thing(Kind.FORMULA if definer.text.head in formulas else Kind.VALUE, name)
    for thing, _ in _entries(book):
        yield thing
    for id_ in book.tables:
        yield Thing(Kind.TABLE, id_)
    for id_ in book.sets:
        yield Thing(Kind.SET, id_)


def _entries(book: Book) -> Iterator[tuple[Thing, Entry]]:
    """Every entry but those that are tables."""
    for entry_set in book.sets.values():
        if entry_set.kind != TABLE_KIND:
            for entry in entry_set.entries:
                yield Thing(Kind.ENTRY, entry.id, entry_set.id), entry


def _is_called(book: Book, thing: Thing, name: str) -> bool:
    if thing.kind is not Kind.ENTRY:
        return False
    return name.casefold() in {form.casefold() for form in forms_of(entry_of(book, thing))}
