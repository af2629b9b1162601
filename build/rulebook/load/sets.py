"""Reading the data: each file of `content/data` is a set of entries of one kind."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.load.kept import NOTHING_KEPT, Kept
from rulebook.load.markdown import slug
from rulebook.load.reading import read_source
from rulebook.load.schema import Schema, read_schema, typed_record
from rulebook.load.suggest import did_you_mean, is_near
from rulebook.load.yaml_tree import UNKNOWN, ListNode, MapNode, Node, Scalar, parse_yaml
from rulebook.model import Entry, EntrySet, Value, Word
from rulebook.plural import with_article
from rulebook.source import Position

# What may name a set, an entry, a chapter or a book.
ID = re.compile(r"^[a-z0-9]+(?:-[a-z0-9]+)*\Z")

# Names that stand for something else where a set could be named.
RESERVED = ("chapter", "book", "section", "table")

_FILE_KEYS = ("kind", "entries")


def read_schemas(
    root: Path, folder: Path, findings: list[Finding], kept: Kept = NOTHING_KEPT
) -> Mapping[str, Schema | None]:
    """The schema of each kind, by the kind's name; None for one that could not be used, which is still known."""
    schemas: dict[str, Schema | None] = {}
    for path in sorted(folder.glob("*")):
        if path.name.startswith("."):
            continue
        if path.suffix != ".json":
            place = Position(path.relative_to(root).as_posix())
            findings.append(Finding(codes.UNUSED_FILE, place, "this is not a schema", "a schema ends in .json"))
            continue
        schemas[path.stem] = read_schema(root, path, findings, kept=kept)
    if not schemas:
        name = folder.relative_to(root).as_posix()
        findings.append(Finding(codes.UNREADABLE, Position(name), "there are no schemas in this folder"))
    return schemas


@dataclass(frozen=True, slots=True)
class _Sound:
    """A set in which nothing is wrong, and the schema that it was read by."""

    entries: EntrySet
    schema: str


def read_set(
    root: Path,
    path: Path,
    schemas: Mapping[str, Schema | None],
    findings: list[Finding],
    kept: Kept = NOTHING_KEPT,
) -> EntrySet:
    """The entries of one file; opaque when its form is wrong. Entries with faults are left out, and named."""
    own: list[Finding] = []
    name = path.relative_to(root).as_posix()
    text = read_source(root, path, own)
    source = (name, text or "")
    sound = kept.find(_Sound, *source) if not own else None
    if sound is not None and sound.schema == json.dumps(schemas.get(sound.entries.kind)):
        return sound.entries
    entry_set = _read_set(path, name, text, schemas, own)
    if not own:
        kept.keep(_Sound, _Sound(entry_set, json.dumps(schemas.get(entry_set.kind))), *source)
    findings.extend(own)
    return entry_set


def _read_set(
    path: Path, name: str, text: str | None, schemas: Mapping[str, Schema | None], findings: list[Finding]
) -> EntrySet:
    if not ID.match(path.stem):
        hint = "name it with lower case letters, digits and hyphens between"
        findings.append(Finding(codes.WRONG_VALUE, Position(name), f"‘{path.stem}’ is not an id", hint))
    if path.stem in RESERVED:
        message = f"a set cannot be named ‘{path.stem}’, which is the pipeline's own word"
        findings.append(Finding(codes.DUPLICATE_ID, Position(name), message, "rename the file"))
    unreadable = _opaque(path.stem, name, text or "")
    node = parse_yaml(name, text, findings) if text is not None else None
    if node is None:
        return unreadable
    if not isinstance(node, MapNode):
        findings.append(Finding(codes.WRONG_TYPE, node.position, "the file is not a map of ‘kind’ and ‘entries’"))
        return unreadable
    kind, entries = _kind_and_entries(node, findings)
    if not isinstance(kind, Scalar) or not isinstance(entries, ListNode) or kind.faulty:
        return unreadable
    if schemas and kind.text not in schemas:
        hint = did_you_mean(kind.text, schemas)
        if slug(kind.text) == kind.text:
            # Where no name is near it is a kind of the author's own; where one is, that may be chance.
            made = f"describe it in content/schemas/{kind.text}.json"
            near = is_near(kind.text, schemas)
            hint = f"{hint} Or {made}" if near else "; ".join(one for one in (made, hint) if one)
        message = f"there is no kind ‘{kind.text}’"
        findings.append(Finding(codes.UNKNOWN_REFERENCE, kind.position, message, hint))
    schema = schemas.get(kind.text)
    if schema is None:
        return unreadable
    if not entries.items and not entries.broken:
        findings.append(Finding(codes.EMPTY_VALUE, entries.position, "the set has no entries"))
    good, faulty = _entries(path.stem, kind.text, entries, schema, findings)
    ids = [entry.id for entry in (*good, *faulty)]
    dropped = {id_ for id_, times in Counter(ids).items() if times > 1}
    presumed = _presumed_ids(entries) | (unreadable.dropped if node.broken else frozenset())
    dropped |= presumed - {entry.id for entry in good}
    # What could not be read may be an entry of any id.
    opaque = node.incomplete or any(_is_unknown(item) for item in entries.items)
    return EntrySet(path.stem, kind.text, good, Position(name), frozenset(dropped), opaque, faulty)


# An id as it seems to be written, with or without its colon and beside marks that may not stand there.
_WRITTEN_ID = re.compile(r"^(?: *- *\{?| +)id(?:: *| +)[\['\"{@]*([a-z0-9-]+)", re.MULTILINE)


def _is_unknown(item: Node) -> bool:
    """Whether an item of the entries could not be read so far that it is known which entry it is."""
    if isinstance(item, Scalar):
        return item.broken
    given = item.get("id") if isinstance(item, MapNode) else None
    return given is not None and given.broken and isinstance(given, Scalar) and given.text == UNKNOWN


def _kind_and_entries(node: MapNode, findings: list[Finding]) -> tuple[Node | None, Node | None]:
    """The two values of a set's file, with a finding for each key that is unknown, missing or of another form."""
    unknown = [key for key, _ in node.items if key.text not in _FILE_KEYS]
    hints = [did_you_mean(key.text, _FILE_KEYS) for key in unknown]
    for key, hint in zip(unknown, hints, strict=True):
        findings.append(Finding(codes.UNKNOWN_KEY, key.position, f"a set has no key ‘{key.text}’", hint))
    kind, entries = node.get("kind"), node.get("entries")
    missing = (kind is None and (node.incomplete or "did you mean ‘kind’?" in hints)) or (
        kind is not None and kind.broken
    )
    if not isinstance(kind, Scalar) and not missing:
        message = "the set has no ‘kind’" if kind is None else "‘kind’ is not a name"
        findings.append(Finding(codes.MISSING_KEY, (kind or node).position, message, "add ‘kind: …’"))
    misspelt = entries is None and (node.incomplete or "did you mean ‘entries’?" in hints)
    unread = entries is not None and (entries.broken or (isinstance(entries, Scalar) and entries.faulty))
    if not isinstance(entries, ListNode) and not misspelt and not unread:
        message = "the set has no ‘entries’" if entries is None else "‘entries’ is not a list"
        findings.append(Finding(codes.MISSING_KEY, (entries or node).position, message, "add ‘entries:’ and a list"))
    return kind, entries


def _opaque(set_id: str, name: str, text: str) -> EntrySet:
    """A set whose file cannot be read as one. The ids that seem to stand in it are kept, to tell a misspelt one."""
    kind = re.search(r"^kind: *([a-z0-9-]+) *$", text, re.MULTILINE)
    ids = frozenset(_WRITTEN_ID.findall(text))
    return EntrySet(set_id, kind[1] if kind else "", (), Position(name), dropped=ids, opaque=True)


def _presumed_ids(nodes: ListNode) -> set[str]:
    """The ids that others may know the entries by; for one without, its name's or what stands at a key like `id`."""
    ids = set()
    for node in nodes.items:
        if not isinstance(node, MapNode):
            continue
        given, named = node.get("id"), node.get("name")
        if isinstance(given, Scalar):
            ids |= {given.text, slug(given.text)}
        else:
            ids |= {value.text for key, value in node.items if isinstance(value, Scalar) and is_near(key.text, ["id"])}
        if isinstance(named, Scalar) and not (isinstance(given, Scalar) and ID.match(given.text)):
            ids.add(slug(named.text))
    return ids


def _entries(
    set_id: str, kind: str, nodes: ListNode, schema: Schema, findings: list[Finding]
) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """The entries without faults, and those with, as far as these could be read."""
    good: list[Entry] = []
    faulty: list[Entry] = []
    seen: dict[str, Position] = {}
    what = with_article(kind.replace("-", " "))
    for node in nodes.items:
        given = node.get("id") if isinstance(node, MapNode) else None
        if isinstance(given, Scalar) and not given.faulty:
            if given.text in seen:
                message = f"the id ‘{given.text}’ is used twice: first on line {seen[given.text].line}"
                findings.append(Finding(codes.DUPLICATE_ID, given.position, message, "give each entry its own id"))
            seen.setdefault(given.text, given.position)
        label = f"{what} ‘{given.text}’" if isinstance(given, Scalar) else what
        typed = typed_record(node, schema, findings, label)
        if typed.record is None:
            continue
        fields = {**typed.record.fields, **_unread(node)} if node.broken else typed.record.fields
        identity = fields.get("id")
        id_ = identity.text if isinstance(identity, Word) else ""
        if typed.sound and not ID.match(id_) and isinstance(given, Scalar) and not given.faulty:
            hint = "write lower case letters, digits and hyphens between"
            findings.append(Finding(codes.WRONG_VALUE, given.position, f"‘{id_}’ is not an id", hint))
        entry = Entry(set_id, kind, id_, fields, typed.record.position)
        (good if typed.sound and id_ else faulty).append(entry)
    return tuple(good), tuple(faulty)


def _unread(node: Node) -> dict[str, Value]:
    """The fields of an entry that could not be read whole: words, whatever they should have been."""
    items = node.items if isinstance(node, MapNode) else ()
    broken = [(key.text, value) for key, value in items if value.broken]
    return {name: Word(value.text if isinstance(value, Scalar) else UNKNOWN, value.position) for name, value in broken}
