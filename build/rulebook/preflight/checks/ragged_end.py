"""P129: pages that end early amid a chapter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject
from rulebook.preflight.columns import body_lines, foot_top, is_opening, lines_between
from rulebook.preflight.contents import Line, Sheet


@dataclass(frozen=True, slots=True)
class PageEnd:
    """How many lines of the grid stand empty, in every column, between the text of a page and its foot.

    `closes` says that a part or a chapter ends there: the next page begins with the opening of another.
    """

    page: int
    empty: int
    closes: bool
    last: Line


def page_ends(subject: Subject) -> Iterator[PageEnd]:
    """The ends of the pages that have furniture and text, but for the last page."""
    for sheet, following in zip(subject.pdf.sheets, subject.pdf.sheets[1:], strict=False):
        text = body_lines(subject, sheet.lines)
        if text and sheet.number >= subject.limits.furniture_from:
            last = max(text, key=lambda line: line.baseline)
            # The line of the grid on which the last baseline stands ends below it.
            below = last.baseline + subject.page.grid.leading.pt - subject.page.grid.baseline.pt
            empty = max(lines_between(subject, below, foot_top(subject, sheet)), 0)
            yield PageEnd(sheet.number, empty, _opens(subject, following), last)


def _opens(subject: Subject, sheet: Sheet) -> bool:
    """Whether a page begins with an opening: its title, or the label over it."""
    lines = sorted(body_lines(subject, sheet.lines), key=lambda line: (line.baseline, line.left))
    return any(is_opening(subject, line) for line in lines[:2])


def _short(subject: Subject) -> list[PageEnd]:
    return [end for end in page_ends(subject) if end.empty >= subject.limits.ragged]


def _run(subject: Subject) -> Iterator[Fault]:
    ragged = [end for end in _short(subject) if not end.closes]
    if len(ragged) <= subject.limits.ragged_ends:
        return
    for end in ragged:
        yield Fault(
            end.page,
            f"{end.empty} lines stand empty under the text in every column, and its chapter goes on; from "
            f"{subject.limits.ragged} on that is ragged, as {len(ragged)} page ends are: {subject.limits.ragged_ends} "
            f"may be",
            "move a figure, let a table break, or shorten what stands at the foot of the page",
            end.last.left + 1,
            end.last.baseline,
        )


def _measure(subject: Subject) -> str:
    short = _short(subject)
    if not short:
        return ""
    ragged, closing = (
        ", ".join(f"{end.page} ({end.empty})" for end in short if end.closes is closes) for closes in (False, True)
    )
    return (
        f"page ends with {subject.limits.ragged} lines or more empty: amid a chapter on {ragged or 'none'}; "
        f"where one closes on {closing or 'none'}"
    )


_SHORT = "<p style='break-after: page'>A page of one line, amid its chapter.</p>"

CHECK = PrintCheck(
    code="P129",
    name="ragged-end",
    summary="more pages end early amid a chapter than may",
    why="Where a table, a figure or a row that may not be broken goes to the next page, the rest of its page stays "
    "empty. One such page end in a book can be borne (`ragged-ends`); more of them look like faults. A page end is "
    "ragged when so many lines stand empty over the foot in every column (`ragged`). Where a chapter ends, and the "
    "next begins at the head of a page, it is none.",
    fails=Sample(f"{3 * _SHORT}<p>The last page.</p>"),
    passes=Sample(f"{2 * _SHORT}<p>The last page.</p>"),
    run=_run,
    warning=True,
    measure=_measure,
)
