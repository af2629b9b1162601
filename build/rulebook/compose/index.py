"""The index: what it lists, by name, each with the places that are its home; its pages are known when they are laid."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field

from rulebook.compose.homes import Head, heads_of, reading_order, rule_anchors
from rulebook.compose.inline import inline_text
from rulebook.compose.terms import forms_of, listed_name
from rulebook.compose.views import IndexGroupView, IndexLineView, IndexView
from rulebook.model import Book, Chapter, Entry, Heading, Placement, walk

TABLE, FIGURE, HEADING = "table", "figure", "heading"
# At the end of a title what explains it, anywhere in it which of how many it is.
_BRACKET = re.compile(r"\s*\((?:[^)]*\)$|\d+/\d+\))")


@dataclass(slots=True)
class _Line:
    """A name, and the anchors of what has it: of its rules, of what only explains it, and of what uses it."""

    homes: dict[str, None] = field(default_factory=dict)
    besides: dict[str, None] = field(default_factory=dict)
    uses: dict[str, None] = field(default_factory=dict)


def index_of(book: Book) -> IndexView | None:
    """The index of a book; None when it has none. What has the same name stands in one line."""
    if book.index is None:
        return None
    found: dict[str, _Line] = {}
    for name, line in _listed(book):
        own = found.setdefault(_by_its_word(name, book.index.articles), _Line())
        own.homes |= line.homes
        own.besides |= line.besides
        own.uses |= line.uses
    order = reading_order(book)
    lines: dict[str, list[IndexLineView]] = {}
    for name in sorted(found, key=lambda name: (_sorted_as(name), name)):
        homes = sorted(found[name].homes, key=lambda anchor: order[anchor])
        besides = tuple(anchor for anchor in found[name].besides if anchor not in homes)
        view = IndexLineView(name, tuple(homes), besides, tuple(found[name].uses))
        lines.setdefault(_sorted_as(name)[:1].upper(), []).append(view)
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


def _listed(book: Book) -> Iterator[tuple[str, _Line]]:
    """The name and the places of all that the index lists and the book prints."""
    if book.index is None:
        return
    placements = tuple(_placements(book))
    placed = {entry.anchor for placement, _ in placements for entry in _entries(book, placement)}
    without = {target.text for target in book.index.without}
    words = _Words()
    for source in book.index.sources:
        if source.set:
            for entry in (e for e in book.sets[source.set].entries if e.anchor in placed):
                words.add(entry)
                yield listed_name(entry), _entry_line(book, entry)
    titles: list[tuple[str, str]] = []
    for source in book.index.sources:
        if source.kind == HEADING:
            indexed = [c for c in book.chapters if c.id not in {word.text for word in book.without_terms}]
            titles += [(head.words, head.anchor) for c in indexed for head in heads_of(c) if head.anchor not in without]
        elif source.kind == TABLE:
            for placement, head in placements:
                if placement.directive == TABLE and (caption := book.tables[placement.target].caption):
                    titles.append((caption, f"table:{placement.target}"))
                elif placement.directive == TABLE and head.anchor not in without:
                    titles.append((head.words, f"table:{placement.target}"))
        elif source.kind == FIGURE:
            titles += [(figure.title, figure.anchor) for figure in book.placed_figures]
    for title, anchor in titles:
        yield words.name_for(_BRACKET.sub("", title)), _Line(homes={anchor: None})
    for word in book.index.words:
        yield word.text, _Line(homes={target.text: None for target in word.targets})


def _entry_line(book: Book, entry: Entry) -> _Line:
    """The places of an entry: where its rule is stated elsewhere, what it says itself only explains that."""
    rules = dict.fromkeys(anchor for anchor in rule_anchors(book, entry) if anchor != entry.anchor)
    own = {entry.anchor: None}
    return _Line(homes=rules or own, besides=own if rules else {}, uses=own)


class _Words:
    """The words that the index lists already: a title that is a form of one of them, and begins with it, joins it."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def add(self, entry: Entry) -> None:
        name = listed_name(entry)
        for form in forms_of(entry):
            if form.startswith(name):
                self._names.setdefault(form, name)

    def name_for(self, title: str) -> str:
        return self._names.get(title, title)


def _placements(book: Book) -> Iterator[tuple[Placement, Head]]:
    """Each directive, and the title of the section or chapter in which it stands."""
    for chapter in book.chapters:
        head = Head(chapter.title, chapter.id)
        for block in walk(chapter.blocks):
            if isinstance(block, Heading):
                head = Head(inline_text(block.title), block.id)
            elif isinstance(block, Placement):
                yield block, head


def _entries(book: Book, placement: Placement) -> tuple[Entry, ...]:
    return () if placement.directive in (FIGURE, "text") else book.placed(placement)
