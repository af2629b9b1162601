"""Building the tree of a YAML document from libyaml's events."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Any

import yaml

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.load.reading import character_name, forbidden_characters
from rulebook.load.yaml_tree import DEEPEST, Key, ListNode, MapNode, Node, Scalar
from rulebook.source import Position

_NULLS = {"~", "null", "Null", "NULL"}


class _RefusedError(Exception):
    """Raised when the rest of a file cannot be read; the finding has been added."""


def read_yaml(name: str, text: str, findings: list[Finding], first_line: int) -> Node | None:
    """The tree of one YAML document; see `parse_yaml`."""
    if not hasattr(yaml, "CSafeLoader"):  # pragma: no cover - depends on how PyYAML was built
        raise RuntimeError("PyYAML was built without libyaml; install a PyYAML wheel for this platform")
    reader = _Reader(name, text, findings, first_line)
    try:
        return reader.document()
    except yaml.MarkedYAMLError as error:
        endless = error.problem == "found unexpected end of stream"  # then the quote that does not close is of more use
        mark = (error.context_mark if endless else None) or error.problem_mark or error.context_mark
        place = reader.place(mark) if mark else Position(name, first_line)
        problem = error.problem or error.context or "the file is not YAML"
        if any(f.code == codes.CONTROL_CHARACTER and _same_line(f.position, place) for f in findings):
            return None  # the tab that stands there has been found
        findings.append(Finding(codes.YAML_SYNTAX, place, f"YAML: {problem}", _hint(problem)))
    except yaml.YAMLError as error:
        findings.append(Finding(codes.YAML_SYNTAX, Position(name, first_line), f"YAML: {error}".split("\n")[0]))
    except _RefusedError:
        pass
    return None


def _same_line(one: Position, other: Position) -> bool:
    return one.path == other.path and one.line == other.line


def _hint(problem: str) -> str:
    if "mapping values are not allowed" in problem:
        return "a value that holds ‘: ’ must be quoted"
    if "'\\t'" in problem or "tab" in problem:
        return "indent with spaces"
    if "end of stream" in problem:
        return "the quote that begins here does not close"
    if "cannot start any token" in problem:
        return "quote a value that begins with a mark that YAML reserves"
    if "expected <block end>" in problem or "did not find expected" in problem:
        return "look at the indentation of this line and the one before, and at quotes that do not close"
    return ""


class _Reader:
    """Builds the tree from libyaml's events."""

    def __init__(self, name: str, text: str, findings: list[Finding], first_line: int) -> None:
        self.name = name
        self.source = text.split("\n")
        self.findings = findings
        self.first_line = first_line
        self.events: Iterator[Any] = iter(yaml.parse(text, Loader=yaml.CSafeLoader))

    def place(self, mark: Any) -> Position:
        if mark.line < len(self.source):
            return Position(self.name, mark.line + self.first_line, mark.column + 1)
        # libyaml's end of a text is a line that the file may not have.
        last = max((number for number, row in enumerate(self.source) if row), default=0)
        return Position(self.name, last + self.first_line, len(self.source[last]) + 1)

    def find(self, code: str, position: Position, message: str, hint: str = "") -> None:
        self.findings.append(Finding(code, position, message, hint))

    def document(self) -> Node | None:
        root: Node | None = None
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent) and root is not None:
                hint = "remove the line ‘---’"
                self.find(codes.YAML_FEATURE, self.place(event.start_mark), "a second YAML document begins", hint)
                raise _RefusedError
            if isinstance(event, yaml.DocumentStartEvent) and (event.version or event.tags):
                place = Position(self.name, self.first_line)
                self.find(codes.YAML_FEATURE, place, "a YAML directive (%) is used", "remove it")
            if isinstance(event, yaml.NodeEvent):
                root = self.node(event, 0)
        if root is None:
            self.find(codes.EMPTY_VALUE, Position(self.name, self.first_line), "the file holds no YAML")
        return root

    def node(self, event: Any, depth: int) -> Node:
        place = self.place(event.start_mark)
        if depth > DEEPEST:
            self.find(codes.YAML_FEATURE, place, f"values are nested more than {DEEPEST} deep")
            raise _RefusedError
        if isinstance(event, yaml.AliasEvent):
            self.find(
                codes.YAML_FEATURE,
                place,
                f"the alias *{event.anchor} is used",
                "state each value once, by id",
            )
            return Scalar("?", place, (place,), faulty=True)
        self.look_for_properties(event, place)
        if isinstance(event, yaml.ScalarEvent):
            return self.scalar(event, place)
        if event.flow_style:
            self.look_for_flow_comment(event)
        if isinstance(event, yaml.SequenceStartEvent):
            items = []
            for inner in self.events:
                if isinstance(inner, yaml.SequenceEndEvent):
                    break
                items.append(self.node(inner, depth + 1))
            return ListNode(tuple(items), place)
        return self.mapping(place, depth)

    def look_for_properties(self, event: Any, place: Position) -> None:
        if event.anchor is not None:
            message = f"the anchor &{event.anchor} is used"
            self.find(codes.YAML_FEATURE, place, message, "state each value once, by id")
        if event.tag is not None:
            self.find(codes.YAML_FEATURE, place, f"the tag {event.tag} is used", "leave the tag out")

    def look_for_flow_comment(self, event: Any) -> bool:
        """A comment after a bracket or a comma of a list or map in one line: it hides what follows on its line."""
        rest = self.rest_of_line(event)
        found = rest.lstrip(" ,")
        if not found.startswith("#") or rest.startswith("#"):
            return False
        place = self.place(event.end_mark)
        self.find(
            codes.TRAILING_COMMENT,
            Position(place.path, place.line, place.column + len(rest) - len(found)),
            "a comment cuts a list or map short",
            "put the comment on a line of its own; if it is part of the value, quote the value",
        )
        return True

    def mapping(self, place: Position, depth: int) -> MapNode:
        items: list[tuple[Key, Node]] = []
        seen: dict[str, Position] = {}
        for event in self.events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            key_place = self.place(event.start_mark)
            if not isinstance(event, yaml.ScalarEvent):
                self.find(codes.YAML_FEATURE, key_place, "a key is not a plain name")
                self.node(event, depth + 1)
                self.node(next(self.events), depth + 1)
                continue
            key = Key(event.value, key_place)
            self.look_for_properties(event, key_place)
            if event.value == "<<" and event.style in (None, ""):
                self.find(codes.YAML_FEATURE, key_place, "the merge key << is used", "write the values out")
                merged = next(self.events)
                if not isinstance(merged, yaml.AliasEvent):
                    self.node(merged, depth + 1)
                continue
            node = self.node(next(self.events), depth + 1)
            if key.text in seen:
                first = seen[key.text]
                self.find(
                    codes.DUPLICATE_KEY,
                    key_place,
                    f"the key ‘{key.text}’ stands twice: first on line {first.line}, again on line {key_place.line}",
                    "keep one of the two",
                )
                continue
            seen[key.text] = key_place
            items.append((key, node))
        return MapNode(tuple(items), place)

    def scalar(self, event: Any, place: Position) -> Scalar:
        before = len(self.findings)
        text: str = event.value
        plain = event.style is None or event.style == ""
        if not text.strip():
            hint = "give it a value, or leave the key out"
            if plain and "#" in self.rest_of_line(event):
                hint = "a # after a space begins a comment; quote the value"
            self.find(codes.EMPTY_VALUE, place, "a value is empty", hint)
        elif plain and text in _NULLS:
            self.find(codes.NULL_VALUE, place, f"‘{text}’ is YAML's null", "quote it, or leave the key out")
        elif plain and self.rest_of_line(event).lstrip(" ").startswith("#"):
            self.find(
                codes.TRAILING_COMMENT,
                place,
                f"a comment follows ‘{text if len(text) < 30 else text[:28] + '…'}’ on its line",
                "put the comment on a line of its own; if it is part of the value, quote the value",
            )
        elif self.rest_of_line(event).startswith(","):
            self.look_for_flow_comment(event)
        if event.style == '"':
            for _, character in forbidden_characters(text):
                message = f"{character_name(character)} is written as an escape"
                self.find(codes.CONTROL_CHARACTER, place, message, "type the text as it is printed")
            if not unicodedata.is_normalized("NFC", text):
                hint = "type each character as one"
                self.find(codes.NOT_NFC, place, "the text is not in composed form (NFC)", hint)
        folded = event.style != "|" and event.end_mark.line > event.start_mark.line and "\n" not in text.strip("\n")
        text = text.rstrip("\n")
        lines = self.line_places(event, text, place)
        return Scalar(text, place, lines, faulty=len(self.findings) > before, folded=folded and bool(text))

    def rest_of_line(self, event: Any) -> str:
        mark = event.end_mark
        return self.source[mark.line][mark.column :] if mark.line < len(self.source) else ""

    def line_places(self, event: Any, text: str, place: Position) -> tuple[Position, ...]:
        """Where each line of the text stands; exact for one line and for `|` blocks, else the scalar's beginning."""
        lines = text.split("\n")
        if event.style == "|":
            places = []
            row = event.start_mark.line + 1
            for line in lines:
                source = self.source[row] if row < len(self.source) else ""
                column = source.find(line) + 1 if line else 1
                places.append(Position(self.name, row + self.first_line, max(column, 1)))
                row += 1
            return tuple(places)
        shift = 1 if event.style in ("'", '"') else 0
        return tuple(Position(place.path, place.line, place.column + shift) for _ in lines)
