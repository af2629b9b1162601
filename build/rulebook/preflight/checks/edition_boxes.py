"""P121: the boxes of a press file."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.plural import with_article
from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject
from rulebook.preflight.page_boxes import wrong_boxes


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
        hint = "its measures are paper in styles/page.yaml and press in styles/editions.yaml"
        yield from wrong_boxes(sheet, wanted, hint)
        for name in sheet.boxes.keys() - wanted.keys():
            yield Fault(sheet.number, f"the page has {with_article(name)} too, which a press could cut to")


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
