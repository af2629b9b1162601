"""P124: more ink on one place than paper takes."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject
from rulebook.preflight.contents import Box, Paint, Plates, Run, Sheet

# How far the letters of a line stand over and under it, in sizes of their type.
_OVER, _UNDER = 1.0, 0.3


def _run(subject: Subject) -> Iterator[Fault]:
    press = subject.edition.press if subject.edition else None
    if press is None:
        return
    for sheet in subject.pdf.sheets:
        most, what = _most(sheet, press.around_pt - press.bleed.pt)
        if most > press.total_ink:
            yield Fault(
                sheet.number,
                f"{what} lies {most:.0f} % of ink; the most is {press.total_ink} %",
                "give the ink less of each plate (press, in styles/page.yaml), or its own plate (spot)",
            )


def _most(sheet: Sheet, edge: float) -> tuple[float, str]:
    """The most ink on one place of a page, in per cent of one plate, and where.

    What is printed over others lies on the most that any area under it has; marks outside the bleed do not count.
    """
    most, where = 0.0, ""
    areas: list[tuple[Box, float]] = []
    for paint in sheet.paints:
        if paint.shown is None or not isinstance(paint.ink, Plates) or _mark(paint, sheet, edge):
            continue
        total = paint.ink.total + (_beneath(areas, paint.shown) if paint.over else 0.0)
        if total > most:
            most, where = total, f"under a {paint.kind}"
        areas.append((paint.shown, total))
    areas = [area for area in areas if area[1] > 0]
    for run in sheet.runs:
        if not isinstance(run.ink, Plates):
            continue
        total = run.ink.total + (_beneath(areas, _box_of(run)) if run.over else 0.0)
        if total > most:
            most, where = total, f"on ‘{run.text.strip()[:40]}’"
    return most, where


def _mark(paint: Paint, sheet: Sheet, edge: float) -> bool:
    box = paint.shown
    return (
        paint.kind == "stroke"
        and paint.artifact
        and box is not None
        and box.left < edge
        and box.top < edge
        and box.right > sheet.width - edge
        and box.bottom > sheet.height - edge
    )


def _beneath(areas: list[tuple[Box, float]], box: Box) -> float:
    return max((total for area, total in areas if _meet(area, box)), default=0.0)


def _meet(one: Box, other: Box) -> bool:
    return one.left < other.right and other.left < one.right and one.top < other.bottom and other.top < one.bottom


def _box_of(run: Run) -> Box:
    return Box(run.left, run.baseline - _OVER * run.size, run.right, run.baseline + _UNDER * run.size)


CHECK = PrintCheck(
    code="P124",
    name="total-ink",
    summary="more ink lies on one place than the paper takes",
    why="Ink that the paper cannot take does not dry: it is found again on the page that lies on top.",
    fails=Sample("<p>A text.</p>", altered="an area is filled with all four inks", edition="press"),
    passes=Sample("<p>A text, and <em style='color: var(--ink-bronze)'>one in an ink</em>.</p>", edition="press"),
    run=_run,
    edition="press",
)
