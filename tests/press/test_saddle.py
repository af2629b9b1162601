"""Booklets: the order of the pages, read back from the sheets of a finished PDF."""

from __future__ import annotations

from pathlib import Path

import pypdfium2 as pdfium
import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import ContentStream, DecodedStreamObject, DictionaryObject, NameObject

from rulebook.press.saddle import impose_saddle, signature
from rulebook.render.page import Length, Paper

A4 = (595.276, 841.89)


def test_a_sheet_has_four_pages() -> None:
    assert signature(4) == [(4, 1), (2, 3)]
    assert signature(8) == [(8, 1), (2, 7), (6, 3), (4, 5)]


def test_what_is_left_over_is_blank_at_the_end() -> None:
    assert signature(5) == [(None, 1), (2, None), (None, 3), (4, 5)]
    assert signature(1) == [(None, 1), (None, None)]


@pytest.mark.parametrize("pages", range(1, 50))
def test_a_folded_booklet_is_read_in_order(pages: int) -> None:
    sides = signature(pages)
    # Each sheet is two sides; laid into each other and folded, the right halves of fronts and left of backs come first.
    fronts, backs = sides[::2], sides[1::2]
    first = [number for front, back in zip(fronts, backs, strict=True) for number in (front[1], back[0])]
    second = [number for front, back in zip(fronts, backs, strict=True) for number in (front[0], back[1])]
    whole = [*first, *reversed(second)]
    assert whole == [*range(1, pages + 1), *[None] * (-pages % 4)]


def _numbered(path: Path, pages: int) -> Path:
    """A PDF whose pages bear their numbers."""
    writer = PdfWriter()
    font = {"/Type": "/Font", "/Subtype": "/Type1", "/BaseFont": "/Helvetica"}
    named = DictionaryObject({NameObject(key): NameObject(value) for key, value in font.items()})
    for number in range(1, pages + 1):
        page = writer.add_blank_page(*A4)
        fonts = DictionaryObject({NameObject("/F"): named})
        page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
        content = DecodedStreamObject()
        content.set_data(f"BT /F 40 Tf 250 400 Td (n{number}) Tj ET".encode())
        page[NameObject("/Contents")] = writer._add_object(content)
    writer.write(path)
    return path


def _halves(path: Path) -> list[tuple[str, str]]:
    """The words on the left and right half of each side."""
    found = []
    for page in pdfium.PdfDocument(path):
        width, height = page.get_size()
        text = page.get_textpage()
        left = text.get_text_bounded(0, 0, width / 2, height)
        right = text.get_text_bounded(width / 2, 0, width, height)
        found.append((left.strip(), right.strip()))
    return found


@pytest.mark.parametrize("sheet", [None, Paper(Length(210, "mm"), Length(297, "mm"))])
def test_the_order_stands_in_the_finished_sheets(tmp_path: Path, sheet: Paper | None) -> None:
    target = tmp_path / "booklet.pdf"
    assert impose_saddle(_numbered(tmp_path / "pages.pdf", 6), target, sheet) == 4
    assert _halves(target) == [("", "n1"), ("n2", ""), ("n6", "n3"), ("n4", "n5")]


def test_two_pages_fill_a_sheet_as_large_as_both(tmp_path: Path) -> None:
    target = tmp_path / "booklet.pdf"
    impose_saddle(_numbered(tmp_path / "pages.pdf", 4), target)
    box = PdfReader(target).pages[0].mediabox
    assert [float(box.width), float(box.height)] == pytest.approx([2 * A4[0], A4[1]])


def test_pages_are_scaled_to_the_paper(tmp_path: Path) -> None:
    target = tmp_path / "booklet.pdf"
    impose_saddle(_numbered(tmp_path / "pages.pdf", 4), target, Paper(Length(210, "mm"), Length(297, "mm")))
    page = PdfReader(target).pages[0]
    box = page.mediabox
    assert [float(box.width), float(box.height)] == pytest.approx([A4[1], A4[0]], 1e-4)
    contents = page.get_contents()
    assert contents is not None
    scale = float(contents.get_data().split()[1])
    assert scale == pytest.approx(A4[0] / A4[1], abs=0.001)


@pytest.mark.parametrize("sheet", [None, Paper(Length(210, "mm"), Length(297, "mm"))], ids=["as large", "on A4"])
def test_every_page_stands_upright_against_the_spine_and_nothing_is_shifted(
    tmp_path: Path, sheet: Paper | None
) -> None:
    target = tmp_path / "booklet.pdf"
    impose_saddle(_numbered(tmp_path / "pages.pdf", 13), target, sheet)
    reader = PdfReader(target)
    found: dict[int, tuple[int, bool]] = {}
    for number, side in enumerate(reader.pages):
        boxes = {name: list(map(float, box)) for name, box in (("media", side.mediabox), ("trim", side.trimbox))}
        assert boxes["media"] == boxes["trim"]
        assert side.get("/Rotate", 0) == 0
        wide, tall = boxes["media"][2:]
        assert wide > tall
        matrix = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0]
        for operands, operator in ContentStream(side.get_contents(), reader).operations:
            assert operator in (b"q", b"cm", b"Do", b"Q")
            if operator == b"cm":
                matrix = [float(part) for part in operands]
            if operator != b"Do":
                continue
            scale = matrix[0]
            assert matrix[:4] == [scale, 0, 0, scale]
            on_the_right = matrix[4] > wide / 4
            # Every page of the pile meets the spine: there is no creep.
            spine = matrix[4] if on_the_right else matrix[4] + scale * A4[0]
            assert spine == pytest.approx(wide / 2, abs=0.01)
            assert matrix[5] == pytest.approx((tall - scale * A4[1]) / 2, abs=0.01)
            form = side["/Resources"]["/XObject"][operands[0]].get_object()  # type: ignore[index]
            text = form.get_data().decode()
            found[int(text.partition("(n")[2].partition(")")[0])] = number, on_the_right
    # Page 1 is on the first front, at the right; each leaf has an odd page in front and the next behind it.
    assert found[1] == (0, True)
    for page in range(1, 13, 2):
        front, back = found[page], found[page + 1]
        assert front[1] != back[1]
        assert front[0] // 2 == back[0] // 2
        assert front[0] != back[0]
    # Facing pages lie side by side once the sheets are folded: the left one on a left half.
    assert all(found[page][1] is bool(page % 2) for page in found)
    assert sorted(found) == list(range(1, 14))


def test_the_sheets_are_turned_on_their_short_edge(tmp_path: Path) -> None:
    target = tmp_path / "booklet.pdf"
    impose_saddle(_numbered(tmp_path / "pages.pdf", 4), target)
    assert PdfReader(target).root_object["/ViewerPreferences"]["/Duplex"] == "/DuplexFlipShortEdge"  # type: ignore[index]
