"""Every syntax fault of a YAML text, and the text without the blocks that hold them.

libyaml stops at the first fault, and an author would be told of one at a time. So a text that it refuses is taken
apart by its indentation: each key and each item is tried alone, below lines that stand for what it is in; one that is
refused is taken apart in turn, until the smallest block that holds a fault is found. There its value is replaced by a
stand-in, or its lines are taken out; all other lines stay where they are, and can be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import yaml

from rulebook.load.yaml_lines import (
    Lines,
    closes_bracket,
    column_after_dash,
    is_dash,
    key_end,
)
from rulebook.load.yaml_straightening import straightened
from rulebook.load.yaml_tree import UNKNOWN

# An author who has made more cannot want them all at once.
MOST_FAULTS = 25

# Far more blocks than a source has. Each costs some microseconds, whatever stands in it.
MOST_TRIES = 8_000
# A block is tried once at each depth at which it stands; below this depth it is told as one.
_DEEPEST = 6
# How many characters are tried in all, so many and these times the text.
_MOST_CHARACTERS = 1_000_000
_MOST_TIMES = 3

NO_PLACE = "what follows is indented deeper, and cannot stand under this line"

_STAND_IN = "x"
# A name alone, whatever marks stand around it.
_NAME = re.compile(r"\W*([A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)\W*\Z")
_MARKER = re.compile(r"^(?:---|\.\.\.)(?:\s|$)|^%")


@dataclass(frozen=True, order=True, slots=True)
class SyntaxFault:
    """A fault, at its line and column from 0; `problem` is libyaml's word for it."""

    line: int
    column: int
    problem: str


@dataclass(frozen=True, slots=True)
class Mended:
    """What is left of a text once its broken blocks are out.

    `text` is None when it cannot be told. `stand_ins` are the lines whose value is a stand-in, each with the name that
    seems to have stood there, or `UNKNOWN`; `lost` are the lines that were taken out, with whatever keys they had.
    `moved` are the lines that were put at another indentation, each with how much further left it stands than in the
    file. `unfinished`: there may be more faults than these, since looking for them would take too long.
    """

    faults: tuple[SyntaxFault, ...]
    text: str | None
    stand_ins: Mapping[int, str]
    lost: frozenset[int]
    unfinished: bool = False
    moved: Mapping[int, int] = field(default_factory=dict)


def mended(text: str) -> Mended:
    """All syntax faults of a text that libyaml refuses, up to `MOST_FAULTS`; none where they cannot be told apart."""
    rows = text.split("\n")
    begin = next((number + 1 for number, row in enumerate(rows) if row.rstrip() == "---"), 0)
    if any(row.strip() for row in rows[: max(begin - 1, 0)]) or any(_MARKER.match(row) for row in rows[begin:]):
        return Mended((), None, {}, frozenset())  # several documents, or directives: none of this book's
    straight = straightened(rows, begin)
    structure = [SyntaxFault(n, _margin(rows[n]), problem) for n, problem in straight.faults.items()]
    moved = {n: _margin(rows[n]) - _margin(straight.rows[n]) for n in straight.faults}
    mender = _Mender(list(straight.rows), len(text))
    mender.faults += structure
    try:
        if not structure or mender.refused("\n".join(straight.rows)) is not None:
            mender.blocks(_Region(begin, len(rows), None, "", -1, 0))
    except _EnoughError:
        return Mended(tuple(sorted(mender.faults)[:MOST_FAULTS]), None, {}, frozenset(), unfinished=True)
    faults = tuple(sorted(_once_a_line(mender.faults, straight.faults)))
    return Mended(faults, "\n".join(mender.lines.rows), mender.stand_ins, frozenset(mender.lost), moved=moved)


def _margin(row: str) -> int:
    return len(row) - len(row.lstrip(" \t"))


def _once_a_line(faults: list[SyntaxFault], straight: Mapping[int, str]) -> Iterator[SyntaxFault]:
    """The faults, of a line that was put right that one alone."""
    for fault in faults:
        if straight.get(fault.line, fault.problem) == fault.problem:
            yield fault


def fault_of(error: yaml.MarkedYAMLError) -> SyntaxFault:
    """Where libyaml's error is of most use, and what it says."""
    problem = error.problem or error.context or "the file is not YAML"
    # Then the quote that does not close, or the line that has no colon, is of more use than where this shows.
    begins = problem in ("found unexpected end of stream", "could not find expected ':'")
    mark = (error.context_mark if begins else None) or error.problem_mark or error.context_mark
    return SyntaxFault(mark.line, mark.column, problem) if mark else SyntaxFault(0, 0, problem)


class _EnoughError(Exception):
    """Raised when there are more faults than are told, or more blocks than are tried."""


@dataclass(frozen=True, slots=True)
class _Region:
    """Lines that hold blocks at one indentation: from `start` to before `end`.

    `first` is the column at which the first line begins, where a dash or more stands before it. `above` are lines that
    stand for what the region is in; the last of them has no end where the region begins on it. `parent` is the
    indentation of what it is in.
    """

    start: int
    end: int
    first: int | None
    above: str
    parent: int
    depth: int


@dataclass(frozen=True, slots=True)
class _Block:
    """A key with its value, or an item of a list; `stray`: something that can be neither where it stands."""

    start: int
    end: int
    stray: bool = False


class _Tried(NamedTuple):
    """A block, and what is wrong with it."""

    block: _Block
    fault: SyntaxFault | None


class _Mender:
    def __init__(self, rows: list[str], size: int) -> None:
        self.lines = Lines(rows)
        self.faults: list[SyntaxFault] = []
        self.stand_ins: dict[int, str] = {}
        self.lost: set[int] = set()
        self.tries = 0
        self.left = _MOST_CHARACTERS + _MOST_TIMES * size

    def blocks(self, region: _Region) -> bool:
        """Look for the faults of a region's blocks; False when it is not made of blocks."""
        content = self.lines.content(region.start, region.end)
        if not content:
            return False
        row = self.lines.shapes[content[0]]
        indent = region.first if region.first is not None else self.lines.indent(content[0]) or 0
        listed = is_dash(row, indent)
        if not listed and key_end(row, indent) is None:
            return False
        if indent < region.parent + (not listed):
            return False
        found = self.tried(self.split(content, region.end, indent, listed), region, indent, listed)
        for block, fault in found:
            if fault is not None:
                self.look_into(block, fault, region, indent, listed, alone=len(found) == 1)
        return True

    def split(self, content: list[int], end: int, indent: int, listed: bool) -> list[_Block]:
        """The blocks of a region, of which `content` are the lines."""
        starts = [content[0]]
        stray = [False]
        dash_astray = False
        for number in content[1:]:
            row, column = self.lines.shapes[number], self.lines.indent(number) or 0
            dash = is_dash(row, column)
            if closes_bracket(row, column):
                continue
            if listed:
                begins, is_stray = column == indent and dash, column < indent or (column == indent and not dash)
                if not begins and (stray[-1] or not is_stray):
                    continue
            else:
                key = column == indent and key_end(row, column) is not None
                begins, is_stray = (
                    key and not dash_astray,
                    column < indent or (column == indent and not key and not dash),
                )
                if row[column : column + 1] == ":" or (dash and column == indent and not stray[-1]):
                    continue  # a value apart from its key, and a list at the indentation of its key
                if not begins and (not is_stray or dash_astray or (stray[-1] and column < indent)):
                    continue
                dash_astray = dash and not begins
            starts.append(number)
            stray.append(not begins)
        ends = [*starts[1:], end]
        return [_Block(*block) for block in zip(starts, ends, stray, strict=True)]

    def tried(self, blocks: list[_Block], region: _Region, indent: int, listed: bool) -> list[_Tried]:
        """The blocks with what is wrong with each, up to as many faults as are told.

        A line that stands at a wrong indentation, and seems to end what goes on below it, is taken out.
        """
        found: list[_Tried] = []
        left = MOST_FAULTS + 1 - len(self.faults)
        for block in blocks:
            fault = self.try_block(block, region, indent, listed)
            if found and fault is not None:
                joined = replace(found[-1].block, end=block.end)
                if block.stray and self.try_block(joined, region, indent, listed) is None:
                    found[-1] = _Tried(joined, None)  # what is in brackets or quotes goes on at any indentation
                    continue
                cut = self.end_of_stray(found[-1].block, block)
                if cut is not None:
                    self.add(SyntaxFault(block.start, self.lines.indent(block.start) or 0, NO_PLACE))
                    self.take_out(block.start, cut)
                    found[-1] = _Tried(joined, self.try_block(joined, region, indent, listed))
                    continue
            found.append(_Tried(block, fault))
            left -= fault is not None
            if left == 0:
                break
        return found

    def end_of_stray(self, before: _Block, block: _Block) -> int | None:
        """Where that which a line at a wrong indentation holds ends, and the block before it goes on; or None."""
        start = block.start
        row, column = self.lines.shapes[start], self.lines.indent(start) or 0
        if is_dash(row, column):
            return None
        tail = self.lines.content(start + 1, block.end)
        key = key_end(row, column)
        holds = key is not None and self.lines.holds_what_follows(start, column)
        if holds:
            inner = self.lines.indent(tail[0]) or 0 if tail else 0
            tail = [number for number in tail if (self.lines.indent(number) or 0) < inner]
        elif key is not None and self.refused(f"{row}\n") is not None:
            return None  # a quote or bracket that does not close may hold what follows
        if not tail:
            return None
        goes_on = self.lines.indent(tail[0]) or 0
        return tail[0] if goes_on > column and goes_on in self.open_at_end(before, texts=not holds) else None

    def open_at_end(self, block: _Block, *, texts: bool) -> set[int]:
        """The indentations at which the block can go on below its last line; with `texts`, those of its texts too."""
        levels: list[int] = []
        text_under: int | None = None
        for number in self.lines.content(block.start, block.end):
            row, column = self.lines.shapes[number], self.lines.indent(number) or 0
            if text_under is not None and column > text_under and not texts:
                continue
            text_under = self.lines.text_under(number)
            while levels and levels[-1] > column:
                levels.pop()
            levels.append(column)
            while is_dash(row, column) and column_after_dash(row, column) < len(row):
                column = column_after_dash(row, column)
                levels.append(column)
        return set(levels)

    def look_into(
        self, block: _Block, fault: SyntaxFault, region: _Region, indent: int, listed: bool, *, alone: bool
    ) -> None:
        """Find the faults within a block that is refused, or take it for the fault itself."""
        before = len(self.faults)
        inner = self.inner(block, region, indent, listed)
        if inner is not None and inner.depth <= _DEEPEST:
            self.blocks(inner)
        if len(self.faults) == before:
            self.add(fault)
            self.mend(block, region, indent, listed, alone)

    def inner(self, block: _Block, region: _Region, indent: int, listed: bool) -> _Region | None:
        """The region that a block holds; None where it holds none that can be taken apart."""
        if block.stray:
            return None
        row = self.lines.shapes[block.start]
        above = _begun(region.above, indent)
        if not listed:
            end = key_end(row, indent)
            rest = row[end:].strip() if end is not None else _STAND_IN
            if rest and not rest.startswith("#"):
                return None
            return _Region(block.start + 1, block.end, None, f"{above}{_STAND_IN}:\n", indent, region.depth + 1)
        column = column_after_dash(row, indent)
        if not row[column:] or row[column:].startswith("#"):
            return _Region(block.start + 1, block.end, None, f"{above}-\n", indent + 1, region.depth + 1)
        above = f"{above}-{' ' * (column - indent - 1)}"
        return _Region(block.start, block.end, column, above, indent + 1, region.depth + 1)

    def try_block(self, block: _Block, region: _Region, indent: int, listed: bool) -> SyntaxFault | None:
        """What is wrong with a block, tried alone where it stands."""
        rows = self.lines.rows[block.start : block.end]
        if block.start == region.start and region.first is not None:
            rows[0] = " " * region.first + rows[0][region.first :]
        above = _begun(region.above, indent) + ("- x\n" if listed else "x: x\n")
        is_last = block.end == len(self.lines.rows)
        fault = self.refused(above + "\n".join(rows) + ("" if is_last else "\n"))
        if fault is None:
            return None
        line, column = fault.line - above.count("\n") + block.start, fault.column
        if line < block.start:
            line, column = block.start, indent
        elif line >= block.end:  # libyaml's end of a text is a line that need not be there
            line = max(self.lines.content(block.start, block.end), default=block.start)
            column = len(self.lines.rows[line])
        return SyntaxFault(line, column, fault.problem)

    def refused(self, text: str) -> SyntaxFault | None:
        self.tries += 1
        self.left -= len(text)
        if self.tries > MOST_TRIES or self.left < 0:
            raise _EnoughError
        try:
            for _ in yaml.parse(text, Loader=yaml.CSafeLoader):
                pass
        except yaml.MarkedYAMLError as error:
            return fault_of(error)
        except yaml.YAMLError as error:
            return SyntaxFault(0, 0, str(error).split("\n")[0])
        return None

    def mend(self, block: _Block, region: _Region, indent: int, listed: bool, alone: bool) -> None:
        """Put a stand-in for what a block holds, or take it out where it has no key that can be kept."""
        start = block.start
        row = self.lines.rows[start]
        end = indent + 1 if listed else key_end(row, indent)
        if block.stray or end is None or self.lines.is_tabbed(start):
            self.take_out(start, block.end)
            return
        self.take_out(start + 1, block.end)
        name = _NAME.match(row[end:].strip())
        self.put(start, row[:end], name[1] if name else UNKNOWN)
        if self.try_block(_Block(start, start + 1), region, indent, listed) is None:
            return
        # The key is what is wrong.
        del self.stand_ins[start]
        on_dash = start == region.start and region.first is not None
        if on_dash and alone:
            self.put(start, row[:indent].rstrip(), UNKNOWN)
        else:
            self.lines.put(start, row[:indent].rstrip() if on_dash else "")
            self.lost.add(start)

    def put(self, number: int, before: str, name: str) -> None:
        self.lines.put(number, f"{before} {_STAND_IN}")
        self.stand_ins[number] = name

    def take_out(self, start: int, end: int) -> None:
        for number in self.lines.content(start, end):
            self.lost.add(number)
        for number in range(start, end):
            self.lines.put(number, "")

    def add(self, fault: SyntaxFault) -> None:
        self.faults.append(fault)
        if len(self.faults) > MOST_FAULTS:
            raise _EnoughError


def _begun(above: str, indent: int) -> str:
    """The lines above, and the blanks of the next, where it does not go on in the last of them."""
    return above if above and not above.endswith("\n") else above + " " * indent
