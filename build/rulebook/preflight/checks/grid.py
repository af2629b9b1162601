"""P106: lines that stand off the grid."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject
from rulebook.preflight.contents import Line, Sheet


def _run(subject: Subject) -> Iterator[Fault]:
    for sheet in subject.pdf.sheets:
        small: dict[float, list[Line]] = {}
        for line in sheet.lines:
            if line.tag is not None and "Figure" in line.tag.path:
                continue  # A drawing has measures of its own.
            gap = subject.small_leading(line)
            if gap is not None:
                small.setdefault(gap, []).append(line)
                continue
            off = _off(subject, sheet, line)
            if abs(off) > subject.limits.near:
                yield _fault(line, f"stands {abs(off):.2f} pt {'below' if off > 0 else 'above'} its line of the grid")
        for gap, lines in small.items():
            yield from _small(subject, lines, gap)


def _off(subject: Subject, sheet: Sheet, line: Line) -> float:
    """How far a baseline is below the nearest of the grid, in points."""
    grid = subject.page.grid
    down = line.baseline - subject.type_area(sheet).top - grid.baseline.pt
    return down - round(down / grid.leading.pt) * grid.leading.pt


def _small(subject: Subject, lines: list[Line], gap: float) -> Iterator[Fault]:
    """Small type: its lines keep their own distance, side by side in its columns too; further apart, it begins anew."""
    lines = sorted(lines, key=lambda line: line.baseline)
    for before, line in pairwise(lines):
        down = line.baseline - before.baseline
        off = down - round(down / gap) * gap
        if abs(off) > subject.limits.near and down < 2 * gap:
            yield _fault(line, f"stands {abs(off):.2f} pt off the lines of its size, which are {gap:g} pt apart")


def _fault(line: Line, message: str) -> Fault:
    hint = "every height is to be whole lines of the grid"
    return Fault(line.page, f"‘{line.text.strip()[:40]}’ {message}", hint, line.left + 1, line.baseline)


CHECK = PrintCheck(
    code="P106",
    name="grid",
    summary="a line stands off the grid",
    why="On the grid the lines of both columns, and of both sides of a leaf, stand beside each other; one that is off "
    "draws the eye. Small type may keep to lines of its own (type.X-leading in styles/page.yaml).",
    fails=Sample("<p>A first line.</p><p style='margin-top: 3pt'>One that is off.</p>"),
    passes=Sample("<p>A first line.</p><p style='margin-top: 13pt'>One that is on it.</p>"),
    run=_run,
)
