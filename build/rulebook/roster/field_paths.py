"""The fields of a roster's file that its declaration names, in formulas and in paths, against the schema of the file.

What the book's own rosters lack is computed for no one before a player's file has it: a field that no file can have
would be found by a player.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulebook.load.suggest import did_you_mean
from rulebook.model import RosterKind, RosterRule
from rulebook.roster.roster import GIVEN
from rulebook.rules.expression import parse_expression
from rulebook.rules.expression.syntax import Member, Name, Node, nodes

_Schema = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class UnknownField:
    """A field that no file has: its path from the roster or the member, where it stands in its text, and a hint."""

    path: str
    start: int
    hint: str


def unknown_fields(kind: RosterKind, formula: str) -> Iterator[UnknownField]:
    """The fields of the roster or of a member that a formula reads and the schema does not have, each once.

    A formula that cannot be parsed raises ExpressionError.
    """
    root = parse_expression(formula).root
    computed = {field.field for field in kind.computed}
    beside = {GIVEN, "name", "id", "set"}
    owners = {
        kind.roster: (kind.fields_schema, beside | {kind.members}),
        kind.member: (kind.member_schema, beside | computed),
    }
    seen: set[str] = set()
    for node in nodes(root):
        names, owner = _chain(node)
        if owner in owners and isinstance(node, Member):
            schema, known = owners[owner]
            if (found := _unknown(schema, names, known)) and found[0] not in seen:
                seen.add(found[0])
                yield UnknownField(f"{owner}.{found[0]}", node.end - len(node.field), found[1])


def unknown_path(kind: RosterKind, rule: RosterRule, path: str) -> UnknownField | None:
    """The first step of a path, up to one that an item fills, that leads to no field of the file; None where all do."""
    schema = kind.member_schema if rule.of_members else kind.fields_schema
    steps = []
    for step in path.split("."):
        if "{" in step:
            break
        steps.append(step)
    known = set() if rule.of_members else {kind.members}
    found = _unknown(schema, tuple(steps), known)
    return UnknownField(found[0], 0, found[1]) if found else None


def _chain(node: Node) -> tuple[tuple[str, ...], str]:
    """The fields that a node names one after the other, and the name that they begin at; empty for another node."""
    names: list[str] = []
    while isinstance(node, Member):
        names.append(node.field)
        node = node.target
    return tuple(reversed(names)), node.name if isinstance(node, Name) and names else ""


def _unknown(schema: _Schema, names: tuple[str, ...], beside: set[str]) -> tuple[str, str] | None:
    """The path to the first name that no map of the schema has, with a hint; None where all are there.

    What stands `beside` the first map's own fields is no more looked into, and neither is what refers to an entry.
    """
    for number, name in enumerate(names):
        if "x-ref" in schema or schema.get("type", "object") != "object":
            return None
        properties: Mapping[str, Any] = schema.get("properties", {})
        if name not in properties:
            if (number == 0 and name in beside) or schema.get("additionalProperties") is not False:
                return None
            known = {*properties, *(beside if number == 0 else ())} - {GIVEN}
            return ".".join(names[: number + 1]), did_you_mean(name, known)
        schema = properties[name]
    return None
