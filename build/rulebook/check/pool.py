"""The glossaries' terms, and the texts in which they are counted, for the checks of family G."""

from __future__ import annotations

from rulebook.compose.blocks import counted_texts
from rulebook.model import Book, Chapter, Entry, Placement
from rulebook.once import once_a_book


def glossary_entries(book: Book) -> tuple[Entry, ...]:
    """Every entry of every glossary's set, in the book's order."""
    sets = dict.fromkeys(glossary.set for glossary in book.glossaries)
    return tuple(entry for set_id in sets for entry in book.sets[set_id].entries)


@once_a_book
def counted_by_chapter(
    book: Book, without: frozenset[str] = frozenset()
) -> tuple[tuple[Chapter, tuple[str, ...]], ...]:
    """Each chapter with its counted texts; sets of `without` count for nothing where they are placed."""

    def counted(chapter: Chapter) -> tuple[str, ...]:
        blocks = tuple(b for b in chapter.blocks if not (isinstance(b, Placement) and b.target in without))
        return tuple(counted_texts(book, blocks, row_heads=True))

    return tuple((chapter, counted(chapter)) for chapter in book.chapters)


def is_excepted(book: Book, entry: Entry) -> bool:
    """Whether a glossary leaves the entry out of its lists, as what belongs outside this book."""
    return any(
        entry.value_as_written(f.field) == f.value
        for glossary in book.glossaries
        if glossary.set == entry.set
        for f in glossary.exceptions
    )


def word_lists(book: Book) -> frozenset[tuple[str, str]]:
    """The sets and fields of which a table shows one word a cell."""
    return frozenset(
        (table.set, column.path[0])
        for table in book.tables.values()
        for column in table.columns
        if len(column.path) == 2 and column.path[1].isdecimal()
    )
