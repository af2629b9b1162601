"""The lines of a paragraph that are items of a list, or were meant to be: nothing in Markdown says so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_MARK = re.compile(r"(?:[-*+]|\d{1,9}[.)]) +\S")
# What an item may begin with, as it is and as it is mistyped: `2 `, `2.` and no space, `2: `, `(2) `.
_ITEM = re.compile(r"(?P<number>[0-9]{1,9})[.)] +\S")
_MISTYPED = re.compile(r"(?P<open>\()?(?P<number>[0-9]{1,3})(?(open)(?:\) +)|(?: +|: +|[.)](?=[^\W\d])))\S")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a paragraph: its words, the column from 0 at which they stand, and whether they begin with a number
    that is bound."""

    words: str
    column: int
    bound: bool = False


@dataclass(frozen=True, slots=True)
class LineFault:
    """What is wrong with a line, and what to write; `number` counts the lines from 0."""

    number: int
    message: str
    hint: str
    mistyped: bool = False


def list_faults(lines: Sequence[Line], following: int | None, fallen: bool) -> Iterator[LineFault]:
    """The faults of a paragraph's lines, in order.

    `following` is the number that the next item of the list has in which the paragraph stands, None outside of a
    numbered list; with `fallen` the paragraph's own place has been found wrong, and its lines' places are not judged.
    """
    marked = False
    for number, line in enumerate(lines):
        after = lines[number + 1] if number + 1 < len(lines) else None
        own = _mistyped(line)
        if own is not None and (own == following or _begins_a_list(line, own, after)):
            hint = f"write ‘{own}. ’: the number, a point and a space"
            yield LineFault(number, f"an item of a list does not begin with ‘{own}. ’", hint, mistyped=True)
            following, marked = own + 1, True
        elif marked or not number:
            continue  # what follows is out of its place because of what has been found
        elif _MARK.match(line.words):
            hint = "leave a line free before the list, and indent an inner list to the text of its item"
            yield LineFault(number, "a list item begins within a paragraph", hint)
            marked = True
        elif not fallen and line.column != lines[0].column:
            hint = "indent it as the paragraph's first line; leave a line free before a new paragraph"
            yield LineFault(number, "a line of a paragraph does not begin below its first", hint)


def _mistyped(line: Line) -> int | None:
    """The number that seems to begin an item and has not the form for it; None for any other line."""
    match = _MISTYPED.match(line.words)
    return int(match["number"]) if match and not line.bound else None


def _begins_a_list(line: Line, number: int, after: Line | None) -> bool:
    """Whether the next line is the item with the next number; of a list from 1 on, it may be mistyped too."""
    if after is None or after.bound:
        return False
    match = _ITEM.match(after.words)
    if match is not None:
        return int(match["number"]) == number + 1
    # In brackets a sentence may number its parts.
    return number == 1 and _mistyped(after) == number + 1 and not line.words.startswith("(")
