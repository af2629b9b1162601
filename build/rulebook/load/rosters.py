"""Reading what a roster of the game is: `content/rosters/KIND.yaml`, and beside it the schema of a player's file."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Any

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.load.fields import records_of, text_of, words_of
from rulebook.load.json_places import JsonPath, json_places
from rulebook.load.kept import NOTHING_KEPT, Kept
from rulebook.load.reading import read_source
from rulebook.load.references import Doubt, check_sets_of, check_values
from rulebook.load.schema import Schema, read_schema, typed_record
from rulebook.load.sets import ID
from rulebook.load.suggest import did_you_mean
from rulebook.load.yaml_tree import ListNode, MapNode, parse_yaml
from rulebook.model import Book, Flag, OwnRoster, Record, RosterColumn, RosterField, RosterKind, RosterRule, Word
from rulebook.source import Position

FOLDER = "rosters"


def read_rosters(
    root: Path, form: Schema, findings: list[Finding], kept: Kept = NOTHING_KEPT
) -> tuple[RosterKind, ...]:
    """Every kind of roster that a book declares; one with faults is left out. `form` is the schema of a declaration."""
    found = []
    paths = [p for p in sorted((root / "content" / FOLDER).glob("*")) if not p.name.startswith(".")]
    stems = {p.stem for p in paths if p.suffix == ".yaml"}
    for path in paths:
        place = Position(path.relative_to(root).as_posix())
        if path.suffix == ".yaml":
            kind = _read_kind(root, path, form, findings, kept)
            found += [kind] if kind is not None else []
        elif path.suffix != ".json" or path.stem not in stems:
            hint = "a kind of roster is NAME.yaml, and its file's schema NAME.json"
            findings.append(Finding(codes.UNUSED_FILE, place, "this belongs to no kind of roster", hint))
    return tuple(found)


def _read_kind(root: Path, path: Path, form: Schema, findings: list[Finding], kept: Kept) -> RosterKind | None:
    name = path.relative_to(root).as_posix()
    if not ID.match(path.stem):
        hint = "name it with lower case letters, digits and hyphens between"
        findings.append(Finding(codes.WRONG_VALUE, Position(name), f"‘{path.stem}’ is not an id", hint))
        return None
    own: list[Finding] = []
    schema = read_schema(root, path.with_suffix(".json"), own, entries=False, kept=kept)
    text = read_source(root, path, own)
    kind = None
    if text is not None:
        source = (name, text, json.dumps(schema))
        kind = kept.of(RosterKind, source, own, lambda: _kind(root, path, text, schema, form, own))
    findings.extend(own)
    return kind


def _kind(
    root: Path, path: Path, text: str, schema: Schema | None, form: Schema, findings: list[Finding]
) -> RosterKind | None:
    name = path.relative_to(root).as_posix()
    node = parse_yaml(name, text, findings)
    if node is None or not isinstance(node, MapNode):
        if node is not None:
            findings.append(Finding(codes.WRONG_TYPE, node.position, "a kind of roster is a map of keys and values"))
        return None
    typed = typed_record(node, form, findings, f"the kind of roster ‘{path.stem}’")
    record = typed.record
    if schema is None or record is None or not typed.sound:
        return None
    members = text_of(record, "members")
    one = _member_schema(schema, members)
    if one is None:
        file = path.with_suffix(".json")
        found = json_places(read_source(root, file, []) or "")
        place = Position(file.relative_to(root).as_posix(), *found.value(("properties", members)))
        message = f"the schema has no list ‘{members}’ of maps that each require a ‘name’"
        findings.append(Finding(codes.BAD_SCHEMA, place, message, "the key ‘members’ of the declaration names it"))
        return None
    fields = _without(schema, members)
    own = tuple(_own(node, record, fields, findings))
    return RosterKind(
        id=path.stem,
        name=text_of(record, "name"),
        home=_word(record, "home"),
        roster=text_of(record, "roster"),
        member=text_of(record, "member"),
        members=members,
        unit=text_of(record, "unit"),
        most=int(schema["properties"][members].get("maxItems", 0)),
        fields_schema=fields,
        member_schema=one,
        computed=tuple(
            RosterField(text_of(r, "field"), _word(r, "value"), text_of(r, "needs"), text_of(r, "head"))
            for r in records_of(record, "computed")
        ),
        columns=_columns(record, "columns"),
        shared=_columns(record, "shared"),
        price=_word(record, "price"),
        limit=_word(record, "limit"),
        own=own,
        rules=tuple(_rule(r) for r in records_of(record, "rules")),
        position=Position(name),
    )


def _member_schema(schema: Schema, members: str) -> Schema | None:
    """The schema of one member, whose name is text and is required; None when the file's has none."""
    listed = schema.get("properties", {}).get(members, {})
    one = listed.get("items", {}) if listed.get("type") == "array" else {}
    name = one.get("properties", {}).get("name", {})
    return one if name.get("type") == "string" and "name" in one.get("required", ()) else None


def _without(schema: Schema, name: str) -> Schema:
    """The schema of a map without one of its keys."""
    properties = {key: inner for key, inner in schema["properties"].items() if key != name}
    required = [key for key in schema.get("required", ()) if key != name]
    changed: dict[str, Any] = {**schema, "properties": properties, "required": required}
    return MappingProxyType(changed)


def _own(node: MapNode, record: Record, schema: Schema, findings: list[Finding]) -> Iterator[OwnRoster]:
    listed = node.get("own")
    nodes = listed.items if isinstance(listed, ListNode) else ()
    for one, inner in zip(records_of(record, "own"), nodes, strict=True):
        fields = inner.get("fields") if isinstance(inner, MapNode) else None
        if fields is not None:
            typed = typed_record(fields, schema, findings, f"the roster ‘{text_of(one, 'set')}’")
            if typed.record is not None and typed.sound:
                yield OwnRoster(_word(one, "set"), typed.record)


def _rule(record: Record) -> RosterRule:
    note = record.fields.get("note")
    return RosterRule(
        id=text_of(record, "id"),
        of_members=text_of(record, "of") == "members",
        each=_word_or_none(record, "each"),
        holds=_word(record, "holds"),
        found=_word_or_none(record, "found"),
        breaks=text_of(record, "breaks"),
        hint=text_of(record, "hint"),
        where=_word_or_none(record, "where"),
        says=_word_or_none(record, "says"),
        at=words_of(record, "at"),
        note=isinstance(note, Flag) and note.value,
        position=record.position,
    )


def _columns(record: Record, key: str) -> tuple[RosterColumn, ...]:
    return tuple(RosterColumn(text_of(r, "head"), _word(r, "price")) for r in records_of(record, key))


def _word(record: Record, key: str) -> Word:
    """A text that the schema requires."""
    value = record.fields[key]
    return value if isinstance(value, Word) else Word("", record.position)


def _word_or_none(record: Record, key: str) -> Word | None:
    value = record.fields.get(key)
    return value if isinstance(value, Word) else None


def check_rosters(book: Book, doubt: Doubt, findings: list[Finding]) -> None:
    """Add a finding for each set, chapter and entry that a kind of roster names and that is not there."""
    chapters = frozenset(chapter.id for chapter in book.chapters) | doubt.chapters
    for kind in book.rosters:
        schemas: dict[JsonPath, Schema] = {
            (): kind.fields_schema,
            ("properties", kind.members, "items"): kind.member_schema,
        }
        check_sets_of(book, f"{kind.position.path.removesuffix('.yaml')}.json", schemas, findings)
        _known(kind.home, chapters, "chapter", findings)
        for own in kind.own:
            _known(own.set, book.sets, "set", findings)
            check_values(book, own.fields.fields.values(), findings)
        for rule in kind.rules:
            if rule.where is not None:
                _check_where(book, rule.where, chapters, findings)


def _check_where(book: Book, where: Word, chapters: Collection[str], findings: list[Finding]) -> None:
    set_id, colon, id_ = where.text.partition(":")
    if not colon:
        _known(where, chapters, "chapter", findings)
        return
    found = book.sets.get(set_id)
    if found is None:
        _known(Word(set_id, where.position), book.sets, "set", findings)
    elif not found.opaque and id_ not in found.dropped:
        _known(Word(id_, where.position), [entry.id for entry in found.entries], f"entry of ‘{set_id}’", findings)


def _known(word: Word, known: Collection[str], what: str, findings: list[Finding]) -> None:
    if word.text not in known:
        message = f"there is no {what} ‘{word.text}’"
        findings.append(Finding(codes.UNKNOWN_REFERENCE, word.position, message, did_you_mean(word.text, known)))
