"""A finished PDF as a reader sees it: the text of each page's type area in order, its furniture, its bookmarks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pypdfium2 as pdfium
from pypdf import PdfReader
from pypdf.generic import Destination

from rulebook.render.page import Page

POINTS_PER_MM = 72 / 25.4

# A character's box may stand out of the type area by so much and still belong to it: an italic's overhang, a rule.
OVERHANG_PT = 4.0


@dataclass(frozen=True, slots=True)
class Glyph:
    """A character and its box, in points from the page's lower left corner."""

    text: str
    left: float
    bottom: float
    right: float
    top: float


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A bookmark: its title, its level from 0, the page on which it lands (from 1), and its height there in points."""

    title: str
    level: int
    page: int
    top: float


def squeezed(text: str) -> str:
    """A text without spaces, hyphens and breaks, so that it is the same however its lines are broken."""
    return re.sub(r"[\s\u00ad\u2010\u2011\ufffe\u0002-]+", "", unicodedata.normalize("NFC", text))


class FinishedPdf:
    """One PDF, opened for reading."""

    def __init__(self, path: Path, page: Page) -> None:
        self.path = path
        self.page = page
        self.reader = PdfReader(path)
        self.document = pdfium.PdfDocument(path)

    @property
    def count(self) -> int:
        return len(self.reader.pages)

    @cached_property
    def glyphs(self) -> tuple[tuple[Glyph, ...], ...]:
        """The characters of each page, in the order in which they are drawn."""
        return tuple(tuple(self._glyphs(number)) for number in range(self.count))

    def _glyphs(self, number: int) -> Iterator[Glyph]:
        text = self.document[number].get_textpage()
        for index in range(text.count_chars()):
            character = text.get_text_range(index, 1)
            if character.strip():
                yield Glyph(character, *text.get_charbox(index))

    def in_type_area(self, number: int, glyph: Glyph) -> bool:
        """Whether a character stands in the type area of the page with that index."""
        margin, paper = self.page.margin, self.page.paper
        recto = number % 2 == 0
        left = margin.inner.pt if recto else margin.outer.pt
        right = paper.width.pt - (margin.outer.pt if recto else margin.inner.pt)
        return (
            left - OVERHANG_PT <= glyph.left
            and glyph.right <= right + OVERHANG_PT
            and margin.foot.pt - OVERHANG_PT <= glyph.bottom
            and glyph.top <= paper.height.pt - margin.head.pt + OVERHANG_PT
        )

    @cached_property
    def body(self) -> tuple[str, ...]:
        """The squeezed text of each page's type area."""
        return tuple(
            squeezed("".join(g.text for g in glyphs if self.in_type_area(number, g)))
            for number, glyphs in enumerate(self.glyphs)
        )

    @cached_property
    def furniture(self) -> tuple[tuple[str, str], ...]:
        """For each page, the squeezed text above its type area (running head), and below it (folio)."""
        found = []
        for number, glyphs in enumerate(self.glyphs):
            outside = [g for g in glyphs if not self.in_type_area(number, g)]
            middle = self.page.paper.height.pt / 2
            head_line = self.page.paper.height.pt - self.page.margin.head.pt
            above = "".join(g.text for g in outside if g.bottom > head_line - OVERHANG_PT)
            below = "".join(g.text for g in outside if g.top < self.page.margin.foot.pt < middle)
            found.append((squeezed(above), squeezed(below)))
        return tuple(found)

    @cached_property
    def bookmarks(self) -> tuple[Bookmark, ...]:
        return tuple(self._bookmarks(self.reader.outline, 0))

    def _bookmarks(self, items: object, level: int) -> Iterator[Bookmark]:
        assert isinstance(items, list)
        for item in items:
            if isinstance(item, list):
                yield from self._bookmarks(item, level + 1)
            else:
                assert isinstance(item, Destination)
                page = self.reader.get_destination_page_number(item)
                assert page is not None
                yield Bookmark(str(item.title), level, page + 1, float(item.top or 0))

    def lines_filled(self, number: int) -> float:
        """The share of the type area's depth, from its head, that the lowest character of the page reaches."""
        glyphs = [g for g in self.glyphs[number] if self.in_type_area(number, g)]
        if not glyphs:
            return 0.0
        head = self.page.paper.height.pt - self.page.margin.head.pt
        return (head - min(g.bottom for g in glyphs)) / (self.page.depth_mm * POINTS_PER_MM)

    def emptiest(self, number: int) -> float:
        """The share of the type area's depth that its highest empty band takes, between two lines of the page."""
        glyphs = sorted((g.bottom, g.top) for g in self.glyphs[number] if self.in_type_area(number, g))
        widest = reached = 0.0
        for bottom, top in glyphs:
            widest = max(widest, bottom - reached) if reached else 0.0
            reached = max(reached, top)
        return widest / (self.page.depth_mm * POINTS_PER_MM)

    def text_near(self, bookmark: Bookmark, lines: float) -> str:
        """The squeezed text of a page from a bookmark's height down for so many lines of the grid."""
        low = bookmark.top - lines * self.page.grid.leading.pt
        glyphs = self.glyphs[bookmark.page - 1]
        return squeezed("".join(g.text for g in glyphs if low <= g.bottom and g.top <= bookmark.top + OVERHANG_PT))
