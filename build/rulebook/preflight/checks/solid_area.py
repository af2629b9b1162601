"""P128: bands of ink in the low-ink edition."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject
from rulebook.preflight.contents import Plates
from rulebook.render.page import MM_PER_INCH, POINTS_PER_INCH


def _run(subject: Subject) -> Iterator[Fault]:
    ink = subject.edition.ink if subject.edition else None
    if ink is None:
        return
    square = (MM_PER_INCH / POINTS_PER_INCH) ** 2
    for sheet in subject.pdf.sheets:
        for paint in sheet.paints:
            if paint.kind != "fill" or paint.box is None or (isinstance(paint.ink, Plates) and not paint.ink.total):
                continue
            # No more is inked than the page.
            area = min(paint.area, sheet.width * sheet.height) * square
            if area > ink.area:
                yield Fault(
                    sheet.number,
                    f"an area of {area:.0f} mm² is filled; the most is {ink.area} mm²",
                    "draw its outline, in the style sheet of the edition (ink.stylesheet in styles/editions.yaml)",
                    paint.box.left,
                    paint.box.top,
                )


CHECK = PrintCheck(
    code="P128",
    name="solid-area",
    summary="a large area is filled in the low-ink edition",
    why="The edition is for printing at home: a band of solid black is a page’s worth of text in ink.",
    fails=Sample("<p>A text.</p><p style='height: 26pt; background: var(--ink-stone)'></p>", edition="ink"),
    passes=Sample("<p>A text.</p><p style='height: 26pt; border: 0.7pt solid var(--ink-stone)'></p>", edition="ink"),
    run=_run,
    edition="ink",
)
