"""The sheets of a roster, empty or filled, as one HTML document with fields to write in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from jinja2 import Environment
from markupsafe import Markup

from rulebook.compose.inline import Linker
from rulebook.compose.members import MemberCardView, Reckoner, member_card, text_of_value, unlinked
from rulebook.compose.values import value_html, value_text
from rulebook.finding import Finding
from rulebook.load.forms import FormBlock, FormField, FormRow, Forms, FormSheet
from rulebook.model import Book, Number
from rulebook.roster.court import open_court
from rulebook.roster.pricing import Bill
from rulebook.roster.roster import Member, Roster, empty_roster
from rulebook.source import Position

TEMPLATE = "rosters/rosters.html.j2"


@dataclass(frozen=True, slots=True)
class FieldView:
    """A field of the PDF: its name there, its label, what a reader is told of it, and its value.

    `kind` is `text`, `number`, `notes` (several lines) or `check`; `width` is in hundredths of the row. `source` is
    where the member, or the roster, whose value it holds is written.
    """

    name: str
    label: str
    tip: str
    value: str
    kind: str
    width: float
    source: Position | None = None


@dataclass(frozen=True, slots=True)
class ListedView:
    """An entry of a checklist: the box to choose it, its name and text, and its boxes."""

    chosen: FieldView
    name: str
    html: Markup
    boxes: tuple[FieldView, ...]


@dataclass(frozen=True, slots=True)
class FormRowView:
    """A row: its fields, or the entries of a checklist; `lines` is the height of one for notes."""

    kind: str
    label: str
    fields: tuple[FieldView, ...]
    entries: tuple[ListedView, ...]
    lines: int


@dataclass(frozen=True, slots=True)
class FormBlockView:
    """Rows below a title."""

    title: str
    width: int
    rows: tuple[FormRowView, ...]


@dataclass(frozen=True, slots=True)
class FormView:
    """What is kept of the roster or of one member."""

    name: str
    blocks: tuple[FormBlockView, ...]


@dataclass(frozen=True, slots=True)
class FormPageView:
    """A page of a sheet."""

    id: str
    title: str
    of_members: bool
    forms: tuple[FormView, ...]


@dataclass(frozen=True, slots=True)
class ComposedForms:
    """The document, its pages of sheets, and its fields in reading order."""

    html: str
    pages: int
    fields: tuple[FieldView, ...]


def compose_forms(
    book: Book,
    forms: Forms,
    roster: Roster | None,
    templates: Environment,
    findings: list[Finding],
    *,
    bill: Bill | None = None,
    cards: bool = False,
    draft: bool = False,
) -> ComposedForms:
    """The sheets of a roster, or empty ones for None; with `cards`, the cards of its members and its bill too.

    What cannot be computed is a finding. Raises jinja2.TemplateError when the template is wrong.
    """
    composer = _FormComposer(book, forms, roster, findings)
    pages = composer.pages()
    html = templates.get_template(TEMPLATE).render(
        book=book.metadata,
        title=f"{forms.title}: {roster.name}" if roster is not None else forms.title,
        pages=pages,
        cards=composer.cards(bill) if cards else (),
        card_title=forms.card.title,
        bill=_bill(bill) if bill is not None and cards else None,
        unit=forms.kind.unit,
        draft=book.labels.draft if draft else "",
        roster_name=roster.name if roster is not None else "",
    )
    return ComposedForms(html, len(pages), tuple(composer.named))


def _bill(bill: Bill) -> dict[str, object]:
    rows = [(line.name, *(str(p) for p in line.prices), str(line.total)) for line in bill.lines]
    rows += [(line.name, *("" for _ in bill.heads), str(line.total)) for line in bill.shared]
    totals = [str(sum(line.prices[i] for line in bill.lines)) for i in range(len(bill.heads))]
    return {"heads": bill.heads, "rows": rows, "totals": (*totals, str(bill.total)), "limit": str(bill.limit)}


class _FormComposer:
    def __init__(self, book: Book, forms: Forms, roster: Roster | None, findings: list[Finding]) -> None:
        self.book = book
        self.forms = forms
        self.roster = roster
        # An empty sheet is one of a roster that has nothing: its formulas know no member.
        court, _ = open_court(book, roster if roster is not None else empty_roster(forms.kind, forms.position))
        self.members: tuple[Member | None, ...] = court.roster.members
        self.reckoner = Reckoner(court, findings)
        self.linker = Linker(lambda target: target)
        if roster is None:
            self.members = (None,) * self.reckoner.count(forms.members)
        self.named: list[FieldView] = []
        # The sheet, and the number of the member, that a field is named for.
        self.prefix = ""
        self.before = ""
        self.member: Member | None = None
        # Whether what is composed now is of a roster, or of a member of it.
        self.filled = False

    def pages(self) -> tuple[FormPageView, ...]:
        return tuple(page for sheet in self.forms.sheets for page in self.sheet(sheet))

    def sheet(self, sheet: FormSheet) -> Sequence[FormPageView]:
        if not sheet.of_members:
            self.prefix, self.before, self.member = sheet.id, sheet.title, None
            self.filled = self.roster is not None
            return [FormPageView(sheet.id, sheet.head, False, (self.form(sheet, None),))]
        numbered = list(enumerate(self.members, 1))
        # A page has room for more members than a roster may have: the rest of it stays empty, to be filled in.
        numbered += [(n, None) for n in range(len(numbered) + 1, -(-len(numbered) // sheet.page) * sheet.page + 1)]
        pages = []
        for start in range(0, len(numbered), sheet.page):
            forms = []
            for number, member in numbered[start : start + sheet.page]:
                self.prefix, self.before, self.member = f"{sheet.id}-{number}", f"{sheet.title} {number}", member
                self.filled = member is not None
                forms.append(self.form(sheet, member))
            pages.append(FormPageView(sheet.id, sheet.head, True, tuple(forms)))
        return pages

    def form(self, sheet: FormSheet, member: Member | None) -> FormView:
        return FormView(member.name if member else "", tuple(self.block(block) for block in sheet.blocks))

    def block(self, block: FormBlock) -> FormBlockView:
        return FormBlockView(block.title, block.width, tuple(self.row(row) for row in block.rows))

    def row(self, row: FormRow) -> FormRowView:
        fields: tuple[FieldView, ...] = ()
        entries: tuple[ListedView, ...] = ()
        match row.kind:
            case "fields":
                whole = sum(field.width for field in row.fields)
                fields = tuple(self.field(field, whole) for field in row.fields)
            case "lines":
                values = self.values(row)
                fields = tuple(
                    self.name(f"{row.id}-{n}", row.label, f"{row.label} {n}", values[n - 1] if n <= len(values) else "")
                    for n in range(1, max(self.number(row), len(values)) + 1)
                )
            case "boxes":
                fields = tuple(self.box(f"{row.id}-{n}", f"{row.label} {n}") for n in range(1, self.number(row) + 1))
            case "choices":
                fields = tuple(self.box(f"{row.id}-{e.id}", f"{row.label}: {e.name}", e.name) for e in row.entries)
            case "checklist":
                entries = self.checklist(row)
            case _:
                fields = (self.name(row.id, row.label, row.label, "", "notes"),)
        return FormRowView(row.kind, row.label, fields, entries, row.lines)

    def checklist(self, row: FormRow) -> tuple[ListedView, ...]:
        listed = []
        for entry in row.entries:
            count = entry.fields[row.boxes]
            chosen = self.box(f"{row.id}-{entry.id}", f"{row.label}: {entry.name}")
            number = count.value if isinstance(count, Number) else int(value_text(self.book, count))
            listed.append(
                ListedView(
                    chosen,
                    entry.name,
                    unlinked(value_html(self.book, entry.fields[row.text], self.linker)),
                    tuple(self.box(f"{row.id}-{entry.id}-{n}", f"{entry.name}: {n}") for n in range(1, number + 1)),
                )
            )
        return tuple(listed)

    def number(self, row: FormRow) -> int:
        """How many lines or boxes a row has: on an empty sheet, as many as ever may be needed."""
        if not self.filled and row.blank is not None:
            return self.reckoner.count(row.blank)
        return self.reckoner.count(row.count, self.member)

    def values(self, row: FormRow) -> tuple[str, ...]:
        value = self.reckoner.value(row.value, self.member) if self.filled else None
        values = value if isinstance(value, tuple) else (value,) if value is not None else ()
        return tuple(text_of_value(one) for one in values)

    def field(self, field: FormField, whole: int) -> FieldView:
        value = self.reckoner.value(field.value, self.member) if self.filled else None
        text = text_of_value(value, with_sign=field.style == "signed")
        kind = "text" if field.style == "text" else "number"
        return self.name(field.id, field.label, field.tip, text, kind, 100 * field.width / whole)

    def box(self, id_: str, tip: str, label: str = "") -> FieldView:
        return self.name(id_, label, tip, "", "check")

    def name(self, id_: str, label: str, tip: str, value: str, kind: str = "text", width: float = 100) -> FieldView:
        owner = self.member.entry if self.member else self.roster.entry if self.roster else None
        source = owner.position if owner is not None and value else None
        view = FieldView(f"{self.prefix}-{id_}", label, f"{self.before}: {tip}", value, kind, width, source)
        self.named.append(view)
        return view

    def cards(self, bill: Bill | None) -> tuple[MemberCardView, ...]:
        prices = {line.name: str(line.total) for line in bill.lines} if bill is not None else {}
        return tuple(
            member_card(self.book, self.forms.card, self.reckoner, m, self.linker, prices.get(m.name, ""))
            for m in self.members
            if m is not None
        )
