"""Where each thing of a book stands, and what of its data a reader, the rules or a product ever see."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from rulebook.compose.inline import inline_text
from rulebook.load.fields import references_in
from rulebook.load.figures import KIND as FIGURES
from rulebook.load.tables import KIND as TABLES
from rulebook.model import (
    Book,
    Column,
    Entry,
    EntryPart,
    Heading,
    Paragraph,
    Placement,
    Prose,
    Record,
    walk,
)
from rulebook.printing.compared import Shown
from rulebook.texts import all_texts

_WORD = re.compile(r"\w[\w-]*")
# What an entry shows wherever it is named, and its forms for products.
_ALWAYS = frozenset({"id", "name", "parameter", "abbreviation", "short", "foot"})
# Where a list of terms has an entry, and what a directive `text` sets of it.
_LISTED, _TEXT = "listed", "text"
# By so many of its first words a text is named.
_FIRST_WORDS = 5
# What is said of a part that only says where to look, if it has no lead of its own.
_REFERENCE_LEAD = "see"
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
    """How a reader finds a row: the path of the column that names it, and all heads by the paths of their columns."""

    path: str
    heads: Mapping[str, str]


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
        """How the rows of each set that stands in a table are named, by the set."""
        found: dict[str, Rows] = {}
        # Of several tables of a set the one with a caption comes first.
        for table in sorted(self.book.tables.values(), key=lambda table: not table.caption):
            names = next((column for column in table.columns if column.row_head), table.columns[0])
            tables = (other for other in self.book.tables.values() if other.set == table.set)
            columns = [column for other in (table, *tables) for column in other.columns if column.head]
            heads = {dotted(column): column.head for column in reversed(columns)}
            found.setdefault(table.set, Rows(dotted(names), heads))
        return found

    def table_of(self, entry: Entry, before: Collection[str] = ()) -> str:
        """What a reader calls the table in which an entry is a row, by caption or by the head above; empty if none.

        One in which it stood `before`, by id, is taken rather than one to which it is new.
        """
        tables = {place.placement.target: place for place in self._in_tables(entry)}
        named = sorted(tables, key=lambda id_: (id_ not in before, not self.book.tables[id_].caption))
        return self.caption(tables[named[0]]) if named else ""

    def tables_with(self, entry: Entry) -> frozenset[str]:
        """The ids of the tables in which an entry is a row."""
        return frozenset(place.placement.target for place in self._in_tables(entry))

    def _in_tables(self, entry: Entry) -> list[Place]:
        return [p for p in self.ways.get(entry.anchor, {}).values() if p.placement.directive == "table"]

    def caption(self, place: Place) -> str:
        """What a reader calls a table that is placed somewhere."""
        return self.book.tables[place.placement.target].caption or place.head

    def heads(self, entry: Entry) -> Mapping[str, str]:
        """What stands over or before the values of an entry, by their paths; first where it stands itself."""
        found: dict[str, str] = {}
        for place in self.ways.get(entry.anchor, {}).values():
            if place.placement.directive == "table":
                columns = self.book.tables[place.placement.target].columns
                found = {dotted(column): column.head for column in columns if column.head} | found
        view = self.book.views.get(entry.kind, ())
        leads = {dotted(part): _REFERENCE_LEAD for part in view if part.style == "reference"}
        leads |= {dotted(part): part.lead.rstrip(":. ") for part in view if part.lead}
        leads |= {_LISTED: "listed as"} if entry.set in self.glossaries else {}
        rows = self.rows.get(entry.set)
        return (dict(rows.heads) if rows else {}) | leads | found

    def row(self, entry: Entry, shown: Mapping[str, Shown], *, headed: bool = False) -> str:
        """The name of an entry as a reader has it: its own, or what stands in the column that names its row.

        With `headed`, the head of that column comes first. One that has neither is named by the beginning of its text.
        """
        if "name" in entry.fields:
            return entry.name
        rows = self.rows.get(entry.set)
        if rows is not None and rows.path in shown:
            head = rows.heads.get(rows.path, "") if headed else ""
            return f"{head} {shown[rows.path].read}".lstrip()
        prose = (value for value in entry.fields.values() if isinstance(value, Prose))
        words = next((words for value in prose if (words := " ".join(_words(value)).split())), [])
        more = "…" if len(words) > _FIRST_WORDS else ""
        return f"‘{' '.join(words[:_FIRST_WORDS])}{more}’" if words else entry.id.replace("-", " ")

    @cached_property
    def glossaries(self) -> frozenset[str]:
        """The sets that are listed as terms."""
        return frozenset(glossary.set for glossary in self.book.glossaries)

    def counts(self, entry: Entry) -> bool:
        """Whether an entry is part of play: it is printed, a rule or a product reads it, or what is so names it."""
        return entry.set in self._read_sets or entry.anchor in self._printed

    def shows(self, entry: Entry, path: str) -> bool:
        """Whether a field of an entry is printed anywhere, or read by a rule or a product.

        The path counts what is in a list from one, as those of columns that are `dotted` do.
        """
        name = path.partition(".")[0]
        if name in _ALWAYS or name in self._read or (name == _LISTED and entry.set in self.glossaries):
            return True
        return any(_meet(path, other) for other in self._paths_of(entry))

    def _paths_of(self, entry: Entry) -> Iterator[str]:
        """The paths of the fields that are printed of an entry: in tables, with all its parts, in lists of terms."""
        for place in self.ways.get(entry.anchor, {}).values():
            if place.placement.directive == "table":
                yield from (dotted(column) for column in self.book.tables[place.placement.target].columns)
            elif place.placement.directive == _TEXT:
                yield _TEXT
            else:
                yield from self._viewed(entry)
        if entry.set in self.glossaries:
            yield from self._viewed(entry)

    def _viewed(self, entry: Entry) -> Iterator[str]:
        for part in self.book.views.get(entry.kind, ()):
            yield dotted(part)
            yield from filter(None, (part.beside,))

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


def dotted(column: Column | EntryPart) -> str:
    """The path of a column or a part as a value's is told, which counts what is in a list from one."""
    return ".".join(str(int(part) + 1) if part.isdecimal() else part for part in column.path)


def _meet(one: str, other: str) -> bool:
    """Whether one of two paths leads to the other, or on from it."""
    return f"{one}.".startswith(f"{other}.") or f"{other}.".startswith(f"{one}.")


def _words(value: Prose) -> Iterator[str]:
    return (inline_text(block.text) for block in walk(value.blocks) if isinstance(block, Paragraph))


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
