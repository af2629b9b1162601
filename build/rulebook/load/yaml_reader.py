"""Building the tree of a YAML document from libyaml's events."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import yaml

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.load.reading import character_name, forbidden_characters
from rulebook.load.yaml_tree import DEEPEST, LEAVE_OUT, UNKNOWN, Key, ListNode, MapNode, Node, Scalar
from rulebook.plural import some_of
from rulebook.source import Position

if TYPE_CHECKING:
    from rulebook.load.yaml_mending import Mended, SyntaxFault

_NULLS = {"~", "null", "Null", "NULL"}


# A key and a value that no space divides, or no colon, which is one key for YAML; an address (https://…) is none.
_TIGHT_PAIR = re.compile(r"([\w-]+)(?:(:)(?!//)| +)(\S.*)")


class _RefusedError(Exception):
    """Raised when the rest of a file cannot be read; the finding has been added."""


def _tight_pair(key: Any, value: Any, rest: str) -> re.Match[str] | None:
    """The key, colon and value that a key without a value holds (`might:2`, or `{might 2}`); None for any other pair.

    `rest` is what follows the key on its line.
    """
    if not isinstance(value, yaml.ScalarEvent) or value.value or value.style not in (None, ""):
        return None
    found = _TIGHT_PAIR.fullmatch(key.value) if key.style in (None, "") else None
    return None if found is not None and not found[2] and rest.lstrip(" ").startswith(":") else found


def read_yaml(name: str, text: str, findings: list[Finding], first_line: int) -> Node | None:
    """The tree of one YAML document; see `parse_yaml`."""
    if not hasattr(yaml, "CSafeLoader"):  # pragma: no cover - depends on how PyYAML was built
        raise RuntimeError("PyYAML was built without libyaml; install a PyYAML wheel for this platform")
    own: list[Finding] = []
    try:
        root = _Reader(name, text, own, first_line).document()
    except yaml.MarkedYAMLError as error:
        root = _read_mended(name, text, error, own, first_line, findings)
    except yaml.YAMLError as error:
        own.append(Finding(codes.YAML_SYNTAX, Position(name, first_line), f"YAML: {error}".split("\n")[0]))
        root = None
    except _RefusedError:
        root = None
    findings.extend(own)
    return root


def _read_mended(
    name: str, text: str, error: yaml.MarkedYAMLError, own: list[Finding], first_line: int, before: list[Finding]
) -> Node | None:
    """What can be read of a text that libyaml refuses, its broken blocks left out; all its syntax faults are found.

    `own` are the findings of the text so far, `before` those of its characters.
    """
    # Loaded here: a text without faults has no use for it.
    from rulebook.load.yaml_mending import fault_of, mended

    found = mended(text)
    whole = _Reader(name, text, own, first_line)
    syntax = [_syntax_finding(fault, whole) for fault in found.faults or (fault_of(error),)]
    # The tab that stands there has been found.
    syntax = [f for f in syntax if not any(b.code == codes.CONTROL_CHARACTER and _same_line(b, f) for b in before)]
    if found.unfinished:
        last = found.faults[-1] if found.faults else fault_of(error)
        message = "YAML: here are more faults, or more lines, than are looked through at once; the rest is not read"
        place = whole.position(last.line, last.column)
        syntax.append(Finding(codes.YAML_SYNTAX, place, message, "put these right, and check again"))
    root = None
    if found.text is not None and found.faults:
        read: list[Finding] = []
        try:
            root = _Reader(name, found.text, read, first_line, found).document()
        except yaml.YAMLError:
            read = own  # what is left is no YAML either: all that has been found stands, and nothing is read
        except _RefusedError:
            pass
        own[:] = read
    own.extend(syntax)
    return root


def _syntax_finding(fault: SyntaxFault, reader: _Reader) -> Finding:
    from rulebook.load.yaml_hints import explained

    told, hint = explained(fault, reader.source)
    place = reader.position(told.line, told.column)
    return Finding(codes.YAML_SYNTAX, place, f"YAML: {told.problem}", hint)


def _same_line(one: Finding, other: Finding) -> bool:
    return one.position.path == other.position.path and one.position.line == other.position.line


def _column(mark: Any) -> tuple[int, int]:
    return mark.line, mark.column


def _cut_by(before: Node, key: Any, value: Any) -> Scalar | None:
    """The value before, if its round bracket is open and what seems a key without a value is the rest of it."""
    if not isinstance(before, Scalar) or before.style or before.text.count("(") <= before.text.count(")"):
        return None
    # In a map in brackets alone may a key stand without its colon.
    empty = isinstance(value, yaml.ScalarEvent) and not value.value
    return before if empty and _column(value.start_mark) == _column(key.end_mark) else None


def _line(event: Any) -> int:
    """The line, from 0, on which an event begins."""
    return int(event.start_mark.line)


class _Reader:
    """Builds the tree from libyaml's events.

    `mended` says what is left out of the text; without it, the text is as it stands in the file.
    """

    def __init__(
        self, name: str, text: str, findings: list[Finding], first_line: int, mended: Mended | None = None
    ) -> None:
        self.name = name
        self.source = text.split("\n")
        self.findings = findings
        self.first_line = first_line
        self.stand_ins = mended.stand_ins if mended is not None else {}
        self.lost = sorted(mended.lost) if mended is not None else []
        self.moved = mended.moved if mended is not None else {}
        self.events: Iterator[Any] = iter(yaml.parse(text, Loader=yaml.CSafeLoader))

    def place(self, mark: Any) -> Position:
        return self.position(mark.line, mark.column)

    def position(self, line: int, column: int) -> Position:
        """The place of a line and column from 0."""
        if line < len(self.source):
            return Position(self.name, line + self.first_line, max(column + self.moved.get(line, 0), 0) + 1)
        # libyaml's end of a text is a line that the file may not have.
        last = max((number for number, row in enumerate(self.source) if row), default=0)
        return Position(self.name, last + self.first_line, len(self.source[last]) + 1)

    def has_lost(self, start: int, end: int) -> bool:
        """Whether lines were taken out between two lines, or from empty ones just before the first."""
        if not self.lost:
            return False
        while start > 0 and (not self.source[start - 1].strip() or self.is_lost(start - 1, start)):
            start -= 1
        return self.is_lost(start, end + 1)

    def is_lost(self, start: int, end: int) -> bool:
        """Whether one of these lines was taken out: from the first to before the last."""
        at = bisect_left(self.lost, start)
        return at < len(self.lost) and self.lost[at] < end

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
        if root is None and not self.lost:
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
            return Scalar(UNKNOWN, place, (place,), faulty=True)
        self.look_for_properties(event, place)
        if isinstance(event, yaml.ScalarEvent):
            return self.scalar(event, place)
        if event.flow_style:
            self.look_for_flow_comment(event)
        if isinstance(event, yaml.SequenceStartEvent):
            items = []
            start = end = _line(event)
            for inner in self.events:
                if isinstance(inner, yaml.SequenceEndEvent):
                    end = _line(inner)
                    break
                items.append(self.node(inner, depth + 1))
            broken = any(item.broken for item in items) or self.has_lost(start, end)
            return ListNode(tuple(items), place, broken)
        return self.mapping(_line(event), place, depth)

    def look_for_properties(self, event: Any, place: Position) -> None:
        if event.anchor is not None:
            message = f"the anchor &{event.anchor} is used"
            self.find(codes.YAML_FEATURE, place, message, "state each value once, by id")
        if event.tag is not None:
            hint = "leave the tag out; if it is part of the value, quote the value"
            self.find(codes.YAML_FEATURE, place, f"the tag {event.tag} is used", hint)

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

    def mapping(self, start: int, place: Position, depth: int) -> MapNode:
        items: list[tuple[Key, Node]] = []
        seen: dict[str, Position] = {}
        run: list[tuple[Key, Position]] = []  # the doubled keys that stand one below the other
        end = start
        for event in self.events:
            if isinstance(event, yaml.MappingEndEvent):
                end = _line(event)
                break
            key_place = self.place(event.start_mark)
            if not isinstance(event, yaml.ScalarEvent):
                self.find(codes.YAML_FEATURE, key_place, "a key is not a plain name")
                self.node(event, depth + 1)
                self.node(next(self.events), depth + 1)
                continue
            key = Key(event.value, key_place, event.style in ("'", '"'))
            self.look_for_properties(event, key_place)
            if event.value == "<<" and event.style in (None, ""):
                self.find(codes.YAML_FEATURE, key_place, "the merge key << is used", "write the values out")
                merged = next(self.events)
                if not isinstance(merged, yaml.AliasEvent):
                    self.node(merged, depth + 1)
                continue
            value = next(self.events)
            if items and (before := _cut_by(items[-1][1], event, value)):
                cut = items[-1][0]
                if not before.faulty:
                    message = f"‘{cut.text}’ ends at its comma: ‘{before.text}’"
                    hint = "quote all of the value, or write it without commas"
                    self.find(codes.WRONG_VALUE, before.position, message, hint)
                # It is taken on for the brackets in it, so that what follows the last is a key again.
                items[-1] = cut, replace(before, text=f"{before.text}, {event.value}", faulty=True)
                continue
            if tight := _tight_pair(event, value, self.rest_of_line(event)):
                # Taken for the pair that is meant, so that nothing is said of a key that is none.
                name, colon, text = tight.groups()
                message = f"‘{event.value}’ is a key without a value"
                hint = f"put a {'space after the colon' if colon else 'colon after the key'}: {name}: {text}"
                self.find(codes.EMPTY_VALUE, key_place, message, hint)
                key = Key(name, key_place)
                node: Node = Scalar(text, key_place, (key_place,), faulty=True, broken=True)
            else:
                node = self.node(value, depth + 1)
            if key.text in seen:
                first = seen[key.text]
                if self.lost and self.has_lost(first.line - self.first_line, _line(event)):
                    continue  # the line that is lost between them may have begun another map
                run.append((key, first))
                continue
            self.doubled(run)
            seen[key.text] = key_place
            items.append((key, node))
        self.doubled(run)
        incomplete = self.has_lost(start, end)
        return MapNode(tuple(items), place, incomplete or any(node.broken for _, node in items), incomplete)

    def doubled(self, run: list[tuple[Key, Position]]) -> None:
        """Find the doubled keys of a run, each with its first place, and empty it: several begin an item."""
        if not run:
            return
        key, first = run[0]
        again = key.position.line
        if len(run) == 1:
            message = f"the key ‘{key.text}’ stands twice: first on line {first.line}, again on line {again}"
            hint = "keep one of the two"
        else:
            names = some_of([f"‘{one.text}’" for one, _ in run], 3)
            message = f"the keys {names} stand twice: first from line {first.line} on, again from line {again} on"
            hint = f"if another item of a list begins here, put ‘- ’ before ‘{key.text}’; else keep one of each"
        self.find(codes.DUPLICATE_KEY, key.position, message, hint)
        run.clear()

    def scalar(self, event: Any, place: Position) -> Scalar:
        before = len(self.findings)
        text: str = event.value
        if self.lost or self.stand_ins:
            name = self.stand_in(event)
            if name is not None:
                return Scalar(name, place, (place,), faulty=True, broken=True)
        plain = event.style is None or event.style == ""
        if not text.strip() and event.tag is None:
            hint = f"give it a value{LEAVE_OUT}"
            if plain and "#" in self.rest_of_line(event):
                hint = "a # after a space begins a comment; quote the value"
            self.find(codes.EMPTY_VALUE, place, "a value is empty", hint)
        elif plain and text in _NULLS:
            self.find(codes.NULL_VALUE, place, f"‘{text}’ is YAML's null", f"quote it{LEAVE_OUT}")
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
        folded = event.style != "|" and event.end_mark.line > event.start_mark.line
        text = text.rstrip("\n")
        lines = self.line_places(event, text, place)
        faulty = len(self.findings) > before or event.tag is not None
        return Scalar(text, place, lines, faulty, folded=folded and bool(text), style=event.style or "")

    def stand_in(self, event: Any) -> str | None:
        """The name that seems to have stood where a scalar stands for what could not be read; None for any other."""
        line = event.start_mark.line
        if event.value:
            return self.stand_ins.get(line)
        below = next((n for n in range(line + 1, len(self.source)) if self.source[n].strip()), len(self.source))
        return UNKNOWN if self.is_lost(line, below) else None

    def rest_of_line(self, event: Any) -> str:
        mark = event.end_mark
        return self.source[mark.line][mark.column :] if mark.line < len(self.source) else ""

    def line_places(self, event: Any, text: str, place: Position) -> tuple[Position, ...]:
        """Where each line of the text stands."""
        lines = text.split("\n")
        if event.style == "|":
            places = []
            row = event.start_mark.line + 1
            for line in lines:
                source = self.source[row] if row < len(self.source) else ""
                column = source.find(line) + 1 if line else 1
                column += self.moved.get(row, 0)
                places.append(Position(self.name, row + self.first_line, max(column, 1)))
                row += 1
            return tuple(places)
        start, end = event.start_mark, event.end_mark
        quotes = 1 if event.style in ("'", '"') else 0
        if start.line == end.line and end.column - start.column == len(text) + 2 * quotes and event.style != ">":
            return (Position(place.path, place.line, place.column + quotes),)
        # Loaded here: most texts stand in their file as they are read.
        from rulebook.load.yaml_folding import folded_text

        rows = self.source[start.line : end.line + 1]
        first = start.line + self.first_line
        folded = folded_text(text, rows, first, start.column, end.column, event.style or "")
        places = []
        offset = 0
        for line in lines:
            places.append(Position(place.path, *folded.at(offset), folded, offset))
            offset += len(line) + 1
        return tuple(places)
