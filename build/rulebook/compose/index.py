"""The index: what it lists, by name, each with the places that are its home; its pages are known when they are laid."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from rulebook.compose.homes import heads_of, rule_anchors
from rulebook.compose.inline import inline_text
from rulebook.compose.terms import listed_name
from rulebook.compose.views import IndexGroupView, IndexLineView, IndexView
from rulebook.model import Book, Chapter, Entry, Heading, Placement, walk

TABLE, FIGURE, HEADING = "table", "figure", "heading"
# At the end of a title what explains it, anywhere in it which of how many it is.
_BRACKET = re.compile(r"\s*\((?:[^)]*\)$|\d+/\d+\))")


def index_of(book: Book) -> IndexView | None:
    """The index of a book; None when it has none. What has the same name stands in one line."""
    if book.index is None:
        return None
    anchors: dict[str, list[str]] = {}
    for name, anchor in _listed(book):
        anchors.setdefault(_by_its_word(name, book.index.articles), []).append(anchor)
    lines: dict[str, list[IndexLineView]] = {}
    for name in sorted(anchors, key=lambda name: (_sorted_as(name), name)):
        lines.setdefault(_sorted_as(name)[:1].upper(), []).append(IndexLineView(name, tuple(anchors[name])))
    return IndexView(tuple(IndexGroupView(letter, tuple(inner)) for letter, inner in lines.items()))


def indexed_entries(book: Book, chapter: Chapter) -> tuple[Entry, ...]:
    """The entries of the index whose names are looked for in a chapter."""
    if book.index is None or chapter.id in {word.text for word in book.without_terms}:
        return ()
    return tuple(
        entry
        for source in book.index.sources
        if source.set and (not source.chapters or chapter.id in source.chapters)
        for entry in book.sets[source.set].entries
    )


def indexed_anchors(book: Book, chapter: Chapter) -> frozenset[str]:
    """The anchors of the entries that count where a chapter refers to them by their ids."""
    if book.index is None or chapter.id in {word.text for word in book.without_terms}:
        return frozenset()
    sets = (book.sets[source.set] for source in book.index.sources if source.set)
    return frozenset(entry.anchor for entry_set in sets for entry in entry_set.entries)


def _by_its_word(name: str, articles: tuple[str, ...]) -> str:
    """A name as it is looked for: an article at its beginning stands at its end."""
    first, _, rest = name.partition(" ")
    return f"{rest[:1].upper()}{rest[1:]}, {first}" if rest and first in articles else name


def _sorted_as(name: str) -> str:
    """A name without accents and case."""
    plain = unicodedata.normalize("NFKD", name)
    return "".join(c for c in plain if not unicodedata.combining(c)).casefold()


def _listed(book: Book) -> Iterator[tuple[str, str]]:
    """The name and the anchor of all that the index lists and the book prints."""
    placements = tuple(_placements(book))
    placed = {entry.anchor for placement, _ in placements for entry in _entries(book, placement)}
    indexed = [c for c in book.chapters if c.id not in {word.text for word in book.without_terms}]
    for source in book.index.sources if book.index else ():
        if source.set:
            entries = (e for e in book.sets[source.set].entries if e.anchor in placed)
            for entry in entries:
                # The place of the rule comes first, then that of the definition.
                yield from ((listed_name(entry), anchor) for anchor in (*rule_anchors(book, entry), entry.anchor))
        elif source.kind == HEADING:
            yield from ((_BRACKET.sub("", head.words), head.anchor) for c in indexed for head in heads_of(c))
        elif source.kind == TABLE:
            for placement, title in placements:
                if placement.directive == TABLE:
                    table = book.tables[placement.target]
                    yield table.caption or _BRACKET.sub("", title), f"table:{table.id}"
        elif source.kind == FIGURE:
            yield from ((figure.title, figure.anchor) for figure in book.placed_figures)


def _placements(book: Book) -> Iterator[tuple[Placement, str]]:
    """Each directive, and the title of the section or chapter in which it stands."""
    for chapter in book.chapters:
        title = chapter.title
        for block in walk(chapter.blocks):
            if isinstance(block, Heading):
                title = inline_text(block.title)
            elif isinstance(block, Placement):
                yield block, title


def _entries(book: Book, placement: Placement) -> tuple[Entry, ...]:
    return () if placement.directive in (FIGURE, "text") else book.placed(placement)
