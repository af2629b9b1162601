"""Which terms each page of a finished book uses and lists, told from its structure tags by a matcher of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby

from rulebook.model import Book, Chapter, Entry, Placement, walk
from tests.tagged_pdf import HYPHEN, Tagged, TaggedPdf, joined

_COUNTED = frozenset({"P", "LI", "TD"})
_NOT_COUNTED = frozenset({"H1", "H2", "H3", "H4", "H5", "H6", "Caption", "TH", "Lbl", "Figure"})
_ARROW = "→"


@dataclass(slots=True)
class PageTerms:
    """A page: the anchors of the terms that its text uses, and the names at its foot, in their order."""

    used: set[str] = field(default_factory=set)
    listed: list[str] = field(default_factory=list)
    body: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All the text of the page above its foot."""
        return "\n".join(self.body)


@dataclass(frozen=True, slots=True)
class _Block:
    chapter: Chapter | None
    page: int
    texts: tuple[Tagged, ...]
    counts: bool


def pages_of(pdf: TaggedPdf, book: Book) -> dict[int, PageTerms]:
    """Each page of the book, by its number."""
    pages = {number: PageTerms() for number in range(1, pdf.count + 1)}
    blocks = []
    for block, foot in _blocks(pdf, book):
        if not foot:
            for page, texts in groupby(block.texts, key=lambda t: t.page):
                pages[page].body.append(joined(texts))
            blocks.append(block)
        elif "L" in block.texts[0].tags:
            pages[block.page].listed.append(block.texts[0].text.strip())
    counted = [b for b in blocks if b.counts and b.chapter is not None]
    patterns = {chapter.id: _Pattern(_pool(book, chapter)) for chapter in book.chapters}
    number = 0
    while number < len(counted):
        run = [counted[number]]
        while number + 1 < len(counted) and _runs_on(run[-1], counted[number + 1]):
            number += 1
            run.append(counted[number])
        number += 1
        assert run[0].chapter is not None
        for page, anchor in patterns[run[0].chapter.id].uses(run):
            pages[page].used.add(anchor)
    return pages


def _blocks(pdf: TaggedPdf, book: Book) -> Iterator[tuple[_Block, bool]]:
    """The blocks of the book in reading order; true for what stands at a page's foot."""
    chapters = list(book.chapters)
    of_words = set(_tables_of_words(book))
    current: Chapter | None = None
    foot_of = 0
    for _, group in groupby(pdf.texts, key=lambda t: t.block):
        texts = tuple(group)
        words = joined(texts)
        if {"H1", "H2"} & set(texts[0].tags):
            if chapters and words.endswith(chapters[0].title):
                current = chapters.pop(0)
            elif book.index is not None and words == book.index.title:
                current = None
        if words == book.labels.terms:
            foot_of = texts[0].page
        tags = set(texts[0].tags)
        counts = bool(tags & _COUNTED) and not tags & _NOT_COUNTED and texts[0].table not in of_words
        yield _Block(current, texts[0].page, texts, counts), foot_of == texts[0].page
    assert chapters == []


def _tables_of_words(book: Book) -> Iterator[int]:
    """The numbers, in the order of the book, of the tables whose cells are words to choose from and mean nothing."""
    placed = [b for c in book.chapters for b in walk(c.blocks) if isinstance(b, Placement) and b.directive == "table"]
    for number, placement in enumerate(placed, 1):
        if any(column.path[0] == "words" for column in book.tables[placement.target].columns):
            yield number


def _runs_on(before: _Block, after: _Block) -> bool:
    """Whether a paragraph goes on in the next column or page: its sentence is not ended."""
    # Heights are counted from the head of the page: what does not stand below what came before is in another column.
    below = after.texts[0].height - before.texts[-1].height
    higher = below < 0 or (below < 1 and "P" in after.texts[0].tags)
    return (
        (after.page == before.page + 1 or (after.page == before.page and higher))
        and after.chapter == before.chapter
        and before.texts[-1].tags[-2:] == after.texts[0].tags[-2:]
        and re.search(r"[.?!:”)]\s*$", before.texts[-1].text) is None
    )


def _pool(book: Book, chapter: Chapter) -> list[Entry]:
    """The terms that count in a chapter, from what the book says of its glossaries."""
    if chapter.id in {word.text for word in book.without_terms}:
        return []
    return [
        entry
        for glossary in book.glossaries
        if not glossary.chapters or chapter.id in glossary.chapters
        for entry in book.sets[glossary.set].entries
        if not any(entry.value_as_written(f.field) == f.value for f in glossary.exceptions)
    ]


def forms(entry: Entry) -> set[str]:
    """The names by which a text may call an entry."""
    return {name for name in (entry.name, entry.word("listed"), *entry.words("forms")) if name}


class _Pattern:
    def __init__(self, pool: list[Entry]) -> None:
        self.by_form: dict[str, str] = {}
        for entry in pool:
            for form in forms(entry):
                self.by_form.setdefault(form, entry.anchor)
        longest_first = sorted(self.by_form, key=len, reverse=True)
        words = "|".join(re.escape(form).replace(r"\ ", r"\s+") for form in longest_first)
        self.pattern = re.compile(rf"(?<!\w)(?:{words})(?!\w)") if words else None

    def uses(self, run: list[_Block]) -> Iterator[tuple[int, str]]:
        """The page on which each use begins, and the term."""
        texts = [t for block in run for t in block.texts if not _in_reference(t)]
        if self.pattern is None:
            return
        for match in self.pattern.finditer(joined(texts)):
            yield _page_at(texts, match.start()), self.by_form[re.sub(r"\s+", " ", match.group())]


def _page_at(texts: list[Tagged], offset: int) -> int:
    """The page of the text in which a place of the joined texts lies."""
    for number in range(1, len(texts) + 1):
        begun = joined(texts[:number])
        # A hyphen at a line's end is taken away when the next line is joined to it.
        if offset < len(begun.removesuffix(HYPHEN)):
            return texts[number - 1].page
    raise AssertionError(offset)


def _in_reference(text: Tagged) -> bool:
    """Whether it is a cross-reference: an arrow with the title of another place, and its page."""
    return "Link" in text.tags and (_ARROW in text.text or text.tags.count("Link") > 1)
