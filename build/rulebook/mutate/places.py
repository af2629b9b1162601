"""Where a part of a text stands in its file, though YAML has folded or quoted the text."""

from __future__ import annotations

from pathlib import Path

from rulebook.mutate.mutant import Place
from rulebook.source import Position


def position_in_file(root: Path, place: Place) -> Position:
    """The line and column of a part of a text; where the text begins, when it cannot be followed in its file."""
    try:
        lines = (root / place.start.path).read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError):
        return place.start
    return _follow(lines, place) or place.start


def _follow(lines: list[str], place: Place) -> Position | None:
    """Walk the text and its file side by side: a space of the text may be a line's end and the next one's margin."""
    line, column = place.start.line - 1, place.start.column - 1
    if line >= len(lines):
        return None
    quote = ""
    head = lines[line][column:]
    if head[:1] in (">", "|") and not place.text.startswith(head[:1]):
        line, column = line + 1, 0
        column = _margin(lines, line)
    elif head[:1] in ("'", '"') and not place.text.startswith(head[:1]):
        quote, column = head[0], column + 1
    for offset, character in enumerate(place.text):
        if line < len(lines) and character in " \n" and column >= len(lines[line].rstrip()):
            line += 1
            while line < len(lines) and not lines[line].strip():
                line += 1
            if offset == place.offset:
                return None
            column = _margin(lines, line)
            continue
        if line >= len(lines) or lines[line][column : column + 1] != character:
            return None
        if offset == place.offset:
            return Position(place.start.path, line + 1, column + 1)
        column += 2 if character == quote == "'" and lines[line][column : column + 2] == "''" else 1
    return None


def _margin(lines: list[str], line: int) -> int:
    return len(lines[line]) - len(lines[line].lstrip()) if line < len(lines) else 0
