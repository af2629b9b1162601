"""Reading the sheets of a roster: `content/products/NAME.yaml` says what stands on each, to print and to fill in."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.load.declared import product_record
from rulebook.load.fields import filters_of, record_of, records_of, text_of, words_of
from rulebook.load.kept import NOTHING_KEPT, Kept
from rulebook.load.schema import Schema
from rulebook.load.suggest import did_you_mean
from rulebook.load.wanted import BOXES
from rulebook.model import Book, Computed, Entry, Number, Record, RosterKind, Word
from rulebook.source import Position


@dataclass(frozen=True, slots=True)
class FormField:
    """A field to write in: its id and label, what a reader is told of it, its value on a filled sheet, its width.

    `width` is its share of the row's; `style` is `text`, `number`, or `signed` (a modifier).
    """

    id: str
    label: str
    tip: str
    value: Computed | None
    width: int
    style: str


@dataclass(frozen=True, slots=True)
class FormRow:
    """A row of a block.

    `fields` side by side; `lines` to write on, as many as `count`, with the list `value`; `boxes` to tick, as many as
    `count`; `choices` to tick, one for each of `entries`; a `checklist` of entries, each with its `text` and as many
    boxes as its field `boxes` says; `notes`: one field of several `lines`. `blank` takes the place of `count` on an
    empty sheet.
    """

    kind: str
    id: str
    label: str
    fields: tuple[FormField, ...]
    count: Computed | None
    blank: Computed | None
    value: Computed | None
    entries: tuple[Entry, ...]
    text: str
    boxes: str
    lines: int
    position: Position


@dataclass(frozen=True, slots=True)
class FormBlock:
    """Rows below a title (which may be empty); `width` in hundredths of the measure."""

    title: str
    width: int
    rows: tuple[FormRow, ...]


@dataclass(frozen=True, slots=True)
class FormSheet:
    """A sheet: of the roster as a whole, or of its members, so many a page.

    `title` is what its fields are told to be of, `head` what stands over its pages.
    """

    id: str
    title: str
    head: str
    of_members: bool
    page: int
    blocks: tuple[FormBlock, ...]


@dataclass(frozen=True, slots=True)
class CardNumber:
    """A number on a member's card and the words before it; `signed` is a modifier."""

    lead: str
    value: Computed
    signed: bool


@dataclass(frozen=True, slots=True)
class CardList:
    """A list on a member's card: what `field` refers to, each with the first of the fields `text` that it has.

    With `through`, each has a list of its own in that field, and the texts are those of its items.
    """

    title: str
    field: str
    through: str
    text: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MemberCardForm:
    """What the card of a member shows: numbers, boxes to tick, lists; `mark` is set on those of whom `when` is true."""

    title: str
    when: Computed | None
    mark: str
    strip: tuple[CardNumber, ...]
    tracks: tuple[tuple[str, Computed], ...]
    lists: tuple[CardList, ...]


@dataclass(frozen=True, slots=True)
class Forms:
    """The sheets of a kind of roster. `members` is how many the empty sheets have room for; `output` names the PDF."""

    title: str
    output: str
    kind: RosterKind
    example: str
    papers: tuple[str, ...]
    members: Computed
    sheets: tuple[FormSheet, ...]
    card: MemberCardForm
    position: Position


# What each kind of row needs, and what else it may have.
_KEYS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "fields": (("fields",), ()),
    "lines": (("id", "label", "count"), ("blank", "value")),
    "boxes": (("id", "label", "count"), ("blank",)),
    "choices": (("id", "label", "set"), ("where", "except")),
    "checklist": (("id", "label", "set", "text", "boxes"), ("where", "except")),
    "notes": (("id", "label", "lines"), ()),
}


def read_forms(book: Book, name: str, form: Schema, findings: list[Finding], kept: Kept = NOTHING_KEPT) -> Forms | None:
    """The sheets that a book declares under a name; None, with findings, when they cannot be used.

    `form` is the schema of the declaration.
    """
    record = product_record(book, name, form, f"the sheets ‘{name}’", findings, kept)
    if record is None:
        return None
    before = len(findings)
    kinds = {kind.id: kind for kind in book.rosters}
    kind = kinds.get(text_of(record, "kind"))
    if kind is None:
        _unknown(record, "kind", f"there is no kind of roster ‘{text_of(record, 'kind')}’", list(kinds), findings)
        return None
    example = text_of(record, "example")
    own = [one.set.text for one in kind.own]
    if example and example not in own:
        _unknown(record, "example", f"‘{example}’ is none of the book’s own rosters", own, findings)
    reader = _Reader(book, findings)
    forms = Forms(
        title=text_of(record, "title"),
        output=text_of(record, "output"),
        kind=kind,
        example=example,
        papers=tuple(word.text for word in words_of(record, "papers")),
        members=_computed(record, "members") or Computed("0", record.position),
        sheets=tuple(reader.sheet(sheet) for sheet in records_of(record, "sheets")),
        card=_card(record_of(record, "card") or record),
        position=record.position,
    )
    return forms if len(findings) == before else None


class _Reader:
    def __init__(self, book: Book, findings: list[Finding]) -> None:
        self.book = book
        self.findings = findings
        self.ids: dict[str, Position] = {}

    def sheet(self, record: Record) -> FormSheet:
        self.ids = {}
        return FormSheet(
            id=text_of(record, "id"),
            title=text_of(record, "title"),
            head=text_of(record, "head") or text_of(record, "title"),
            of_members=text_of(record, "of") == "member",
            page=_number(record, "page", 1),
            blocks=tuple(
                FormBlock(
                    text_of(b, "title"), _number(b, "width", 100), tuple(self.row(r) for r in records_of(b, "rows"))
                )
                for b in records_of(record, "blocks")
            ),
        )

    def row(self, record: Record) -> FormRow:
        kind = text_of(record, "kind")
        self.check_keys(kind, record)
        if kind != "fields":
            self.claim(record)
        return FormRow(
            kind=kind,
            id=text_of(record, "id"),
            label=text_of(record, "label"),
            fields=tuple(self.field(f) for f in records_of(record, "fields")),
            count=_computed(record, "count"),
            blank=_computed(record, "blank"),
            value=_computed(record, "value"),
            entries=self.entries(record),
            text=text_of(record, "text"),
            boxes=text_of(record, "boxes"),
            lines=_number(record, "lines", 1),
            position=record.position,
        )

    def field(self, record: Record) -> FormField:
        self.claim(record)
        return FormField(
            id=text_of(record, "id"),
            label=text_of(record, "label"),
            tip=text_of(record, "tip") or text_of(record, "label"),
            value=_computed(record, "value"),
            width=_number(record, "width", 10),
            style=text_of(record, "style", "text"),
        )

    def claim(self, record: Record) -> None:
        """The id of a field or a row is its own on its sheet: the fields of the PDF are named for it."""
        id_ = text_of(record, "id")
        if id_ in self.ids:
            message = f"the id ‘{id_}’ is used twice on this sheet: first on line {self.ids[id_].line}"
            self.findings.append(Finding(codes.DUPLICATE_ID, record.position, message, "give it an id of its own"))
        elif id_:
            self.ids[id_] = record.position

    def check_keys(self, kind: str, record: Record) -> None:
        needed, allowed = _KEYS[kind]
        for key in needed:
            if key not in record.fields:
                message = f"a row of the kind ‘{kind}’ has no ‘{key}’"
                self.findings.append(Finding(codes.MISSING_KEY, record.position, message, f"add ‘{key}: …’"))
        for key, value in record.fields.items():
            if key not in ("kind", *needed, *allowed):
                message = f"a row of the kind ‘{kind}’ takes no ‘{key}’"
                hint = f"it takes {', '.join((*needed, *allowed))}"
                self.findings.append(Finding(codes.UNKNOWN_KEY, value.position, message, hint))

    def entries(self, record: Record) -> tuple[Entry, ...]:
        if "set" not in record.fields:
            return ()
        name = text_of(record, "set")
        found = self.book.sets.get(name)
        if found is None:
            _unknown(record, "set", f"there is no set ‘{name}’", list(self.book.sets), self.findings)
            return ()
        without = words_of(record, "except")
        ids = {entry.id for entry in found.entries}
        for word in without:
            if word.text not in ids:
                message = f"there is no entry ‘{word.text}’ of ‘{name}’ to leave out"
                hint = did_you_mean(word.text, ids)
                self.findings.append(Finding(codes.UNKNOWN_REFERENCE, word.position, message, hint))
        left_out = {word.text for word in without}
        entries = tuple(e for e in found.where(filters_of(record.fields.get("where"))) if e.id not in left_out)
        if not entries:
            message = f"no entry of ‘{name}’ is left to show"
            self.findings.append(Finding(codes.NOTHING_PLACED, record.fields["set"].position, message))
        for key in ("text", "boxes"):
            field = text_of(record, key)
            lacking = [entry.id for entry in entries if field and field not in entry.fields]
            if lacking:
                _unknown(record, key, f"‘{lacking[0]}’ of ‘{name}’ has no ‘{field}’", entries[0].fields, self.findings)
        self.check_boxes(record, entries)
        return entries

    def check_boxes(self, record: Record, entries: tuple[Entry, ...]) -> None:
        """Each entry of a checklist says how many boxes it has, where it says anything."""
        field = text_of(record, "boxes")
        for entry in entries:
            value = entry.fields.get(field)
            number = value.text if isinstance(value, Number | Word) and value.text.isdecimal() else ""
            if value is not None and not (number and int(number) <= BOXES.most):
                message = f"‘{field}’ of ‘{entry.id}’ is no number of boxes; expected {BOXES}"
                hint = "name a field that is one"
                self.findings.append(Finding(codes.WRONG_VALUE, record.fields["boxes"].position, message, hint))
                return


def _card(record: Record) -> MemberCardForm:
    mark = record_of(record, "mark")
    return MemberCardForm(
        title=text_of(record, "title"),
        when=_computed(mark, "when") if mark is not None else None,
        mark=text_of(mark, "label") if mark is not None else "",
        strip=tuple(
            CardNumber(text_of(r, "lead"), value, text_of(r, "style", "number") == "signed")
            for r in records_of(record, "strip")
            if (value := _computed(r, "value")) is not None
        ),
        tracks=tuple(
            (text_of(r, "lead"), count)
            for r in records_of(record, "tracks")
            if (count := _computed(r, "count")) is not None
        ),
        lists=tuple(
            CardList(
                text_of(r, "title"),
                text_of(r, "field"),
                text_of(r, "through"),
                tuple(word.text for word in words_of(r, "text")),
            )
            for r in records_of(record, "lists")
        ),
    )


def _computed(record: Record, key: str) -> Computed | None:
    value = record.fields.get(key)
    return value if isinstance(value, Computed) else None


def _number(record: Record, key: str, default: int) -> int:
    value = record.fields.get(key)
    if isinstance(value, Word) and value.text.isdecimal():
        return int(value.text)
    return value.value if isinstance(value, Number) else default


def _unknown(record: Record, key: str, message: str, known: object, findings: list[Finding]) -> None:
    hint = did_you_mean(text_of(record, key), list(known) if isinstance(known, list | dict) else [])
    findings.append(Finding(codes.UNKNOWN_REFERENCE, record.fields[key].position, message, hint))
