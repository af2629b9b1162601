"""The samples of the checks, set with the book's own styles; and what is done to a finished PDF to alter it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, DecodedStreamObject, DictionaryObject, FloatObject, IndirectObject, NameObject

from rulebook.preflight.check import PrintCheck, Sample
from rulebook.preflight.contents import Box
from rulebook.preflight.expected import Expected, Opening
from rulebook.preflight.product_measures import ProductMeasures
from rulebook.preflight.run import Judged, judge_pdf
from rulebook.press.editions import BookOrder, load_editions
from rulebook.press.finishing import finish
from rulebook.press.subject import edition_subject
from rulebook.render.pdf import RenderResult, render_pdf
from tests.render.book_styles import PAGE, STYLES, document

WORK = "The Long Valley"


def set_sample(sample: Sample, folder: Path) -> tuple[Path, RenderResult]:
    """The PDF of a sample, in a folder."""
    style = folder / "sample.css"
    style.write_text(sample.style, encoding="utf-8")
    output = folder / "sample.pdf"
    result = render_pdf(document(sample.body, extra=(style,)), output, despite_findings=True)
    return output, result


def judge_sample(check: PrintCheck, sample: Sample, folder: Path) -> Judged:
    """What a check finds in a sample, altered as the sample says."""
    pdf, result = set_sample(sample, folder)
    edition = None
    if sample.edition:
        order = BookOrder(sample.edition)
        editions = load_editions(STYLES.parent)
        finished = pdf.with_name("finished.pdf")
        # The sample is set on the page of a screen, whose margins are others.
        finish(pdf, finished, order, PAGE, editions, pdf.name)
        finished.replace(pdf)
        edition = edition_subject(order, PAGE, editions)
    if sample.altered:
        alter(pdf, ALTERATIONS[sample.altered])
    expected = Expected(
        WORK,
        "en-GB",
        tuple(Opening(*opening) for opening in sample.openings),
        result.blocks,
        tuple(f"{f.code} {f.message}" for f in result.findings),
        product=as_product() if sample.product else None,
    )
    return judge_pdf(pdf, PAGE, STYLES, expected, name="sample.pdf", checks=(check,), edition=edition)


def as_product() -> ProductMeasures:
    """A product whose pages are the book's, and whose texts stand in the book's type area."""
    margin, paper = PAGE.margin, PAGE.paper
    width, height = paper.width.pt, paper.height.pt
    area = Box(margin.inner.pt, margin.head.pt, width - margin.outer.pt, height - margin.foot.pt)
    return ProductMeasures("sample", width, height, (area,))


def alter(pdf: Path, change: Callable[[PdfWriter], None]) -> None:
    """Change a finished PDF in place."""
    writer = PdfWriter(clone_from=PdfReader(pdf))
    change(writer)
    writer.write(pdf)


def _objects(writer: PdfWriter) -> list[Any]:
    found = []
    for item in writer._objects:
        value = item.get_object() if isinstance(item, IndirectObject) else item
        if isinstance(value, DictionaryObject):
            found.append(value)
    return found


def _without(writer: PdfWriter, key: str) -> None:
    for item in _objects(writer):
        item.pop(NameObject(key), None)


def _font_taken_out(writer: PdfWriter) -> None:
    _without(writer, "/FontFile2")
    _without(writer, "/FontFile3")


def _alternative_taken_out(writer: PdfWriter) -> None:
    _without(writer, "/Alt")


def _place_taken_out(writer: PdfWriter) -> None:
    del writer.root_object[NameObject("/Names")]


def _title_taken_out(writer: PdfWriter) -> None:
    writer.metadata = {}


def _trim_boxes_widened(writer: PdfWriter) -> None:
    for page in writer.pages:
        left, low, right, high = (float(value) for value in page["/TrimBox"])  # type: ignore[attr-defined]
        page[NameObject("/TrimBox")] = ArrayObject(FloatObject(n) for n in (left, low, right + 0.1 * 72 / 25.4, high))


def _drawn_too(writer: PdfWriter, operators: bytes) -> None:
    page = writer.pages[0]
    contents = page.get_contents()
    assert contents is not None
    stream = DecodedStreamObject()
    stream.set_data(contents.get_data() + operators)
    page[NameObject("/Contents")] = writer._add_object(stream)


def _line_in_red_green_and_blue(writer: PdfWriter) -> None:
    _drawn_too(writer, b"\n0 0 0 RG 200 200 m 300 200 l S\n")


def _area_in_all_inks(writer: PdfWriter) -> None:
    _drawn_too(writer, b"\n1 1 1 1 k 200 200 50 50 re f\n")


def _condition_taken_out(writer: PdfWriter) -> None:
    del writer.root_object[NameObject("/OutputIntents")]


def _last_page_taken_out(writer: PdfWriter) -> None:
    writer.remove_page(len(writer.pages) - 1)


ALTERATIONS: dict[str, Callable[[PdfWriter], None]] = {
    "the outlines of a font are taken out of the file": _font_taken_out,
    "the alternative of a figure is taken out of the file": _alternative_taken_out,
    "the name of a place is taken out of the file": _place_taken_out,
    "the title is taken out of the file": _title_taken_out,
    "the trim boxes are a tenth of a millimetre too wide": _trim_boxes_widened,
    "a line is drawn in red, green and blue": _line_in_red_green_and_blue,
    "an area is filled with all four inks": _area_in_all_inks,
    "the printing condition is taken out of the file": _condition_taken_out,
    "the last page is taken out of the file": _last_page_taken_out,
}
