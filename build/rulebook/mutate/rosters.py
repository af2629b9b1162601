"""Mutants of the declarations of rosters: each number of their formulas."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulebook.model import Book
from rulebook.mutate.definitions import number_literals_of
from rulebook.mutate.mutant import Change, Kind, Mutant, Place


def roster_mutants(book: Book) -> Iterator[Mutant]:
    """Every mutant of every kind of roster, in the author's order."""
    for kind in book.rosters:
        for name, formula in kind.formulas:
            for start, end, others in number_literals_of(formula.text):
                for after in others:
                    text = formula.text[:start] + after + formula.text[end:]
                    change = Change(after, formula, replace(formula, text=text))
                    place = Place(formula.position, formula.text, start)
                    yield Mutant(Kind.ROSTER, f"{kind.id} › {name}", place, formula.text[start:end], (change,))


def is_mere_number(mutant: Mutant) -> bool:
    """Whether the formula of a mutant is nothing but a number: a datum, such as a price, and no rule."""
    return mutant.before == mutant.place.text.strip()
