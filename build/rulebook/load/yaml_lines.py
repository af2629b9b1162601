"""What the lines of a YAML text look like, without reading it as YAML: their indentation, keys and dashes.

A text that is no YAML is taken apart by its lines, as an author sees it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

# What follows a key, or a dash, when the lines below it are its text.
_BLOCK_TEXT = re.compile(r"(?:[&!]\S* +)*[|>][-+0-9]{0,2}[ \t]*(?:#.*)?$")


class Lines:
    """The lines of a text, by number from 0: `rows` as they stand, `shapes` with blanks where a tab indents them."""

    def __init__(self, rows: Sequence[str]) -> None:
        self.rows = list(rows)
        self.shapes: list[str] = []
        self._indents: list[int | None] = []
        self._last_dash: int | None = None
        before: int | None = None
        for number, row in enumerate(self.rows):
            indent = self._indent(row, before)
            self.shapes.append(row if indent is None else " " * indent + row.lstrip(" \t"))
            self._indents.append(indent)
            if indent is not None:
                before = number
                self._last_dash = indent if is_dash(row, indent) else self._last_dash

    def indent(self, number: int) -> int | None:
        """The column, from 0, at which a line's content begins; None for an empty line and a comment."""
        return self._indents[number]

    def content(self, start: int, end: int) -> list[int]:
        """The lines from `start` to before `end` that are neither empty nor comments."""
        return [number for number in range(start, end) if self._indents[number] is not None]

    def is_tabbed(self, number: int) -> bool:
        """Whether a tab stands in the indentation of a line."""
        return self.rows[number] != self.shapes[number]

    def put(self, number: int, row: str) -> None:
        """Let this stand on a line, at the same indentation; nothing takes the line out, and the others stay."""
        self.rows[number] = self.shapes[number] = row
        if not row:
            self._indents[number] = None

    def _indent(self, row: str, before: int | None) -> int | None:
        bare = row.lstrip(" \t")
        if not bare or bare.startswith("#"):
            return None
        blanks = row[: len(row) - len(bare)]
        if "\t" not in blanks or before is None:
            return len(blanks)
        # A tab has no width: the line is taken to stand with the one before it, or under it; an item with the last.
        column = self.column_after_dashes(before)
        if self.holds_what_follows(before, column):
            return column + 1
        return self._last_dash if is_dash(bare, 0) and self._last_dash is not None else column

    def column_after_dashes(self, number: int) -> int:
        """The column of what follows the dashes of a line; its indent where it has none."""
        row = self.shapes[number]
        column = self._indents[number] or 0
        while is_dash(row, column):
            column = column_after_dash(row, column)
        return column

    def holds_what_follows(self, number: int, column: int) -> bool:
        """Whether a line, from this column on, ends in a key without a value, or begins a text of several lines."""
        row = self.shapes[number]
        rest = row[key_end(row, column) or column :].strip()
        return not rest or rest.startswith("#") or begins_text(rest)

    def text_under(self, number: int) -> int | None:
        """The indentation under which the text stands that this line begins; None when it begins none."""
        column = self.column_after_dashes(number)
        row = self.shapes[number]
        end = key_end(row, column)
        if not begins_text(row[column if end is None else end :].strip()):
            return None
        return column if end is not None else self._indents[number]


def is_dash(row: str, column: int) -> bool:
    """Whether an item of a list begins there."""
    return row[column : column + 2] in ("-", "- ")


def column_after_dash(row: str, column: int) -> int:
    """Where the content of the item begins whose dash stands there; the end of the line when it has none."""
    rest = row[column + 1 :]
    return column + 1 + len(rest) - len(rest.lstrip(" "))


def begins_text(rest: str) -> bool:
    """Whether what stands after a key says that the lines below it are its text (`|`, `>-`)."""
    return _BLOCK_TEXT.match(rest) is not None


def closes_bracket(row: str, column: int) -> bool:
    """Whether a line begins with the end of a list or map in brackets, which may stand at any indentation."""
    return row[column : column + 1] in ("]", "}")


def key_end(row: str, column: int) -> int | None:
    """Where the key that begins there ends, after its colon; None when what stands there looks like no key."""
    first = row[column : column + 1]
    if first in ("", "#", "[", "{", "]", "}", "?", "|", ">") or is_dash(row, column):
        return None
    start = column
    if first in ("'", '"'):
        start = row.find(first, column + 1) + 1
        if start == 0 or not row[start:].lstrip(" ").startswith(":"):
            return None
    colon = row.find(":", start)
    while colon >= 0 and row[colon + 1 : colon + 2] not in ("", " ", "\t"):
        colon = row.find(":", colon + 1)
    return colon + 1 if colon > column and " #" not in row[start:colon] else None
