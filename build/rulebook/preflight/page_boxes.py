"""The boxes of a page against what they must be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulebook.preflight.check import Fault
from rulebook.preflight.contents import Corners, Sheet
from rulebook.render.page import MM_PER_INCH, POINTS_PER_INCH

# A hundredth of a millimetre: finer than any cutter.
_NEAR_MM = 0.01


def wrong_boxes(sheet: Sheet, wanted: Mapping[str, Corners], hint: str) -> Iterator[Fault]:
    """The boxes that a page lacks, and those whose corners, in points, are not those wanted."""
    for name, box in wanted.items():
        found = sheet.boxes.get(name)
        if found is None:
            yield Fault(sheet.number, f"the page has no {name}; it must be {_said(box)}")
        elif any(_mm(abs(a - b)) > _NEAR_MM for a, b in zip(found, box, strict=True)):
            yield Fault(sheet.number, f"the {name} is {_said(found)}; it must be {_said(box)}", hint)


def _mm(points: float) -> float:
    return points * MM_PER_INCH / POINTS_PER_INCH


def _said(box: Corners) -> str:
    left, low, right, high = (_mm(corner) for corner in box)
    return f"{right - left:.2f} × {high - low:.2f} mm at {left:.2f}, {low:.2f}"
