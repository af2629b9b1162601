"""Reading the data: each file of `content/data` is a set of entries of one kind."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.load.reading import read_source
from rulebook.load.schema import Schema, read_schema, typed_record
from rulebook.load.suggest import did_you_mean
from rulebook.load.yaml_tree import ListNode, MapNode, Scalar, parse_yaml
from rulebook.model import Entry, EntrySet, Word
from rulebook.source import Position

_FILE_KEYS = ("kind", "entries")


def read_schemas(root: Path, folder: Path, findings: list[Finding]) -> Mapping[str, Schema]:
    """The schema of each kind, by the kind's name."""
    schemas: dict[str, Schema] = {}
    for path in sorted(folder.glob("*.json")):
        schema = read_schema(root, path, findings)
        if schema is not None:
            schemas[path.stem] = schema
    if not schemas:
        name = folder.relative_to(root).as_posix()
        findings.append(Finding(codes.UNREADABLE, Position(name), "there are no schemas in this folder"))
    return schemas


def read_set(root: Path, path: Path, schemas: Mapping[str, Schema], findings: list[Finding]) -> EntrySet:
    """The entries of one file; opaque when its form is wrong. Entries with faults are left out, and named."""
    name = path.relative_to(root).as_posix()
    unreadable = EntrySet(path.stem, "", (), Position(name), opaque=True)
    text = read_source(root, path, findings)
    node = parse_yaml(name, text, findings) if text is not None else None
    if node is None:
        return unreadable
    if not isinstance(node, MapNode):
        findings.append(Finding(codes.WRONG_TYPE, node.position, "the file is not a map of ‘kind’ and ‘entries’"))
        return unreadable
    for key, _ in node.items:
        if key.text not in _FILE_KEYS:
            hint = did_you_mean(key.text, _FILE_KEYS)
            findings.append(Finding(codes.UNKNOWN_KEY, key.position, f"a set has no key ‘{key.text}’", hint))
    kind, entries = node.get("kind"), node.get("entries")
    if not isinstance(kind, Scalar):
        message = "the set has no ‘kind’" if kind is None else "‘kind’ is not a name"
        findings.append(Finding(codes.MISSING_KEY, (kind or node).position, message, "add ‘kind: …’"))
    if not isinstance(entries, ListNode):
        message = "the set has no ‘entries’" if entries is None else "‘entries’ is not a list"
        findings.append(Finding(codes.MISSING_KEY, (entries or node).position, message, "add ‘entries:’ and a list"))
    if not isinstance(kind, Scalar) or not isinstance(entries, ListNode):
        return unreadable
    schema = schemas.get(kind.text)
    if schema is None:
        hint = did_you_mean(kind.text, schemas)
        message = f"there is no kind ‘{kind.text}’"
        findings.append(Finding(codes.UNKNOWN_REFERENCE, kind.position, message, hint))
        return unreadable
    if not entries.items:
        findings.append(Finding(codes.EMPTY_VALUE, entries.position, "the set has no entries"))
    found = _entries(path.stem, kind.text, entries, schema, findings)
    good = {entry.id for entry in found}
    given = {i.text for node in entries.items if isinstance(node, MapNode) and isinstance(i := node.get("id"), Scalar)}
    return EntrySet(path.stem, kind.text, found, Position(name), dropped=frozenset(given - good))


def _entries(set_id: str, kind: str, nodes: ListNode, schema: Schema, findings: list[Finding]) -> tuple[Entry, ...]:
    found: list[Entry] = []
    seen: dict[str, Position] = {}
    what = f"a {kind.replace('-', ' ')}"
    for node in nodes.items:
        given = node.get("id") if isinstance(node, MapNode) else None
        if isinstance(given, Scalar):
            if given.text in seen:
                message = f"the id ‘{given.text}’ is used twice: first on line {seen[given.text].line}"
                findings.append(Finding(codes.DUPLICATE_ID, given.position, message, "give each entry its own id"))
            seen.setdefault(given.text, given.position)
        label = f"{what} ‘{given.text}’" if isinstance(given, Scalar) else what
        record = typed_record(node, schema, findings, label)
        if record is None:
            continue
        identity = record.fields.get("id")
        if isinstance(identity, Word):
            fields = MappingProxyType(dict(record.fields))
            found.append(Entry(set_id, kind, identity.text, fields, record.position))
    return tuple(found)
