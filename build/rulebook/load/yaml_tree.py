"""YAML as a tree of what the author typed, every part with its place.

No scalar is typed here: `No`, `1:30`, `012`, `+3`, `1.10` and a bare date are the text that stands in the file, as
YAML 1.2's failsafe schema has it (https://yaml.org/spec/1.2.2/#101-failsafe-schema). What would pass silently and
mislead is a finding: an empty value, a null, a doubled key, a comment that cuts a value short.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.finding import Finding
from rulebook.source import Position

DEEPEST = 24


@dataclass(frozen=True, slots=True)
class Scalar:
    """A scalar as typed; `lines[k]` is where line k of its text begins in the file.

    `faulty`: something is wrong with it and has been found, so that nothing else need be said of its value.
    `folded`: it stands on several lines of the file, which YAML has joined.
    """

    text: str
    position: Position
    lines: tuple[Position, ...]
    faulty: bool = False
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a map and its place."""

    text: str
    position: Position


@dataclass(frozen=True, slots=True)
class MapNode:
    """A map in the author's order."""

    items: tuple[tuple[Key, Node], ...]
    position: Position

    def get(self, name: str) -> Node | None:
        return next((node for key, node in self.items if key.text == name), None)


@dataclass(frozen=True, slots=True)
class ListNode:
    """A list."""

    items: tuple[Node, ...]
    position: Position


Node = Scalar | MapNode | ListNode


def parse_yaml(name: str, text: str, findings: list[Finding], first_line: int = 1) -> Node | None:
    """The tree of one YAML document, or None when it cannot be read.

    `name` is the file's path for positions; `first_line` is the line of the file on which `text` begins.
    Anchors, aliases, tags, merge keys and further documents are findings: a source has one meaning and one size.
    """
    # Loaded here: a source that is kept from an earlier run is not parsed, and then the parser is not needed.
    from rulebook.load.yaml_reader import read_yaml

    return read_yaml(name, text, findings, first_line)
