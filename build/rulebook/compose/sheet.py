"""A reference sheet: the book's data in its short forms, as one HTML document."""

from __future__ import annotations

from dataclasses import dataclass

from jinja2 import Environment
from markupsafe import Markup

from rulebook.compose.figure_values import NO_VALUE_FOUND, UndrawableError, compute, drawn, written
from rulebook.compose.inline import Linker
from rulebook.compose.values import display_name, kept_together, value_at, value_html
from rulebook.finding import Finding
from rulebook.load.sheets import Sheet, SheetFace, SheetPart, SheetSection, SheetValue
from rulebook.model import Book, Entry, Items
from rulebook.page_numbers import PageNumbers
from rulebook.rules.expression import ExpressionError

TEMPLATE = "sheet/sheet.html.j2"


@dataclass(frozen=True, slots=True)
class SheetCellView:
    """A cell of a sheet's table; `note` is set after or below its value."""

    html: Markup
    note: Markup
    align: str


@dataclass(frozen=True, slots=True)
class SheetRowView:
    """A row of a sheet's table, and the place of its entry."""

    cells: tuple[SheetCellView, ...]
    source: str


@dataclass(frozen=True, slots=True)
class SheetLineView:
    """A keyed entry, a paragraph (without a name), or a name with its value; `tag` stands before the name.

    `source` is the place of the entry; empty for a value.
    """

    tag: Markup
    name: Markup
    html: Markup
    source: str = ""


@dataclass(frozen=True, slots=True)
class SheetPartView:
    """A part of a section: `heads` and `rows` of a table, or `lines` of the other kinds."""

    kind: str
    lead: str
    heads: tuple[SheetCellView, ...]
    rows: tuple[SheetRowView, ...]
    lines: tuple[SheetLineView, ...]


@dataclass(frozen=True, slots=True)
class SheetSectionView:
    """A section: its title, and the page or pages of the book that state its rules, with the word before them."""

    title: str
    pages: str
    parts: tuple[SheetPartView, ...]


@dataclass(frozen=True, slots=True)
class SheetFaceView:
    """A face of the sheet: the sections of each of its pages, as far as the sheet itself says where one begins."""

    title: str
    pages: tuple[tuple[SheetSectionView, ...], ...]


def compose_sheet(
    book: Book,
    sheet: Sheet,
    numbers: PageNumbers,
    templates: Environment,
    *,
    paper: str,
    low_ink: bool,
    findings: list[Finding],
) -> str:
    """The sheet as HTML for a paper. A rule without a page, and a value that cannot be computed, are findings.

    Raises jinja2.TemplateError when the template is wrong.
    """
    composer = _SheetComposer(book, sheet, numbers, findings)
    faces = tuple(SheetFaceView(face.title, composer.pages(face, paper)) for face in sheet.faces)
    return templates.get_template(TEMPLATE).render(
        book=book.metadata, sheet=sheet, faces=faces, paper=paper, low_ink=low_ink
    )


class _SheetComposer:
    def __init__(self, book: Book, sheet: Sheet, numbers: PageNumbers, findings: list[Finding]) -> None:
        self.book = book
        self.sheet = sheet
        self.numbers = numbers
        self.findings = findings
        self.linker = Linker(lambda target: target)

    def pages(self, face: SheetFace, paper: str) -> tuple[tuple[SheetSectionView, ...], ...]:
        pages: list[list[SheetSectionView]] = [[]]
        for section in face.sections:
            if pages[-1] and paper in {word.text for word in section.new_page}:
                pages.append([])
            pages[-1].append(self.section(section))
        return tuple(tuple(page) for page in pages)

    def section(self, section: SheetSection) -> SheetSectionView:
        folios = []
        for rule in section.rules:
            folio = self.numbers.folio(rule.text)
            if not folio:
                message = f"‘{rule.text}’ has no page: the book prints it nowhere"
                self.findings.append(Finding("C004", rule.position, message, "name what a chapter prints"))
            elif folio not in folios:
                folios.append(folio)
        before = self.sheet.pages if len(folios) > 1 else self.sheet.page
        pages = f"{before}\u00a0{', '.join(folios)}"
        return SheetSectionView(section.title, pages, tuple(self.part(part) for part in section.parts))

    def part(self, part: SheetPart) -> SheetPartView:
        nothing = Markup("")
        return SheetPartView(
            kind=part.kind,
            lead=part.lead,
            heads=tuple(SheetCellView(Markup.escape(c.head), nothing, c.align) for c in part.columns),
            rows=tuple(self.row(part, entry) for entry in (part.entries if part.columns else ())),
            lines=(
                *(self.line(part, entry) for entry in (() if part.columns else part.entries)),
                *(SheetLineView(nothing, Markup.escape(v.label), self.value(v)) for v in part.values),
            ),
        )

    def row(self, part: SheetPart, entry: Entry) -> SheetRowView:
        cells = (SheetCellView(self.shown(entry, c.value), self.shown(entry, c.note), c.align) for c in part.columns)
        return SheetRowView(tuple(cells), str(entry.position))

    def line(self, part: SheetPart, entry: Entry) -> SheetLineView:
        name = Markup("") if part.kind == "text" else self.shown(entry, ("name",))
        return SheetLineView(
            self.shown(entry, part.tag), name, self.shown(entry, part.text_of(entry)), str(entry.position)
        )

    def shown(self, entry: Entry, path: tuple[str, ...]) -> Markup:
        """What a path leads to, as HTML; nothing for no path."""
        if not path:
            return Markup("")
        if path == ("name",):
            return Markup.escape(display_name(entry))
        value = value_at(self.book, entry.fields, path)
        if isinstance(value, Items) and value.values:
            things = (kept_together(value_html(self.book, item, self.linker)) for item in value.values)
            return Markup(", ").join(Markup('<span class="whole">{}</span>').format(thing) for thing in things)
        return kept_together(value_html(self.book, value, self.linker))

    def value(self, value: SheetValue) -> Markup:
        try:
            return Markup.escape(written(drawn(compute(self.book, value.value))))
        except (ExpressionError, UndrawableError) as error:
            message = f"the value cannot be computed: {error}"
            self.findings.append(Finding(NO_VALUE_FOUND, value.value.position, message))
            return Markup("")
