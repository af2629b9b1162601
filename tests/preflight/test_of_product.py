"""Products beside the book, judged from their finished PDFs: each fault is found, named, and keeps the old PDF."""

from __future__ import annotations

import errno
import sys
from pathlib import Path

import pytest

from rulebook import cli
from rulebook.load import load_book
from rulebook.model import Book
from rulebook.preflight.contents import Box
from rulebook.preflight.expected import map_beside, read_map
from rulebook.preflight.of_product import Judging
from rulebook.preflight.product_measures import ProductMeasures, within_margin
from rulebook.product import Printed, judging_of, product_page, set_product
from rulebook.progress import Progress
from rulebook.render.page import Page
from tests.conftest import REPOSITORY

HTML = '<!doctype html><html lang="en-GB"><head><title>A leaf</title></head><body>{}</body></html>'
SOUND = "<p data-source='content/a.yaml:3:1'>A text of one line.</p>"

FAULTS = {
    "outside": ("<p data-source='content/a.yaml:7:1' style='margin-left: -4mm'>Too far to the left.</p>", "P102"),
    "overlap": (SOUND + "<p style='position: relative; top: -10.5pt'>Another line on it.</p>", "P103"),
    "missing": (
        SOUND + "<p data-source='content/a.yaml:7:1'>A <span style='display: none'>word that nobody sees.</span></p>",
        "P104",
    ),
    "ink": ("<p data-source='content/a.yaml:7:1' style='color: #ff0000'>In red.</p>", "P112"),
    "small": ("<p data-source='content/a.yaml:7:1' style='font-size: 7pt'>Too small.</p>", "P130"),
    "size": ("<style>@page { size: 100mm 210mm }</style>" + SOUND, "P101"),
}


@pytest.fixture(scope="module")
def book() -> Book:
    loaded = load_book(REPOSITORY)
    assert loaded.book is not None
    return loaded.book


@pytest.fixture(scope="module")
def page() -> Page:
    return product_page(REPOSITORY, "sheet", "a5")


def _set(book: Book, page: Page, body: str, output: Path, judging: Judging | None = None) -> Printed:
    judged = judging or judging_of(book.root, output, within_margin(page, "sheet"))
    with Progress() as progress:
        return set_product(
            book, HTML.format(body), page, book.root / "styles/sheet.css", output, progress, judging=judged
        )


def test_a_sound_product_has_its_map_and_is_judged_by_it(
    book: Book, page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "leaf.pdf"
    assert _set(book, page, SOUND, output).findings == ()
    expected = read_map(map_beside(output))
    assert expected.work == "A leaf"
    assert expected.product == within_margin(page, "sheet")
    assert [block.source for block in expected.blocks] == ["content/a.yaml:3:1"]
    monkeypatch.setattr(sys, "argv", ["rulebook", "preflight", "--book", str(REPOSITORY), str(output)])
    with pytest.raises(SystemExit) as stop:
        cli.main()
    assert not stop.value.code
    assert ": 1 page, no findings" in capsys.readouterr().out


def test_a_full_disk_is_said_of_the_pdf(
    book: Book, page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: object, part: Path, __: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(part))

    monkeypatch.setattr("rulebook.render.pdf.render_pdf", full)
    with pytest.raises(OSError, match="No space") as caught:
        _set(book, page, SOUND, tmp_path / "leaf.pdf")
    assert caught.value.filename == str(tmp_path / "leaf.pdf")


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found_and_keeps_the_old_pdf(book: Book, page: Page, tmp_path: Path, fault: str) -> None:
    body, code = FAULTS[fault]
    output = tmp_path / "leaf.pdf"
    output.write_text("as it was")
    printed = _set(book, page, body, output)
    assert printed.output is None
    assert {finding.code for finding in printed.findings} == {code}
    if "a.yaml:7:1" in body:
        assert "content/a.yaml:7:1" in {str(finding.position) for finding in printed.findings}
    assert all(finding.message.startswith("page 1: ") for finding in printed.findings)
    assert output.read_text() == "as it was"
    assert list(tmp_path.iterdir()) == [output]


def test_a_text_over_the_edge_of_one_card_into_another_is_found(book: Book, page: Page, tmp_path: Path) -> None:
    width, height = page.paper.width.pt, page.paper.height.pt
    halves = (Box(0, 0, width / 2 - 5, height), Box(width / 2 + 5, 0, width, height))
    judging = Judging(ProductMeasures("leaf", width, height, halves), "leaf.pdf")
    body = "<p style='margin-left: {}mm'>A text of one line.</p>"
    assert _set(book, page, body.format(5), tmp_path / "leaf.pdf", judging).findings == ()
    (finding,) = _set(book, page, body.format(50), tmp_path / "leaf.pdf", judging).findings
    assert finding.code == "P102"
    assert finding.message.startswith("page 1: ‘A text of one line.’ stands ")
    assert str(finding.position) == "leaf.pdf:1:1"


def test_a_product_with_little_ink_is_in_black_alone(book: Book, page: Page, tmp_path: Path) -> None:
    judging = Judging(within_margin(page, "sheet", low_ink=True), "leaf.pdf")
    body = "<p style='color: {}'>A text.</p>"
    assert _set(book, page, body.format("#000000"), tmp_path / "leaf.pdf", judging).findings == ()
    found = _set(book, page, body.format("var(--ink-bronze)"), tmp_path / "leaf.pdf", judging).findings
    assert [finding.code for finding in found] == ["P112"]


def test_a_product_with_little_ink_fills_no_large_area(book: Book, page: Page, tmp_path: Path) -> None:
    output = tmp_path / "leaf.pdf"
    body = "<p>A text.</p><p style='height: {}mm; width: 20mm; background: #000000'></p>"
    for low_ink, height, wrong in ((True, 4, False), (True, 6, True), (False, 6, False)):
        judging = judging_of(book.root, output, within_margin(page, "sheet", low_ink=low_ink))
        found = _set(book, page, body.format(height).replace("#000000", "var(--ink-black)"), output, judging).findings
        inks = {"P112"} if low_ink else set()
        assert {finding.code for finding in found} - inks == ({"P128"} if wrong else set())
