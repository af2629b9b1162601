"""Other words for a written name: those that the same place could print."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook.model import Book, Entry, Items, Word
from rulebook.rules.bound import Bound, BoundBook
from rulebook.rules.expression.syntax import TextLiteral, nodes

# More than a reader would try, and enough for any choice to matter.
_MOST = 12


def other_names(bound: Bound, rules: BoundBook) -> tuple[str, ...]:
    """What could stand in the place of a bound name, the likeliest first.

    The name of another entry of a set that has this one; another text of the formulas that print it; another word of
    the entries that they read. In a list (`A, B and C`) the first name gives way to one that is not in it.
    """
    written = bound.written
    listed = re.split(r",? and |, ", written)
    first = listed[0]
    found = dict.fromkeys((*_of_sets(rules.book, first), *_of_formulas(bound, rules), *_of_entries(bound, rules.book)))
    others = [name for name in found if name and name not in listed and not re.search(r"[\[\]*`{}\n]", name)]
    return tuple(name + written[len(first) :] for name in others if _folded(name) != _folded(first))[:_MOST]


def _folded(name: str) -> str:
    return name[:1].casefold() + name[1:]


def _of_sets(book: Book, name: str) -> Iterator[str]:
    for entry_set in book.sets.values():
        names = [entry.name for entry in entry_set.entries]
        if any(_folded(name) in (_folded(entry.name), entry.id) for entry in entry_set.entries):
            yield from names


def _of_formulas(bound: Bound, rules: BoundBook) -> Iterator[str]:
    used = bound.evaluation.used if bound.evaluation is not None else None
    for name in sorted(used.formulas | used.values) if used is not None else ():
        definition = rules.definitions.get(name)
        if definition is not None:
            yield from (n.text for n in nodes(definition.expression.root) if isinstance(n, TextLiteral))


def _of_entries(bound: Bound, book: Book) -> Iterator[str]:
    used = bound.evaluation.used if bound.evaluation is not None else None
    for cell in sorted(used.cells) if used is not None else ():
        entry = book.entry(cell.set, cell.id)
        if entry is not None:
            yield from _words(entry, cell.field)


def _words(entry: Entry, field: str) -> Iterator[str]:
    value = entry.fields.get(field)
    match value:
        case Word(text=text):
            yield text
        case Items(values=values):
            yield from (v.text for v in values if isinstance(v, Word))
        case _:
            return
