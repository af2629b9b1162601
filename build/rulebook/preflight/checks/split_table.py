"""P119: tables that are split though a column holds them, or go on without their head."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject, squeezed
from rulebook.preflight.columns import column_of, foot_top, lines_between, spanning_tables
from rulebook.preflight.contents import Line, Sheet


@dataclass(slots=True)
class Part:
    """What stands of a table in one column of a page, or on one page where it spans the columns."""

    sheet: Sheet
    left: float
    right: float
    lines: list[Line] = field(default_factory=list)

    @property
    def top(self) -> float:
        """The first baseline."""
        return min(line.baseline for line in self.lines)

    @property
    def bottom(self) -> float:
        """The last baseline."""
        return max(line.baseline for line in self.lines)


def _run(subject: Subject) -> Iterator[Fault]:
    for parts in _tables(subject):
        if len(parts) < 2:
            continue
        first = parts[0]
        height = sum(lines_between(subject, part.top, part.bottom) + 1 for part in parts)
        room = min(subject.page.grid.whole_table, *(_room(subject, part.sheet) for part in parts))
        if height <= room:
            yield Fault(
                first.sheet.number,
                f"the table that begins with ‘{_words(first)}’ is split into {len(parts)} parts; its {height} lines "
                f"stand in one place, as up to {room} do there",
                "keep it whole (break-inside: avoid), or move a figure beside it",
                first.left + 1,
                first.top,
            )
        for before, part in pairwise(parts):
            if not _has_head(subject, first, part):
                yield Fault(
                    part.sheet.number,
                    f"the table goes on at ‘{_words(part)}’ without its head, which is at ‘{_words(first)}’",
                    "let its head repeat (display: table-header-group)",
                    before.left + 1,
                    before.bottom,
                )


def _tables(subject: Subject) -> Iterator[list[Part]]:
    """The parts of each table, in the order in which they are read."""
    spanning = spanning_tables(subject)
    tables: dict[int, dict[tuple[int, int], Part]] = {}
    for line in subject.pdf.lines:
        if line.tag is None or not line.tag.table:
            continue
        sheet = subject.pdf.sheets[line.page - 1]
        columns = subject.columns(sheet)
        if line.tag.table in spanning:
            number, left, right = 0, columns[0][0], columns[-1][1]
        else:
            number = column_of(subject, sheet, line) or 0
            left, right = columns[number]
        parts = tables.setdefault(line.tag.table, {})
        parts.setdefault((line.page, number), Part(sheet, left, right)).lines.append(line)
    yield from ([parts[key] for key in sorted(parts)] for parts in tables.values())


def _room(subject: Subject, sheet: Sheet) -> int:
    """How many lines a column of a page holds above its foot."""
    area = subject.type_area(sheet)
    return int((foot_top(subject, sheet) - area.top + subject.limits.near) / subject.page.grid.leading.pt)


def _has_head(subject: Subject, first: Part, part: Part) -> bool:
    """Whether what stands over a part, within the height of the table's head, is the head said again."""
    head = [line for line in first.lines if line.tag is not None and "THead" in line.tag.path]
    if not head:
        return True  # Without a head of its own, none can be said again.
    leading = subject.page.grid.leading.pt
    height = max(line.baseline for line in head) - min(line.baseline for line in head) + leading
    again = "".join(
        run.text
        for run in part.sheet.runs
        if run.tag is None
        and part.top - height - 1 < run.baseline < part.top
        and part.left - 1 <= run.left < part.right
    )
    # The cells stand in any order: what matters is that all their letters are there.
    return sorted(squeezed(again)) == sorted(squeezed("".join(line.text for line in head)))


def _words(part: Part) -> str:
    return " ".join(part.lines[0].text.split())[:40]


_ROWS = "".join(f"<tr><td>Row {number}</td><td>Word</td></tr>" for number in range(1, 7))
_TABLE = f"<table class='data'><thead><tr><th>Name</th><th>Use</th></tr></thead><tbody>{_ROWS}</tbody></table>"

CHECK = PrintCheck(
    code="P119",
    name="split-table",
    summary="a table is split that a column holds whole, or goes on without its head",
    why="Rows that are looked up together are compared best side by side in one place; where a table is too long for "
    "that, its head tells at each part what the columns are. Too long is what is higher than a column of the pages on "
    "which it stands, above the terms at their foot, or than half a page: kept whole, it would leave too much of the "
    "column before it empty.",
    fails=Sample(f"<section class='chapter'>{_TABLE}</section>", style=".data tr:nth-child(4) { break-before: page }"),
    passes=Sample(f"<section class='chapter'>{_TABLE}</section>"),
    run=_run,
)
