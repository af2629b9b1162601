"""Where the lines of a page stand among its columns, and where its foot begins. Heights are in points."""

from __future__ import annotations

from collections.abc import Iterable

from rulebook.preflight.check import Subject
from rulebook.preflight.contents import Line, Sheet
from rulebook.render.page import Length

# A line begins so near the left edge of its column, and ends so near the right one, in points.
_NEAR = 1.0

# The type of a chapter's title, among the measures of the page; type of a size is so near to it, in points.
_TITLE = "type-chapter"
_SIZE = 0.05


def column_of(subject: Subject, sheet: Sheet, line: Line) -> int | None:
    """The column in which a line stands, from 0; None when it crosses the gutter, or stands in no column."""
    for number, (left, right) in enumerate(subject.columns(sheet)):
        if left - _NEAR <= line.left < right and line.right <= right + subject.limits.overhang:
            return number
    return None


def spanning_tables(subject: Subject) -> frozenset[int]:
    """The numbers of the tables that span the columns: cells of one row stand in two columns on one baseline."""
    places: dict[tuple[int, int, int, float], set[int | None]] = {}
    for sheet in subject.pdf.sheets:
        for line in sheet.lines:
            if line.tag is not None and line.tag.row:
                key = (line.tag.table, line.tag.row, sheet.number, round(line.baseline))
                places.setdefault(key, set()).add(column_of(subject, sheet, line))
    return frozenset(key[0] for key, columns in places.items() if len(columns) > 1 or None in columns)


def is_opening(subject: Subject, line: Line) -> bool:
    """Whether a line is the title of a part or a chapter: a heading in their type, whatever its level."""
    size = subject.page.values.get(_TITLE)
    least = size.pt - _SIZE if isinstance(size, Length) else 0.0
    return line.tag is not None and line.tag.heading and line.size >= least


def foot_top(subject: Subject, sheet: Sheet) -> float:
    """Where the lines of small type at a page's foot begin; the lower edge of the type area where it has none."""
    small = [
        line.baseline - gap for line in sheet.lines if (gap := subject.small_leading(line)) is not None and line.tag
    ]
    return min([*small, subject.type_area(sheet).bottom])


def body_lines(subject: Subject, lines: Iterable[Line]) -> list[Line]:
    """Those of some lines that are of the text, and not of the small type at a page's foot."""
    return [line for line in lines if line.tag is not None and subject.small_leading(line) is None]


def lines_between(subject: Subject, upper: float, lower: float) -> int:
    """How many lines of the grid a height is, rounded."""
    return round((lower - upper) / subject.page.grid.leading.pt)
