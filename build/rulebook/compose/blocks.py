"""Blocks to views: headings, paragraphs, lists, asides, and the data that directives place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from markupsafe import Markup

from rulebook.compose.homes import repeats
from rulebook.compose.inline import Linker, inline_html, inline_text
from rulebook.compose.values import display_name, part_html, value_at, value_html, value_text
from rulebook.compose.views import (
    AsideView,
    BlockView,
    CellView,
    EntryView,
    HeadView,
    ListView,
    ParagraphView,
    RowView,
    SectionView,
    TableView,
)
from rulebook.model import (
    Aside,
    Block,
    Book,
    Column,
    Entry,
    Heading,
    ListBlock,
    Paragraph,
    Placement,
    Prose,
    Table,
)

if TYPE_CHECKING:
    # The checks count a chapter's texts with this module, and need no templates.
    from rulebook.compose.figures import FigureComposer


@dataclass(frozen=True)
class BlockComposer:
    """Composes the blocks of one book. `homes` says which placement an entry's link target is given to."""

    book: Book
    linker: Linker
    homes: dict[str, Placement]
    matrix_columns: int
    figures: FigureComposer

    def blocks(self, blocks: tuple[Block, ...]) -> tuple[BlockView, ...]:
        return tuple(view for block in blocks for view in self.block(block))

    def block(self, block: Block) -> tuple[BlockView, ...]:
        match block:
            case Heading(level=level, title=title, id=id_):
                return (SectionView(level, id_, inline_html(title, self.linker.unmarked), str(title.position)),)
            case Paragraph(text=text, run_in=run_in, head=head):
                html = inline_html(text, self.linker, run_in)
                id_, words = (head.id, inline_text(head.title)) if head else ("", "")
                return (ParagraphView(html, run_in, str(text.position), id_, words),)
            case ListBlock(ordered=ordered, start=start, items=items):
                return (ListView(ordered, start, tuple(self.blocks(item) for item in items)),)
            case Aside(kind=kind, blocks=inner):
                return (AsideView(kind, self.label(kind), self.blocks(inner)),)
            case Placement():
                return self.placement(block)

    def label(self, kind: str) -> str:
        return {"example": self.book.labels.example, "note": self.book.labels.note}.get(kind, "")

    def placement(self, placement: Placement) -> tuple[BlockView, ...]:
        if placement.directive == "table":
            return (self.table(self.book.tables[placement.target], placement),)
        if placement.directive == "figure":
            return (self.figures.view(self.book.figures[placement.target]),)
        entries = self.book.sets[placement.target].where(placement.filters)
        if placement.directive == "text":
            return tuple(view for entry in entries for view in self.blocks(_prose(entry)))
        return tuple(self.entry(e, placement, defines=placement.directive == "entries") for e in entries)

    def anchor(self, entry: Entry, placement: Placement) -> str:
        home = self.homes.get(entry.anchor)
        if home is placement:
            return entry.anchor
        return repeats(self.book).get((entry.anchor, placement), "") if home else ""

    def entry(self, entry: Entry, placement: Placement, defines: bool) -> EntryView:
        tags = []
        parts = []
        for part in self.book.views[entry.kind]:
            if part.style == "tag":
                text = value_text(self.book, value_at(self.book, entry.fields, part.path))
                tags += [self.linker.plain(text)] if text else []
            elif html := part_html(self.book, entry, part, self.linker):
                parts.append(html)
        parameter = entry.word("parameter")
        name = self.linker.plain(entry.name)
        name += Markup(" ({})").format(parameter) if parameter else Markup("")
        html = Markup(" ").join(parts)
        return EntryView(self.anchor(entry, placement), name, tuple(tags), html, defines, str(entry.position))

    def table(self, table: Table, placement: Placement) -> TableView:
        rows = self.book.sets[table.set].where(table.filters)
        return TableView(
            id=f"table:{table.id}",
            caption=table.caption,
            matrix=len(table.columns) >= self.matrix_columns,
            heads=tuple(HeadView(c.head, c.align, c.die is not None) for c in table.columns),
            rows=tuple(
                RowView(self.anchor(row, placement), tuple(self.cell(row, c) for c in table.columns), str(row.position))
                for row in rows
            ),
        )

    def cell(self, row: Entry, column: Column) -> CellView:
        linker = self.linker.unmarked if column.row_head or column.words else self.linker
        if column.path == ("name",):
            html = linker.plain(display_name(row))
        else:
            html = value_html(self.book, value_at(self.book, row.fields, column.path), linker)
        return CellView(html, column.align, column.die is not None, column.row_head)


def _prose(entry: Entry) -> tuple[Block, ...]:
    text = entry.fields["text"]
    return text.blocks if isinstance(text, Prose) else ()


@dataclass
class CountedText:
    """The texts of a chapter in which terms are counted: prose, lists, asides, entries and cells.

    Titles, headings, captions, figures, columns of words and the heads of a table's columns do not count; the heads of
    its rows do with `row_heads`.
    """

    book: Book
    row_heads: bool = False
    texts: list[str] = field(default_factory=list)

    def add(self, blocks: tuple[Block, ...]) -> CountedText:
        for block in blocks:
            match block:
                case Paragraph(text=text):
                    self.texts.append(inline_text(text))
                case ListBlock(items=items):
                    for item in items:
                        self.add(item)
                case Aside(blocks=inner):
                    self.add(inner)
                case Placement():
                    self.add_placement(block)
                case Heading():
                    pass
        return self

    def add_placement(self, placement: Placement) -> None:
        if placement.directive == "table":
            table = self.book.tables[placement.target]
            for row in self.book.sets[table.set].where(table.filters):
                for column in (c for c in table.columns if (self.row_heads or not c.row_head) and not c.words):
                    self.texts.append(value_text(self.book, value_at(self.book, row.fields, column.path)))
            return
        if placement.directive == "figure":
            return
        for entry in self.book.sets[placement.target].where(placement.filters):
            if placement.directive == "text":
                self.add(_prose(entry))
                continue
            self.texts.append(entry.name)
            for part in self.book.views[entry.kind]:
                if part.style != "reference":
                    self.texts.append(value_text(self.book, value_at(self.book, entry.fields, part.path)))


def counted_texts(book: Book, blocks: tuple[Block, ...], *, row_heads: bool = False) -> tuple[str, ...]:
    """The texts of these blocks in which terms are counted, with the heads of tables' rows if it says so."""
    return tuple(CountedText(book, row_heads).add(blocks).texts)
