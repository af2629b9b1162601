"""Every reference of a book leads somewhere: ids in data, links in text, directives, lists of terms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.load.markdown import markdown_parser
from rulebook.load.schema import Schema
from rulebook.load.suggest import did_you_mean
from rulebook.model import (
    Block,
    Book,
    Chapter,
    Entry,
    EntryPart,
    Heading,
    Inline,
    Items,
    Placement,
    Prose,
    Record,
    Reference,
    Value,
    inlines,
    walk,
)
from rulebook.source import Position


def check_references(book: Book, schemas: Mapping[str, Schema], findings: list[Finding]) -> None:
    """Add a finding for each reference that names nothing, and for each id that two things share."""
    targets = _targets(book, findings)
    for entry_set in book.sets.values():
        for entry in entry_set.entries:
            for value in _values(entry.fields.values()):
                if isinstance(value, Reference):
                    _check_reference(book, value, findings)
                elif isinstance(value, Prose):
                    _check_links(book, value.blocks, targets, findings)
    for chapter in book.chapters:
        _check_links(book, chapter.blocks, targets, findings)
        for block in walk(chapter.blocks):
            if isinstance(block, Placement):
                _check_placement(book, block, findings)
    for glossary in book.glossaries:
        _known(glossary.set, book.sets, "set", glossary.position, findings)
        for chapter_id in glossary.chapters:
            _known(chapter_id, {c.id: c for c in book.chapters}, "chapter", glossary.position, findings)
    for word in book.without_terms:
        _known(word.text, {c.id: c for c in book.chapters}, "chapter", word.position, findings)
    _check_views(book, schemas, findings)


def link_targets(book: Book) -> dict[str, Chapter | Heading | Entry | str]:
    """What each link target of the book names; a book's title for a part."""
    targets: dict[str, Chapter | Heading | Entry | str] = {}
    for part in book.parts:
        targets[part.id] = part.title
    for chapter in book.chapters:
        targets[chapter.id] = chapter
        for block in walk(chapter.blocks):
            if isinstance(block, Heading):
                targets.setdefault(block.id, block)
    for entry_set in book.sets.values():
        for entry in entry_set.entries:
            targets[entry.anchor] = entry
    return targets


def _targets(book: Book, findings: list[Finding]) -> frozenset[str]:
    seen: dict[str, Position] = {}
    for chapter in book.chapters:
        seen[chapter.id] = chapter.position
    for chapter in book.chapters:
        for block in walk(chapter.blocks):
            if isinstance(block, Heading):
                place = block.title.position
                if block.id in seen:
                    message = f"the section's id ‘{block.id}’ is used twice: first at {seen[block.id]}"
                    findings.append(Finding(codes.DUPLICATE_ID, place, message, "give the section another title"))
                seen.setdefault(block.id, place)
    return frozenset(link_targets(book))


def _values(values: Iterable[Value]) -> Iterator[Value]:
    for value in values:
        yield value
        if isinstance(value, Items):
            yield from _values(value.values)
        elif isinstance(value, Record):
            yield from _values(value.fields.values())


def _check_reference(book: Book, reference: Reference, findings: list[Finding]) -> None:
    target = book.resolve(reference)
    if target is None and any(
        s in book.sets and (book.sets[s].opaque or reference.id in book.sets[s].dropped) for s in reference.sets
    ):
        return
    if target is None:
        known = [
            id_
            for set_id in reference.sets
            for id_ in (
                [c.id for c in book.chapters]
                if set_id == "chapter"
                else [p.id for p in book.parts]
                if set_id == "book"
                else [e.id for e in book.sets[set_id].entries]
                if set_id in book.sets
                else []
            )
        ]
        where = ", ".join(f"‘{s}’" for s in reference.sets)
        message = f"‘{reference.id}’ is no id of {where}"
        findings.append(
            Finding(codes.UNKNOWN_REFERENCE, reference.position, message, did_you_mean(reference.id, known))
        )
        return
    if not isinstance(target, Entry):
        return
    takes = target.word("parameter")
    if takes and reference.parameter is None:
        message = f"‘{target.name}’ takes a value ({takes}) and is given none"
        findings.append(
            Finding(codes.WRONG_VALUE, reference.position, message, f"write ‘{target.id}: {takes}’ with its value")
        )
    elif not takes and reference.parameter is not None:
        message = f"‘{target.name}’ takes no value and is given ‘{reference.parameter}’"
        findings.append(Finding(codes.WRONG_VALUE, reference.position, message, f"write ‘{target.id}’ alone"))


_PARSER = markdown_parser()


def _is_dropped(book: Book, target: str) -> bool:
    set_id, _, entry_id = target.partition(":")
    found = book.sets.get(set_id)
    return found is not None and (found.opaque or entry_id in found.dropped)


def _check_links(book: Book, blocks: tuple[Block, ...], targets: frozenset[str], findings: list[Finding]) -> None:
    for inline in inlines(blocks):
        if "](" in inline.source:
            _check_inline_links(book, inline, targets, findings)


def _check_inline_links(book: Book, inline: Inline, targets: frozenset[str], findings: list[Finding]) -> None:
    cursor = 0
    for token in _PARSER.parseInline(inline.source)[0].children or []:
        if token.type != "link_open":
            continue
        href = str(token.attrs.get("href", ""))
        at = inline.source.find("](", cursor) + 2
        cursor = at
        if href.startswith("#") and href[1:] not in targets and not _is_dropped(book, href[1:]):
            hint = did_you_mean(href[1:], targets)
            message = f"the link ‘{href}’ leads nowhere in the book"
            findings.append(Finding(codes.UNKNOWN_REFERENCE, inline.position_at(at), message, hint))


def _known(name: str, known: Mapping[str, object], what: str, position: Position, findings: list[Finding]) -> bool:
    if name in known:
        return True
    message = f"there is no {what} ‘{name}’"
    findings.append(Finding(codes.UNKNOWN_REFERENCE, position, message, did_you_mean(name, known)))
    return False


def _check_placement(book: Book, placement: Placement, findings: list[Finding]) -> None:
    if placement.directive == "table":
        _known(placement.target, book.tables, "table", placement.position, findings)
        if placement.filters:
            message = "‘::: table’ takes no conditions"
            findings.append(Finding(codes.DIRECTIVE, placement.position, message, "put ‘where’ in the table's data"))
        return
    if not _known(placement.target, book.sets, "set", placement.position, findings):
        return
    entry_set = book.sets[placement.target]
    if entry_set.opaque or entry_set.dropped:
        return
    for condition in placement.filters:
        fields = {name for e in entry_set.entries for name in e.fields}
        _known(condition.field, dict.fromkeys(fields), "field", placement.position, findings)
    found = entry_set.where(placement.filters)
    if not found:
        message = f"no entry of ‘{entry_set.id}’ satisfies these conditions"
        values = {e.value_as_written(f.field) or "" for f in placement.filters for e in entry_set.entries}
        hint = did_you_mean(placement.filters[0].value, values) if placement.filters else ""
        findings.append(Finding(codes.NOTHING_PLACED, placement.position, message, hint))
    if placement.directive == "text":
        for entry in found:
            if not isinstance(entry.fields.get("text"), Prose):
                message = f"‘{entry.id}’ has no ‘text’ to place"
                findings.append(Finding(codes.NOTHING_PLACED, placement.position, message))
    elif entry_set.kind not in book.views:
        message = f"content/book.yaml does not say how a {entry_set.kind} is set (entries: {entry_set.kind})"
        findings.append(Finding(codes.DIRECTIVE, placement.position, message))


def _check_views(book: Book, schemas: Mapping[str, Schema], findings: list[Finding]) -> None:
    for kind, parts in book.views.items():
        if kind not in schemas:
            _known(kind, schemas, "kind", parts[0].position, findings)
            continue
        for part in parts:
            _check_part(kind, part, schemas[kind], findings)


def _check_part(kind: str, part: EntryPart, schema: Schema, findings: list[Finding]) -> None:
    properties = schema.get("properties", {})
    for name in (part.path[0], part.beside):
        if name and name not in properties:
            message = f"a {kind} has no field ‘{name}’"
            hint = did_you_mean(name, properties)
            findings.append(Finding(codes.UNKNOWN_REFERENCE, part.position, message, hint))
