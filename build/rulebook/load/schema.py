"""Typing a tree by its JSON Schema.

A schema says what a kind's fields are. Beyond JSON Schema's own words it uses: `x-markdown` (the text is prose in
Markdown), `x-ref` (the text is the id of an entry of one of these sets, or of a `chapter` or `book`), `x-parameter`
(a reference may be a map of one: id to value), `x-roll` (a range of a die).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError, ValidationError

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.load.markdown import MarkdownSource, parse_markdown
from rulebook.load.reading import read_source
from rulebook.load.suggest import did_you_mean
from rulebook.load.yaml_tree import Key, ListNode, MapNode, Node, Scalar
from rulebook.model import Flag, Items, Number, Prose, Record, Reference, Value, Word
from rulebook.source import Position

Schema = Mapping[str, Any]

_INTEGER = re.compile(r"^[+-]?(?:0|[1-9][0-9]{0,17})$")


def read_schema(root: Path, path: Path, findings: list[Finding]) -> Schema | None:
    """A JSON Schema (draft 2020-12) from a file; None, with a finding, when it is not one."""
    text = read_source(root, path, findings)
    if text is None:
        return None
    name = path.relative_to(root).as_posix()
    try:
        schema = json.loads(text)
        Draft202012Validator.check_schema(schema)
    except json.JSONDecodeError as error:
        place = Position(name, error.lineno, error.colno)
        findings.append(Finding(codes.BAD_SCHEMA, place, f"the schema is not JSON: {error.msg}"))
        return None
    except SchemaError as error:
        where = ".".join(str(p) for p in error.absolute_path) or "its top"
        message = f"the schema is not a JSON Schema at {where}: {error.message[:120]}"
        findings.append(Finding(codes.BAD_SCHEMA, Position(name), message))
        return None
    except RecursionError:
        findings.append(Finding(codes.BAD_SCHEMA, Position(name), "the schema is nested too deep"))
        return None
    if not isinstance(schema, dict) or schema.get("type") != "object":
        findings.append(Finding(codes.BAD_SCHEMA, Position(name), "the schema does not describe an object"))
        return None
    return schema


def typed_record(node: Node, schema: Schema, findings: list[Finding], what: str) -> Record | None:
    """The typed record of a map, or None when the schema refuses it. `what` names it in messages ("a weapon")."""
    if not isinstance(node, MapNode):
        found = _shape(node)
        message = f"{found} stands where {what} is expected"
        findings.append(Finding(codes.WRONG_TYPE, node.position, message, "write its keys and values"))
        return None
    before = len(findings)
    validator = Draft202012Validator(schema)
    for error in validator.iter_errors(_plain(node, schema)):
        findings.extend(_explain(error, node, what))
    if len(findings) > before:
        return None
    return _record(node, schema, findings)


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
    fields = {key.text: _value(value, properties.get(key.text, other), findings) for key, value in node.items}
    return Record(MappingProxyType(fields), node.position)


def _value(node: Node, schema: Schema, findings: list[Finding]) -> Value:
    match node:
        case MapNode():
            if "x-ref" in schema:
                (key, parameter) = node.items[0]
                text = parameter.text if isinstance(parameter, Scalar) else ""
                return Reference(tuple(schema["x-ref"]), key.text, text, key.position)
            return _record(node, schema, findings)
        case ListNode(items=values):
            inner = schema.get("items", {})
            return Items(tuple(_value(value, inner, findings) for value in values), node.position)
        case Scalar(text=text, position=position, lines=lines):
            if "x-ref" in schema:
                return Reference(tuple(schema["x-ref"]), text, None, position)
            if schema.get("x-markdown"):
                blocks = parse_markdown(MarkdownSource(text, lines, sections=False), findings)
                return Prose(blocks, position)
            kinds = _types(schema)
            if "integer" in kinds and _INTEGER.match(text):
                return Number(int(text), text, position)
            if "boolean" in kinds and text in ("true", "false"):
                return Flag(text == "true", text, position)
            return Word(text, position)


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


_TYPE_NAMES = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a map",
}


def _explain(error: ValidationError, root: Node, what: str) -> list[Finding]:
    path = list(error.absolute_path)
    node = _node_at(root, path)
    where = ".".join(str(p) for p in path)
    at = f"‘{where}’ of {what}" if where else what
    rule = str(error.validator)
    schema: Schema = error.schema if isinstance(error.schema, dict) else {}
    if rule == "additionalProperties" and isinstance(error.instance, dict):
        known = schema.get("properties", {})
        unknown = [name for name in error.instance if name not in known]
        return [
            Finding(
                codes.UNKNOWN_KEY,
                _key_place(node, name),
                f"{at} has no key ‘{name}’",
                did_you_mean(name, known),
            )
            for name in unknown
        ]
    if rule == "required" and isinstance(error.instance, dict):
        # jsonschema reports one error for each missing key.
        match = re.match(r"^'(.*)' is a required property$", error.message)
        name = match[1] if match else "?"
        return [Finding(codes.MISSING_KEY, node.position, f"{at} has no ‘{name}’", f"add ‘{name}: …’")]
    found = _shape(node)
    if rule == "type":
        wanted = " or ".join(_TYPE_NAMES.get(t, t) for t in _types(schema))
        return [Finding(codes.WRONG_TYPE, node.position, f"{at} is {found}; expected {wanted}")]
    if rule == "enum":
        allowed = [str(v) for v in schema.get("enum", ())]
        text = node.text if isinstance(node, Scalar) else ""
        hint = did_you_mean(text, allowed)
        message = f"{at} is {found}; expected one of: {', '.join(allowed)}"
        return [Finding(codes.WRONG_VALUE, node.position, message, hint)]
    if rule == "pattern":
        example = schema.get("description", "")
        message = f"{at} is {found}, which does not have the form that is expected"
        return [Finding(codes.WRONG_VALUE, node.position, message, example or f"pattern: {error.validator_value}")]
    if rule in ("minLength", "minItems"):
        if isinstance(node, Scalar) and not node.text.strip():
            return []  # an empty scalar is already a finding of the reader
        return [Finding(codes.EMPTY_VALUE, node.position, f"{at} is empty")]
    return [Finding(codes.WRONG_VALUE, node.position, f"{at} is {found}: {error.message[:120]}")]


def key_of(node: MapNode, name: str) -> Key | None:
    """The key of that name in a map, for its place."""
    return next((key for key, _ in node.items if key.text == name), None)
