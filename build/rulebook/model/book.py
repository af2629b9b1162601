"""The whole book, loaded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rulebook.model.apparatus import EntryPart, Glossary, Imprint, Index, Labels, Printed
from rulebook.model.cards import Cards
from rulebook.model.chapter import Chapter, Part, Section
from rulebook.model.data import Entry, EntrySet, Reference, Table, Word
from rulebook.model.figure import Figure
from rulebook.model.lint import Lint
from rulebook.model.prose import Placement, heads_in, walk
from rulebook.model.rosters import RosterKind
from rulebook.model.rule_topic import RuleTopic
from rulebook.printing.record import Printing


@dataclass(frozen=True, slots=True)
class Metadata:
    """What is said of the book as a whole. `record` is the date of its source, as YYYY-MM-DD."""

    id: str
    title: str
    subtitle: str
    version: str
    language: str
    authors: tuple[str, ...]
    description: str
    keywords: tuple[str, ...]
    rights: str
    record: str


@dataclass(frozen=True, slots=True)
class Book:
    """The whole book, loaded and with every reference resolved."""

    root: Path
    metadata: Metadata
    labels: Labels
    front: tuple[Chapter, ...]
    parts: tuple[Part, ...]
    back: tuple[Chapter, ...]
    sets: Mapping[str, EntrySet]
    tables: Mapping[str, Table]
    glossaries: tuple[Glossary, ...]
    without_terms: tuple[Word, ...]
    # Where the terms are listed: at the foot of each `page`, or at the end of each `chapter`.
    glossary: str = "page"
    index: Index | None = None
    views: Mapping[str, tuple[EntryPart, ...]] = field(default_factory=dict)
    lint: Lint = field(default_factory=Lint)
    rules: tuple[RuleTopic, ...] = ()
    rosters: tuple[RosterKind, ...] = ()
    figures: Mapping[str, Figure] = field(default_factory=dict)
    cards: Cards | None = None
    imprint: Imprint | None = None
    printings: tuple[Printing, ...] = ()
    printed: tuple[Printed, ...] = ()

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """All chapters in the order of the book."""
        return (*self.front, *(c for part in self.parts for c in part.chapters), *self.back)

    def entry(self, set_id: str, entry_id: str) -> Entry | None:
        """The entry of that id, or None."""
        found = self.sets.get(set_id)
        return next((e for e in found.entries if e.id == entry_id), None) if found else None

    def section(self, id_: str) -> Section | None:
        """The section, or the run-in head, of that id; None when no chapter has it."""
        for chapter in self.chapters:
            if not id_.startswith(f"{chapter.id}-"):
                continue
            head = next((head for head in heads_in(chapter.blocks) if head.id == id_), None)
            if head is not None:
                return Section(head, chapter)
        return None

    def placed(self, placement: Placement) -> tuple[Entry, ...]:
        """The entries that a directive places: a table's rows, or those of its set that meet its conditions."""
        if placement.directive == "table":
            table = self.tables[placement.target]
            return self.sets[table.set].where(table.filters)
        if placement.directive == "figure":
            return ()
        return self.sets[placement.target].where(placement.filters)

    @property
    def placed_figures(self) -> tuple[Figure, ...]:
        """The figures that chapters place, in reading order: the first is Figure 1."""
        blocks = (block for chapter in self.chapters for block in walk(chapter.blocks))
        return tuple(
            self.figures[block.target]
            for block in blocks
            if isinstance(block, Placement) and block.directive == "figure" and block.target in self.figures
        )

    def resolve(self, reference: Reference) -> Entry | Chapter | Part | Section | None:
        """What a reference names: an entry, a chapter, a book, or a section of a chapter."""
        for set_id in reference.sets:
            if set_id == "chapter":
                chapter = next((c for c in self.chapters if c.id == reference.id), None)
                if chapter is not None:
                    return chapter
            elif set_id == "book":
                part = next((p for p in self.parts if p.id == reference.id), None)
                if part is not None:
                    return part
            elif set_id == "section":
                section = self.section(reference.id)
                if section is not None:
                    return section
            elif (entry := self.entry(set_id, reference.id)) is not None:
                return entry
        return None
