"""E108: a value of a figure that the rules do not give."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.check.check import Check, Sample
from rulebook.compose.figure_values import UndrawableError, compute
from rulebook.finding import Finding
from rulebook.model import Book, Computed, Figure
from rulebook.rules.expression import ExpressionError
from rulebook.source import Position


def _run(book: Book) -> Iterator[Finding]:
    for figure in book.figures.values():
        for name, value in figure.values.items():
            try:
                compute(book, value)
            except ExpressionError as error:
                where = f" (in ‘{error.definition}’)" if error.definition else ""
                at = 0 if error.definition else error.start
                yield _finding(book, figure, name, value, f"{where}: {error.message}", error.hint, at)
            except UndrawableError as error:
                yield _finding(book, figure, name, value, f": {error}", "give it a number, a text or a list", 0)


def _finding(book: Book, figure: Figure, name: str, value: Computed, fault: str, hint: str, at: int) -> Finding:
    place = value.position
    message = f"the value ‘{name}’ of the figure ‘{figure.title}’ cannot be computed{fault}"
    crumbs = (book.metadata.title, figure.chapter, figure.title)
    column = Position(place.path, place.line, place.column + at)
    return Finding(CHECK.code, column, message, hint, breadcrumb=crumbs, found=value.text)


def _figure(value: str) -> str:
    return (
        "kind: figure\nentries:\n  - id: track\n    name: The Track\n    chapter: first-race\n"
        "    caption: The line, and a bell on it.\n"
        "    alternative: A line across the page; a bell stands a step beyond it, on the right.\n"
        f"    values:\n      step: {value}\n"
    )


CHECK = Check(
    code="E108",
    name="figure-value",
    summary="a value of a figure cannot be computed from the rules",
    why="A figure is drawn from the rules that the text states, so that its numbers and lengths are those of the book.",
    fails=Sample("content/data/figures.yaml", _figure("strid")),
    passes=Sample("content/data/figures.yaml", _figure("stride")),
    run=_run,
)
