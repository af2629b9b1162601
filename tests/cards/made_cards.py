"""Cards of the book for the tests: made with page numbers that are made up, so that no book need be set first."""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pypdfium2 as pdfium
from rich.console import Console

from rulebook.cards.order import CardOrder
from rulebook.cards.production import cards_of
from rulebook.load import load_book
from rulebook.model import Book
from rulebook.page_numbers import PageNumbers
from rulebook.product import Printed
from rulebook.progress import Progress
from tests.conftest import REPOSITORY

POINTS_PER_MM = 72 / 25.4


@cache
def the_book() -> Book:
    book = load_book(REPOSITORY).book
    assert book is not None
    return book


def made_up_numbers(book: Book) -> PageNumbers:
    """A page for every entry, each another."""
    anchors = [entry.anchor for entry_set in book.sets.values() for entry in entry_set.entries]
    return PageNumbers({anchor: str(number) for number, anchor in enumerate(anchors, 1)})


def make(book: Book, order: CardOrder, output: Path | None) -> Printed:
    progress = Progress(Console(file=io.StringIO()))
    return cards_of(book, order, output, progress, made_up_numbers(book))


def copy_of_the_book(folder: Path) -> Path:
    for name in ("content", "templates", "styles", "figures"):
        shutil.copytree(REPOSITORY / name, folder / name)
    return folder


@dataclass(frozen=True, slots=True)
class Box:
    """A box in mm from the upper left corner of the page."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def size(self) -> tuple[float, float]:
        return self.right - self.left, self.bottom - self.top


class CardPdf:
    """A PDF of cards: what is drawn on each page, and where its words stand."""

    def __init__(self, path: Path) -> None:
        self.document = pdfium.PdfDocument(path)

    def __len__(self) -> int:
        return len(self.document)

    def paper(self, page: int) -> tuple[float, float]:
        """Width and height of a page in mm."""
        width, height = self.document[page].get_size()
        return width / POINTS_PER_MM, height / POINTS_PER_MM

    def drawn(self, page: int) -> Iterator[Box]:
        """The box of each path of a page; a line counts with its whole weight on either side."""
        left, bottom, _, top = self.document[page].get_mediabox()
        for thing in self.document[page].get_objects(filter=[pdfium.raw.FPDF_PAGEOBJ_PATH]):
            x1, y1, x2, y2 = thing.get_bounds()
            assert bottom <= top
            yield Box(*(v / POINTS_PER_MM for v in (x1 - left, top - y2, x2 - left, top - y1)))

    def frames(self, page: int) -> list[Box]:
        """The outer frame of each card: 57 by 82 mm, and its line."""
        size = 63 - 2 * 3, 88 - 2 * 3
        return [
            box for box in self.drawn(page) if all(-0.05 < a - b < 0.6 for a, b in zip(box.size, size, strict=True))
        ]

    def words(self, page: int, box: Box) -> str:
        """The words within a box."""
        left, _, _, top = self.document[page].get_mediabox()
        bounds = (
            left + box.left * POINTS_PER_MM,
            top - box.bottom * POINTS_PER_MM,
            left + box.right * POINTS_PER_MM,
            top - box.top * POINTS_PER_MM,
        )
        return str(self.document[page].get_textpage().get_text_bounded(*bounds))

    def text(self, page: int) -> str:
        return str(self.document[page].get_textpage().get_text_range())
