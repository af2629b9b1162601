"""P123: what ends at the edge of the trimmed page, and what stands outside the bleed."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject
from rulebook.preflight.contents import Box

# Nearer to the edge than this, in points, something is meant to reach it: a cutter is off by more.
_NEAR = 1.0


def _run(subject: Subject) -> Iterator[Fault]:
    press = subject.edition.press if subject.edition else None
    if press is None:
        return
    trim, over = subject.trimmed(press), subject.trimmed(press, press.bleed.pt)
    for sheet in subject.pdf.sheets:
        marks = [p for p in sheet.paints if p.kind == "stroke" and p.box is not None and _around(p.box, over)]
        if not marks:
            yield Fault(sheet.number, "there are no crop marks around the page")
        for paint in sheet.paints:
            if paint.shown is None or paint in marks:
                continue
            for edge in _short_of(paint.shown, trim, over):
                yield Fault(
                    sheet.number,
                    f"a {paint.kind} ends at the {edge} edge of the page, and does not run {press.bleed} over it",
                    "a rectangle that reaches the edge is drawn on into the bleed: draw it as one",
                )
        for run in sheet.runs:
            if run.text.strip() and not (trim.holds(run.left, run.baseline) and trim.holds(run.right, run.baseline)):
                yield Fault(sheet.number, f"‘{run.text.strip()[:40]}’ stands where the page is cut")


def _around(box: Box, over: Box) -> bool:
    return box.left < over.left and box.right > over.right and box.top < over.top and box.bottom > over.bottom


def _short_of(box: Box, trim: Box, over: Box) -> Iterator[str]:
    """The edges which a box reaches, and does not go over as far as it must."""
    for edge, at, cut, end, sign in (
        ("left", box.left, trim.left, over.left, -1),
        ("upper", box.top, trim.top, over.top, -1),
        ("right", box.right, trim.right, over.right, 1),
        ("lower", box.bottom, trim.bottom, over.bottom, 1),
    ):
        if sign * (at - cut) > -_NEAR and sign * (end - at) > 0.05:
            yield edge


_CORNER = "position: absolute; right: -28mm; top: 0; width: 9mm; height: 9mm; background: var(--ink-bronze)"

CHECK = PrintCheck(
    code="P123",
    name="edition-bleed",
    summary="something ends at the edge where a page is cut, or the page has no crop marks",
    why="No cutter is exact: what ends at the edge leaves a white line beside it on half the copies, so it has to run "
    "on into the bleed. Text is to keep away from the cut.",
    fails=Sample(f"<p>A text.</p><div style='{_CORNER}; border-radius: 2mm'></div>", edition="press"),
    passes=Sample(f"<p>A text.</p><div style='{_CORNER}'></div>", edition="press"),
    run=_run,
    edition="press",
)
