"""What the templates are given: the book as it is printed, every text already HTML."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class SectionView:
    """A section's heading."""

    template = "section"
    level: int
    id: str
    html: Markup


@dataclass(frozen=True, slots=True)
class ParagraphView:
    """A paragraph, which may begin with a run-in head."""

    template = "paragraph"
    html: Markup
    run_in: bool


@dataclass(frozen=True, slots=True)
class ListView:
    """A list of items, each a tuple of blocks."""

    template = "list"
    ordered: bool
    start: int
    items: tuple[tuple[BlockView, ...], ...]


@dataclass(frozen=True, slots=True)
class AsideView:
    """An Example, an Editorial note or an epigraph."""

    template = "aside"
    kind: str
    label: str
    blocks: tuple[BlockView, ...]


@dataclass(frozen=True, slots=True)
class HeadView:
    """The head of a table's column."""

    text: str
    align: str
    die: bool


@dataclass(frozen=True, slots=True)
class CellView:
    """A cell of a table."""

    html: Markup
    align: str
    die: bool
    row_head: bool


@dataclass(frozen=True, slots=True)
class RowView:
    """A row of a table; `id` is empty when the row is no link's target."""

    id: str
    cells: tuple[CellView, ...]


@dataclass(frozen=True, slots=True)
class TableView:
    """A table; a matrix spans the measure."""

    template = "table"
    id: str
    caption: str
    matrix: bool
    heads: tuple[HeadView, ...]
    rows: tuple[RowView, ...]


@dataclass(frozen=True, slots=True)
class EntryView:
    """A keyed entry: a name, its tags, and its rule. `defines` is false for a line of a plain list."""

    template = "entry"
    id: str
    name: str
    tags: tuple[str, ...]
    html: Markup
    defines: bool


BlockView = SectionView | ParagraphView | ListView | AsideView | TableView | EntryView


@dataclass(frozen=True, slots=True)
class TermView:
    """A term of a list of terms."""

    name: str
    html: Markup


@dataclass(frozen=True, slots=True)
class ChapterView:
    """A chapter; `number` is empty in front and back matter, `place` is front, numbered or back."""

    id: str
    number: str
    title: str
    place: str
    blocks: tuple[BlockView, ...]
    terms: tuple[TermView, ...]


@dataclass(frozen=True, slots=True)
class PartView:
    """A numbered book; `numeral` is its number in Roman capitals."""

    id: str
    number: int
    numeral: str
    title: str
    chapters: tuple[ChapterView, ...]


@dataclass(frozen=True, slots=True)
class BookView:
    """The whole volume."""

    title: str
    subtitle: str
    version: str
    language: str
    authors: tuple[str, ...]
    description: str
    keywords: tuple[str, ...]
    rights: str
    date: str
    label_contents: str
    label_book: str
    label_terms: str
    label_front: str
    label_back: str
    label_draft: str
    front: tuple[ChapterView, ...]
    parts: tuple[PartView, ...]
    back: tuple[ChapterView, ...]
