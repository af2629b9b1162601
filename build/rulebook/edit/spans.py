"""Where the words of a binding stand in the author's file, to the character.

A binding's position counts the characters of its text, which are those of the file in Markdown and in a block of YAML.
In a quoted scalar a doubled quote is one character of the text, and a folded one has its lines joined. So in YAML the
spans of a scalar are counted instead: the third binding of its text is the third span between its two ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import yaml

from rulebook.rules.bound import Bound

_SPAN = re.compile(r"\[(?P<words>[^\[\]\n]*)\]\{(?P<body>[^{}\n]*)\}")
_LINE_END = re.compile(r"(\r\n|\r|\n)")


@dataclass(frozen=True, slots=True)
class Span:
    """The words of a binding in a file: the line, counted from 0, and the columns of the words, the end excluded.

    `style` is how YAML quotes the scalar (`'`, `"`, `|`, `>`, or empty for none); empty in Markdown.
    """

    line: int
    start: int
    end: int
    style: str = ""


class SourceText:
    """A file's text as its lines and their ends, so that what is not changed stays to the byte.

    A byte order mark is kept and is no character of the first line.
    """

    def __init__(self, raw: bytes) -> None:
        text = raw.decode("utf-8")
        self.mark = "\ufeff" if text.startswith("\ufeff") else ""
        parts = _LINE_END.split(text[len(self.mark) :])
        self.lines = parts[::2]
        self.ends = [*parts[1::2], ""]

    @property
    def plain(self) -> str:
        """The text as it is loaded: without the mark, every line ended by LF."""
        return "\n".join(self.lines)

    def replaced(self, changes: Sequence[tuple[Span, str]]) -> bytes:
        """The file with other words in these spans, which do not overlap."""
        lines = list(self.lines)
        for span, words in sorted(changes, key=lambda change: (change[0].line, change[0].start), reverse=True):
            line = lines[span.line]
            lines[span.line] = line[: span.start] + words + line[span.end :]
        whole = self.mark + "".join(line + end for line, end in zip(lines, self.ends, strict=True))
        return whole.encode("utf-8")


def spans_in_markdown(source: SourceText, bindings: Sequence[Bound]) -> list[Span | None]:
    """The span of each binding; None for one that does not stand where it should."""
    found: list[Span | None] = []
    for bound in bindings:
        place = bound.binding.position
        line = source.lines[place.line - 1] if place.line <= len(source.lines) else ""
        match = _SPAN.match(line, place.column - 1)
        span = Span(place.line - 1, match.start("words"), match.end("words")) if match else None
        found.append(span if match and _is_of(match, bound, "") else None)
    return found


def spans_in_yaml(source: SourceText, bindings: Sequence[Bound]) -> list[Span | None]:
    """The span of each of a file's bindings, all of which must be given, in the order of the file.

    None for those of a scalar whose spans cannot be told apart, such as one that a line's end divides.
    """
    scalars = list(_scalars(source.plain))
    owned: dict[int, list[int]] = {}
    for number, bound in enumerate(bindings):
        place = (bound.binding.position.line - 1, bound.binding.position.column - 1)
        owner = next((i for i in reversed(range(len(scalars))) if scalars[i].start <= place), None)
        if owner is not None:
            owned.setdefault(owner, []).append(number)
    found: list[Span | None] = [None] * len(bindings)
    for owner, numbers in owned.items():
        scalar = scalars[owner]
        matches = list(_matches(source, scalar))
        if len(matches) != len(numbers):
            continue
        for number, (line, match) in zip(numbers, matches, strict=True):
            if _is_of(match, bindings[number], scalar.style):
                found[number] = Span(line, match.start("words"), match.end("words"), scalar.style)
    return found


def written_as(words: str, style: str) -> str | None:
    """Words as they are typed in a scalar of this style; None where they cannot be."""
    match style:
        case "'":
            return words.replace("'", "''")
        case '"':
            return words.replace("\\", "\\\\").replace('"', '\\"')
        case "":
            return None if ": " in words or " #" in words else words
        case _:
            return words


@dataclass(frozen=True, slots=True)
class _Scalar:
    start: tuple[int, int]
    end: tuple[int, int]
    style: str


def _scalars(text: str) -> Iterator[_Scalar]:
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        if isinstance(event, yaml.ScalarEvent):
            start, end = event.start_mark, event.end_mark
            if start is None or end is None:  # pragma: no cover - libyaml gives both
                continue
            yield _Scalar((start.line, start.column), (end.line, end.column), event.style or "")


def _matches(source: SourceText, scalar: _Scalar) -> Iterator[tuple[int, re.Match[str]]]:
    for line in range(scalar.start[0], min(scalar.end[0], len(source.lines) - 1) + 1):
        first = scalar.start[1] if line == scalar.start[0] else 0
        last = scalar.end[1] if line == scalar.end[0] else len(source.lines[line])
        for match in _SPAN.finditer(source.lines[line], first, last):
            yield line, match


def _is_of(match: re.Match[str], bound: Bound, style: str) -> bool:
    """Whether what stands in the file is this binding."""
    words, body = _read(match["words"], style), _read(match["body"], style)
    binding = bound.binding
    return words == bound.written and body in (
        f"{binding.kind}={binding.expression}",
        f'{binding.kind}="{binding.expression}"',
    )


def _read(text: str, style: str) -> str:
    match style:
        case "'":
            return text.replace("''", "'")
        case '"':
            return re.sub(r"\\([\"\\])", r"\1", text)
        case _:
            return text
