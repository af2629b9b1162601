"""The inks of the finished book, read from what its PDF paints: each has its one office, and there are no others."""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path

import pytest

from rulebook.compose.book import compose_book, roman
from rulebook.load import load_book
from rulebook.model import Book, Heading
from rulebook.render.page import load_page
from tests.conftest import REPOSITORY
from tests.finished_pdf import squeezed
from tests.painted import ARTIFACT, Painted, PaintedPdf

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("volume")]

INKS = {
    (ink.red, ink.green, ink.blue): name for name, ink in load_page(REPOSITORY / "styles" / "page.yaml").inks.items()
}
CONTENTS = 2
HEADINGS = {"H1", "H2", "H3", "H4"}


@pytest.fixture(scope="module")
def book(finished_book: Path) -> Book:
    """The book from the files of which the PDF was made."""
    loaded = load_book(finished_book.parents[1])
    assert loaded.book is not None
    return loaded.book


@pytest.fixture(scope="module")
def painted(finished_book: Path) -> dict[str, list[Painted]]:
    """All pieces of the book by their ink. A colour that is no ink is a KeyError."""
    found: dict[str, list[Painted]] = {name: [] for name in INKS.values()}
    for piece in PaintedPdf(finished_book).pieces():
        found[INKS[piece.colour]].append(piece)
    return found


def test_everything_is_in_the_text_or_is_furniture(painted: dict[str, list[Painted]]) -> None:
    pieces = [piece for ink in painted.values() for piece in ink]
    assert len(pieces) > 5000
    assert [piece for piece in pieces if piece.tags != (ARTIFACT,) and piece.tags[:1] != ("Document",)] == []


def test_bronze_navigates(painted: dict[str, list[Painted]], book: Book) -> None:
    bronze = painted["bronze"]
    tabs = [piece for piece in bronze if piece.kind != "text"]
    assert {(piece.kind, piece.tags) for piece in tabs} == {("fill", (ARTIFACT,))}
    # One tab a page, from the first book to the last.
    pages = [piece.page for piece in tabs]
    assert pages == list(range(pages[0], pages[0] + len(pages)))
    in_contents = [piece for piece in bronze if piece.kind == "text" and piece.page == CONTENTS]
    assert all({"Link", "Number"} <= set(piece.tags) for piece in in_contents)
    # A section's page runs on after its title.
    assert all(re.fullmatch(r"\u00a0?[0-9IVX]+", piece.words) for piece in in_contents)
    chapters = [chapter.number for part in book.parts for chapter in part.chapters]
    lines = len(chapters) + len(book.parts) + len(book.placed_figures)
    others = len([c for c in book.chapters if c.number not in chapters]) + (book.index is not None)
    blocks = [block for part in book.parts for chapter in part.chapters for block in chapter.blocks]
    sections = len([block for block in blocks if isinstance(block, Heading) and block.level == 2])
    assert len(in_contents) == 2 * lines + others + sections
    in_text = [piece for piece in bronze if piece.kind == "text" and piece.page != CONTENTS]
    assert {piece.tags[-1] for piece in in_text} == {"Number"}
    heads = [piece.words for piece in in_text if HEADINGS & set(piece.tags)]
    assert heads == [str(number) for number in chapters]
    assert [piece.words for piece in in_text if not HEADINGS & set(piece.tags)] == [roman(p.number) for p in book.parts]


def test_verdigris_marks_a_thing_where_it_is_defined(painted: dict[str, list[Painted]], book: Book) -> None:
    assert {(piece.kind, piece.tags[-1]) for piece in painted["verdigris"]} == {("text", "Definition")}
    html = compose_book(book, book.root / "templates", 5)
    names = re.findall(r'<dfn class="entry-name">(.*?)</dfn>', html)
    assert len(names) > 190
    said = [squeezed("".join(piece.words for piece in group)) for _, group in _by_page(painted["verdigris"])]
    plain = squeezed("".join(re.sub(r"<[^>]+>", "", name).replace("&amp;", "&") for name in names))
    assert "".join(said) == plain


def _by_page(pieces: list[Painted]) -> list[tuple[int, list[Painted]]]:
    return [(page, list(group)) for page, group in groupby(pieces, key=lambda piece: piece.page)]


def test_stone_is_rules_lines_and_figures(painted: dict[str, list[Painted]]) -> None:
    stone = painted["stone"]
    assert {piece.kind for piece in stone} == {"fill", "stroke"}
    assert {piece.tags[-1] for piece in stone} == {ARTIFACT, "Figure"}
    assert all(piece.tags == (ARTIFACT,) or piece.tags[-1] == "Figure" for piece in stone)


def test_black_is_text_alone(painted: dict[str, list[Painted]]) -> None:
    assert {piece.kind for piece in painted["black"]} == {"text"}


def test_the_colour_of_paper_is_on_the_tabs_and_behind_the_words_of_figures(
    painted: dict[str, list[Painted]],
) -> None:
    assert {(piece.kind, piece.tags[-1]) for piece in painted["paper"]} <= {("text", ARTIFACT), ("fill", "Figure")}
