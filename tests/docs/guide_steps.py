"""The author's guide as steps that can be taken.

A section of the guide is what stands below a `##` heading. In it, the sentence before a fenced block says what the
block is:

- ``In `FILE`:`` and a `diff`: the lines without sign and those with `-` stand together in the file, once; they become
  the lines without sign and those with `+`.
- ``A new file, `FILE`:`` and its whole text.
- A `sh` block is a command; a `text` block that follows it directly is what it says.
- `*CHAPTER* then prints…:` and a `text` block: lines that the chapter prints in this order, and did not print before.
- `The terms of the pages then hold:` the same of the definitions that pages list at their foot.
- `The contents then hold:` the same of the contents, and `The index then holds:` of the names in the index.
- `The sheet then holds:` and `The cards then hold:` lines that stand in one place of these products, in any order.

A block that is none of these is an error: nothing on the page goes untried.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_HEADING = re.compile(r"^## (.+)$")
_FENCE = re.compile(r"^```(\w*)$")
_IN = re.compile(r"\bIn `([^`]+)`:$")
_NEW = re.compile(r"\bA new file, `([^`]+)`:$")
_PRINTS = re.compile(r"^\*(?P<chapter>[^*]+)\* then prints(?:, [^:]+)?:$")
_TERMS = re.compile(r"^The terms of the pages then hold:$")
_CONTENTS = re.compile(r"^The contents then hold:$")
_INDEX = re.compile(r"^The index then holds:$")
_SHEET = re.compile(r"^The sheet then holds:$")
_CARDS = re.compile(r"^The cards then hold:$")
_HOLDS = {"terms": _TERMS, "contents": _CONTENTS, "index": _INDEX, "sheet": _SHEET, "cards": _CARDS}
_NEW_FILES = {"yaml": ".yaml", "markdown": ".md", "json": ".json", "svg": ".svg.j2"}


class GuideError(Exception):
    """The guide is not written so that its steps can be taken, or a step does not fit the book."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A change to a file that is there."""

    file: str
    old: str
    new: str
    line: int


@dataclass(frozen=True, slots=True)
class NewFile:
    """A file that is not there yet."""

    file: str
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Command:
    """A command, and what it says; None where the guide does not show it."""

    command: str
    says: str | None
    line: int


@dataclass(frozen=True, slots=True)
class Printed:
    """Lines that a chapter, the pages' lists of terms, the contents, the index, the sheet or the cards now print."""

    where: str
    chapter: str
    lines: tuple[str, ...]
    line: int


Step = Edit | NewFile | Command | Printed


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the guide and its steps."""

    title: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class _Block:
    language: str
    text: str
    line: int
    before: str


def read_guide(source: str) -> tuple[Section, ...]:
    """The guide's sections with their steps. Raises GuideError for a block that is no step."""
    sections = []
    title, blocks = "", list[_Block]()
    rows = source.split("\n")
    number, before = 0, ""
    while number < len(rows):
        row = rows[number]
        if heading := _HEADING.match(row):
            sections.append(Section(title, _steps(blocks)))
            title, blocks, before = heading[1], [], ""
        elif fence := _FENCE.match(row):
            try:
                end = rows.index("```", number + 1)
            except ValueError:
                raise GuideError(f"line {number + 1}: the block does not end") from None
            blocks.append(_Block(fence[1], "\n".join(rows[number + 1 : end]), number + 1, before))
            number, before = end, ""
        elif row.strip():
            before = row
        number += 1
    sections.append(Section(title, _steps(blocks)))
    return tuple(section for section in sections if section.title)


def _steps(blocks: list[_Block]) -> tuple[Step, ...]:
    steps: list[Step] = []
    for block in blocks:
        last = steps[-1] if steps else None
        if block.language == "text" and not block.before and isinstance(last, Command) and last.says is None:
            steps[-1] = Command(last.command, block.text, last.line)
        else:
            steps.append(_step(block))
    return tuple(steps)


def _step(block: _Block) -> Step:
    if block.language == "sh":
        return Command(block.text, None, block.line)
    if block.language == "diff" and (match := _IN.search(block.before)):
        return _edit(match[1], block)
    if block.language in _NEW_FILES and (match := _NEW.search(block.before)):
        if not match[1].endswith(_NEW_FILES[block.language]):
            raise GuideError(f"line {block.line}: {match[1]} is not {block.language}")
        return NewFile(match[1], block.text + "\n", block.line)
    if block.language == "text":
        lines = tuple(block.text.split("\n"))
        if match := _PRINTS.match(block.before):
            return Printed("chapter", match["chapter"], lines, block.line)
        for where, pattern in _HOLDS.items():
            if pattern.match(block.before):
                return Printed(where, "", lines, block.line)
    raise GuideError(f"line {block.line}: the block after {block.before!r} is no step")


def _edit(file: str, block: _Block) -> Edit:
    old, new = [], []
    for row in block.text.split("\n"):
        sign, rest = row[:1] or " ", row[1:]
        if sign not in " +-":
            raise GuideError(f"line {block.line}: a line of the change begins with {sign!r}")
        if sign != "+":
            old.append(rest)
        if sign != "-":
            new.append(rest)
    if old == new:
        raise GuideError(f"line {block.line}: the change changes nothing")
    return Edit(file, "".join(f"{row}\n" for row in old), "".join(f"{row}\n" for row in new), block.line)


def make_edit(book: Path, edit: Edit) -> None:
    """Change a file of the book. Raises GuideError unless the place is there, once."""
    path = book / edit.file
    if not path.is_file():
        raise GuideError(f"line {edit.line}: there is no {edit.file}")
    text = path.read_text(encoding="utf-8")
    whole = "\n" + text  # so that the first line, too, begins after a line's end
    count = whole.count("\n" + edit.old)
    if count != 1:
        raise GuideError(f"line {edit.line}: the place stands {count} times in {edit.file}")
    path.write_text(whole.replace("\n" + edit.old, "\n" + edit.new)[1:], encoding="utf-8")


def write_new(book: Path, new: NewFile) -> None:
    """Write a new file of the book. Raises GuideError if there is one."""
    path = book / new.file
    if path.exists():
        raise GuideError(f"line {new.line}: {new.file} is there already")
    if not path.parent.is_dir():
        raise GuideError(f"line {new.line}: there is no folder {path.parent.name}")
    path.write_text(new.text, encoding="utf-8")
