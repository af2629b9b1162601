"""The tiny book with inks that a press can print, and its editions."""

from __future__ import annotations

from pathlib import Path

from rulebook.press.edition_page import page_for
from rulebook.press.editions import BookOrder, Editions, load_editions
from rulebook.progress import Progress
from rulebook.render.page import Page, load_page
from rulebook.volume import Volume, set_volume
from tests.editing import edit

INKS = {
    "paper: '#ffffff'": "paper: {screen: '#ffffff', press: cmyk(0 0 0 0)}",
    "black: '#1a1714'": "black: {screen: '#1a1714', press: cmyk(0 0 0 100)}",
    "verdigris: '#11564b'": "verdigris: {screen: '#11564b', press: cmyk(80 0 13 66), spot: Sea}",
    "bronze: '#8f6321'": "bronze: {screen: '#8f6321', press: cmyk(0 31 77 44), spot: Brass}",
    "stone: '#a39b8f'": "stone: {screen: '#a39b8f', press: cmyk(0 5 13 36), tint: 48}",
}


def for_a_press(book: Path) -> Path:
    """The book, with inks for a press."""
    for old, new in INKS.items():
        edit(book / "styles" / "page.yaml", old, new)
    return book


def made(book: Path, order: BookOrder, output: Path | None = None) -> Volume:
    """An edition of a book, without a finding."""
    with Progress() as progress:
        volume = set_volume(book, output, progress, order=order)
    assert volume.findings == ()
    assert volume.output is not None
    return volume


def page_of(book: Path, order: BookOrder) -> tuple[Editions, Page]:
    """The editions of a book, and the page of an order."""
    editions = load_editions(book)
    return editions, page_for(order, load_page(book / "styles" / "page.yaml"), editions)
