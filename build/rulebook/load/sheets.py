"""Reading a reference sheet: `content/products/NAME.yaml` says what each of its faces shows of the book's data."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.load.declared import product_record
from rulebook.load.fields import filters_of, records_of, references_in, text_of, words_of
from rulebook.load.kept import NOTHING_KEPT, Kept
from rulebook.load.references import link_targets
from rulebook.load.schema import Schema
from rulebook.load.suggest import did_you_mean
from rulebook.model import Book, Computed, Entry, EntrySet, Filter, Number, Record, Reference, Value, Word
from rulebook.source import Position

_WHOLE = ("text",)


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column of a sheet's table: its head, the path of its value, and of a note that stands below or after that."""

    head: str
    value: tuple[str, ...]
    note: tuple[str, ...]
    align: str


@dataclass(frozen=True, slots=True)
class SheetValue:
    """A value that the rules compute, and the words before it."""

    label: str
    value: Computed


@dataclass(frozen=True, slots=True)
class SheetPart:
    """What a section shows: a table, keyed entries (`list`), paragraphs (`text`), names and values in one `line`, or
    `values` that the rules compute.

    `entries` are what it shows, all of a set or some; `text` is the path of what is said of each, `tag` of what stands
    before it.
    """

    kind: str
    lead: str
    entries: tuple[Entry, ...]
    text: tuple[str, ...]
    tag: tuple[str, ...]
    columns: tuple[SheetColumn, ...]
    values: tuple[SheetValue, ...]
    position: Position

    def text_of(self, entry: Entry) -> tuple[str, ...]:
        """The path of what is said of an entry: what has no short form is shown by its whole text."""
        return _WHOLE if self.text and self.text[0] not in entry.fields and _WHOLE[0] in entry.fields else self.text


@dataclass(frozen=True, slots=True)
class SheetSection:
    """A section: its title, the ids of the places in the book that state its rules, and its parts.

    On the papers of `new_page` it begins a page.
    """

    title: str
    rules: tuple[Word, ...]
    new_page: tuple[Word, ...]
    parts: tuple[SheetPart, ...]


@dataclass(frozen=True, slots=True)
class SheetFace:
    """A face: a side of the leaf, or what takes its place on smaller paper."""

    title: str
    sections: tuple[SheetSection, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A reference sheet. `papers` are the papers that it is set for, with the number of pages that it must fill.

    `output` is the name of its PDF; `page` stands before the number of a page of the book, `pages` before several.
    """

    id: str
    title: str
    output: str
    page: str
    pages: str
    papers: dict[str, int]
    faces: tuple[SheetFace, ...]
    position: Position


def read_sheet(book: Book, name: str, form: Schema, findings: list[Finding], kept: Kept = NOTHING_KEPT) -> Sheet | None:
    """The sheet that a book declares under a name; None, with findings, when it cannot be used.

    `form` is the schema of the declaration.
    """
    record = product_record(book, name, form, f"the sheet ‘{name}’", findings, kept)
    if record is None:
        return None
    before = len(findings)
    reader = _Reader(book, findings)
    sheet = Sheet(
        id=name,
        title=text_of(record, "title"),
        output=text_of(record, "output"),
        page=text_of(record, "page"),
        pages=text_of(record, "pages"),
        papers={text_of(r, "paper"): _number(r, "pages") for r in records_of(record, "papers")},
        faces=tuple(
            SheetFace(text_of(face, "title"), tuple(reader.section(s) for s in records_of(face, "sections")))
            for face in records_of(record, "faces")
        ),
        position=record.position,
    )
    _check_doubled(record, findings)
    for word in (w for face in sheet.faces for section in face.sections for w in section.new_page):
        if word.text not in sheet.papers:
            hint = did_you_mean(word.text, sheet.papers)
            reader.find(word.position, f"‘{word.text}’ is no paper of the sheet", hint)
    return sheet if len(findings) == before else None


def _check_doubled(record: Record, findings: list[Finding]) -> None:
    """A paper has one number of pages."""
    first: dict[str, Position] = {}
    for one in records_of(record, "papers"):
        paper, place = text_of(one, "paper"), one.fields["paper"].position
        if first.setdefault(paper, place) is not place:
            message = f"the paper ‘{paper}’ stands twice: first at {first[paper]}"
            findings.append(Finding(codes.DUPLICATE_ID, place, message, "keep one of the two"))


# What chooses some entries of a set.
_CHOICE = ("where", "used_by", "only", "except")

# What each kind of part needs, and what else it may have.
_KEYS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "table": (("set", "columns"), _CHOICE),
    "list": (("set", "text"), (*_CHOICE, "tag")),
    "text": (("set", "text"), _CHOICE),
    "line": (("set", "text"), _CHOICE),
    "values": (("values",), ()),
}


class _Reader:
    def __init__(self, book: Book, findings: list[Finding]) -> None:
        self.book = book
        self.findings = findings
        tables = {f"table:{table}" for table in book.tables}
        figures = {figure.anchor for figure in book.placed_figures}
        self.targets = frozenset(link_targets(book)) | tables | figures

    def section(self, record: Record) -> SheetSection:
        rules = words_of(record, "rules")
        for word in rules:
            if word.text not in self.targets:
                hint = did_you_mean(word.text, self.targets)
                self.find(word.position, f"‘{word.text}’ is no place of the book", hint)
        parts = tuple(self.part(p) for p in records_of(record, "parts"))
        return SheetSection(text_of(record, "title"), rules, words_of(record, "new_page"), parts)

    def part(self, record: Record) -> SheetPart:
        kind = text_of(record, "kind")
        self.check_keys(kind, record)
        part = SheetPart(
            kind=kind,
            lead=text_of(record, "lead"),
            entries=self.entries(record),
            text=_path(record, "text"),
            tag=_path(record, "tag"),
            columns=tuple(
                SheetColumn(text_of(c, "head"), _path(c, "value"), _path(c, "note"), text_of(c, "align", "left"))
                for c in records_of(record, "columns")
            ),
            values=tuple(
                SheetValue(text_of(v, "label"), value)
                for v in records_of(record, "values")
                if isinstance(value := v.fields["value"], Computed)
            ),
            position=record.position,
        )
        for key in ("text", "tag"):
            self.check_path(part, _path(record, key), record, key)
        for column in records_of(record, "columns"):
            for key in ("value", "note"):
                self.check_path(part, _path(column, key), column, key)
        return part

    def check_keys(self, kind: str, record: Record) -> None:
        needed, allowed = _KEYS[kind]
        for key in needed:
            if key not in record.fields:
                message = f"a part of the kind ‘{kind}’ has no ‘{key}’"
                self.findings.append(Finding(codes.MISSING_KEY, record.position, message, f"add ‘{key}: …’"))
        for key, value in record.fields.items():
            if key not in ("kind", "lead", *needed, *allowed):
                message = f"a part of the kind ‘{kind}’ takes no ‘{key}’"
                hint = f"it takes {', '.join((*needed, *allowed))}"
                self.findings.append(Finding(codes.UNKNOWN_KEY, value.position, message, hint))

    def entries(self, record: Record) -> tuple[Entry, ...]:
        """The entries that a part shows: those of `only` in its order, or all but those of `except`."""
        place = record.fields.get("set")
        if place is None:
            return ()
        name = text_of(record, "set")
        found = self.book.sets.get(name)
        if found is None:
            self.find(place.position, f"there is no set ‘{name}’", did_you_mean(name, self.book.sets))
            return ()
        filters = filters_of(record.fields.get("where"))
        entries = found.where(filters)
        # A set that has none at all is empty, or of a kind that cannot be read, and that is found where it stands.
        if not entries and filters:
            message = f"no entry of ‘{name}’ is so: {_conditions(filters)}"
            self.findings.append(Finding(codes.NOTHING_PLACED, record.fields["where"].position, message))
        if "used_by" in record.fields and entries:
            entries = self.used(entries, words_of(record, "used_by"))
        only = words_of(record, "only")
        without = words_of(record, "except")
        by_id = {entry.id: entry for entry in entries}
        for word in (*only, *without):
            if word.text not in by_id:
                hint = did_you_mean(word.text, by_id)
                self.find(word.position, f"there is no entry ‘{word.text}’ of ‘{name}’ to show", hint)
        if only:
            return tuple(by_id[w.text] for w in only if w.text in by_id)
        left_out = {word.text for word in without}
        return tuple(entry for entry in entries if entry.id not in left_out)

    def used(self, entries: tuple[Entry, ...], users: tuple[Word, ...]) -> tuple[Entry, ...]:
        """Those entries that an entry of one of the sets refers to; that no entry does is a finding."""
        for word in users:
            if word.text not in self.book.sets:
                self.find(word.position, f"there is no set ‘{word.text}’", did_you_mean(word.text, self.book.sets))
        known = [self.book.sets[word.text] for word in users if word.text in self.book.sets]
        targets = {
            id(self.book.resolve(reference))
            for users_of in known
            for user in users_of.entries
            for value in user.fields.values()
            for reference in references_in(value)
        }
        used = tuple(entry for entry in entries if id(entry) in targets)
        if len(known) == len(users) and not used:
            message = f"no entry of ‘{entries[0].set}’ is used by {' or '.join(f'‘{word.text}’' for word in users)}"
            self.findings.append(Finding(codes.NOTHING_PLACED, users[0].position, message))
        return used if used else entries

    def check_path(self, part: SheetPart, path: tuple[str, ...], record: Record, key: str) -> None:
        """Each entry that a part shows has what it shows of it, or its whole text where others have a short one."""
        if not path:
            return
        whole = key == "text" and any(path[0] in entry.fields for entry in part.entries)
        for entry in part.entries:
            if path == ("name",):
                continue
            value = _value(self.book, entry, part.text_of(entry) if whole else path)
            if value is None or isinstance(value, Record):
                what = "is a map" if isinstance(value, Record) else f"has no ‘{'.'.join(path)}’"
                message = f"‘{entry.id}’ of ‘{entry.set}’ {what}, which the sheet is to show"
                hint = did_you_mean(path[0], entry.fields)
                self.find(record.fields[key].position, message, hint)
                return

    def find(self, position: Position, message: str, hint: str) -> None:
        self.findings.append(Finding(codes.UNKNOWN_REFERENCE, position, message, hint))


def _value(book: Book, entry: Entry, path: tuple[str, ...]) -> Value | None:
    value = entry.fields.get(path[0])
    for step in path[1:]:
        if isinstance(value, Reference):
            target = book.resolve(value)
            value = target.fields.get(step) if isinstance(target, Entry) else None
        else:
            value = value.fields.get(step) if isinstance(value, Record) else None
    return value


def _path(record: Record, key: str) -> tuple[str, ...]:
    text = text_of(record, key)
    return tuple(text.split(".")) if text else ()


def _number(record: Record, key: str) -> int:
    value = record.fields.get(key)
    return value.value if isinstance(value, Number) else 0


def _conditions(filters: Collection[Filter]) -> str:
    return ", ".join(f"{f.field} = {f.value}" for f in filters)


def shown_sets(sheet: Sheet, book: Book) -> tuple[EntrySet, ...]:
    """The sets that a sheet shows something of, in its order."""
    parts = (part for face in sheet.faces for section in face.sections for part in section.parts)
    ids = dict.fromkeys(entry.set for part in parts for entry in part.entries)
    return tuple(book.sets[id_] for id_ in ids)
