"""Where the characters of a text stand whose file has it in another form.

YAML joins the lines of a folded text, and in quotes some characters are written as several. The text and its file are
walked side by side, and wherever they come together anew, that place is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rulebook.source import Folded

# The longest first: an escape by a character's number, and any other, which is of one letter.
_ESCAPE = re.compile(r"\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)")
_MARGIN = re.compile(r"(?<=\n) +$")

_Stretch = tuple[int, int, int]


def folded_text(
    text: str, rows: Sequence[str], first_line: int, start_column: int, end_column: int, style: str
) -> Folded:
    """The map of a scalar's text.

    `rows` are the lines of the file from its first to its last, `first_line` the number of the first, the columns count
    from 0: where it begins (its quote, or the mark of a block) and ends. `style` is `'`, `"`, `>`, or empty.
    """
    if style in ("'", '"'):
        found = tuple(_quoted(rows, start_column + 1, end_column - 1, style))
    else:
        begin = 1 if style == ">" else 0
        shown = [row[:end_column] if number == len(rows) - 1 else row for number, row in enumerate(rows)]
        found = tuple(_lines(text, shown, begin, 0 if style == ">" else start_column))
    stretches = tuple((offset, row + first_line, column + 1) for offset, row, column in found)
    return Folded(stretches or ((0, first_line, start_column + 1),))


def _lines(text: str, rows: Sequence[str], begin: int, column: int) -> Iterator[_Stretch]:
    """The lines of a text without quotes: what stands on each of them stands in the text too, in their order."""
    offset = 0
    for number in range(begin, len(rows)):
        row = rows[number][column:]
        words = row.strip(" \t")
        found = text.find(words, offset)
        if words and found >= 0:
            # A line that is indented further keeps that in the text, after the end of the line before.
            margin = _MARGIN.search(text[offset:found])
            kept = len(margin[0]) if margin else 0
            yield found - kept, number, column + len(row) - len(row.lstrip(" \t")) - kept
            offset = found + len(words)
        column = 0


def _quoted(rows: Sequence[str], column: int, end: int, quote: str) -> Iterator[_Stretch]:
    """The stretches of a text in quotes, of which the last line ends before `end`."""
    offset = 0
    ended_in_escape = False
    for number, whole in enumerate(rows):
        row = whole[:end] if number == len(rows) - 1 else whole
        if number:
            column = len(row) - len(row.lstrip(" \t"))
            if not row.strip(" \t") and number < len(rows) - 1:
                offset += 1  # an empty line stands for the end of the one before
                ended_in_escape = True
                continue
            # A line's end is a space, unless it was escaped, or empty lines stand after it.
            offset += 0 if ended_in_escape else 1
        ended_in_escape = False
        yield offset, number, column
        stop = len(row) if number == len(rows) - 1 else len(row.rstrip(" \t"))
        while column < stop:
            if quote == "'" and row.startswith("''", column):
                width = 2
            elif quote == '"' and row[column] == "\\":
                escape = _ESCAPE.match(row, column)
                if escape is None:
                    ended_in_escape = True
                    break
                width = len(escape.group())
            else:
                width = 1
            column += width
            offset += 1
            if width > 1:
                yield offset, number, column
