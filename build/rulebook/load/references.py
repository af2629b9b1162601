"""Every reference of a book leads somewhere: ids in data, links in text, directives, lists of terms."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.load.figures import KIND as FIGURE_KIND
from rulebook.load.figures import check_figures_placed
from rulebook.load.json_places import JsonPath, json_places
from rulebook.load.markdown import inline_tokens
from rulebook.load.paths import check_condition, check_path
from rulebook.load.reading import read_source
from rulebook.load.schema import Schema
from rulebook.load.sets import ID
from rulebook.load.suggest import did_you_mean, is_near
from rulebook.load.tables import KIND as TABLE_KIND
from rulebook.model import (
    Block,
    Book,
    Chapter,
    Entry,
    Glossary,
    Heading,
    Index,
    Inline,
    Items,
    Paragraph,
    Placement,
    Prose,
    Record,
    Reference,
    Value,
    Word,
    heads_in,
    inlines,
    walk,
)
from rulebook.plural import with_article
from rulebook.source import Position

# What a reference may name besides the entries of sets.
NO_SETS = ("chapter", "book", "section")

# An id and a value, with a colon and no space between them, or the other way round.
_PAIR = re.compile(r"([a-z0-9-]+)(?::| +)(\S+)")

# The ids that the volume's own pages have.
_OWN_IDS = ("title", "contents", "front", "back", "index")


@dataclass(frozen=True, slots=True)
class Doubt:
    """What cannot be told of a book because of faults that have been found: it makes no second finding.

    `chapters` are the ids of those that could not be read or have no file; `books` and `views` are true when the
    books of the volume, or how its entries are set, could not be read; `books_unread` when there may be more books.
    """

    chapters: frozenset[str] = frozenset()
    books: bool = False
    views: bool = False
    books_unread: bool = False


@dataclass(frozen=True, slots=True)
class _Known:
    """All that a reference can name, by its id."""

    book: Book
    doubt: Doubt
    targets: frozenset[str]
    entries: Mapping[str, Entry]
    chapters: frozenset[str]
    parts: frozenset[str]
    sections: frozenset[str]
    placed: frozenset[str] | None

    def ids(self, set_id: str) -> Collection[str]:
        if set_id == "chapter":
            return self.chapters
        if set_id == "book":
            return self.parts
        if set_id == "section":
            return self.sections
        found = self.book.sets.get(set_id)
        return [*(e.id for e in found.entries), *found.dropped] if found else []

    def may_be(self, set_id: str, id_: str) -> bool:
        """Whether that id may yet stand in that set, or chapter or book: what could not be read may hold it."""
        if id_ in self.ids(set_id):
            return True
        if set_id == "book":
            return self.doubt.books_unread or (self.doubt.books and not is_near(id_, self.parts))
        if set_id == "section":
            return any(id_.startswith(f"{chapter}-") for chapter in self.doubt.chapters)
        found = self.book.sets.get(set_id)
        return found is not None and found.opaque and not is_near(id_, found.dropped)


def check_references(book: Book, schemas: Mapping[str, Schema | None], doubt: Doubt, findings: list[Finding]) -> None:
    """Add a finding for each reference that names nothing, and for each id that two things share."""
    _check_ids(book, findings)
    known = _Known(
        book=book,
        doubt=doubt,
        targets=frozenset(link_targets(book)),
        entries={entry.anchor: entry for s in book.sets.values() for entry in (*s.faulty, *s.entries)},
        chapters=frozenset(c.id for c in book.chapters) | doubt.chapters,
        parts=frozenset(p.id for p in book.parts),
        sections=_sections(book),
        placed=None,
    )
    _check_schemas(known, schemas, findings)
    before = len(findings)
    for chapter in book.chapters:
        for block in walk(chapter.blocks):
            if isinstance(block, Placement):
                _check_placement(known, block, schemas, findings)
    if len(findings) == before and _all_is_placed(known, findings):
        check_figures_placed(book, findings)
        known = replace(known, placed=_placed(book))
    for entry_set in book.sets.values():
        for entry in (*entry_set.entries, *entry_set.faulty):
            for value in _values(entry.fields.values()):
                if isinstance(value, Reference):
                    _check_reference(known, value, findings)
                elif isinstance(value, Prose):
                    _check_links(known, value.blocks, findings)
    for chapter in book.chapters:
        _check_links(known, chapter.blocks, findings)
    for glossary in book.glossaries:
        _check_glossary(known, glossary, schemas, findings)
    if book.index is not None:
        _check_index(known, book.index, findings)
    for word in book.without_terms:
        if ID.match(word.text):  # else its schema has found it
            _known(word.text, known.chapters, "chapter", word.position, findings)
    _check_views(book, schemas, findings)


def check_values(book: Book, values: Iterable[Value], findings: list[Finding]) -> None:
    """Add a finding for each reference, of values that are no part of a book, that names nothing in it."""
    entries = {entry.anchor: entry for s in book.sets.values() for entry in s.entries}
    chapters, parts = frozenset(c.id for c in book.chapters), frozenset(p.id for p in book.parts)
    known = _Known(book, Doubt(), frozenset(), entries, chapters, parts, _sections(book), None)
    for value in _values(values):
        if isinstance(value, Reference):
            _check_reference(known, value, findings)


def _all_is_placed(known: _Known, findings: Iterable[Finding]) -> bool:
    """Whether every directive is known, so that an entry that none of them places is printed nowhere."""
    sets = known.book.sets.values()
    lost = any(f.code in (codes.CONTAINER, codes.DIRECTIVE, codes.UNUSED_FILE, codes.TABLE_SHAPE) for f in findings)
    return not lost and not known.doubt.chapters and not any(s.opaque or s.dropped for s in sets)


def _check_schemas(known: _Known, schemas: Mapping[str, Schema | None], findings: list[Finding]) -> None:
    """The sets that a schema refers to are there; else every reference by it would be a finding of its own."""
    for kind, schema in schemas.items():
        if schema is not None:
            check_sets_of(known.book, f"content/schemas/{kind}.json", {(): schema}, findings)


def check_sets_of(book: Book, file: str, schemas: Mapping[JsonPath, Schema], findings: list[Finding]) -> None:
    """Add a finding, where it is first named, for each set that a file of schemas names and that is not there.

    `file` is its path from the book's folder, `schemas` are those that stand in it, by where they do.
    """
    named: set[str] = set()
    for path, name in (one for place, schema in schemas.items() for one in _named_sets(schema, place)):
        if name in book.sets or name in NO_SETS or name in named:
            continue
        named.add(name)
        text = read_source(book.root, book.root / file, [])
        place = Position(file, *json_places(text or "").value(path))
        message = f"the schema refers to the set ‘{name}’, which is not there"
        findings.append(Finding(codes.BAD_SCHEMA, place, message, did_you_mean(name, book.sets)))


def _named_sets(schema: Any, path: JsonPath) -> Iterator[tuple[JsonPath, str]]:
    """The sets, chapters and books that a schema lets its values refer to, each with where it is named."""
    if not isinstance(schema, Mapping):
        return
    for number, name in enumerate(schema.get("x-ref", ())):
        yield (*path, "x-ref", number), name
    for key, inner in schema.get("properties", {}).items():
        yield from _named_sets(inner, (*path, "properties", key))
    for word in ("items", "additionalProperties"):
        yield from _named_sets(schema.get(word), (*path, word))


def link_targets(book: Book) -> dict[str, Chapter | Heading | Entry | str]:
    """What each link target of the book names; a book's title for a part."""
    targets: dict[str, Chapter | Heading | Entry | str] = {}
    for part in book.parts:
        targets[part.id] = part.title
    for chapter in book.chapters:
        targets[chapter.id] = chapter
        for head in heads_in(chapter.blocks):
            targets.setdefault(head.id, head)
    for entry_set in book.sets.values():
        for entry in entry_set.entries:
            targets[entry.anchor] = entry
    return targets


def _check_ids(book: Book, findings: list[Finding]) -> None:
    """Each place of the book that a link can lead to has an id of its own."""
    seen: dict[str, Position] = {part.id: part.position for part in book.parts}
    for chapter in book.chapters:
        seen[chapter.id] = chapter.position
    for id_ in _OWN_IDS:
        if id_ in seen:
            message = f"the id ‘{id_}’ is the pipeline's own"
            findings.append(Finding(codes.DUPLICATE_ID, seen[id_], message, "give the chapter or book another"))
    for chapter in book.chapters:
        for block in walk(chapter.blocks):
            head = block.head if isinstance(block, Paragraph) else block if isinstance(block, Heading) else None
            if head is not None:
                place = head.title.position
                if head.id in seen:
                    what = "section" if isinstance(block, Heading) else "run-in head"
                    message = f"the {what}'s id ‘{head.id}’ is used twice: first at {seen[head.id]}"
                    findings.append(Finding(codes.DUPLICATE_ID, place, message, f"give the {what} another title"))
                seen.setdefault(head.id, place)


def _sections(book: Book) -> frozenset[str]:
    """The ids of all sections and run-in heads."""
    return frozenset(head.id for chapter in book.chapters for head in heads_in(chapter.blocks))


def _placed(book: Book) -> frozenset[str]:
    """The anchors of the entries that some chapter prints as entries, lines or rows, and so can be linked to."""
    placed: set[str] = set()
    for chapter in book.chapters:
        for block in walk(chapter.blocks):
            if not isinstance(block, Placement) or block.directive == "text":
                continue
            if block.directive == "figure":
                figure = book.figures.get(block.target)
                placed |= {figure.anchor} if figure else set()
                continue
            table = book.tables.get(block.target) if block.directive == "table" else None
            entry_set = book.sets.get(table.set if table else block.target)
            filters = table.filters if table else block.filters
            placed |= {entry.anchor for entry in entry_set.where(filters)} if entry_set else set()
    return frozenset(placed)


def _values(values: Iterable[Value]) -> Iterator[Value]:
    for value in values:
        yield value
        if isinstance(value, Items):
            yield from _values(value.values)
        elif isinstance(value, Record):
            yield from _values(value.fields.values())


def _check_reference(known: _Known, reference: Reference, findings: list[Finding]) -> None:
    entry = next((e for s in reference.sets if (e := known.entries.get(f"{s}:{reference.id}"))), None)
    if entry is None:
        missing = [s for s in reference.sets if s not in known.book.sets and s not in NO_SETS]
        if missing or any(known.may_be(s, reference.id) for s in reference.sets):
            return
        ids = [id_ for set_id in reference.sets for id_ in known.ids(set_id)]
        where = ", ".join(f"‘{s}’" for s in reference.sets)
        message = f"‘{reference.id}’ is no id of {where}"
        hint = _pair_hint(known, reference) or did_you_mean(reference.id, ids)
        findings.append(Finding(codes.UNKNOWN_REFERENCE, reference.position, message, hint))
        return
    takes = entry.word("parameter")
    if entry.id in known.book.sets[entry.set].dropped:
        return  # its parameter may be what is wrong with it
    if takes and reference.parameter is None:
        message = f"‘{entry.name}’ takes a value ({takes}) and is given none"
        findings.append(
            Finding(codes.WRONG_VALUE, reference.position, message, f"write ‘{entry.id}: {takes}’ with its value")
        )
    elif not takes and reference.parameter is not None:
        message = f"‘{entry.name}’ takes no value and is given ‘{reference.parameter}’"
        findings.append(Finding(codes.WRONG_VALUE, reference.position, message, f"write ‘{entry.id}’ alone"))


def _pair_hint(known: _Known, reference: Reference) -> str:
    """What is said of a reference and its value that no colon and space divides."""
    pair = _PAIR.fullmatch(reference.id) if reference.parameter is None else None
    entry = next((e for s in reference.sets if pair and (e := known.entries.get(f"{s}:{pair[1]}"))), None)
    return f"write ‘{pair[1]}: {pair[2]}’" if pair and entry is not None and entry.word("parameter") else ""


def _check_links(known: _Known, blocks: tuple[Block, ...], findings: list[Finding]) -> None:
    for inline in inlines(blocks):
        if "](" in inline.source:
            _check_inline_links(known, inline, findings)


def _check_inline_links(known: _Known, inline: Inline, findings: list[Finding]) -> None:
    cursor = 0
    for token in inline_tokens(inline.source):
        if token.type != "link_open":
            continue
        href = str(token.attrs.get("href", ""))
        cursor = inline.source.find("](", cursor) + 2
        place = inline.position_at(cursor)
        if not href.startswith("#") or _may_be_target(known, href[1:]):
            continue
        if href[1:] not in known.targets:
            hint = did_you_mean(href[1:], known.targets)
            message = f"the link ‘{href}’ leads nowhere in the book"
            findings.append(Finding(codes.UNKNOWN_REFERENCE, place, message, hint))
        elif known.placed is not None and href[1:] in known.entries and href[1:] not in known.placed:
            message = f"the link ‘{href}’ leads to an entry that no chapter prints"
            findings.append(Finding(codes.UNPLACED_DATA, place, message, "place it, or link to the chapter"))


def _may_be_target(known: _Known, target: str) -> bool:
    """Whether a link may yet lead somewhere, to what could not be read."""
    if ":" in target:
        set_id, _, id_ = target.partition(":")
        return target not in known.targets and known.may_be(set_id, id_)
    if target in known.targets:
        return False
    if any(target == id_ or target.startswith(f"{id_}-") for id_ in known.doubt.chapters):
        return True
    # A book that could not be read may have a name like those of the others.
    others = known.targets - known.parts if known.doubt.books_unread else known.targets
    return known.doubt.books and not is_near(target, others)


def _known(name: str, known: Collection[str], what: str, position: Position, findings: list[Finding]) -> bool:
    if name in known:
        return True
    message = f"there is no {what} ‘{name}’"
    findings.append(Finding(codes.UNKNOWN_REFERENCE, position, message, did_you_mean(name, known)))
    return False


def _check_placement(
    known: _Known, placement: Placement, schemas: Mapping[str, Schema | None], findings: list[Finding]
) -> None:
    book = known.book
    if placement.directive in (TABLE_KIND, FIGURE_KIND):
        kind = placement.directive
        holders = [s for s in book.sets.values() if s.kind in (kind, "")]
        ids = {*(book.tables if kind == TABLE_KIND else book.figures), *(id_ for s in holders for id_ in s.dropped)}
        unread = any(s.opaque for s in holders)
        if not unread or is_near(placement.target, ids) or placement.target in ids:
            _known(placement.target, ids, kind, placement.position, findings)
        if placement.filters:
            message = f"‘::: {kind}’ takes no conditions"
            hint = "put ‘where’ in the table's data" if kind == TABLE_KIND else "name the figure alone"
            findings.append(Finding(codes.DIRECTIVE, placement.position, message, hint))
        return
    if not _known(placement.target, book.sets, "set", placement.position, findings):
        return
    entry_set = book.sets[placement.target]
    schema = schemas.get(entry_set.kind)
    if entry_set.opaque or schema is None:
        return
    checks = [check_condition(c, entry_set, schema, book.sets, placement.position, findings) for c in placement.filters]
    found = entry_set.where(placement.filters)
    if not found and all(checks) and not entry_set.dropped:
        message = f"no entry of ‘{entry_set.id}’ satisfies these conditions"
        findings.append(Finding(codes.NOTHING_PLACED, placement.position, message))
    if placement.directive == "text":
        for entry in found:
            if not isinstance(entry.fields.get("text"), Prose):
                message = f"‘{entry.id}’ has no ‘text’ to place"
                findings.append(Finding(codes.NOTHING_PLACED, placement.position, message))
    elif _is_unset(known, entry_set.kind, schemas):
        findings.append(_unset(entry_set.kind, placement.position))


def _is_unset(known: _Known, kind: str, schemas: Mapping[str, Schema | None]) -> bool:
    """Whether the book does not say how a kind's entries are set; one whose name stands misspelt has been found."""
    views = known.book.views
    misspelt = any(view not in schemas and is_near(kind, [view]) for view in views)
    return kind not in views and not known.doubt.views and not misspelt


def _unset(kind: str, position: Position) -> Finding:
    message = f"content/book.yaml does not say how {with_article(kind)} is set (entries: {kind})"
    return Finding(codes.DIRECTIVE, position, message, f"add ‘{kind}:’ under ‘entries’, with the fields to print")


def _check_glossary(
    known: _Known, glossary: Glossary, schemas: Mapping[str, Schema | None], findings: list[Finding]
) -> None:
    """The set of a list of terms, its chapters, what it leaves out, and how its entries are set."""
    for number, chapter_id in enumerate(glossary.chapters):
        _known(chapter_id, known.chapters, "chapter", glossary.declared.at("chapters", number), findings)
    if not glossary.set or not _known(glossary.set, known.book.sets, "set", glossary.declared.at("set"), findings):
        return
    entry_set = known.book.sets[glossary.set]
    schema = schemas.get(entry_set.kind)
    if entry_set.opaque or schema is None:
        return
    for condition in glossary.exceptions:
        check_condition(condition, entry_set, schema, known.book.sets, glossary.position, findings)
    if _is_unset(known, entry_set.kind, schemas):
        findings.append(_unset(entry_set.kind, glossary.position))


def _check_index(known: _Known, index: Index, findings: list[Finding]) -> None:
    """What an index stands before, and the sets that it lists."""
    if index.before and not known.doubt.chapters:
        back = [chapter.id for chapter in known.book.back]
        _known(index.before, back, "chapter after the books", index.declared.at("before"), findings)
    for source in index.sources:
        if bool(source.set) == bool(source.kind):
            message = "what the index lists is either a set or a kind"
            hint = "write ‘set: ID’, or ‘kind: table’ or ‘kind: figure’"
            findings.append(Finding(codes.WRONG_VALUE, source.position, message, hint))
        elif source.set:
            _known(source.set, known.book.sets, "set", source.declared.at("set"), findings)
        for number, chapter_id in enumerate(source.chapters):
            _known(chapter_id, known.chapters, "chapter", source.declared.at("chapters", number), findings)
    for word in index.words:
        for target in word.targets:
            _check_index_target(known, target, findings)
    for target in index.without:
        if not _may_be_target(known, target.text) and target.text not in (*known.sections, *known.chapters):
            message = f"there is no title ‘{target.text}’ to be left out"
            hint = did_you_mean(target.text, (*known.sections, *known.chapters))
            findings.append(Finding(codes.UNKNOWN_REFERENCE, target.position, message, hint))


def _check_index_target(known: _Known, target: Word, findings: list[Finding]) -> None:
    """Where a word of the index leads: a place that the book prints."""
    if _may_be_target(known, target.text):
        return
    if target.text not in known.targets:
        message = f"‘{target.text}’ is no place in the book for the index to name"
        findings.append(
            Finding(codes.UNKNOWN_REFERENCE, target.position, message, did_you_mean(target.text, known.targets))
        )
    elif known.placed is not None and target.text in known.entries and target.text not in known.placed:
        message = f"the index names the entry ‘{target.text}’, which no chapter prints"
        findings.append(Finding(codes.UNPLACED_DATA, target.position, message, "name the section that has its text"))


def check_view_kinds(views: Record | None, schemas: Mapping[str, Schema | None], findings: list[Finding]) -> None:
    """Add a finding for each kind of which a book says how its entries are set, and that is not there."""
    for kind, place in views.keys.items() if views is not None and schemas else ():
        _known(kind, schemas, "kind", place, findings)


def _check_views(book: Book, schemas: Mapping[str, Schema | None], findings: list[Finding]) -> None:
    for kind, parts in book.views.items():
        schema = schemas.get(kind)
        for part in parts if schema is not None else ():
            what = f"the view of {with_article(kind)}"
            for key, path in (("field", part.path), ("beside", (part.beside,))):
                if schema is not None and path != ("",):
                    place = part.declared.at(key)
                    check_path(path, schema, schemas, book.sets, place, what, findings, whole=True)
