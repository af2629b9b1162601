"""S105: a figure that says nothing to a reader who cannot see it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook.check.check import Check, Sample
from rulebook.compose.inline import inline_text
from rulebook.finding import Finding
from rulebook.model import Book, Figure, Prose, inlines
from rulebook.plural import counted
from rulebook.texts import figure_crumbs

# Fewer words than this name a figure and do not describe it.
FEWEST_WORDS = 8


def _run(book: Book) -> Iterator[Finding]:
    for figure in book.figures.values():
        alternative = _text(figure.alternative)
        words = len(alternative.split())
        if not words:
            message = f"the figure ‘{figure.title}’ has no text alternative"
        elif _alike(alternative, figure.title) or _alike(alternative, _text(figure.caption)):
            message = f"the text alternative of the figure ‘{figure.title}’ says what its caption says"
        elif words < FEWEST_WORDS:
            message = (
                f"the text alternative of the figure ‘{figure.title}’ has {counted(words, 'word')}: it names and does "
                "not describe"
            )
        else:
            continue
        yield _finding(book, figure, message, alternative)


def _text(prose: Prose) -> str:
    return " ".join(inline_text(inline) for inline in inlines(prose.blocks)).strip()


def _alike(one: str, other: str) -> bool:
    return re.findall(r"\w+", one.casefold()) == re.findall(r"\w+", other.casefold())


def _finding(book: Book, figure: Figure, message: str, found: str) -> Finding:
    crumbs = figure_crumbs(book, figure)
    place = figure.alternative.position
    hint = f"write ‘alternative: …’, {FEWEST_WORDS} words or more from which the figure could be drawn again"
    return Finding(CHECK.code, place, message, hint, breadcrumb=crumbs, found=found)


def _figures(alternative: str) -> str:
    return (
        "kind: figure\nentries:\n  - id: track\n    name: The Track\n    chapter: first-race\n"
        f"    caption: The line, and a bell on it.\n{alternative}"
    )


CHECK = Check(
    code="S105",
    name="text-alternative",
    summary="a figure has no text alternative, or one that does not describe it",
    why=(
        "Who cannot see a figure hears its alternative: what it shows, in words from which it could be drawn again. "
        "The caption is read out besides, and is none. (The format has no other pictures.)"
    ),
    fails=Sample("content/data/figures.yaml", _figures("")),
    passes=Sample(
        "content/data/figures.yaml",
        _figures("    alternative: A line across the page; a bell stands a step beyond it, on the right.\n"),
    ),
    run=_run,
)
