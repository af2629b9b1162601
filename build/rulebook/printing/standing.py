"""Where each thing of a book stands, and what of its data a reader, the rules or a product ever see."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from rulebook.check.texts import all_texts
from rulebook.compose.inline import inline_text
from rulebook.load.fields import references_in
from rulebook.load.figures import KIND as FIGURES
from rulebook.load.tables import KIND as TABLES
from rulebook.model import (
    Book,
    Column,
    Entry,
    Heading,
    Paragraph,
    Placement,
    Record,
    walk,
)
from rulebook.printing.compared import Shown

_WORD = re.compile(r"\w[\w-]*")
# What every entry shows wherever it stands.
_ALWAYS = frozenset({"id", "name", "text", "short", "foot"})
_FOLDERS = ("products", "rosters")


@dataclass(frozen=True, slots=True)
class Place:
    """A directive of a chapter: the ids of its chapter and section, and the words of the nearest head above it."""

    placement: Placement
    chapter: str
    section: str
    head: str


@dataclass(frozen=True, slots=True)
class Rows:
    """How a reader finds a row: what its table stands under, the path of the column that names it, and all heads."""

    under: str
    path: str
    heads: Mapping[str, str]

    def of(self, entry: Entry, shown: Mapping[str, Shown]) -> str:
        """The name of a row; of one that has none, what is rolled for it."""
        own = entry.word("name")
        if not own and self.path in shown:
            own = f"{self.heads.get(self.path, '')} {shown[self.path].read}".lstrip()
        return ": ".join(filter(None, (self.under, own or entry.id)))


class Standing:
    """A book's things, each with its place."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.places = tuple(_places(book))
        self.titles: dict[str, str] = {}
        for chapter in book.chapters:
            self.titles[chapter.id] = chapter.title
            headings = (block for block in chapter.blocks if isinstance(block, Heading))
            self.titles |= {heading.id: inline_text(heading.title) for heading in headings}

    @cached_property
    def first(self) -> Mapping[str, Place]:
        """The first place of each entry, table (`table:id`) and figure, by its anchor."""
        found: dict[str, Place] = {}
        for place in self.places:
            if place.placement.directive == "table":
                found.setdefault(f"table:{place.placement.target}", place)
            if place.placement.directive == "figure" and place.placement.target in self.book.figures:
                found.setdefault(self.book.figures[place.placement.target].anchor, place)
            for entry in self.book.placed(place.placement):
                found.setdefault(entry.anchor, place)
        return found

    @cached_property
    def ways(self) -> Mapping[str, Mapping[str, Place]]:
        """The ways in which each entry is printed (in which table, as an entry, a line or a text), by its anchor."""
        found: dict[str, dict[str, Place]] = {}
        for place in self.places:
            directive = place.placement.directive
            way = f"table {place.placement.target}" if directive == "table" else directive
            for entry in self.book.placed(place.placement):
                found.setdefault(entry.anchor, {}).setdefault(way, place)
        return found

    @cached_property
    def rows(self) -> Mapping[str, Rows]:
        """How the rows of each set that stands in a table are named, by the set: by caption or by the head above."""
        found: dict[str, Rows] = {}
        # Of several tables of a set the one with a caption comes first.
        for table in sorted(self.book.tables.values(), key=lambda table: not table.caption):
            names = next((column for column in table.columns if column.row_head), table.columns[0])
            tables = (other for other in self.book.tables.values() if other.set == table.set)
            columns = [column for other in (table, *tables) for column in other.columns if column.head]
            heads = {dotted(column): column.head for column in reversed(columns)}
            place = self.first.get(f"table:{table.id}")
            rows = Rows(table.caption or (place.head if place else ""), dotted(names), heads)
            found.setdefault(table.set, rows)
        return found

    @cached_property
    def glossaries(self) -> frozenset[str]:
        """The sets that are listed as terms."""
        return frozenset(glossary.set for glossary in self.book.glossaries)

    def counts(self, entry: Entry) -> bool:
        """Whether an entry is part of play: it is printed, a rule or a product reads it, or what is so names it."""
        return entry.set in self._read_sets or entry.anchor in self._printed

    def shows(self, entry: Entry, path: str) -> bool:
        """Whether a field is printed anywhere, decides where an entry is, or is read by a rule or a product."""
        name = path.partition(".")[0]
        return name in _ALWAYS or name in self._names

    @cached_property
    def _printed(self) -> frozenset[str]:
        """The entries that are printed, and those that they name."""
        entries = {e.anchor: e for s in self.book.sets.values() for e in s.entries}
        waiting = [anchor for anchor in entries if anchor in self.first or anchor.partition(":")[0] in self._read_sets]
        found = set(waiting)
        while waiting:
            entry = entries[waiting.pop()]
            for reference in references_in(Record(entry.fields, entry.position)):
                target = self.book.resolve(reference)
                if isinstance(target, Entry) and target.anchor not in found and target.anchor in entries:
                    found.add(target.anchor)
                    waiting.append(target.anchor)
        return frozenset(found)

    @cached_property
    def _read_sets(self) -> frozenset[str]:
        """The sets that a formula, a roster, a product or a list of terms reads, and tables and figures."""
        kinds = {TABLES, FIGURES}
        return frozenset(s.id for s in self.book.sets.values() if s.id in self._read or s.kind in kinds)

    @cached_property
    def _read(self) -> frozenset[str]:
        """Every word of the formulas, the rosters and the products, and the sets of the terms."""
        texts = [text.body for topic in self.book.rules for text in (*topic.values, *topic.formulas)]
        texts += [binding.expression for text in all_texts(self.book) for binding in text.inline.bindings]
        texts += [value.text for figure in self.book.figures.values() for value in figure.values.values()]
        texts += [
            path.read_text(encoding="utf-8", errors="replace")
            for folder in _FOLDERS
            for path in sorted((self.book.root / "content" / folder).glob("*.yaml"))
            if path.is_file()
        ]
        return frozenset(word for text in texts for word in _WORD.findall(text)) | self.glossaries

    @cached_property
    def _names(self) -> frozenset[str]:
        """The names of the fields that are printed, or by which entries are chosen, or that something reads."""
        columns = (column.path for table in self.book.tables.values() for column in table.columns)
        parts = (part.path for view in self.book.views.values() for part in view)
        beside = {part.beside for view in self.book.views.values() for part in view if part.beside}
        steps = {step for path in (*columns, *parts) for step in path}
        filters = [*(f for t in self.book.tables.values() for f in t.filters)]
        filters += [f for place in self.places for f in place.placement.filters]
        filters += [f for glossary in self.book.glossaries for f in glossary.exceptions]
        return self._read | steps | beside | {f.field for f in filters}


def dotted(column: Column) -> str:
    """The path of a column as a value's is told, which counts what is in a list from one."""
    return ".".join(str(int(part) + 1) if part.isdecimal() else part for part in column.path)


def _places(book: Book) -> Iterator[Place]:
    for chapter in book.chapters:
        section, head = chapter.id, chapter.title
        for block in walk(chapter.blocks):
            above = block.head if isinstance(block, Paragraph) else block
            if isinstance(above, Heading):
                head = inline_text(above.title)
                section = block.id if isinstance(block, Heading) else section
            elif isinstance(block, Placement):
                yield Place(block, chapter.id, section, head)
