"""P107: headings at the end of a column, away from what they head."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject
from rulebook.preflight.contents import Line


def _run(subject: Subject) -> Iterator[Fault]:
    for before, line in pairwise(subject.pdf.lines):
        if before.tag is None or line.tag is None or not before.tag.heading or line.tag.block == before.tag.block:
            continue
        if not _below(before, line):
            yield Fault(
                before.page,
                f"the heading ‘{before.text.strip()[:60]}’ ends its column: its text begins in another",
                "keep it with what follows (break-after: avoid)",
                before.left + 1,
                before.baseline,
            )


def _below(before: Line, line: Line) -> bool:
    """Whether a line stands under another, on the same page, and neither is beside it."""
    return (
        line.page == before.page
        and line.baseline > before.baseline - 1
        and line.left < before.right
        and line.right > before.left - before.size
    )


CHECK = PrintCheck(
    code="P107",
    name="stranded-heading",
    summary="a heading stands at the end of a column, away from its text",
    why="A reader who looks for a heading finds it, and under it nothing.",
    fails=Sample(
        "<p>A line.</p><h3 class='section' id='a'>Heading</h3><p class='after'>Its text.</p>",
        style=".after { break-before: page }",
    ),
    passes=Sample("<p>A line.</p><h3 class='section' id='a'>Heading</h3><p class='after'>Its text.</p>"),
    run=_run,
)
