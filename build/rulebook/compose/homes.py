"""Where things are at home: the placement of an entry that links lead to, and the place that states its rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rulebook.compose.inline import inline_text
from rulebook.compose.terms import forms_of
from rulebook.load.fields import flat_references
from rulebook.model import (
    Book,
    Chapter,
    Entry,
    Part,
    Placement,
    Reference,
    Section,
    heads_in,
    walk,
)
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
            chosen = picked if _picks(block) else homes
            for entry in book.placed(block):
                chosen.setdefault(entry.anchor, block)
    return {**picked, **homes}


def _picks(placement: Placement) -> bool:
    """Whether a placement picks one entry by its id."""
    return any(f.field == "id" for f in placement.filters)


@once_a_book
def repeats(book: Book) -> dict[tuple[str, Placement], str]:
    """The anchors of entries that a chapter picks and prints once more, by the entry's anchor and the placement.

    Such a place is one to be sent to, though no link of the text can name it.
    """
    homes = home_placements(book)
    found: dict[tuple[str, Placement], str] = {}
    for chapter in book.chapters:
        for block in walk(chapter.blocks):
            if isinstance(block, Placement) and block.directive == "entries" and _picks(block):
                for entry in book.placed(block):
                    anchor = f"{chapter.id}:{entry.anchor}"
                    if homes[entry.anchor] is not block and anchor not in found.values():
                        found[entry.anchor, block] = anchor
    return found


def heads_of(chapter: Chapter) -> Iterator[Head]:
    """The titles within a chapter, its own first."""
    yield Head(chapter.title, chapter.id)
    for head in heads_in(chapter.blocks):
        yield Head(inline_text(head.title), head.id)


@once_a_book
def reading_order(book: Book) -> dict[str, int]:
    """The anchors of all places that a link can lead to, each with its place in the order in which they are read."""
    homes = home_placements(book)
    anchors: dict[str, None] = {}
    for chapter in book.chapters:
        anchors |= dict.fromkeys(part.id for part in book.parts if part.chapters[:1] == (chapter,))
        anchors[chapter.id] = None
        for block in walk(chapter.blocks):
            anchors |= dict.fromkeys(head.id for head in heads_in((block,)))
            if not isinstance(block, Placement):
                continue
            if block.directive == "figure":
                anchors[book.figures[block.target].anchor] = None
            elif block.directive != "text":
                table = {f"table:{block.target}": None} if block.directive == "table" else {}
                placed = (entry.anchor for entry in book.placed(block))
                here = (anchor if homes[anchor] is block else repeats(book).get((anchor, block)) for anchor in placed)
                anchors |= table | dict.fromkeys(anchor for anchor in here if anchor)
    return {anchor: number for number, anchor in enumerate(anchors)}


def rule_anchors(book: Book, entry: Entry) -> tuple[str, ...]:
    """The places that state an entry's rule, in its homes: what its view sets as references.

    A home that is a section is such a place. In a chapter or a book it is what bears the entry's name: a title, or an
    entry that is printed there. The first home is one by its beginning, where it has no such place.
    """
    homes = [
        reference
        for part in book.views.get(entry.kind, ())
        if part.style == "reference"
        for reference in flat_references(entry.fields.get(part.path[0]))
        if isinstance(book.resolve(reference), Chapter | Part | Section)
    ]
    named = [anchor_in(book, entry, home) for home in homes]
    named[:1] = [named[0] or homes[0].id] if homes else []
    return tuple(dict.fromkeys(filter(None, named)))


def anchor_in(book: Book, entry: Entry, reference: Reference) -> str:
    """The place of an entry's rule in the chapter or book that a reference names: what bears its name, but not itself.

    A section that a reference names is the place; empty when there is none.
    """
    match book.resolve(reference):
        case Section(head=head):
            return head.id
        case Chapter() as chapter:
            chapters: tuple[Chapter, ...] = (chapter,)
        case Part(chapters=chapters):
            pass
        case _:
            return ""
    names = {form.casefold() for form in forms_of(entry)}
    named = (anchor for c in chapters for name, anchor in _named_in(book, c.id) if name in names)
    return next((anchor for anchor in named if anchor != entry.anchor), "")


@once_a_book
def _named_in(book: Book, chapter_id: str) -> tuple[tuple[str, str], ...]:
    """Each name that a chapter's titles and printed entries bear, and its anchor."""
    chapter = next(c for c in book.chapters if c.id == chapter_id)
    names = [(_BRACKET.sub("", head.words).casefold(), head.anchor) for head in heads_of(chapter)]
    homes = home_placements(book)
    for block in walk(chapter.blocks):
        if isinstance(block, Placement) and block.directive != "text":
            for entry in book.placed(block):
                if homes.get(entry.anchor) is block:
                    names.append((entry.name.casefold(), entry.anchor))
                elif anchor := repeats(book).get((entry.anchor, block)):
                    names.append((entry.name.casefold(), anchor))
    return tuple(names)
