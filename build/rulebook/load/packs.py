"""Reading a pack: `content/products/NAME.yaml` says what of the book each of its pages shows."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.load.declared import product_record
from rulebook.load.fields import filters_of, records_of, text_of, words_of
from rulebook.load.kept import NOTHING_KEPT, Kept
from rulebook.load.schema import Schema
from rulebook.load.suggest import did_you_mean
from rulebook.model import (
    Aside,
    Block,
    Book,
    Computed,
    Entry,
    Flag,
    Heading,
    ListBlock,
    Number,
    Paragraph,
    Placement,
    Record,
    Value,
    Word,
    walk,
)
from rulebook.source import Position

_RUN_IN = re.compile(r"\*\*(.+?)\*\*")


@dataclass(frozen=True, slots=True)
class PackToken:
    """A token to cut out: what it says, the name of its mark, and how many there are."""

    label: str
    mark: Word
    count: Computed


@dataclass(frozen=True, slots=True)
class PackPart:
    """What a page shows: `blocks` of a chapter (text), a table, entries (list), members of a roster, or tokens.

    `text` is the field that is said of each entry, `tag` one that stands before it.
    """

    kind: str
    title: str
    blocks: tuple[Block, ...]
    entries: tuple[Entry, ...]
    text: str
    tag: str
    roster: str
    tokens: tuple[PackToken, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class PackPage:
    """A title, the parts below it in columns, and how many pages of paper they fill.

    One that is to be `cut` up has a leaf to itself, whose back stays empty.
    """

    title: str
    columns: int
    fills: int
    cut: bool
    parts: tuple[PackPart, ...]


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack; `output` names its PDF, `page` stands before the number of a page of the book."""

    id: str
    title: str
    output: str
    page: str
    papers: tuple[str, ...]
    pages: tuple[PackPage, ...]
    position: Position

    @property
    def sides(self) -> int:
        """How many pages of paper it fills: what is to be cut up begins on a right-hand page, and so does the next."""
        count = 0
        before = False
        for page in self.pages:
            if (page.cut or before) and count % 2:
                count += 1
            count += page.fills
            before = page.cut
        return count


# What each kind of part needs, and what else it may have.
_KEYS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "text": (("chapter", "sections"), ("only", "except", "without")),
    "table": (("table",), ()),
    "list": (("set", "text"), ("only", "except", "where", "tag")),
    "members": (("roster",), ()),
    "tokens": (("tokens",), ()),
}


def read_pack(book: Book, name: str, form: Schema, findings: list[Finding], kept: Kept = NOTHING_KEPT) -> Pack | None:
    """The pack that a book declares under a name; None, with findings, when it cannot be used.

    `form` is the schema of the declaration.
    """
    record = product_record(book, name, form, f"the pack ‘{name}’", findings, kept)
    if record is None:
        return None
    before = len(findings)
    reader = _Reader(book, findings)
    pack = Pack(
        id=name,
        title=text_of(record, "title"),
        output=text_of(record, "output"),
        page=text_of(record, "page"),
        papers=tuple(word.text for word in words_of(record, "papers")),
        pages=tuple(
            PackPage(
                text_of(page, "title"),
                _number(page, "columns", 2),
                _number(page, "fills", 1),
                isinstance(cut := page.fields.get("cut"), Flag) and cut.value,
                tuple(reader.part(part) for part in records_of(page, "parts")),
            )
            for page in records_of(record, "pages")
        ),
        position=record.position,
    )
    return pack if len(findings) == before else None


class _Reader:
    def __init__(self, book: Book, findings: list[Finding]) -> None:
        self.book = book
        self.findings = findings

    def part(self, record: Record) -> PackPart:
        kind = text_of(record, "kind")
        self.check_keys(kind, record)
        blocks: tuple[Block, ...] = ()
        entries: tuple[Entry, ...] = ()
        if kind == "text":
            blocks = self.text(record)
        elif kind == "table":
            blocks = self.table(record)
        elif kind == "list":
            entries = self.entries(record)
        elif kind == "members":
            own = [one.set.text for roster in self.book.rosters for one in roster.own]
            self.known(record, "roster", own, "roster of the book’s own")
        return PackPart(
            kind=kind,
            title=text_of(record, "title"),
            blocks=blocks,
            entries=entries,
            text=text_of(record, "text"),
            tag=text_of(record, "tag"),
            roster=text_of(record, "roster"),
            tokens=tuple(self.token(token) for token in records_of(record, "tokens")),
            position=record.position,
        )

    def check_keys(self, kind: str, record: Record) -> None:
        needed, allowed = _KEYS[kind]
        for key in needed:
            if key not in record.fields:
                message = f"a part of the kind ‘{kind}’ has no ‘{key}’"
                self.findings.append(Finding(codes.MISSING_KEY, record.position, message, f"add ‘{key}: …’"))
        for key, value in record.fields.items():
            if key not in ("kind", "title", *needed, *allowed):
                message = f"a part of the kind ‘{kind}’ takes no ‘{key}’"
                hint = f"it takes {', '.join(('title', *needed, *allowed))}"
                self.findings.append(Finding(codes.UNKNOWN_KEY, value.position, message, hint))

    def known(self, record: Record, key: str, known: Iterable[str], what: str) -> bool:
        value = record.fields.get(key)
        names = list(known)
        if value is None or text_of(record, key) in names:
            return value is not None
        self.find(value, f"there is no {what} ‘{text_of(record, key)}’", did_you_mean(text_of(record, key), names))
        return False

    def find(self, value: Value, message: str, hint: str) -> None:
        self.findings.append(Finding(codes.UNKNOWN_REFERENCE, value.position, message, hint))

    def text(self, record: Record) -> tuple[Block, ...]:
        """The blocks of the sections that are named, without what is placed in them, Examples and notes."""
        chapters = {chapter.id: chapter for chapter in self.book.chapters}
        if not self.known(record, "chapter", chapters, "chapter"):
            return ()
        chapter = chapters[text_of(record, "chapter")]
        sections = dict(_sections(chapter.id, chapter.blocks))
        chosen: list[Block] = []
        for word in words_of(record, "sections"):
            if word.text not in sections:
                message = f"there is no section ‘{word.text}’ in ‘{chapter.id}’"
                self.find(word, message, did_you_mean(word.text, sections))
            chosen += sections.get(word.text, ())
        kept = tuple(block for block in chosen if _is_plain(block))
        return self.without(record, self.run_ins(record, kept))

    def without(self, record: Record, blocks: tuple[Block, ...]) -> tuple[Block, ...]:
        """The blocks but for those paragraphs, and items of lists, that hold the words which are named."""
        words = words_of(record, "without")
        for word in words:
            if not any(word.text in text for text in _texts(blocks)):
                self.find(word, f"no paragraph of these sections says ‘{word.text}’", "remove it, or mend the words")
        return tuple(_left(blocks, [word.text for word in words])) if words else blocks

    def run_ins(self, record: Record, blocks: tuple[Block, ...]) -> tuple[Block, ...]:
        """Those paragraphs, with what follows each, whose run-in heads are named (only), or are not (except)."""
        heads = {head for block in blocks if (head := _head(block))}
        for key in ("only", "except"):
            for word in words_of(record, key):
                if word.text not in heads:
                    message = f"no paragraph of these sections begins with ‘{word.text}’"
                    self.find(word, message, did_you_mean(word.text, heads))
        only = {word.text for word in words_of(record, "only")}
        without = {word.text for word in words_of(record, "except")}
        kept = []
        current = ""
        for block in blocks:
            current = "" if isinstance(block, Heading) else _head(block) or current
            if (not only or current in only) and current not in without:
                kept.append(block)
        return tuple(kept)

    def table(self, record: Record) -> tuple[Block, ...]:
        if not self.known(record, "table", self.book.tables, "table"):
            return ()
        return (Placement("table", text_of(record, "table"), (), record.position),)

    def entries(self, record: Record) -> tuple[Entry, ...]:
        """The entries that a list shows, those of `only` in its order."""
        if not self.known(record, "set", self.book.sets, "set"):
            return ()
        found = self.book.sets[text_of(record, "set")].where(filters_of(record.fields.get("where")))
        by_id = {entry.id: entry for entry in found}
        for key in ("only", "except"):
            for word in words_of(record, key):
                if word.text not in by_id:
                    message = f"there is no entry ‘{word.text}’ of ‘{text_of(record, 'set')}’ to show"
                    self.find(word, message, did_you_mean(word.text, by_id))
        without = {word.text for word in words_of(record, "except")}
        only = words_of(record, "only")
        shown = [by_id[w.text] for w in only if w.text in by_id] if only else [e for e in found if e.id not in without]
        for key in ("text", "tag"):
            field = text_of(record, key)
            # What has no short form is shown by its whole text.
            whole = key == "text" and any(field in e.fields for e in shown)
            lacking = [e.id for e in shown if field and field not in e.fields and not (whole and e.fields.get("text"))]
            if lacking:
                message = f"‘{lacking[0]}’ of ‘{text_of(record, 'set')}’ has no ‘{field}’, which the pack is to show"
                self.find(record.fields[key], message, did_you_mean(field, shown[0].fields))
        return tuple(shown)

    def token(self, record: Record) -> PackToken:
        """A token: its label as it is typed, or the name of an entry."""
        mark, count = record.fields["mark"], record.fields["count"]
        label = text_of(record, "label")
        if ("set" in record.fields) == bool(label) or ("set" in record.fields) != ("entry" in record.fields):
            message = "a token has either a ‘label’, or a ‘set’ and an ‘entry’ whose name it bears"
            self.findings.append(Finding(codes.MISSING_KEY, record.position, message))
        elif not label and self.known(record, "set", self.book.sets, "set"):
            entries = {entry.id: entry for entry in self.book.sets[text_of(record, "set")].entries}
            if self.known(record, "entry", entries, f"entry of ‘{text_of(record, 'set')}’"):
                label = entries[text_of(record, "entry")].name
        return PackToken(
            label,
            mark if isinstance(mark, Word) else Word("", record.position),
            count if isinstance(count, Computed) else Computed("0", record.position),
        )


def _sections(chapter: str, blocks: tuple[Block, ...]) -> Iterator[tuple[str, tuple[Block, ...]]]:
    """The sections of a chapter by their ids, each with its heading; what precedes the first has the chapter's id."""
    name, found = chapter, list[Block]()
    for block in blocks:
        if isinstance(block, Heading) and block.level == 2:
            yield name, tuple(found)
            name, found = block.id, []
        found.append(block)
    yield name, tuple(found)


def _is_plain(block: Block) -> bool:
    if isinstance(block, Placement):
        return block.directive == "text"
    return not isinstance(block, Aside) or block.kind == "epigraph"


def _texts(blocks: Iterable[Block]) -> Iterator[str]:
    return (block.text.source for block in walk(tuple(blocks)) if isinstance(block, Paragraph))


def _left(blocks: Iterable[Block], words: Collection[str]) -> Iterator[Block]:
    for block in blocks:
        if isinstance(block, ListBlock):
            items = [item for item in block.items if not any(word in text for text in _texts(item) for word in words)]
            if items:
                yield replace(block, items=tuple(items))
        elif not any(word in text for text in _texts((block,)) for word in words):
            yield block


def _head(block: Block) -> str:
    """The run-in head of a paragraph, without its full stop."""
    if not isinstance(block, Paragraph) or not block.run_in:
        return ""
    match = _RUN_IN.match(block.text.source)
    return match[1].rstrip(".") if match else ""


def _number(record: Record, key: str, default: int) -> int:
    value = record.fields.get(key)
    if isinstance(value, Word) and value.text.isdecimal():
        return int(value.text)
    return value.value if isinstance(value, Number) else default
