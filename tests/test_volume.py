"""The finished book: what a player holds, read from the PDF. All these tests share one build."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from itertools import pairwise

import pytest
from pypdf.generic import ArrayObject, DictionaryObject

from rulebook.compose.inline import ARROW, inline_text
from rulebook.compose.values import value_at, value_text
from rulebook.load import load_book
from rulebook.model import Book, Entry, Heading, Inline, Placement, Prose, inlines, walk
from rulebook.progress import Progress
from rulebook.render.page import Page, load_page
from rulebook.volume import set_volume
from tests.conftest import REPOSITORY
from tests.finished_pdf import FinishedPdf, squeezed

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("volume")]

MOST_PAGES = 42


@pytest.fixture(scope="module")
def book() -> Book:
    loaded = load_book(REPOSITORY)
    assert loaded.book is not None, [str(f) for f in loaded.findings]
    return loaded.book


@pytest.fixture(scope="module")
def page() -> Page:
    return load_page(REPOSITORY / "styles" / "page.yaml")


@pytest.fixture(scope="module")
def pdf(tmp_path_factory: pytest.TempPathFactory, page: Page) -> FinishedPdf:
    root = tmp_path_factory.mktemp("volume")
    for name in ("content", "templates", "styles"):
        shutil.copytree(REPOSITORY / name, root / name)
    with Progress() as progress:
        volume = set_volume(root, None, progress)
    assert volume.findings == ()
    assert volume.output is not None
    return FinishedPdf(volume.output, page)


def test_the_book_has_its_parts(book: Book) -> None:
    assert [c.number for part in book.parts for c in part.chapters] == list(range(1, 26))
    assert len(book.parts) == 4
    placed = [b for c in book.chapters for b in walk(c.blocks) if isinstance(b, Placement)]
    assert len({b.target for b in placed if b.directive == "table"}) == 23
    entries = [
        entry.anchor
        for b in placed
        if b.directive == "entries" and b.target in ("weather", "vows", "blessings", "core-terms", "lore")
        for entry in book.sets[b.target].where(b.filters)
    ]
    assert len(entries) == len(set(entries)) + 1  # the Free Move Deed is placed in The Crossing too
    assert {set_id: sum(a.startswith(f"{set_id}:") for a in set(entries)) for set_id in ("weather", "vows")} == {
        "weather": 12,
        "vows": 12,
    }
    assert len(set(entries)) == 192 + 2


def test_it_is_a4_and_no_longer_than_it_may_be(pdf: FinishedPdf, page: Page) -> None:
    assert pdf.count <= MOST_PAGES
    for sheet in pdf.reader.pages:
        width, height = float(sheet.mediabox.width), float(sheet.mediabox.height)
        assert width == pytest.approx(page.paper.width.pt, abs=0.01)
        assert height == pytest.approx(page.paper.height.pt, abs=0.01)


def test_no_page_is_under_half_full(pdf: FinishedPdf, book: Book) -> None:
    first = next(b.page for b in pdf.bookmarks if b.title == book.parts[0].title)
    may_be_short = {1, 2, first - 1, pdf.count}
    shares = {n: pdf.lines_filled(n - 1) for n in range(1, pdf.count + 1) if n not in may_be_short}
    assert {n: round(share, 2) for n, share in shares.items() if share < 0.5} == {}


def test_only_our_fonts_and_all_embedded(pdf: FinishedPdf) -> None:
    names = set()
    for sheet in pdf.reader.pages:
        resources = sheet["/Resources"]
        assert isinstance(resources, DictionaryObject)
        fonts = resources["/Font"]
        assert isinstance(fonts, DictionaryObject)
        for name in fonts:
            font = fonts[name]
            assert isinstance(font, DictionaryObject)
            descendants = font["/DescendantFonts"]
            assert isinstance(descendants, ArrayObject)
            descriptor = descendants[0].get_object()["/FontDescriptor"]
            assert "/FontFile2" in descriptor or "/FontFile3" in descriptor
            names.add(str(font["/BaseFont"]).split("+")[-1].split("-")[0])
    assert names
    assert all(name.startswith(("Spectral", "Fraunces")) for name in names), names


def test_no_text_stands_outside_the_page_or_its_margins(pdf: FinishedPdf, page: Page) -> None:
    for number, glyphs in enumerate(pdf.glyphs, 1):
        for glyph in glyphs:
            across = glyph.left >= 0 and glyph.right <= page.paper.width.pt
            assert across and min(glyph.bottom, page.paper.height.pt - glyph.top) >= 0, (number, glyph)  # noqa: PT018


def test_nothing_but_furniture_stands_in_the_margins(pdf: FinishedPdf) -> None:
    for number, glyphs in enumerate(pdf.glyphs):
        if number == 0:
            continue
        outside = "".join(g.text for g in glyphs if not pdf.in_type_area(number, g))
        assert len(outside) < 60, (number + 1, outside)


def test_every_heading_has_a_bookmark_that_lands_on_it(pdf: FinishedPdf, book: Book) -> None:
    titles: list[tuple[str, int]] = [("Contents", 0)]
    for chapter in book.front:
        titles += [(chapter.title, 0), *((t, 1) for t in _sections(chapter.blocks))]
    for part in book.parts:
        titles.append((part.title, 0))
        for chapter in part.chapters:
            titles += [(chapter.title, 1), *((t, 2) for t in _sections(chapter.blocks))]
    for chapter in book.back:
        titles += [(chapter.title, 0), *((t, 1) for t in _sections(chapter.blocks))]
    marks = [(_unnumbered(b.title), b.level) for b in pdf.bookmarks]
    assert [(squeezed(t), n) for t, n in marks] == [(squeezed(t), n) for t, n in titles]
    for bookmark in pdf.bookmarks:
        near = pdf.text_near(bookmark, 8)
        assert squeezed(_unnumbered(bookmark.title)).casefold() in near.casefold(), (bookmark, near[:200])


def _unnumbered(title: str) -> str:
    return re.sub(r"^(?:\d+|Book [IVX]+|[IVX]+)\s+(?=[A-Z])", "", title.strip())


def _sections(blocks: tuple[object, ...]) -> list[str]:
    return [inline_text(b.title) for b in blocks if isinstance(b, Heading) and b.level == 2]


def test_the_contents_agree_with_the_folios(pdf: FinishedPdf, book: Book) -> None:
    for number in range(2, pdf.count + 1):
        assert pdf.furniture[number - 1][1] == str(number)
    pages = _pages(pdf, book)
    contents = pdf.body[1]
    for chapter in book.chapters:
        title = squeezed(chapter.title)
        assert f"{title}{pages[title]}" in contents.replace(".", ""), title
    for part in book.parts:
        assert f"{squeezed(part.title)}{pages[squeezed(part.title)]}" in contents.replace(".", "")


def _pages(pdf: FinishedPdf, book: Book) -> dict[str, int]:
    """The page on which each chapter and each book begins, by its squeezed title."""
    numbered = {c.title for part in book.parts for c in part.chapters}
    return {
        squeezed(title): bookmark.page
        for bookmark in pdf.bookmarks
        if bookmark.level == ((title := _unnumbered(bookmark.title)) in numbered)
    }


def test_the_running_heads_name_the_chapter_and_the_book(pdf: FinishedPdf, book: Book) -> None:
    starts = _pages(pdf, book)
    first_of_part = {part.title: starts[squeezed(part.title)] for part in book.parts}
    for number in range(3, pdf.count + 1):
        head = pdf.furniture[number - 1][0].casefold()
        if number % 2:
            begun = [c for c in book.chapters if starts[squeezed(c.title)] <= number]
            assert squeezed(begun[-1].title).casefold() in head, (number, head)
        elif number > first_of_part[book.parts[0].title] and number < starts[squeezed(book.back[0].title)]:
            parts = [p for p in book.parts if first_of_part[p.title] <= number]
            assert squeezed(parts[-1].title).casefold() in head or squeezed(parts[-2].title).casefold() in head


def test_every_table_is_whole(pdf: FinishedPdf, book: Book) -> None:
    text = "".join(pdf.body)
    cells = 0
    for table in book.tables.values():
        for row in book.sets[table.set].where(table.filters):
            for column in table.columns:
                value = value_at(book, row.fields, column.path)
                pieces = [squeezed(p) for p in _fragments(book, value)]
                for piece in pieces:
                    cells += 1
                    assert piece in text, (table.id, row.id, column.head, piece)
        for column in table.columns:
            assert squeezed(column.head).casefold() in text.casefold(), (table.id, column.head)
    assert cells > 600


def _fragments(book: Book, value: object) -> Iterator[str]:
    if isinstance(value, Prose):
        for inline in inlines(value.blocks):
            yield from _pieces(inline)
    elif value is not None:
        yield value_text(book, value)  # type: ignore[arg-type]


def _pieces(inline: Inline) -> Iterator[str]:
    """The words of an inline between its cross-references, whose titles and pages are set from their targets."""
    for part in re.split(rf"\[{ARROW}\]\([^)]*\)", inline.source):
        plain = Inline(part, inline.lines)
        if squeezed(inline_text(plain)):
            yield inline_text(plain)


def test_no_sentence_of_the_source_is_missing(pdf: FinishedPdf, book: Book) -> None:
    text = "".join(pdf.body)
    missing: list[str] = []
    count = 0
    for chapter in book.chapters:
        for inline in inlines(chapter.blocks):
            for piece in _pieces(inline):
                count += 1
                if squeezed(piece) not in text:
                    missing += _missing_sentences(piece, pdf)
        for block in walk(chapter.blocks):
            if isinstance(block, Placement) and block.directive != "table":
                for entry in book.sets[block.target].where(block.filters):
                    for piece in _entry_pieces(entry):
                        count += 1
                        if squeezed(piece) not in text:
                            missing += _missing_sentences(piece, pdf)
    assert missing == []
    assert count > 600


def _entry_pieces(entry: Entry) -> Iterator[str]:
    for name in ("text", "flavour", "reward", "record", "prints", "why"):
        value = entry.fields.get(name)
        if isinstance(value, Prose):
            for inline in inlines(value.blocks):
                yield from _pieces(inline)


def _missing_sentences(piece: str, pdf: FinishedPdf) -> list[str]:
    """The sentences that are on no page; a paragraph may be broken by a table that spans the measure."""
    text = "".join(pdf.body)
    return [
        s
        for s in re.split(r"(?<=[.!?:;,])\s+", piece)
        if squeezed(s) not in text and not _runs_over_a_page(squeezed(s), pdf.body)
    ]


def _runs_over_a_page(sentence: str, pages: tuple[str, ...]) -> bool:
    """Whether it begins on one page and ends on the next, where other columns are drawn between the two."""
    return any(
        sentence[:cut] in page and sentence[cut:] in following
        for page, following in pairwise(pages)
        for cut in range(1, len(sentence))
    )


def test_the_metadata_name_the_book_and_its_authors(pdf: FinishedPdf, book: Book) -> None:
    data = pdf.reader.metadata
    assert data is not None
    assert data.title == book.metadata.title
    assert data.author == ", ".join(book.metadata.authors)
    root = pdf.reader.trailer["/Root"]
    assert isinstance(root, DictionaryObject)
    assert str(root["/Lang"]) == book.metadata.language
    assert str(data["/CreationDate"]).startswith("D:" + book.metadata.record.replace("-", ""))
