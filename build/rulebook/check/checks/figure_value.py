"""E108: a value of a figure that the rules do not give."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.check.check import Check, Sample
from rulebook.check.uncomputed import uncomputed
from rulebook.finding import Finding
from rulebook.model import Book
from rulebook.texts import figure_crumbs


def _run(book: Book) -> Iterator[Finding]:
    for figure in book.figures.values():
        crumbs = figure_crumbs(book, figure)
        for name, value in figure.values.items():
            why = uncomputed(book, value)
            if why is not None:
                message = f"the value ‘{name}’ of the figure ‘{figure.title}’ cannot be computed{why.fault}"
                yield Finding(CHECK.code, why.position, message, why.hint, breadcrumb=crumbs, found=value.text)


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
