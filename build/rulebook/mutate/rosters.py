"""Mutants of the declarations of rosters: each number of their formulas."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulebook.model import Book, RosterKind, Word
from rulebook.mutate.definitions import number_literals_of
from rulebook.mutate.mutant import Change, Kind, Mutant, Place


def roster_mutants(book: Book) -> Iterator[Mutant]:
    """Every mutant of every kind of roster, in the author's order."""
    for kind in book.rosters:
        for name, formula in _formulas(kind):
            for start, end, others in number_literals_of(formula.text):
                for after in others:
                    text = formula.text[:start] + after + formula.text[end:]
                    change = Change(after, formula, replace(formula, text=text))
                    place = Place(formula.position, formula.text, start)
                    yield Mutant(Kind.ROSTER, f"{kind.id} › {name}", place, formula.text[start:end], (change,))


def is_mere_number(mutant: Mutant) -> bool:
    """Whether the formula of a mutant is nothing but a number: a datum, such as a price, and no rule."""
    return mutant.before == mutant.place.text.strip()


def _formulas(kind: RosterKind) -> Iterator[tuple[str, Word]]:
    """The formulas of a declaration, each with what it is called in a report."""
    for field in kind.computed:
        yield field.field, field.value
    for column in (*kind.columns, *kind.shared):
        yield column.head, column.price
    yield "price", kind.price
    yield "limit", kind.limit
    for rule in kind.rules:
        for formula in (rule.each, rule.holds, rule.found):
            if formula is not None:
                yield rule.id, formula
