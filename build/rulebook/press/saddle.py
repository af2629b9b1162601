"""Saddle stitching: the pages of a book two by two on sheets that are folded and laid into each other.

A sheet is printed on both sides, turned on its short edge. Of n pages, the first sheet has n and 1 on its front, 2 and
n − 1 on its back, the next n − 2 and 3, and so on to the middle.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pypdf import PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    DecodedStreamObject,
    DictionaryObject,
    FloatObject,
    NameObject,
)

from rulebook.render.page import Paper

_LEAF = 4


def signature(pages: int) -> list[tuple[int | None, int | None]]:
    """For each side of each sheet the numbers of its left and right page, from 1; None for a blank."""
    whole = -(-pages // _LEAF) * _LEAF
    sides: list[tuple[int, int]] = []
    for first in range(1, whole // 2, 2):
        last = whole + 1 - first
        sides += ((last, first), (first + 1, last - 1))
    return [(_there(left, pages), _there(right, pages)) for left, right in sides]


def _there(number: int, pages: int) -> int | None:
    return number if number <= pages else None


def impose_saddle(path: Path, target: Path, sheet: Paper | None = None) -> int:
    """Write the pages of a PDF as a booklet's sheets; the number of their sides.

    The sheets are as large as two pages, or of the paper `sheet`, lying, on which the pages are scaled to fit and stand
    in the middle. Raises OSError.
    """
    reader = PdfReader(path)
    width, height = (float(side) for side in (reader.pages[0].trimbox.width, reader.pages[0].trimbox.height))
    wide, tall = (2 * width, height) if sheet is None else _lying(sheet)
    scale = min(wide / (2 * width), tall / height)
    below = (tall - scale * height) / 2
    writer = PdfWriter()
    forms = [_form(writer, page) for page in reader.pages]
    for sides in signature(len(forms)):
        side = writer.add_blank_page(wide, tall)
        drawn, parts = DictionaryObject(), []
        for place, number in enumerate(sides):
            if number is None:
                continue
            name = f"/P{number}"
            drawn[NameObject(name)] = forms[number - 1]
            # The spine is the middle of the sheet.
            left = wide / 2 - (scale * width if place == 0 else 0)
            parts.append(f"q {scale:.6f} 0 0 {scale:.6f} {left:.4f} {below:.4f} cm {name} Do Q")
        side[NameObject("/Resources")] = DictionaryObject({NameObject("/XObject"): drawn})
        content = DecodedStreamObject()
        content.set_data("\n".join(parts).encode())
        side[NameObject("/Contents")] = writer._add_object(content)
    _describe(writer, reader)
    writer.pdf_header = reader.pdf_header
    with target.open("wb") as file:
        writer.write(file)
    return len(writer.pages)


def _lying(paper: Paper) -> tuple[float, float]:
    short, long = sorted((paper.width.pt, paper.height.pt))
    return long, short


def _form(writer: PdfWriter, page: Any) -> Any:
    """A page as a drawing, from the corner of what is trimmed."""
    trim = page.trimbox
    form = DecodedStreamObject()
    contents = page.get_contents()
    form.set_data(contents.get_data() if contents is not None else b"")
    packed = form.flate_encode()
    packed[NameObject("/Type")] = NameObject("/XObject")
    packed[NameObject("/Subtype")] = NameObject("/Form")
    packed[NameObject("/BBox")] = ArrayObject(FloatObject(value) for value in trim)
    moved = (1, 0, 0, 1, -float(trim.left), -float(trim.bottom))
    packed[NameObject("/Matrix")] = ArrayObject(FloatObject(value) for value in moved)
    resources = page.get("/Resources")
    packed[NameObject("/Resources")] = (
        resources.get_object().clone(writer) if resources is not None else DictionaryObject()
    )
    return writer._add_object(packed)


def _describe(writer: PdfWriter, reader: PdfReader) -> None:
    """What the book says of itself, and how its sheets are to be turned."""
    writer.metadata = {key: str(value) for key, value in (reader.metadata or {}).items()}
    root = writer.root_object
    root[NameObject("/ViewerPreferences")] = DictionaryObject(
        {NameObject("/Duplex"): NameObject("/DuplexFlipShortEdge"), NameObject("/PrintScaling"): NameObject("/None")}
    )
    language = reader.root_object.get("/Lang")
    if language is not None:
        root[NameObject("/Lang")] = language
    identifier: Any = reader.trailer.get("/ID")
    if identifier is not None:
        writer._ID = ArrayObject(identifier.get_object())
