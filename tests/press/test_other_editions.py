"""The tiny book with little ink, on another paper, and as a booklet."""

from __future__ import annotations

from pathlib import Path

import page as page_checker
import pdfua
import pypdfium2 as pdfium
import pytest
from pypdf import PdfReader
from pypdf.generic import ContentStream

from rulebook.preflight.reading import read_pdf
from rulebook.press.editions import BookOrder
from tests.press.press_books import made

pytestmark = pytest.mark.slow

A4 = "\npaper-a4:\n  width: 210mm\n  height: 297mm\n"


@pytest.fixture
def book(tiny_book: Path) -> Path:
    measures = tiny_book / "styles" / "page.yaml"
    measures.write_text(measures.read_text(encoding="utf-8") + A4, encoding="utf-8")
    return tiny_book


def _inked(pdf: Path) -> float:
    """How much ink the pages take, in per cent of one plate: black for the grey in a colour, and what is left of it."""
    total = pixels = 0.0
    for page in pdfium.PdfDocument(pdf):
        for count, colour in page.render(scale=1).to_pil().convert("RGB").getcolors(1 << 24) or ():
            shares = [1 - part / 255 for part in colour]
            black = min(shares)
            mixed = sum((share - black) / (1 - black) for share in shares) if black < 1 else 0.0
            total += count * (black + mixed)
            pixels += count
    return 100 * total / pixels


def test_low_ink_is_black_alone_and_less_of_it(book: Path) -> None:
    screen, ink = (made(book, order).output for order in (BookOrder(), BookOrder("ink")))
    assert screen is not None
    assert ink is not None
    reader = PdfReader(ink)
    colours = {
        (operator, *map(float, operands))
        for page in reader.pages
        for stream in (page.get_contents(), *(x.get_object() for x in page["/Resources"].get("/XObject", {}).values()))  # type: ignore[attr-defined]
        for operands, operator in ContentStream(stream, reader).operations
        if operator in (b"g", b"G", b"rg", b"RG", b"k", b"K", b"sc", b"scn")
    }
    assert colours <= {(b"g", 0), (b"G", 0), (b"g", 1), (b"G", 1)}
    assert (b"g", 0) in colours
    # The lines of text are those of the screen, and its links and structure are still there.
    before, after = read_pdf(screen), read_pdf(ink)
    for old, new in zip(before.sheets, after.sheets, strict=True):
        assert [run.text for run in old.runs] == [run.text for run in new.runs]
        assert [run.baseline for run in old.runs] == pytest.approx([run.baseline for run in new.runs])
    assert after.lines
    # It can still be read by everybody, say both checkers of that.
    assert page_checker.validate_pdf(ink, profile="ua1").is_compliant
    assert list(pdfua.validate(str(ink)).findings) == []
    assert "/StructTreeRoot" in reader.root_object
    assert _inked(ink) < 0.9 * _inked(screen)


def test_letter_is_set_anew_with_its_own_page_numbers(book: Path) -> None:
    letter = made(book, BookOrder(paper="letter")).output
    assert letter is not None
    for page in PdfReader(letter).pages:
        assert float(page.mediabox.width) == pytest.approx(612, abs=0.03)
        assert float(page.mediabox.height) == pytest.approx(792, abs=0.03)


def test_a_booklet_has_the_pages_in_the_order_of_its_folios(book: Path) -> None:
    screen = made(book, BookOrder()).output
    assert screen is not None
    pages = len(PdfReader(screen).pages)
    volume = made(book, BookOrder(impose="saddle", sheet="a4"))
    assert volume.output is not None
    whole = -(-pages // 4) * 4
    sides = [
        [
            run.text.strip()
            for run in sorted(sheet.runs, key=lambda r: r.left)
            if run.text.strip().isdigit() and _low(run)
        ]
        for sheet in read_pdf(volume.output).sheets
    ]
    assert volume.pages == len(sides) == whole // 2
    wanted = []
    for first in range(1, whole // 2, 2):
        wanted += [(whole + 1 - first, first), (first + 1, whole - first)]
    # The first page is a title and has no folio.
    assert sides == [[str(n) for n in pair if 1 < n <= pages] for pair in wanted]


def test_a_booklet_with_little_ink_is_that_edition_on_sheets(book: Path) -> None:
    pages, booklet = (made(book, BookOrder("ink", impose=impose)).output for impose in ("", "saddle"))
    assert pages is not None
    assert booklet is not None
    laid, imposed = read_pdf(pages), read_pdf(booklet)
    assert sorted(run.text for sheet in imposed.sheets for run in sheet.runs) == sorted(
        run.text for sheet in laid.sheets for run in sheet.runs
    )
    greys = {
        tuple(colour)
        for page in pdfium.PdfDocument(booklet)
        for _, colour in page.render(scale=1).to_pil().convert("RGB").getcolors(1 << 24) or ()
    }
    assert all(len(set(colour)) == 1 for colour in greys)


def _low(run: object) -> bool:
    """Whether a number stands at the foot of a sheet of A4, lying, where the folios are."""
    return getattr(run, "baseline", 0) > 540
