"""Mutants of what is shown: the numbers in the formulas of products, and in the values of figures.

No check compares what these come to, and nothing finds that one is another: how many lines there are to write on, how
many tokens to cut out, which cases a figure draws. They are choices that no rule states, and have one source.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulebook.load.declared import product_names
from rulebook.load.product_formulas import formulas_of_product
from rulebook.model import Book, Computed
from rulebook.mutate.definitions import number_literals_of
from rulebook.mutate.mutant import Change, Kind, Mutant, Place

SHOWN = frozenset({Kind.PRODUCT, Kind.FIGURE})
"""The kinds of these mutants."""


def shown_mutants(book: Book) -> Iterator[Mutant]:
    """Every mutant of every product, and of every figure, in the author's order."""
    for product in product_names(book.root):
        for formula in formulas_of_product(book, product):
            yield from _of_formula(Kind.PRODUCT, f"{product} › {formula.name}", formula.value)
    for figure in book.figures.values():
        for name, value in figure.values.items():
            yield from _of_formula(Kind.FIGURE, f"{figure.id} › {name}", value)


def _of_formula(kind: Kind, subject: str, formula: Computed) -> Iterator[Mutant]:
    for start, end, others in number_literals_of(formula.text):
        text = formula.text
        changes = tuple(
            Change(other, formula, replace(formula, text=text[:start] + other + text[end:])) for other in others
        )
        yield Mutant(kind, subject, Place(formula.position, text, start), text[start:end], changes)
