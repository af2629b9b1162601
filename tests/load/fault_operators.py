"""Faults to put into a book's source: each operator spoils one line, and says where its finding must stand.

A file is held as lines that keep their identity, so that a fault's line is known after all the others are made.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from rulebook.load import codes

_FIELD = re.compile(r"^    (?P<key>[a-z_]+): (?P<value>\S.*)$")
_DIRECTIVE = re.compile(r"^::: (?P<name>[a-z]+) (?P<target>[a-z0-9-]+)")


@dataclass(eq=False)
class Line:
    """A line of a file; `text` is None once it is removed, and `after` are the lines put in below it."""

    text: str | None
    after: list[Line] = field(default_factory=list)

    @property
    def now(self) -> str:
        return self.text or ""


@dataclass(frozen=True, eq=False)
class Fault:
    """What an operator can do: spoil, and then the code that must be found at `line`, and in what unit it is.

    Two faults of one unit (an entry, a paragraph) could hide each other, so each unit takes one.
    """

    operator: str
    path: str
    unit: object
    line: Line
    code: str
    spoil: Callable[[], object]


@dataclass(frozen=True)
class SourceFile:
    """A file of the book as lines."""

    path: str
    lines: list[Line]

    def flat(self) -> list[Line]:
        found: list[Line] = []
        for line in self.lines:
            found += [kept for kept in (line, *line.after) if kept.text is not None]
        return found


class Source:
    """All the files of a book's content, and every fault that can be put into them."""

    def __init__(self, book: Path) -> None:
        self.book = book
        content = book / "content"
        self.schemas = {p.stem: json.loads(p.read_text(encoding="utf-8")) for p in (content / "schemas").glob("*.json")}
        paths = [content / "book.yaml", *(content / "data").glob("*.yaml"), *(content / "chapters").glob("*.md")]
        self.files = [
            SourceFile(p.relative_to(book).as_posix(), [Line(t) for t in p.read_text(encoding="utf-8").split("\n")])
            for p in sorted(paths)
        ]

    def spoil(self, random: Random, count: int) -> list[Fault]:
        """Put in so many faults: first an operator at random, then one of the places where it can be made."""
        by_operator: dict[str, list[Fault]] = {}
        for fault in self.faults():
            by_operator.setdefault(fault.operator, []).append(fault)
        names = sorted(by_operator)
        taken: list[Fault] = []
        for number in range(count * 20):
            if len(taken) == count:
                break
            # Every operator once, in any order, before any comes again.
            if number % len(names) == 0:
                random.shuffle(names)
            fault = random.choice(by_operator[names[number % len(names)]])
            if any(fault.unit is t.unit for t in taken):
                continue
            fault.spoil()
            taken.append(fault)
        self.write()
        return taken

    def write(self) -> None:
        for file in self.files:
            text = "\n".join(line.now for line in file.flat())
            (self.book / file.path).write_bytes(text.encode("utf-8", "surrogateescape"))

    def place(self, fault: Fault) -> str:
        """Where the fault must be found: `content/data/gear.yaml:5 S021`."""
        lines = next(f for f in self.files if f.path == fault.path).flat()
        return f"{fault.path}:{lines.index(fault.line) + 1} {fault.code}"

    def faults(self) -> Iterator[Fault]:
        for file in self.files:
            if file.path.endswith("/book.yaml"):
                yield from _book_faults(file)
            elif file.path.endswith(".yaml"):
                yield from self._data_faults(file)
            else:
                yield from _chapter_faults(file)

    def _data_faults(self, file: SourceFile) -> Iterator[Fault]:
        properties = self.schemas[file.lines[0].now.removeprefix("kind: ")]["properties"]
        required = self.schemas[file.lines[0].now.removeprefix("kind: ")]["required"]
        entry = first = file.lines[0]
        block = ""
        for line, following in zip(file.lines, [*file.lines[1:], Line("")], strict=True):
            text = line.now
            if text.startswith("  - "):
                entry = first = line
                yield Fault(
                    "misspell the key of an id", file.path, entry, line, codes.UNKNOWN_KEY, _change(line, "id:", "idd:")
                )
            if text.startswith("    ") and not text.startswith("     "):
                block = text.strip().removesuffix(": |") if text.endswith(": |") else ""
            match = _FIELD.match(text)
            if match and not following.now.startswith("     "):
                yield from _field_faults(file, entry, first, line, match["key"], match["value"], properties, required)
            elif block and text.startswith("      ") and properties.get(block, {}).get("x-markdown"):
                yield from _text_faults(file, entry, line)


def _field_faults(
    file: SourceFile,
    entry: Line,
    first: Line,
    line: Line,
    key: str,
    value: str,
    properties: dict[str, Any],
    required: list[str],
) -> Iterator[Fault]:
    schema = properties.get(key, {})

    def fault(operator: str, code: str, text: str | None, at: Line = line) -> Fault:
        return Fault(operator, file.path, entry, at, code, lambda: setattr(line, "text", text))

    if key in required:
        yield fault("drop a required key", codes.MISSING_KEY, None, first)
    twice = Line(line.text)
    yield Fault("double a key", file.path, entry, twice, codes.DUPLICATE_KEY, lambda: line.after.append(twice))
    yield fault("misspell a key", codes.UNKNOWN_KEY, f"    {key[0]}{key}: {value}")
    yield fault("empty a value", codes.EMPTY_VALUE, f"    {key}:")
    yield fault("make a value null", codes.NULL_VALUE, f"    {key}: ~")
    if not value.startswith(("'", "[", "{")):
        yield fault("cut a value short by a comment", codes.TRAILING_COMMENT, f"    {key}: {value} #1")
        yield fault("spoil the syntax", codes.YAML_SYNTAX, f"    {key}: {value}: x")
    if schema.get("type") == "integer":
        yield fault("retype a scalar", codes.WRONG_TYPE, f"    {key}: x{value}")
    elif schema.get("x-roll") and not value.startswith("'"):
        yield fault("spoil a roll", codes.WRONG_VALUE, f"    {key}: {value}x")
    elif schema.get("type") == "array":
        yield fault("retype a list", codes.WRONG_TYPE, f"    {key}: x")
    elif "x-ref" in schema:
        yield fault("misspell an id in a reference", codes.UNKNOWN_REFERENCE, f"    {key}: {value[0]}{value}")
    if key in ("words", "cells") and value.startswith("[") and "," in value:
        yield fault("break a table row", codes.TABLE_SHAPE, f"    {key}: [{value.partition(',')[2].lstrip()}")


def _text_faults(file: SourceFile, unit: object, line: Line) -> Iterator[Fault]:
    for operator, code, addition in (
        ("raw HTML", codes.RAW_HTML, " <b>"),
        ("a link out of the book", codes.LINK, " [x](file:y)"),
        ("a script in a link", codes.LINK, " [x](javascript:y)"),
        ("a link that leads nowhere", codes.UNKNOWN_REFERENCE, " [x](#zzz-qqq)"),
        ("a mark left over", codes.LEFT_OVER_MARKUP, " `x"),
        ("a zero-width space", codes.CONTROL_CHARACTER, "\u200b"),
        ("a decomposed letter", codes.NOT_NFC, " e\u0301"),
    ):
        yield Fault(operator, file.path, unit, line, code, _set(line, line.now + addition))


def _chapter_faults(file: SourceFile) -> Iterator[Fault]:
    unit: Line = file.lines[0]
    yield Fault(
        "misspell a title's key",
        file.path,
        unit,
        file.lines[1],
        codes.UNKNOWN_KEY,
        _change(file.lines[1], "title:", "titel:"),
    )
    end = next(i for i, line in enumerate(file.lines[1:], 1) if line.now == "---")
    opened: tuple[Line, Line] | None = None
    before = file.lines[end]
    for line in file.lines[end + 1 :]:
        text = line.now
        if not before.now or before is file.lines[end] or text.startswith(":::"):
            unit = line
        match = _DIRECTIVE.match(text)
        if match:
            name, target = match["name"], match["target"]
            yield Fault(
                "misspell a directive", file.path, unit, line, codes.DIRECTIVE, _change(line, name, name[0] + name)
            )
            yield Fault(
                "misspell a directive's target", file.path, unit, line, codes.UNKNOWN_REFERENCE,
                _set(line, text.replace(f" {target}", f" {target[0]}{target}", 1)),
            )  # fmt: skip
        if text.startswith("::: "):
            opened = (line, unit)
        elif text == ":::" and opened is not None:
            yield Fault("leave a container open", file.path, opened[1], opened[0], codes.CONTAINER, _set(line, None))
            opened = None
        elif text.startswith("#"):
            yield Fault("a heading too deep", file.path, unit, line, codes.MARKDOWN_FORBIDDEN, _set(line, f"##{text}"))
        elif text:
            if text.startswith("- ") and before.now.startswith("- "):
                yield Fault(
                    "a list item that falls out", file.path, unit, line, codes.LIST_INDENT, _set(line, f" {text}")
                )
            yield from _text_faults(file, unit, line)
        before = line


def _book_faults(file: SourceFile) -> Iterator[Fault]:
    for line in file.lines:
        text = line.now
        if text.startswith("version: "):
            twice = Line(text)
            yield Fault("double a key of the book", file.path, line, twice, codes.DUPLICATE_KEY, _add(line, twice))
        if text.startswith("  note: "):
            yield Fault("misspell a label", file.path, line, line, codes.UNKNOWN_KEY, _change(line, "note", "noet"))
        if text.startswith("front: ["):
            yield Fault(
                "misspell a chapter",
                file.path,
                line,
                line,
                codes.UNKNOWN_REFERENCE,
                _set(line, re.sub(r"\[(.)", r"[\1\1", text)),
            )


def _set(line: Line, text: str | None) -> Callable[[], object]:
    return lambda: setattr(line, "text", text)


def _change(line: Line, old: str, new: str) -> Callable[[], object]:
    return _set(line, line.now.replace(old, new, 1))


def _add(line: Line, more: Line) -> Callable[[], object]:
    return lambda: line.after.append(more)
