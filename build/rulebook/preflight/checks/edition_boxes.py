"""P121: the boxes of a press file."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject
from rulebook.preflight.contents import Corners
from rulebook.render.page import MM_PER_INCH, POINTS_PER_INCH

# A hundredth of a millimetre: finer than any cutter.
_NEAR_MM = 0.01


def _run(subject: Subject) -> Iterator[Fault]:
    press = subject.edition.press if subject.edition else None
    if press is None:
        return
    around, bleed = press.around_pt, press.bleed.pt
    width, height = subject.page.paper.width.pt, subject.page.paper.height.pt
    wanted = {
        "MediaBox": (0.0, 0.0, width + 2 * around, height + 2 * around),
        "BleedBox": (around - bleed, around - bleed, around + width + bleed, around + height + bleed),
        "TrimBox": (around, around, around + width, around + height),
    }
    for sheet in subject.pdf.sheets:
        for name, box in wanted.items():
            found = sheet.boxes.get(name)
            if found is None:
                yield Fault(sheet.number, f"the page has no {name}; it must be {_said(box)}")
            elif any(_mm(abs(a - b)) > _NEAR_MM for a, b in zip(found, box, strict=True)):
                yield Fault(sheet.number, f"the {name} is {_said(found)}; it must be {_said(box)}",
                            "its measures are paper in styles/page.yaml and press in styles/editions.yaml")  # fmt: skip
        for name in sheet.boxes.keys() - wanted.keys():
            yield Fault(sheet.number, f"the page has a {name} too, which a press could cut to")


def _mm(points: float) -> float:
    return points * MM_PER_INCH / POINTS_PER_INCH


def _said(box: Corners) -> str:
    left, low, right, high = (_mm(corner) for corner in box)
    return f"{right - left:.2f} × {high - low:.2f} mm at {left:.2f}, {low:.2f}"


CHECK = PrintCheck(
    code="P121",
    name="edition-boxes",
    summary="a page of a press file has a wrong box, or lacks one",
    why="A press cuts where the TrimBox says, and keeps what the BleedBox holds. A box that is a hair off is off on "
    "every copy.",
    fails=Sample("<p>A text.</p>", altered="the trim boxes are a tenth of a millimetre too wide", edition="press"),
    passes=Sample("<p>A text.</p>", edition="press"),
    run=_run,
    edition="press",
)
