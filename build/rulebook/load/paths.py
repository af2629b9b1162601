"""What a table's column, a view or a condition asks of a kind: its schema must have it.

A value that no schema has would be printed as nothing, and a condition that no entry can satisfy would place nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.load.schema import Schema
from rulebook.load.suggest import did_you_mean
from rulebook.model import EntrySet, Filter
from rulebook.source import Position


def check_path(
    path: tuple[str, ...],
    schema: Schema,
    schemas: Mapping[str, Schema | None],
    sets: Mapping[str, EntrySet],
    position: Position,
    what: str,
    findings: list[Finding],
    *,
    whole: bool,
) -> bool:
    """Whether a path leads to a value through maps, lists (by number) and references; a finding where it does not.

    With `whole`, the value must be one that can be printed: no map. `what` begins the message.
    """
    candidates: list[Schema] = [schema]
    for number, step in enumerate(path):
        inner: list[Schema] = []
        known: set[str] = set()
        for candidate in candidates:
            if "x-ref" in candidate:
                kinds = {sets[s].kind for s in candidate["x-ref"] if s in sets and not sets[s].opaque}
                if not kinds:
                    return True  # what it leads to cannot be read, or is a chapter
                owners = [found for kind in kinds if (found := schemas.get(kind)) is not None]
            else:
                owners = [candidate]
            for owner in owners:
                properties: Mapping[str, Any] = owner.get("properties", {})
                known |= set(properties)
                if step in properties:
                    inner.append(properties[step])
                elif step.isdecimal() and isinstance(owner.get("items"), dict):
                    inner.append(owner["items"])
        if not inner:
            asked = ".".join(path[: number + 1])
            message = f"{what} shows ‘{asked}’, which is no field here"
            findings.append(Finding(codes.UNKNOWN_REFERENCE, position, message, did_you_mean(step, known)))
            return False
        candidates = inner
    if whole and any(_is_map(c) for c in candidates):
        message = f"{what} shows ‘{'.'.join(path)}’, which is a map and has no one text"
        findings.append(Finding(codes.WRONG_VALUE, position, message, "name one of its fields"))
        return False
    return True


def _is_map(schema: Schema) -> bool:
    items = schema.get("items")
    return "x-ref" not in schema and (schema.get("type") == "object" or (isinstance(items, dict) and _is_map(items)))


def check_condition(
    condition: Filter,
    entry_set: EntrySet,
    schema: Schema,
    sets: Mapping[str, EntrySet],
    position: Position,
    findings: list[Finding],
) -> bool:
    """Whether some entry of a set satisfies a condition; a finding where none can, at `position` unless it has its own.

    There is none where the condition is spelt right and an entry whose value is wrong may be the one that it means.
    """
    properties: Mapping[str, Any] = schema.get("properties", {})
    name, value = condition.field, condition.value
    if name not in properties:
        message = f"the entries of ‘{entry_set.id}’ have no field ‘{name}’"
        place = condition.field_position or position
        findings.append(Finding(codes.UNKNOWN_REFERENCE, place, message, did_you_mean(name, properties)))
        return False
    written = {w for e in entry_set.entries if (w := e.value_as_written(name)) is not None}
    if value in written:
        return True
    allowed, complete = _allowed(name, properties[name], entry_set, sets)
    wrong = bool(entry_set.faulty) or bool(allowed and written - allowed)
    hint = did_you_mean(value, allowed if allowed and value not in allowed else written)
    listed = allowed is not None and complete
    spelt_right = value in (allowed or ()) if listed else "did you mean" not in hint
    if not (wrong and spelt_right):
        message = f"no entry of ‘{entry_set.id}’ has ‘{name}’ = ‘{value}’"
        findings.append(Finding(codes.NOTHING_PLACED, condition.position or position, message, hint))
    return False


def _allowed(
    name: str, schema: Schema, entry_set: EntrySet, sets: Mapping[str, EntrySet]
) -> tuple[set[str] | None, bool]:
    """The values that a field may have, None when they are not listed; and whether these are all."""
    if name == "id":
        return {e.id for e in entry_set.entries} | entry_set.dropped, True
    if "enum" in schema:
        return {str(v) for v in schema["enum"]}, True
    if "x-ref" in schema:
        found = [sets[s] for s in schema["x-ref"] if s in sets]
        ids = {e.id for s in found for e in s.entries}.union(*(s.dropped for s in found))
        return ids, len(found) == len(schema["x-ref"]) and not any(s.opaque for s in found)
    return None, False
