"""Progress: warnings stop nothing, and are told by it."""

from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console

from rulebook.finding import Finding
from rulebook.product import begun_check, checked_book, loaded_book
from rulebook.progress import Progress
from rulebook.source import Position
from tests.editing import edit

TWICE = "warning: content/data/signals.yaml:"


def _told(root: Path) -> tuple[Progress, io.StringIO]:
    """A tiny book that says one word twice in a table of names, and where its progress is told."""
    edit(root / "content" / "data" / "signals.yaml", "[tar, letters, brass,", "[tar, letters, rum,")
    said = io.StringIO()
    return Progress(Console(file=said, highlight=False)), said


def test_what_the_checks_warn_of_is_told(tiny_book: Path) -> None:
    progress, said = _told(tiny_book)
    checked_book(tiny_book, progress)
    assert said.getvalue().count(TWICE) == 1, said.getvalue()


def test_what_checks_beside_the_product_warn_of_is_told(tiny_book: Path) -> None:
    progress, said = _told(tiny_book)
    sound = begun_check(loaded_book(tiny_book, progress), progress)
    sound()
    sound()
    assert said.getvalue().count(TWICE) == 1, said.getvalue()


def test_a_warning_is_told_once_and_is_not_broken() -> None:
    said = io.StringIO()
    progress = Progress(Console(file=said, highlight=False, width=40))
    warning = Finding("P120", Position("dist/book.pdf", 12), "the columns [end] two lines apart, on a page of the book")
    progress.warn([warning, warning])
    progress.warn([warning])
    assert said.getvalue() == f"warning: {warning}\n"
