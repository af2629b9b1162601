"""Where things are at home: the placement of an entry that links lead to, and the place that states its rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rulebook.compose.inline import inline_text
from rulebook.compose.terms import forms_of
from rulebook.model import Book, Chapter, Entry, Heading, Items, Paragraph, Part, Placement, Reference, walk
from rulebook.once import once_a_book

_BRACKET = re.compile(r"\s*\([^)]*\)$")


class Head(NamedTuple):
    """A title that a link can lead to: of a chapter, a section, or a run-in head."""

    words: str
    anchor: str


@once_a_book
def home_placements(book: Book) -> dict[str, Placement]:
    """Which placement of an entry its links lead to: the one that places its whole set or group, else the first.

    A placement that picks one entry by its id repeats what is at home elsewhere.
    """
    homes: dict[str, Placement] = {}
    picked: dict[str, Placement] = {}
    for chapter in book.chapters:
        for block in walk(chapter.blocks):
            if not isinstance(block, Placement) or block.directive == "text":
                continue
            chosen = picked if any(f.field == "id" for f in block.filters) else homes
            for entry in book.placed(block):
                chosen.setdefault(entry.anchor, block)
    return {**picked, **homes}


def heads_of(chapter: Chapter) -> Iterator[Head]:
    """The titles within a chapter, its own first."""
    yield Head(chapter.title, chapter.id)
    for block in walk(chapter.blocks):
        head = block.head if isinstance(block, Paragraph) else block if isinstance(block, Heading) else None
        if head is not None:
            yield Head(inline_text(head.title), head.id)


def rule_anchors(book: Book, entry: Entry) -> tuple[str, ...]:
    """The places in an entry's home chapters that bear its name: a title, or another entry that is printed there.

    Its homes are what its view sets as references.
    """
    found: dict[str, None] = {}
    for part in book.views.get(entry.kind, ()):
        homes = entry.fields.get(part.path[0]) if part.style == "reference" else None
        for reference in homes.values if isinstance(homes, Items) else (homes,):
            if isinstance(reference, Reference) and (anchor := anchor_in(book, entry, reference)):
                found[anchor] = None
    return tuple(found)


def anchor_in(book: Book, entry: Entry, reference: Reference) -> str:
    """The place that bears an entry's name in the chapter or book that a reference names; empty when none does."""
    match book.resolve(reference):
        case Chapter() as chapter:
            chapters: tuple[Chapter, ...] = (chapter,)
        case Part(chapters=chapters):
            pass
        case _:
            return ""
    names = {form.casefold() for form in forms_of(entry)}
    return next((anchor for chapter in chapters for name, anchor in _named(book, chapter) if name in names), "")


def _named(book: Book, chapter: Chapter) -> tuple[tuple[str, str], ...]:
    return _named_in(book, chapter.id)


@once_a_book
def _named_in(book: Book, chapter_id: str) -> tuple[tuple[str, str], ...]:
    """Each name that a chapter's titles and printed entries bear, and its anchor."""
    chapter = next(c for c in book.chapters if c.id == chapter_id)
    names = [(_BRACKET.sub("", head.words).casefold(), head.anchor) for head in heads_of(chapter)]
    homes = home_placements(book)
    glossaries = {glossary.set for glossary in book.glossaries}
    for block in walk(chapter.blocks):
        if isinstance(block, Placement) and block.directive != "text":
            for entry in book.placed(block):
                if entry.set not in glossaries and homes.get(entry.anchor) is block:
                    names.append((entry.name.casefold(), entry.anchor))
    return tuple(names)
