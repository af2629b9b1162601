"""P120: columns that end apart though a chapter, or what stands before something across the measure, ends there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject
from rulebook.preflight.columns import body_lines, column_of, is_opening, lines_between, spanning_tables
from rulebook.preflight.contents import Line, Tag


@dataclass(slots=True)
class Columns:
    """The lines of a page between two things that span its columns, by their column in reading order."""

    page: int
    by_column: list[list[Line]] = field(default_factory=list)
    ended: bool = False

    @property
    def top(self) -> float:
        """The first baseline of all."""
        return min(line.baseline for lines in self.by_column for line in lines)


def balanced_ends(subject: Subject) -> Iterator[Columns]:
    """The columns that ought to end together: before what spans them, and at the end of a chapter and of the book."""
    groups: list[Columns] = []
    for line, column in _placed(subject):
        if column is None:
            if groups:
                groups[-1].ended = True
            continue
        if not groups or groups[-1].ended or groups[-1].page != line.page:
            groups.append(Columns(line.page, [[] for _ in subject.columns(subject.pdf.sheets[line.page - 1])]))
        groups[-1].by_column[column].append(line)
    if groups:
        groups[-1].ended = True
    yield from (group for group in groups if group.ended)


def _placed(subject: Subject) -> Iterator[tuple[Line, int | None]]:
    """The lines of the text with their columns, None for what spans them; those of a foot are left out."""
    spanning = spanning_tables(subject)
    lines = body_lines(subject, subject.pdf.lines)
    contents = {line.page for line in lines if line.tag is not None and "TOC" in line.tag.path}
    found: list[tuple[Line, int | None]] = []
    wide = False
    for line in reversed(lines):
        opening = is_opening(subject, line)
        # A heading over a figure or a table that spans the columns spans them too.
        wide = _is_wide(line, spanning) or (wide and line.tag is not None and line.tag.heading and not opening)
        # What stands in no section, before the furniture begins, or in the contents, which are set by groups, is in
        # no columns of a chapter.
        apart = wide or opening or line.tag is None or "Sect" not in line.tag.path or line.page in contents
        apart = apart or line.page < subject.limits.furniture_from
        column = None if apart else column_of(subject, subject.pdf.sheets[line.page - 1], line)
        found.append((line, column))
    yield from reversed(found)


def _is_wide(line: Line, tables: frozenset[int]) -> bool:
    """Whether a line is of a figure, its caption, or a table that spans the columns."""
    tag = line.tag
    if tag is None:
        return False
    return tag.table in tables or "Figure" in tag.path or ("Caption" in tag.path and not tag.table)


def _run(subject: Subject) -> Iterator[Fault]:
    for group in balanced_ends(subject):
        for number, (lines, following) in enumerate(pairwise(group.by_column), 1):
            heights = [_height(subject, group, column) for column in (lines, following)]
            apart = abs(heights[0] - heights[1])
            if apart <= subject.limits.balance:
                continue
            longer = lines if heights[0] > heights[1] else following
            unit = _last(subject, lines, following) if longer is lines else _first(subject, lines, following)
            if min(heights) + unit < max(heights):
                last = max(longer, key=lambda line: line.baseline)
                yield Fault(
                    group.page,
                    f"columns {number} and {number + 1} end {apart} lines apart at ‘{last.text.strip()[:40]}’; "
                    f"{subject.limits.balance} is the most, and what stays together there needs {unit}",
                    "let the columns be balanced (column-fill: balance)",
                    last.left + 1,
                    last.baseline,
                )


def _height(subject: Subject, group: Columns, lines: list[Line]) -> int:
    """How many lines of the grid a column is filled from the head of them all; 0 when it is empty."""
    return lines_between(subject, group.top, max(line.baseline for line in lines)) + 1 if lines else 0


def _last(subject: Subject, lines: list[Line], following: list[Line]) -> int:
    """How many lines would have to go from the end of a column to the next, for a break that may be."""
    own, other = _block(lines, lines[-1], following)
    for count in _breaks(subject, lines[-1], len(own), len(other)):
        return _span(subject, own[-count:]) + (0 if other else 1)
    return _span(subject, _with_heading(lines, own)) + (0 if other else 1)


def _first(subject: Subject, lines: list[Line], following: list[Line]) -> int:
    """How many lines would have to go from the head of a column to the end of the one before."""
    own, other = _block(following, following[0], lines)
    for count in _breaks(subject, following[0], len(own), len(other)):
        return _span(subject, own[:count]) + (0 if other else 1)
    if following[0].tag is not None and following[0].tag.heading:
        own = _headed(subject, following)
    return _span(subject, own) + (0 if other else 1)


def _breaks(subject: Subject, line: Line, own: int, other: int) -> Iterator[int]:
    """How many of the `own` lines of a block may go to its `other` lines in the column beside; tables have no such."""
    if line.tag is not None and (line.tag.table or line.tag.heading):
        return
    for count in range(1, own):
        if min(own - count, other + count) >= subject.limits.widow:
            yield count


def _block(lines: list[Line], one: Line, beside: list[Line]) -> tuple[list[float], list[float]]:
    """The baselines of what stays together with a line in its column, and of the same in the column beside.

    It is a block, or a table; the row of a table that stands in both columns.
    """
    tag = one.tag
    assert tag is not None
    if tag.table and not any(line.tag and line.tag.table == tag.table for line in beside):
        return _baselines(lines, lambda own: own.table == tag.table), []
    if tag.table:
        return _baselines(lines, lambda own: own.row == tag.row), [0.0]
    return (
        _baselines(lines, lambda own: own.block == tag.block),
        _baselines(beside, lambda own: own.block == tag.block),
    )


def _baselines(lines: list[Line], wanted: Callable[[Tag], bool]) -> list[float]:
    return sorted({round(line.baseline, 1) for line in lines if line.tag is not None and wanted(line.tag)})


def _with_heading(lines: list[Line], own: list[float]) -> list[float]:
    """The baselines, and those of the headings that stand over them."""
    found = list(own)
    for line in sorted(lines, key=lambda line: -line.baseline):
        if line.baseline < own[0] - 1:
            if line.tag is None or not line.tag.heading:
                break
            found.append(line.baseline)
    return sorted(found)


def _headed(subject: Subject, following: list[Line]) -> list[float]:
    """The baselines of the headings at the head of a column, and of what must stand under them."""
    found: list[float] = []
    for line in following:
        if line.tag is None or not line.tag.heading:
            under, _ = _block(following, line, [])
            whole = bool(line.tag and line.tag.table) or len(under) < 2 * subject.limits.widow
            return [*found, *(under if whole else under[: subject.limits.widow])]
        found.append(line.baseline)
    return found


def _span(subject: Subject, baselines: list[float]) -> int:
    return lines_between(subject, baselines[0], baselines[-1]) + 1


_SENTENCES = "".join(f"<p>A paragraph of one line, the {n}th of them.</p>" for n in range(1, 9))

CHECK = PrintCheck(
    code="P120",
    name="balance",
    summary="columns end apart where they are to end together",
    why="Where a chapter ends, or a figure or a table stands across the measure, the columns above end together, to a "
    "line (`balance`); they may end further apart only by what has to stay together at the break: lines of a "
    "paragraph, a heading and its text, a table. (What stays together is reckoned from the page alone, and the engine "
    "may see more of it.)",
    fails=Sample(
        f"<p>On the page before.</p><section class='chapter even'>{_SENTENCES}</section>",
        style=".even { break-before: page; column-fill: auto }",
    ),
    passes=Sample(f"<p>On the page before.</p><section class='chapter'>{_SENTENCES}</section>"),
    run=_run,
    warning=True,
)
