"""Typing a tree by its JSON Schema.

A schema says what a kind's fields are. Beyond JSON Schema's own words it uses: `x-markdown` (the text is prose in
Markdown), `x-ref` (the text is the id of an entry of one of these sets, or of a `chapter`, `book` or `section`),
`x-parameter` (a reference may be a map of one: id to value), `x-roll` (a range of a die), `x-expression` (the rules
compute it).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import jsonschema_rs
from jsonschema_rs import ValidationError, ValidationErrorKind

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.load.kept import NOTHING_KEPT, Kept
from rulebook.load.markdown import MarkdownSource, parse_markdown
from rulebook.load.one_line import not_one_line
from rulebook.load.reading import read_source
from rulebook.load.schema_faults import Schema as Schema
from rulebook.load.schema_faults import fetch_nothing, judged
from rulebook.load.suggest import did_you_mean, is_near, nearest_of
from rulebook.load.yaml_tree import LEAVE_OUT, UNKNOWN, Key, ListNode, MapNode, Node, Scalar, parse_yaml
from rulebook.model import Computed, Flag, Items, Number, Prose, Record, Reference, Value, Word
from rulebook.plural import counted
from rulebook.source import Position

_INTEGER = re.compile(r"^[+-]?(?:0|[1-9][0-9]{0,17})$")
# A hyphen, a dash of two lengths, and a minus.
_DASH = re.compile("[-–—−]")
# The form of an id, for which words say more than the pattern does.
_ID_PATTERN = "^[a-z0-9]+(-[a-z0-9]+)*$"
# Names of what is several, each a map: they "have" a key.
_SEVERAL = ("the cards", "the sheets", "the rules")

# Items that a hint repeats.
_LONGEST_ITEMS = 60


@dataclass(frozen=True, slots=True)
class Typed:
    """A map as its schema types it: None when it is no map; `sound` when nothing is wrong with it.

    `faulty` are the keys of the map with which something is wrong, the missing ones too; `unread` are those of them of
    which something could not be read.
    """

    record: Record | None
    sound: bool
    faulty: frozenset[str] = frozenset()
    unread: frozenset[str] = frozenset()


def read_schema(
    root: Path, path: Path, findings: list[Finding], *, entries: bool = True, kept: Kept = NOTHING_KEPT
) -> Schema | None:
    """A JSON Schema (draft 2020-12) from a file; None, with a finding, when it is not one that the loader follows.

    `entries`: it describes the entries of a set, each of which has an id.
    """
    text = read_source(root, path, findings)
    if text is None:
        return None
    name = path.relative_to(root).as_posix()
    source = (name, text, str(entries))
    sound = kept.find(dict, *source)
    if sound is not None:
        return sound
    schema, faults = judged(text, entries)
    findings.extend(Finding(codes.BAD_SCHEMA, Position(name, *place), fault) for place, fault in faults)
    if faults:
        return None
    kept.keep(dict, schema, *source)
    return schema  # type: ignore[no-any-return]


_validators: dict[int, tuple[Schema, jsonschema_rs.Draft202012Validator]] = {}


def _validator(schema: Schema) -> jsonschema_rs.Draft202012Validator:
    """The schema's validator, made once. The schema is kept beside it, so that its identity stays its own."""
    kept = _validators.get(id(schema))
    if kept is None:
        kept = (schema, jsonschema_rs.Draft202012Validator(dict(schema), retriever=fetch_nothing))
        _validators[id(schema)] = kept
    return kept[1]


def typed_file(
    root: Path, path: Path, schema: Schema, what: str, findings: list[Finding], kept: Kept = NOTHING_KEPT
) -> Typed | None:
    """A YAML file typed by a schema of the pipeline's own; None, with a finding, when it cannot be read."""
    own: list[Finding] = []
    name = path.relative_to(root).as_posix()
    text = read_source(root, path, own)

    def read() -> Typed | None:
        node = parse_yaml(name, text, own) if text is not None else None
        return typed_record(node, schema, own, what) if node is not None else None

    typed = kept.of(Typed, (name, text), own, read) if text is not None else None
    findings.extend(own)
    return typed


def typed_record(
    node: Node, schema: Schema, findings: list[Finding], what: str, besides: Collection[str] = ()
) -> Typed:
    """A map typed by its schema, with all that is wrong with it. `what` names it in messages ("a weapon"); `besides`
    are keys that it may have and that are typed elsewhere, for which another may be misspelt.

    A map with faults is typed as far as it can be, so that what stands in its other values is found in the same run.
    """
    if not isinstance(node, MapNode):
        if not (isinstance(node, Scalar) and node.faulty):
            found = _shape(node)
            message = f"{found} stands where {what} is expected"
            findings.append(Finding(codes.WRONG_TYPE, node.position, message, "write its keys and values"))
        return Typed(None, False)
    _keep_required(node, schema, findings)
    faults: list[Finding] = []
    faulty: set[str] = set()
    for error in _validator(schema).iter_errors(_plain(node, schema)):
        part = _schema_of(error, schema)
        faults.extend(_explain(error, part, node, what, besides))
        faulty |= _keys_of(error, part)
    unread = _unread_keys(node, schema)
    faulty |= unread
    findings.extend(_once(faults))
    before = len(findings)
    record = _record(node, schema, findings)
    sound = not faults and not faulty and not node.broken and not _holds_faults(node) and len(findings) == before
    return Typed(record, sound, frozenset(faulty), frozenset(unread))


def _keep_required(node: MapNode, schema: Schema, findings: list[Finding]) -> None:
    """Let no hint of the reader's, which knows no schema, propose to leave out a key that is required."""
    empty = {one.position: at for at, one in enumerate(findings) if one.hint.endswith(LEAVE_OUT)}
    if not empty:
        return
    for position in _required_places(node, schema):
        at = empty.get(position)
        if at is not None:
            findings[at] = replace(findings[at], hint=findings[at].hint.removesuffix(LEAVE_OUT))


def _required_places(node: Node, schema: Schema) -> Iterator[Position]:
    """The places of the values, within a tree, of keys that its schema requires."""
    match node:
        case MapNode(items=items):
            properties, other = schema.get("properties", {}), schema.get("additionalProperties", {})
            for key, value in items:
                if isinstance(value, Scalar) and key.text in schema.get("required", ()):
                    yield value.position
                inner = properties.get(key.text, other)
                if isinstance(inner, Mapping):
                    yield from _required_places(value, inner)
        case ListNode(items=values):
            inner = schema.get("items", {})
            for value in values if isinstance(inner, Mapping) else ():
                yield from _required_places(value, inner)


def _unread_keys(node: MapNode, schema: Schema) -> set[str]:
    """The keys of which the reader could not read all, and those that may stand in what it could not read."""
    unread = {key.text for key, value in node.items if value.broken}
    if node.incomplete:
        unread |= set(schema.get("properties", {})) - {key.text for key, _ in node.items}
    return unread


def _holds_faults(node: Node) -> bool:
    """Whether the reader has found something wrong with a value within."""
    match node:
        case Scalar(faulty=faulty):
            return faulty
        case ListNode(items=values):
            return any(_holds_faults(value) for value in values)
        case MapNode(items=items):
            return any(_holds_faults(value) for _, value in items)


def _schema_of(error: ValidationError, schema: Schema) -> Schema:
    """The part of the schema whose word the error is about."""
    part: Any = schema
    for step in error.schema_path[:-1]:
        part = part[step]
    return part if isinstance(part, Mapping) else {}


def _keys_of(error: ValidationError, schema: Schema) -> set[str]:
    """The keys of the whole map that an error concerns."""
    if error.instance_path:
        return {str(error.instance_path[0])}
    match error.kind:
        case ValidationErrorKind.Required(property=name):
            return {name}
        case ValidationErrorKind.AdditionalProperties(unexpected=unexpected):
            given = error.instance if isinstance(error.instance, dict) else {}
            known = schema.get("properties", {})
            return {k for k in known if k not in given and any(is_near(name, [k]) for name in unexpected)}
    return set()


def _once(faults: list[Finding]) -> list[Finding]:
    """The faults without a missing key whose misspelt form is found in the same map; all that one map lacks is one."""
    misspelt = {f.hint for f in faults if f.code == codes.UNKNOWN_KEY}
    found: list[Finding] = []
    lacking: dict[tuple[Position, str], list[Finding]] = {}
    for fault in faults:
        name = _missing(fault) if fault.code == codes.MISSING_KEY else ""
        if not name:
            found.append(fault)
        elif not any(f"‘{name}’?" in hint for hint in misspelt):
            lacking.setdefault((fault.position, fault.message.removesuffix(f"‘{name}’")), []).append(fault)
    return found + [_lacking(message, of_map) for (_, message), of_map in lacking.items()]


def _lacking(message: str, faults: list[Finding]) -> Finding:
    """The keys that one map lacks, as one finding."""
    names = [_missing(fault) for fault in faults]
    *others, last = (f"‘{name}’" for name in names)
    *added, last_added = (f"‘{name}: …’" for name in names)
    named = f"{', '.join(others)} and {last}" if others else last
    hint = f"add {', '.join(added)} and {last_added}" if added else f"add {last_added}"
    return replace(faults[0], message=f"{message}{named}", hint=hint)


def _missing(fault: Finding) -> str:
    match = re.match(r"^add ‘(.*): …’$", fault.hint)
    return match[1] if match else ""


def _types(schema: Schema) -> tuple[str, ...]:
    kind = schema.get("type", ())
    return (kind,) if isinstance(kind, str) else tuple(kind)


def _plain(node: Node, schema: Schema) -> Any:
    """The tree as JSON's values, a scalar typed only as the schema asks."""
    match node:
        case MapNode(items=items):
            properties = schema.get("properties", {})
            other = schema.get("additionalProperties", {})
            other = other if isinstance(other, dict) else {}
            return {key.text: _plain(value, properties.get(key.text, other)) for key, value in items}
        case ListNode(items=values):
            inner = schema.get("items", {})
            return [_plain(value, inner if isinstance(inner, dict) else {}) for value in values]
        case Scalar(text=text):
            kinds = _types(schema)
            if "integer" in kinds and _INTEGER.match(text):
                return int(text)
            if "boolean" in kinds and text in ("true", "false"):
                return text == "true"
            return text


def _record(node: MapNode, schema: Schema, findings: list[Finding]) -> Record:
    properties = schema.get("properties", {})
    other = schema.get("additionalProperties", {})
    other = other if isinstance(other, dict) else {}
    fields = {
        key.text: _value(value, properties.get(key.text, other), findings)
        for key, value in node.items
        if not (isinstance(value, Scalar) and value.broken) or (key.text == "id" and _names_itself(node))
    }
    for name, inner in properties.items():
        if name not in fields and "default" in inner:
            fields[name] = _value(_as_typed(inner["default"], node.position), inner, findings)
    keys = {key.text: key.position for key, _ in node.items if key.text not in properties} if other else {}
    if not keys:
        return Record(MappingProxyType(fields), node.position)
    return Record(MappingProxyType(fields), node.position, MappingProxyType(keys))


def _names_itself(node: Node) -> bool:
    """Whether it is a map that others can know by its id, whatever else of it could not be read."""
    given = node.get("id") if isinstance(node, MapNode) else None
    return isinstance(given, Scalar) and not (given.broken and given.text == UNKNOWN)


def _value(node: Node, schema: Schema, findings: list[Finding]) -> Value:
    match node:
        case MapNode():
            if "x-ref" in schema:
                return _reference(node, schema, findings)
            return _record(node, schema, findings)
        case ListNode(items=values):
            inner = schema.get("items", {})
            if "x-ref" in schema:
                inner = {}  # a list where one reference belongs, which has been found
            # One that could not be read whole is left out, with all that it would be asked for.
            typed = [(_value(value, inner, findings), value) for value in values]
            return Items(tuple(v for v, one in typed if not one.broken or _names_itself(one)), node.position)
        case Scalar(text=text, position=position, lines=lines):
            if "x-ref" in schema:
                if node.faulty:
                    return Word(text, position)  # what it names cannot be told
                return Reference(tuple(schema["x-ref"]), text, None, position)
            if schema.get("x-markdown"):
                if node.folded:
                    message = "a text of several lines is not a block"
                    findings.append(Finding(codes.WRONG_VALUE, position, message, "write ‘|’ and the text below it"))
                blocks = parse_markdown(MarkdownSource(text, lines, sections=False), findings)
                return Prose(blocks, position)
            if schema.get("x-expression"):
                return Computed(text, lines[0])
            kinds = _types(schema)
            if "integer" in kinds and _INTEGER.match(text):
                return Number(int(text), text, position)
            if "boolean" in kinds and text in ("true", "false"):
                return Flag(text == "true", text, position)
            if not node.faulty and ("\n" in text or text != text.strip()):
                findings.append(not_one_line(node))
            return Word(text, position)


def _as_typed(value: Any, position: Position) -> Node:
    """A schema's default as if the author had typed it where its map begins."""
    match value:
        case dict():
            items = ((Key(str(name), position), _as_typed(inner, position)) for name, inner in value.items())
            return MapNode(tuple(items), position)
        case list():
            return ListNode(tuple(_as_typed(inner, position) for inner in value), position)
        case bool():
            return Scalar(str(value).lower(), position, (position,))
        case _:
            return Scalar(str(value), position, (position,))


def _reference(node: MapNode, schema: Schema, findings: list[Finding]) -> Value:
    """A reference with the value that it is given: a map of one."""
    if "object" not in _types(schema) or node.broken:
        return Record(MappingProxyType({}), node.position)  # there is none here, which has been found
    if len(node.items) != 1 or not schema.get("x-parameter"):
        several = len(node.items) != 1
        message = "a reference is a map of one: an id and its value" if several else "no value is taken here"
        findings.append(Finding(codes.WRONG_VALUE, node.position, message, "write ‘id: value’, or the id alone"))
        return Record(MappingProxyType({}), node.position)
    (key, parameter) = node.items[0]
    if not isinstance(parameter, Scalar):
        message = f"‘{key.text}’ is given {_shape(parameter)}; expected one value"
        findings.append(Finding(codes.WRONG_TYPE, parameter.position, message))
        return Reference(tuple(schema["x-ref"]), key.text, "", key.position)
    return Reference(tuple(schema["x-ref"]), key.text, parameter.text, key.position, parameter.lines[0])


def _shape(node: Node) -> str:
    match node:
        case MapNode():
            return "a map"
        case ListNode():
            return "a list"
        case Scalar(text=text):
            return f"‘{text if len(text) <= 40 else text[:39] + '…'}’"


def _node_at(root: Node, path: list[str | int]) -> Node:
    node = root
    for step in path:
        if isinstance(node, MapNode):
            inner = node.get(str(step))
            if inner is None:
                return node
            node = inner
        elif isinstance(node, ListNode) and isinstance(step, int):
            node = node.items[step]
    return node


def _key_place(node: Node, name: str) -> Position:
    if isinstance(node, MapNode):
        for key, _ in node.items:
            if key.text == name:
                return key.position
    return node.position


def _is_broken(node: Node, name: str) -> bool:
    """Whether the value of a key could not be read, so that the key may be none."""
    value = node.get(name) if isinstance(node, MapNode) else None
    return value is not None and value.broken


_TYPE_NAMES = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a map",
}


def _digits_hint(node: Node, schema: Schema) -> str:
    """How a whole number is written, for who has written one in another way (`−2`, `02`, `2.0`)."""
    text = node.text if isinstance(node, Scalar) else ""
    if "integer" not in _types(schema) or not any(character.isdecimal() for character in text):
        return ""
    if text.isdecimal() and not text.startswith("0"):
        return f"{len(text)} digits are more than a number here may have"
    least = schema.get("minimum")
    if text[:1] in "−–" and text[1:].isdecimal():
        if least is None or -int(text[1:]) >= least:
            return f"write ‘-{text[1:]}’, with a hyphen for its minus"
        return f"write a whole number from {least} on, in digits alone"
    return "write it in digits alone, as 2" + (f"; the least is {least}" if least is not None else "")


def _list_hint(node: Node, schema: Schema) -> str:
    """How a list is written, for who has written its items alone."""
    text = node.text if isinstance(node, Scalar) and "array" in _types(schema) else ""
    plain = text and len(text) <= _LONGEST_ITEMS and not any(mark in text for mark in "[](){}'\":#\n")
    return f"write it in brackets: [{text}]" if plain else ""


def _doubled(node: ListNode, at: str) -> Iterator[Finding]:
    """A finding for each text of a list that stands there already."""
    first: dict[str, Position] = {}
    for item in node.items:
        if isinstance(item, Scalar) and first.setdefault(item.text, item.position) is not item.position:
            place = first[item.text]
            message = f"{_shape(item)} stands twice in {at}: first at {place}"
            yield Finding(codes.DUPLICATE_ID, item.position, message, "keep one of the two")


def _too_few(place: Position, at: str, has: str, number: int, least: int, verb: str) -> Finding:
    """What is said of a list or a text that is shorter than the schema allows."""
    if number == 0:
        return Finding(codes.EMPTY_VALUE, place, f"{at} is empty", f"{verb} {least} at least" if least > 1 else "")
    return Finding(codes.WRONG_VALUE, place, f"{at} {has}; the least is {least}", f"{verb} {least - number} more")


def _comma_hint(node: Node, schema: Schema) -> str:
    """What is said of one of a list that would be several, if a comma stood where there is a space."""
    words = node.text.split() if isinstance(node, Scalar) else []
    if len(words) < 2 or not all(_validator(schema).is_valid(word) for word in words):
        return ""
    return f"if these are {len(words)}, put a comma between them in the brackets: {', '.join(words)}"


def _form_hint(node: Node, schema: Schema, pattern: str) -> str:
    """How a text is written that does not have the form that its schema expects."""
    for other in _other_dashes(node.text if isinstance(node, Scalar) else ""):
        # Only a dash that the pattern names is meant; one that it merely lets pass is not.
        if any(dash in pattern for dash in _DASH.findall(other)) and _validator(schema).is_valid(other):
            return f"write ‘{other}’"
    if schema.get("description"):
        return str(schema["description"])
    return "lower case letters, digits, hyphens between" if pattern == _ID_PATTERN else f"pattern: {pattern}"


def _other_dashes(text: str) -> Iterator[str]:
    """The text with another dash for those that it has, and without spaces about them: no keyboard tells them apart."""
    tight = re.sub(rf"\s*({_DASH.pattern})\s*", r"\1", text)
    for dash in "–−-":
        for written in (text, tight):
            if (other := _DASH.sub(dash, written)) != text:
                yield other


def _explain(error: ValidationError, schema: Schema, root: Node, what: str, besides: Collection[str]) -> list[Finding]:
    path = error.instance_path
    node = _node_at(root, path)
    if isinstance(node, Scalar) and node.faulty:
        return []
    if node.broken and not isinstance(error.kind, ValidationErrorKind.AdditionalProperties):
        if not (isinstance(node, MapNode) and isinstance(error.kind, ValidationErrorKind.Required)):
            return []  # what it is cannot be told
        if node.incomplete:
            return []
    where = ".".join(str(p) for p in path)
    at = f"‘{where}’ of {what}" if where else what
    found = _shape(node)
    listed = bool(path) and isinstance(path[-1], int)
    has = "have" if not where and what.startswith(_SEVERAL) else "has"
    match error.kind:
        case ValidationErrorKind.AdditionalProperties(unexpected=unexpected):
            known = [*schema.get("properties", {}), *(besides if not path else ())]
            return [
                Finding(
                    codes.UNKNOWN_KEY, _key_place(node, name), f"{at} {has} no key ‘{name}’", did_you_mean(name, known)
                )
                for name in unexpected
                if not _is_broken(node, name) or is_near(name, known)
            ]
        case ValidationErrorKind.Required(property=name):
            return [Finding(codes.MISSING_KEY, node.position, f"{at} {has} no ‘{name}’", f"add ‘{name}: …’")]
        case ValidationErrorKind.Type():
            wanted = " or ".join(_TYPE_NAMES.get(t, t) for t in _types(schema))
            hint = _digits_hint(node, schema) or _list_hint(node, schema)
            return [Finding(codes.WRONG_TYPE, node.position, f"{at} is {found}; expected {wanted}", hint)]
        case ValidationErrorKind.Enum():
            allowed = [str(v) for v in schema.get("enum", ())]
            text = node.text if isinstance(node, Scalar) else ""
            message = f"{at} is {found}; expected one of: {', '.join(allowed)}"
            return [Finding(codes.WRONG_VALUE, node.position, message, nearest_of(text, allowed))]
        case ValidationErrorKind.Pattern(pattern=pattern):
            message = f"{at} is {found}, which does not have the form that is expected"
            hint = (_comma_hint(node, schema) if listed else "") or _form_hint(node, schema, pattern)
            return [Finding(codes.WRONG_VALUE, node.position, message, hint)]
        case ValidationErrorKind.MaxItems(limit=limit) if isinstance(node, ListNode):
            message = f"{at} holds {len(node.items)}; the most is {limit}"
            return [Finding(codes.WRONG_VALUE, node.position, message)]
        case ValidationErrorKind.UniqueItems() if isinstance(node, ListNode):
            return list(_doubled(node, at))
        case ValidationErrorKind.Minimum(limit=limit):
            return [Finding(codes.WRONG_VALUE, node.position, f"{at} is {found}; the least is {limit}")]
        case ValidationErrorKind.Maximum(limit=limit):
            return [Finding(codes.WRONG_VALUE, node.position, f"{at} is {found}; the most is {limit}")]
        case ValidationErrorKind.MinItems(limit=limit) if isinstance(node, ListNode):
            return [_too_few(node.position, at, f"holds {len(node.items)}", len(node.items), limit, "list")]
        case ValidationErrorKind.MinLength(limit=limit) if isinstance(node, Scalar):
            number = len(node.text)
            return [_too_few(node.position, at, f"has {counted(number, 'letter')}", number, limit, "write")]
    return [Finding(codes.WRONG_VALUE, node.position, f"{at} is {found}: {error.message[:120]}")]
