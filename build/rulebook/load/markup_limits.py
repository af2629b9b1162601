"""How much markup a text may hold: what the Markdown parser would take minutes over is found before it begins.

The parser's time grows with the square of a paragraph's marks, because each bracket is a link until the text ends.
A paragraph of a printed book has some hundreds of characters and some tens of marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.source import Position

# Several printed pages without a free line.
LONGEST_PARAGRAPH = 20_000
# Marks in one paragraph, and in one text: a hundred times what any page has.
MOST_MARKS = 2_000
MOST_MARKS_IN_ALL = 20_000

_MARKS = re.compile(r"[\[\]!*_`<&\\~]")
_FENCE = ":::"


def within_limits(rows: Sequence[str], places: Sequence[Position], findings: list[Finding]) -> list[str]:
    """The rows of a text; those of a paragraph that is too long, or has too many marks, are emptied and found.

    A paragraph is all that stands between two free lines. Rows keep their numbers, so that places hold.
    """
    kept = list(rows)
    if sum(map(len, rows)) <= min(LONGEST_PARAGRAPH, MOST_MARKS):
        return kept
    total = 0
    for start, end in _paragraphs(rows):
        length = sum(len(row) + 1 for row in rows[start:end])
        marks = sum(len(_MARKS.findall(row)) for row in rows[start:end])
        place = places[min(start, len(places) - 1)]
        if total + marks > MOST_MARKS_IN_ALL:
            message = f"the text holds more than {MOST_MARKS_IN_ALL} marks of Markdown: the rest is not read"
            _find(findings, place, message, "remove brackets and asterisks that are no markup")
            return [*kept[:start], *[""] * (len(kept) - start)]
        if length > LONGEST_PARAGRAPH:
            message = f"a paragraph has {length} characters; the most is {LONGEST_PARAGRAPH}"
            _find(findings, place, message, "leave a line free between paragraphs")
        elif marks > MOST_MARKS:
            message = f"a paragraph holds {marks} marks of Markdown; the most is {MOST_MARKS}"
            _find(findings, place, message, "remove brackets and asterisks that are no markup")
        else:
            total += marks
            continue
        kept[start:end] = [""] * (end - start)
    return kept


def _find(findings: list[Finding], place: Position, message: str, hint: str) -> None:
    findings.append(Finding(codes.MARKDOWN_FORBIDDEN, place, message, hint))


def _paragraphs(rows: Sequence[str]) -> Iterator[tuple[int, int]]:
    start: int | None = None
    for number, row in enumerate(rows):
        if row.strip() and not row.startswith(_FENCE):
            start = number if start is None else start
        elif start is not None:
            yield start, number
            start = None
    if start is not None:
        yield start, len(rows)
