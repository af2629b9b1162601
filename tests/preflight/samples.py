"""The samples of the checks, set with the book's own styles; and what is done to a finished PDF to alter it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from pypdf import PdfReader, PdfWriter
from pypdf.generic import DictionaryObject, IndirectObject, NameObject

from rulebook.preflight.check import PrintCheck, Sample
from rulebook.preflight.expected import Expected, Opening
from rulebook.preflight.run import Judged, judge_pdf
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
    if sample.altered:
        alter(pdf, ALTERATIONS[sample.altered])
    expected = Expected(
        WORK,
        "en-GB",
        tuple(Opening(*opening) for opening in sample.openings),
        result.blocks,
        tuple(f"{f.code} {f.message}" for f in result.findings),
    )
    return judge_pdf(pdf, PAGE, STYLES, expected, name="sample.pdf", checks=(check,))


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


ALTERATIONS: dict[str, Callable[[PdfWriter], None]] = {
    "the outlines of a font are taken out of the file": _font_taken_out,
    "the alternative of a figure is taken out of the file": _alternative_taken_out,
    "the name of a place is taken out of the file": _place_taken_out,
    "the title is taken out of the file": _title_taken_out,
}
