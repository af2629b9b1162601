"""The office of what is printed: what an ink is on, told from the structure, the furniture and the place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulebook.preflight.check import Subject
from rulebook.preflight.contents import Ink, Paint, Run, Sheet
from rulebook.render.page import Length

# What an office is called in a finding.
NAMES = {
    "words": "words of the text",
    "number": "numbers of headings, books and pages",
    "definition": "names where they are defined",
    "furniture": "running heads and folios",
    "tab": "tabs",
    "tab-words": "what stands on a tab",
    "watermark": "watermarks",
    "rule": "rules",
    "area": "filled areas",
    "figure": "the lines and areas of figures",
    "figure-words": "words of figures",
}

# A rule that is ruled heavier than this is an area; where the page names no heavy rule, in points.
_HEAVY = 3.0
_ROUNDING = 0.1

# The elements whose ink tells them from the words around them; the innermost decides.
_OWN = {"Definition": "definition", "Number": "number"}
_FURNITURE = {"Header": "furniture", "Footer": "furniture", "Watermark": "watermark"}


@dataclass(frozen=True, slots=True)
class Used:
    """An ink in use: on what, in words, its office, and where on the page, in points, when that is known."""

    ink: Ink
    what: str
    office: str
    x: float | None
    y: float | None


def used_inks(subject: Subject, sheet: Sheet) -> Iterator[Used]:
    """Everything on a page that is printed in a colour, but for images."""
    for run in sheet.runs:
        if run.text.strip():
            yield Used(run.ink, f"‘{run.text.strip()[:40]}’", _of_words(subject, sheet, run), run.left, run.baseline)
    for paint in sheet.paints:
        if paint.kind != "image":
            x, y = (paint.box.left, paint.box.top) if paint.box else (None, None)
            yield Used(paint.ink, f"a {paint.kind}", _of_paint(subject, sheet, paint), x, y)


def _of_words(subject: Subject, sheet: Sheet, run: Run) -> str:
    if run.tag is None:
        # The head of a table that is set again is furniture to a reader, but stands among the words.
        inside = subject.type_area(sheet).holds(run.left, run.baseline, subject.limits.overhang)
        return _FURNITURE.get(run.furniture) or ("words" if inside else "tab-words")
    if "Figure" in run.tag.path:
        return "figure-words"
    return next((_OWN[name] for name in reversed(run.tag.path) if name in _OWN), "words")


def _of_paint(subject: Subject, sheet: Sheet, paint: Paint) -> str:
    if paint.tag is not None and "Figure" in paint.tag.path:
        return "figure"
    if paint.box is None:
        return "area"
    area, box = subject.type_area(sheet), paint.box
    if box.right <= area.left + _ROUNDING or box.left >= area.right - _ROUNDING:
        return "tab"
    heavy = subject.page.values.get("rule-heavy")
    thickest = heavy.pt if isinstance(heavy, Length) else _HEAVY
    # The border of a box is one fill around a hole: how thick it is, its area says.
    thickness = paint.area / max(box.right - box.left, box.bottom - box.top, _ROUNDING)
    return "rule" if paint.kind == "stroke" or thickness <= thickest + _ROUNDING else "area"
