"""Every id of a book that a reader may refer to, with its number, its title and its page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulebook.compose.inline import inline_text
from rulebook.model import Block, Book, Chapter, Heading, Placement, walk
from rulebook.printing.record import FrozenId


def ids_of(book: Book, folios: Mapping[str, str]) -> tuple[FrozenId, ...]:
    """The ids of a book in reading order: books, chapters, sections, tables, figures, then terms and other entries.

    `folios` are the pages of what has one, by id. An entry that is no term has an id when it has a page.
    """
    found = [*_matter(book), *_entries(book, folios)]
    return tuple(
        FrozenId(f.id, f.kind, f.number, f.title, folios.get(f.id, ""), f.home, f.position)
        for f in {frozen.id: frozen for frozen in reversed(found)}.values()
    )[::-1]


def _matter(book: Book) -> Iterator[FrozenId]:
    for chapter in book.front:
        yield from _chapter(book, chapter)
    for part in book.parts:
        yield FrozenId(part.id, "book", part.number, part.title, "", "", part.position)
        for chapter in part.chapters:
            yield from _chapter(book, chapter)
    for chapter in book.back:
        yield from _chapter(book, chapter)
    for number, figure in enumerate(book.placed_figures, 1):
        yield FrozenId(figure.anchor, "figure", number, figure.title, "", figure.chapter, figure.position)


def _chapter(book: Book, chapter: Chapter) -> Iterator[FrozenId]:
    yield FrozenId(chapter.id, "chapter", chapter.number, chapter.title, "", "", chapter.position)
    for block in walk(chapter.blocks):
        yield from _of_block(book, chapter, block)


def _of_block(book: Book, chapter: Chapter, block: Block) -> Iterator[FrozenId]:
    match block:
        case Heading(id=id_, title=title):
            yield FrozenId(id_, "section", 0, inline_text(title), "", chapter.id, title.position)
        case Placement(directive="table", target=target):
            table = book.tables[target]
            yield FrozenId(f"table:{table.id}", "table", 0, table.caption, "", chapter.id, table.position)


def _entries(book: Book, folios: Mapping[str, str]) -> Iterator[FrozenId]:
    glossaries = {glossary.set for glossary in book.glossaries}
    for entry_set in book.sets.values():
        term = entry_set.id in glossaries
        for entry in entry_set.entries:
            if term or entry.anchor in folios:
                yield FrozenId(entry.anchor, "term" if term else "entry", 0, entry.name, "", "", entry.position)
