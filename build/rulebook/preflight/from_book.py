"""What the PDF of a book must hold, told from the book itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulebook.compose.book import roman
from rulebook.compose.inline import inline_text
from rulebook.finding import Finding
from rulebook.model import Book, Chapter, Heading, Paragraph, Placement, walk
from rulebook.preflight.expected import Expected, Opening
from rulebook.render.placed import SourceBlock


def expected_of(
    book: Book, blocks: tuple[SourceBlock, ...], log: Iterable[Finding] = (), *, draft: bool = False
) -> Expected:
    """What a book's PDF must hold; `blocks` are those of its text, `log` what the engine complained of."""
    meta = book.metadata
    return Expected(
        work=meta.title,
        language=meta.language,
        openings=tuple(_openings(book)),
        blocks=blocks,
        log=tuple(f"{finding.code} {finding.message}" for finding in log),
        draft=draft,
    )


def _openings(book: Book) -> Iterator[Opening]:
    for chapter in book.front:
        yield from _chapter(book, chapter, 0, "")
    for part in book.parts:
        mark = roman(part.number)
        yield Opening("part", part.id, part.title, part.number, mark)
        for chapter in part.chapters:
            yield from _chapter(book, chapter, part.number, mark)
    for chapter in book.back:
        if book.index is not None and book.index.before == chapter.id:
            yield Opening("chapter", "index", book.index.title)
        yield from _chapter(book, chapter, 0, "")


def _chapter(book: Book, chapter: Chapter, part: int, mark: str) -> Iterator[Opening]:
    yield Opening("chapter", chapter.id, chapter.title, part, mark)
    for block in walk(chapter.blocks):
        if isinstance(block, Heading) and block.level == 2:
            yield Opening("section", block.id, inline_text(block.title), part, mark)
        elif isinstance(block, Paragraph) and block.head is not None and block in chapter.blocks:
            yield Opening("run-in", block.head.id, inline_text(block.head.title), part, mark)
        elif isinstance(block, Placement) and block.directive == "figure":
            figure = book.figures[block.target]
            yield Opening("figure", figure.anchor, figure.title, part, mark)
