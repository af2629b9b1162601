"""What the templates are given: the book as it is printed, every text already HTML.

The `source` of a view is its place in the author's files (`path:line:column`), which the templates pass on.
"""

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
    source: str = ""


@dataclass(frozen=True, slots=True)
class ParagraphView:
    """A paragraph, which may begin with a run-in head; `head` are the words of one that a link can lead to."""

    template = "paragraph"
    html: Markup
    run_in: bool
    source: str = ""
    id: str = ""
    head: str = ""


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
    source: str = ""


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
    name: Markup
    tags: tuple[Markup, ...]
    html: Markup
    defines: bool
    source: str = ""


@dataclass(frozen=True, slots=True)
class FigureView:
    """A figure across the measure: the drawing (empty when it could not be drawn), its number, title and caption."""

    template = "figure"
    id: str
    number: int
    label: str
    title: str
    drawing: Markup
    caption: Markup
    source: str = ""


BlockView = SectionView | ParagraphView | ListView | AsideView | TableView | FigureView | EntryView


@dataclass(frozen=True, slots=True)
class IndexLineView:
    """A name of the index: the anchors of its rules in the order of the book, those of what only explains it, and all.

    `uses` are the anchors of the entries whose uses the line lists.
    """

    name: str
    homes: tuple[str, ...]
    besides: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class IndexGroupView:
    """The names of the index that begin with a letter."""

    letter: str
    lines: tuple[IndexLineView, ...]


@dataclass(frozen=True, slots=True)
class IndexView:
    """The index, by letters."""

    groups: tuple[IndexGroupView, ...]


@dataclass(frozen=True, slots=True)
class TermView:
    """A term of a list of terms."""

    anchor: str
    name: str
    html: Markup


@dataclass(frozen=True, slots=True)
class ChapterView:
    """A chapter; `number` is empty in front and back matter, `place` is front, numbered or back.

    `terms` are empty in a book that lists its terms at the foot of each page; `index` is the index, which is a chapter
    without text.
    """

    id: str
    number: str
    title: str
    place: str
    blocks: tuple[BlockView, ...]
    terms: tuple[TermView, ...]
    index: IndexView | None = None

    @property
    def sections(self) -> tuple[SectionView, ...]:
        """The sections that the contents list below the chapter."""
        return tuple(block for block in self.blocks if isinstance(block, SectionView) and block.level == 2)


@dataclass(frozen=True, slots=True)
class PartView:
    """A numbered book; `numeral` is its number in Roman capitals."""

    id: str
    number: int
    numeral: str
    title: str
    chapters: tuple[ChapterView, ...]


@dataclass(frozen=True, slots=True)
class FigureLineView:
    """A figure in the contents."""

    id: str
    number: int
    title: str


@dataclass(frozen=True, slots=True)
class BookView:
    """The whole volume. `foot` are the terms that its pages may list, in the order in which they are listed."""

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
    label_figures: str
    label_front: str
    label_back: str
    label_draft: str
    front: tuple[ChapterView, ...]
    parts: tuple[PartView, ...]
    back: tuple[ChapterView, ...]
    foot: tuple[TermView, ...]
    figures: tuple[FigureLineView, ...]
