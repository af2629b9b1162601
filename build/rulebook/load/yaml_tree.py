"""YAML as a tree of what the author typed, every part with its place.

No scalar is typed here: `No`, `1:30`, `012`, `+3`, `1.10` and a bare date are the text that stands in the file, as
YAML 1.2's failsafe schema has it (https://yaml.org/spec/1.2.2/#101-failsafe-schema). What would pass silently and
mislead is a finding: an empty value, a null, a doubled key, a comment that cuts a value short.

A syntax fault costs the block that holds it and no more. What is `broken` stands for such a block, or holds one: it
has been found, and nothing that is wrong with it, or that is missing because of it, is a finding of its own.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.finding import Finding
from rulebook.source import Folded, Position

DEEPEST = 24

# The text of what could not be read, where no name seems to have stood there.
UNKNOWN = "?"

# What ends a hint of the reader’s; where a schema requires the key, it is taken off.
LEAVE_OUT = ", or leave the key out"


@dataclass(frozen=True, slots=True)
class Scalar:
    """A scalar as typed; `lines[k]` is where line k of its text begins in the file.

    `faulty`: something is wrong with it and has been found, so that nothing else need be said of its value.
    `folded`: it stands on several lines of the file, which YAML joins.
    `broken`: it stands for what could not be read (and is faulty); its text is the name that seems to have stood there.
    `style` is its quote or the mark of a block (`|`, `>`); empty for a plain one.
    """

    text: str
    position: Position
    lines: tuple[Position, ...]
    faulty: bool = False
    folded: bool = False
    broken: bool = False
    style: str = ""

    @property
    def start(self) -> Position:
        """The place of the text's first character, from which that of each other can be told."""
        first = self.lines[0]
        if len(self.lines) == 1 or first.folded is not None:
            return first
        stretches = []
        offset = 0
        for line, place in zip(self.text.split("\n"), self.lines, strict=True):
            stretches.append((offset, place.line, place.column))
            offset += len(line) + 1
        return Position(first.path, first.line, first.column, Folded(tuple(stretches)))


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a map and its place."""

    text: str
    position: Position
    quoted: bool = False

    @property
    def start(self) -> Position:
        """The place of its first character, behind its quote."""
        return self.position.after(1) if self.quoted else self.position


@dataclass(frozen=True, slots=True)
class MapNode:
    """A map in the author's order.

    `broken`: something in it could not be read; `incomplete`: lines that may have held keys of its own are among that.
    """

    items: tuple[tuple[Key, Node], ...]
    position: Position
    broken: bool = False
    incomplete: bool = False

    def get(self, name: str) -> Node | None:
        return next((node for key, node in self.items if key.text == name), None)


@dataclass(frozen=True, slots=True)
class ListNode:
    """A list; `broken`: something in it could not be read."""

    items: tuple[Node, ...]
    position: Position
    broken: bool = False


Node = Scalar | MapNode | ListNode


def parse_yaml(name: str, text: str, findings: list[Finding], first_line: int = 1) -> Node | None:
    """The tree of one YAML document, or None when nothing of it can be read. All its syntax faults are found.

    `name` is the file's path for positions; `first_line` is the line of the file on which `text` begins.
    Anchors, aliases, tags, merge keys and further documents are findings: a source has one meaning and one size.
    """
    # Loaded here: a source that is kept from an earlier run is not parsed, and then the parser is not needed.
    from rulebook.load.yaml_reader import read_yaml

    return read_yaml(name, text, findings, first_line)
