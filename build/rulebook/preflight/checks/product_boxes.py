"""P131: the boxes of a product's pages."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject
from rulebook.preflight.page_boxes import wrong_boxes


def _run(subject: Subject) -> Iterator[Fault]:
    product = subject.product
    if product is None:
        return
    for sheet in subject.pdf.sheets:
        left, low, right, high = sheet.boxes.get("MediaBox", (0.0, 0.0, sheet.width, sheet.height))
        edge = product.bleed
        wanted = {
            "BleedBox": (left, low, right, high),
            "TrimBox": (left + edge, low + edge, right - edge, high - edge),
        }
        yield from wrong_boxes(sheet, wanted, "the bleed is among the product’s measures in styles/page.yaml")


CHECK = PrintCheck(
    code="P131",
    name="product-boxes",
    summary="a page of a product has a wrong box, or lacks one",
    why="Who prints single cards cuts where the TrimBox says, and keeps what the BleedBox holds. A page without bleed "
    "is cut nowhere: both boxes are the page.",
    fails=Sample("<p>A text.</p>", altered="the trim boxes are a tenth of a millimetre too wide", product=True),
    passes=Sample("<p>A text.</p>", product=True),
    run=_run,
    of_products=True,
)
