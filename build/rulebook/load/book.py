"""Loading a book: every file of its folder to one typed Book, strictly.

All faults of all files are found in one run. A book is returned only when there are none.
"""

from __future__ import annotations

import errno
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from types import MappingProxyType

from rulebook.finding import Finding, in_order
from rulebook.load import codes
from rulebook.load.cards import with_cards
from rulebook.load.chapters import ChapterSource
from rulebook.load.fields import filters_of, record_of, records_of, text_of, words_of
from rulebook.load.figures import figures_of
from rulebook.load.files import BOOK_FILE, Files, read_files
from rulebook.load.folders import check_folders
from rulebook.load.imprint import as_printing, imprint_of
from rulebook.load.kept import NOTHING_KEPT, Kept
from rulebook.load.lint import check_lint, same_heads_of
from rulebook.load.printed import printed_of
from rulebook.load.printings import read_printings
from rulebook.load.products import check_products
from rulebook.load.references import Doubt, check_references, check_view_kinds
from rulebook.load.rosters import check_rosters, read_rosters
from rulebook.load.rules import read_topic
from rulebook.load.schema import Schema, Typed, typed_file
from rulebook.load.sets import ID, read_schemas
from rulebook.load.suggest import did_you_mean
from rulebook.load.tables import tables_of
from rulebook.model import (
    Book,
    Chapter,
    EntryPart,
    Glossary,
    Index,
    IndexSource,
    IndexWord,
    Inert,
    Labels,
    Lint,
    Metadata,
    Part,
    Place,
    Record,
    RuleTopic,
    WaiverSource,
    Word,
)
from rulebook.printing.record import is_date
from rulebook.source import Position


@dataclass(frozen=True, slots=True)
class Loaded:
    """What loading gives: the book, or None when anything is wrong, and all that was found."""

    book: Book | None
    findings: tuple[Finding, ...]


def load_book(root: Path, *, in_two: bool = False, kept: Kept = NOTHING_KEPT, products: bool = True) -> Loaded:
    """Load the book whose content stands in `root`/content.

    Positions are relative to `root`. Nothing is raised for bad source: each fault is a finding. Raises OSError when
    there is no content at all. With `in_two`, half of the files are read in a copy of this process; what is `kept` of
    an earlier run is not read again. What is loaded and found is the same. Without `products`, nothing is said of the
    sheets and packs that are made of the book: of an old one, the rules alone may be asked for.
    """
    findings: list[Finding] = []
    content = root / "content"
    if not content.is_dir():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder; name the book's folder", str(content))
    check_folders(root, findings)
    if findings:
        # Whatever refers to what stands in there would be a finding too.
        return Loaded(None, in_order(findings))
    typed = typed_file(root, content / BOOK_FILE, own_schema("book"), "the book", findings, kept)
    schemas = read_schemas(root, content / "schemas", findings, kept)
    files = read_files(root, schemas, own_schema("chapter"), findings, in_two=in_two, kept=kept)
    book, doubt = _assemble(root, typed or Typed(None, False), files, schemas, kept, findings)
    check_references(book, schemas, doubt, findings)
    check_rosters(book, doubt, findings)
    book = with_cards(book, own_schema("cards"), schemas, findings, kept)
    if products and not findings:
        check_products(book, own_schema, findings, kept)
    ordered = in_order(findings)
    return Loaded(None if ordered else book, ordered)


def own_schema(name: str) -> Schema:
    """A schema that belongs to the pipeline, by its name: `book`, `chapter` and others."""
    import json

    text = resources.files("rulebook.load").joinpath("schemas", f"{name}.json").read_text(encoding="utf-8")
    schema: Schema = json.loads(text)
    return schema


class _Order:
    """Gives each chapter its place and number, and finds those that have none or two."""

    def __init__(self, sources: Mapping[str, ChapterSource | None], findings: list[Finding]) -> None:
        self.sources = sources
        self.findings = findings
        self.placed: dict[str, Position] = {}
        self.meant: set[str] = set()
        self.number = 0

    def chapters(self, ids: tuple[Word, ...], book: str, numbered: bool) -> tuple[Chapter, ...]:
        found = []
        for word in ids:
            if numbered:
                self.number += 1
            if word.text in self.placed:
                message = f"the chapter ‘{word.text}’ stands twice in the book: first on line "
                message += str(self.placed[word.text].line)
                self.findings.append(Finding(codes.DUPLICATE_ID, word.position, message, "keep one of the two"))
                continue
            self.placed[word.text] = word.position
            if word.text not in self.sources:
                self.unknown(word)
                continue
            source = self.sources[word.text]
            if source is not None:
                number = self.number if numbered else 0
                found.append(Chapter(source.id, source.title, number, book, source.blocks, source.position))
        return tuple(found)

    def unknown(self, word: Word) -> None:
        if not ID.match(word.text):
            return  # which its schema has found
        hint = did_you_mean(word.text, self.sources)
        self.meant |= {id_ for id_ in self.sources if f"did you mean ‘{id_}’?" == hint}
        message = f"there is no chapter ‘{word.text}’ (content/chapters/{word.text}.md)"
        self.findings.append(Finding(codes.UNKNOWN_REFERENCE, word.position, message, hint))

    def unplaced(self, say: bool) -> tuple[Chapter, ...]:
        """The chapters that have no place; with `say`, each is a finding, unless its name stands misspelt."""
        found = []
        for id_, source in self.sources.items():
            if id_ in self.placed:
                continue
            if source is not None:
                found.append(Chapter(id_, source.title, 0, "back", source.blocks, source.position))
            if say and id_ not in self.meant and ID.match(id_):
                place = Position(source.position.path if source else f"content/chapters/{id_}.md")
                message = f"the chapter ‘{id_}’ has no place in the book"
                hint = f"add it to content/{BOOK_FILE}, or remove the file"
                self.findings.append(Finding(codes.UNUSED_FILE, place, message, hint))
        return tuple(found)


def _assemble(
    root: Path,
    typed: Typed,
    files: Files,
    schemas: Mapping[str, Schema | None],
    kept: Kept,
    findings: list[Finding],
) -> tuple[Book, Doubt]:
    """The book of what could be read, and what cannot be told of it because of faults that have been found."""
    sources, sets = files.chapters, files.sets
    record = typed.record or Record({}, Position(f"content/{BOOK_FILE}"))
    order = _Order(sources, findings)
    front = order.chapters(words_of(record, "front"), "front", numbered=False)
    parts = []
    seen: set[str] = set()
    for number, part in enumerate(records_of(record, "books"), 1):
        id_ = text_of(part, "id")
        if id_ and (id_ in seen or id_ in sources):
            message = f"the id ‘{id_}’ of a book is used by another book or chapter"
            findings.append(Finding(codes.DUPLICATE_ID, part.position, message, "give it its own id"))
        seen.add(id_)
        chapters = order.chapters(words_of(part, "chapters"), id_, numbered=True)
        parts.append(Part(id_, text_of(part, "title"), number, chapters, part.position))
    back = order.chapters(words_of(record, "back"), "back", numbered=False)
    order_is_known = typed.record is not None and not typed.faulty & {"front", "books", "back"}
    unplaced = order.unplaced(order_is_known)
    book = Book(
        root=root,
        metadata=as_printing(_metadata(record), root),
        labels=_labels(record),
        front=front,
        parts=tuple(parts),
        back=(*back, *unplaced),
        sets=MappingProxyType(dict(sets)),
        tables=MappingProxyType(dict(tables_of(sets, schemas, findings))),
        figures=MappingProxyType(dict(figures_of(root, sets, findings))),
        glossaries=_glossaries(record),
        without_terms=words_of(record, "without_terms"),
        glossary=text_of(record, "glossary", "page"),
        index=_index(record_of(record, "index")),
        imprint=imprint_of(record_of(record, "imprint"), sources, findings),
        printings=read_printings(root, own_schema("printing"), findings, kept),
        views=MappingProxyType(_views(record)),
        lint=_lint(record),
        rules=_topics(root, kept, findings),
        rosters=read_rosters(root, own_schema("roster"), findings, kept),
        printed=printed_of(root, own_schema, kept),
    )
    unread = {id_ for id_, source in sources.items() if source is None or not source.blocks}
    doubt = Doubt(
        chapters=frozenset(unread | (order.placed.keys() - sources.keys())),
        books=typed.record is None or "books" in typed.faulty,
        books_unread="books" in typed.unread,
        views=typed.record is None or "entries" in typed.faulty,
    )
    check_view_kinds(record_of(record, "entries"), schemas, findings)
    check_lint(record, book, schemas, doubt, findings)
    _check_date(record, typed, findings)
    return book, doubt


def _check_date(record: Record, typed: Typed, findings: list[Finding]) -> None:
    text = text_of(record, "record")
    if text and "record" not in typed.faulty and not is_date(text):
        message = f"‘{text}’ is no date of the calendar"
        findings.append(Finding(codes.WRONG_VALUE, record.fields["record"].position, message, "write YYYY-MM-DD"))


def _metadata(record: Record) -> Metadata:
    return Metadata(
        id=text_of(record, "id"),
        title=text_of(record, "title"),
        subtitle=text_of(record, "subtitle"),
        version=text_of(record, "version"),
        language=text_of(record, "language"),
        authors=tuple(w.text for w in words_of(record, "authors")),
        description=text_of(record, "description"),
        keywords=tuple(w.text for w in words_of(record, "keywords")),
        rights=text_of(record, "rights"),
        record=text_of(record, "record"),
    )


def _labels(record: Record) -> Labels:
    labels = record_of(record, "labels") or record
    return Labels(
        contents=text_of(labels, "contents"),
        book=text_of(labels, "book"),
        terms=text_of(labels, "terms"),
        figure=text_of(labels, "figure"),
        figures=text_of(labels, "figures"),
        example=text_of(labels, "example"),
        note=text_of(labels, "note"),
        front=text_of(labels, "front"),
        back=text_of(labels, "back"),
        draft=text_of(labels, "draft"),
        page=text_of(labels, "page"),
    )


def _glossaries(record: Record) -> tuple[Glossary, ...]:
    return tuple(
        Glossary(
            set=text_of(item, "set"),
            chapters=tuple(w.text for w in words_of(item, "chapters")),
            exceptions=filters_of(item.fields.get("except")),
            declared=item,
        )
        for item in records_of(record, "glossaries")
    )


def _index(record: Record | None) -> Index | None:
    if record is None:
        return None
    sources = tuple(
        IndexSource(
            set=text_of(item, "set"),
            kind=text_of(item, "kind"),
            chapters=tuple(w.text for w in words_of(item, "chapters")),
            declared=item,
        )
        for item in records_of(record, "of")
    )
    articles = tuple(word.text for word in words_of(record, "articles"))
    return Index(
        title=text_of(record, "title"),
        before=text_of(record, "before"),
        articles=articles,
        sources=sources,
        declared=record,
        without=words_of(record, "without"),
        words=tuple(_index_word(item) for item in records_of(record, "words")),
    )


def _index_word(record: Record) -> IndexWord:
    return IndexWord(text_of(record, "word"), words_of(record, "at"), record.position)


def _topics(root: Path, kept: Kept, findings: list[Finding]) -> tuple[RuleTopic, ...]:
    schema = own_schema("rules")
    paths = sorted((root / "content" / "rules").glob("*.yaml"))
    topics = (read_topic(root, path, schema, findings, kept) for path in paths)
    return tuple(topic for topic in topics if topic is not None)


def _lint(record: Record) -> Lint:
    lint = record_of(record, "lint")
    if lint is None:
        return Lint()
    return Lint(
        names=tuple(w.text for w in words_of(lint, "names")),
        alphabetical=tuple(w.text for w in words_of(lint, "alphabetical")),
        same_heads=tuple(tuple(w.text for w in group) for group in same_heads_of(lint)),
        quoting_sets=tuple(w.text for w in words_of(lint, "quoting_sets")),
        links=tuple(w.text for w in words_of(lint, "links")),
        inert=tuple(inert for item in records_of(lint, "inert") for inert in _inert(item)),
        numerals=_share(text_of(lint, "numerals")),
        waivers=_waivers(record_of(lint, "waivers")),
    )


def _share(text: str) -> int | None:
    number = text.removesuffix("%")
    return int(number) if number.isdecimal() and len(number) <= 3 else None


def _inert(item: Record) -> tuple[Inert, ...]:
    """A declaration for each of the texts, or one for a whole field."""
    place = Place(text_of(item, "chapter"), text_of(item, "set"), text_of(item, "entry"), text_of(item, "field"))
    reason = text_of(item, "reason")
    texts = words_of(item, "texts")
    inert = tuple(Inert(w.text, reason, place, w.position, item) for w in texts)
    return inert or (Inert("", reason, place, item.position, item),)


def _waivers(record: Record | None) -> WaiverSource | None:
    return WaiverSource(text_of(record, "set"), text_of(record, "reason"), record) if record else None


def _views(record: Record) -> dict[str, tuple[EntryPart, ...]]:
    views = record_of(record, "entries")
    if views is None:
        return {}
    return {
        kind: tuple(
            EntryPart(
                path=tuple(text_of(part, "field").split(".")),
                style=text_of(part, "style", "text"),
                lead=text_of(part, "lead"),
                beside=text_of(part, "beside"),
                declared=part,
            )
            for part in records_of(views, kind)
        )
        for kind in views.fields
    }
