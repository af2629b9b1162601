"""P128: bands of ink in the low-ink edition, and in a product with little ink."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject
from rulebook.preflight.contents import Plates
from rulebook.render.page import MM_PER_INCH, POINTS_PER_INCH


def _run(subject: Subject) -> Iterator[Fault]:
    limit, hint = _limit(subject)
    if not limit:
        return
    square = (MM_PER_INCH / POINTS_PER_INCH) ** 2
    for sheet in subject.pdf.sheets:
        for paint in sheet.paints:
            if paint.kind != "fill" or paint.box is None or (isinstance(paint.ink, Plates) and not paint.ink.total):
                continue
            # No more is inked than the page.
            area = min(paint.area, sheet.width * sheet.height) * square
            if area > limit:
                message = f"an area of {area:.0f} mm² is filled; the most is {limit} mm²"
                yield Fault(sheet.number, message, hint, paint.box.left, paint.box.top)


def _limit(subject: Subject) -> tuple[int, str]:
    """The largest area in mm² that may be filled (0: any may be), and how to stay below it."""
    if subject.product is not None:
        return subject.product.area, "draw its outline where the product is set with little ink"
    ink = subject.edition.ink if subject.edition else None
    hint = "draw its outline, in the style sheet of the edition (ink.stylesheet in styles/editions.yaml)"
    return (ink.area, hint) if ink is not None else (0, "")


CHECK = PrintCheck(
    code="P128",
    name="solid-area",
    summary="a large area is filled in the low-ink edition, or in a product that is set with little ink",
    why=(
        "The edition is for printing at home, as the sheet and the cards with little ink are: a band of solid black is "
        "a page’s worth of text in ink."
    ),
    fails=Sample("<p>A text.</p><p style='height: 26pt; background: var(--ink-stone)'></p>", edition="ink"),
    passes=Sample("<p>A text.</p><p style='height: 26pt; border: 0.7pt solid var(--ink-stone)'></p>", edition="ink"),
    run=_run,
    edition="ink",
)
