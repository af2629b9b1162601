"""The tiny book for a press: boxes, plates and marks of the finished file, measured apart from the checks."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from pypdf import PdfReader
from pypdf.generic import ContentStream

from rulebook import cli
from rulebook.preflight.reading import read_pdf
from rulebook.press.editions import BookOrder
from tests.conftest import REPOSITORY, TINY
from tests.editing import edit
from tests.press.press_books import for_a_press, made, page_of

pytestmark = pytest.mark.slow

POINTS_PER_MM = 72 / 25.4
SPOT, CMYK = BookOrder("press"), BookOrder("press", "cmyk")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("press") / "tiny"
    for name in ("templates", "styles", "figures"):
        shutil.copytree(REPOSITORY / name, root / name)
    shutil.copytree(TINY, root, dirs_exist_ok=True)
    return for_a_press(root)


@pytest.fixture(scope="module")
def screen(book: Path) -> Path:
    output = made(book, BookOrder()).output
    assert output is not None
    return output


@pytest.fixture(scope="module")
def spot(book: Path) -> Path:
    output = made(book, SPOT).output
    assert output is not None
    return output


@pytest.fixture(scope="module")
def cmyk(book: Path) -> Path:
    output = made(book, CMYK).output
    assert output is not None
    return output


def test_each_has_its_own_file(screen: Path, spot: Path, cmyk: Path) -> None:
    names = [path.name.removeprefix(screen.stem) for path in (screen, spot, cmyk)]
    assert names == [".pdf", "-press.pdf", "-press-cmyk.pdf"]


def test_the_boxes_are_right_to_a_hundredth_of_a_millimetre(spot: Path) -> None:
    for page in PdfReader(spot).pages:
        for box, left, width, height in (
            (page.mediabox, 0, 228, 315),
            (page.bleedbox, 6, 216, 303),
            (page.trimbox, 9, 210, 297),
        ):
            sides = (float(box.left), float(box.bottom), float(box.width), float(box.height))
            for found, wanted in zip(sides, (left, left, width, height), strict=True):
                assert found / POINTS_PER_MM == pytest.approx(wanted, abs=0.01)


def test_the_lines_are_those_of_the_screen_moved_from_the_spine(screen: Path, spot: Path) -> None:
    before, after = read_pdf(screen).sheets, read_pdf(spot).sheets
    assert len(after) % 4 == 0
    assert len(after) - len(before) in range(4)
    moved = 0
    for old, new in zip(before, after[: len(before)], strict=True):
        # What is in the type area: the tab stays at the edge.
        shift = (9 + (3 if old.number % 2 else -3)) * POINTS_PER_MM
        pairs = list(zip(old.runs, new.runs, strict=True))
        assert [run.text for run, _ in pairs] == [run.text for _, run in pairs]
        for one, other in pairs:
            if one.tag is not None:
                moved += 1
                assert other.left - one.left == pytest.approx(shift, abs=0.01)
                assert other.baseline - one.baseline == pytest.approx(9 * POINTS_PER_MM, abs=0.01)
    assert moved > 50
    assert all(not any(run.text.strip() for run in sheet.runs) for sheet in after[len(before) :])


def _operations(path: Path) -> Iterator[tuple[int, list[object], bytes]]:
    """All operators of a file: of its pages, and of what these draw."""
    reader = PdfReader(path)
    for number, page in enumerate(reader.pages, 1):
        streams = [page.get_contents()]
        drawings = page["/Resources"].get("/XObject", {})  # type: ignore[attr-defined]
        streams += [value.get_object() for value in drawings.values()]
        for stream in streams:
            for operands, operator in ContentStream(stream, reader).operations:
                yield number, operands, operator


@pytest.mark.parametrize("name", ["spot", "cmyk"])
def test_there_is_no_red_green_and_blue(name: str, request: pytest.FixtureRequest) -> None:
    path: Path = request.getfixturevalue(name)
    seen = [operator for _, _, operator in _operations(path)]
    assert not {b"rg", b"RG", b"g", b"G", b"sh", b"BI"} & set(seen)
    assert seen.count(b"k") > 10
    assert b"/DeviceRGB" not in path.read_bytes()


def test_with_spot_inks_process_colours_are_black_alone(spot: Path) -> None:
    shares = {tuple(map(float, operands)) for _, operands, operator in _operations(spot) if operator in (b"k", b"K")}  # type: ignore[arg-type]
    assert shares == {(0, 0, 0, 1), (0, 0, 0, 0.48), (0, 0, 0, 0)}
    spaces = {str(operands[0]) for _, operands, operator in _operations(spot) if operator in (b"cs", b"CS")}
    assert spaces == {"/EditionSea", "/EditionBrass"}


def test_in_four_colours_there_is_no_space_of_another(cmyk: Path) -> None:
    operators = {operator for _, _, operator in _operations(cmyk)}
    assert not {b"cs", b"CS", b"scn", b"SCN"} & operators


def test_tabs_run_into_the_bleed_and_marks_keep_out_of_it(spot: Path) -> None:
    right, over = (9 + 210) * POINTS_PER_MM, (9 + 213) * POINTS_PER_MM
    rectos = [
        sheet for sheet in read_pdf(spot).sheets if sheet.number % 2 and any(run.text.strip() for run in sheet.runs)
    ]
    tabs = [p.box for sheet in rectos for p in sheet.paints if p.kind == "fill" and p.box and p.box.right > right - 1]
    assert tabs
    assert all(box.right == pytest.approx(over, abs=0.02) for box in tabs)
    content = PdfReader(spot).pages[0].get_contents()
    assert content is not None
    last = content.get_data().decode("latin-1").rpartition("/EditionOverLines gs")[2]
    lines = re.findall(r"(-?[\d.]+) (-?[\d.]+) m (-?[\d.]+) (-?[\d.]+) l", last)
    assert len(lines) == 3 * 8
    for x1, y1, x2, y2 in (tuple(float(part) / POINTS_PER_MM for part in line) for line in lines):
        assert (x1 == x2) != (y1 == y2)
        out = [max(-x if x < 105 else x - 210, -y if y < 148 else y - 297) for x, y in ((x1, y1), (x2, y2))]
        assert sorted(out) == [pytest.approx(4, abs=0.01), pytest.approx(9, abs=0.01)]


def test_the_file_says_what_it_is(spot: Path, book: Path) -> None:
    reader = PdfReader(spot)
    assert reader.pdf_header == "%PDF-1.6"
    packet = reader.root_object["/Metadata"].get_object().get_data().decode()  # type: ignore[union-attr]
    assert "<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>" in packet
    assert "pdfuaid" not in packet
    assert reader.metadata is not None
    assert str(reader.metadata["/Trapped"]) == "/False"
    intents: Any = reader.root_object["/OutputIntents"]
    (intent,) = intents
    editions, _ = page_of(book, SPOT)
    assert editions.press is not None
    assert intent["/S"] == "/GTS_PDFX"
    assert intent["/OutputConditionIdentifier"] == "FOGRA39"
    profile = intent["/DestOutputProfile"].get_object()
    assert profile["/N"] == 4
    assert profile.get_data() == editions.press.condition.profile.read_bytes()
    assert not any("/Annots" in page for page in reader.pages)
    assert {"/StructTreeRoot", "/Outlines", "/Names"} & reader.root_object.keys() == set()


@pytest.mark.parametrize(
    ("name", "plates"), [("spot", {"Black", "Brass", "Sea"}), ("cmyk", {"Black", "Cyan", "Magenta", "Yellow"})]
)
def test_only_the_declared_plates_carry_ink(
    name: str, plates: set[str], request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """By an interpreter that is not ours: Ghostscript's separations."""
    ghostscript = shutil.which("gs")
    if ghostscript is None:
        pytest.skip("Ghostscript (gs) is not on this machine: apt-get install ghostscript")
    path: Path = request.getfixturevalue(name)
    command = [ghostscript, "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=tiffsep", "-r36"]
    subprocess.run([*command, f"-sOutputFile={tmp_path}/%d.tif", path], check=True, capture_output=True)
    inked = set()
    for plate in tmp_path.glob("*(*).tif"):
        with Image.open(plate) as image:
            if sum(image.convert("L").histogram()[:255]):
                inked.add(plate.stem.partition("(")[2].rstrip(")"))
    assert inked == plates


@pytest.mark.parametrize("name", ["spot", "cmyk"])
def test_another_library_reads_the_file_without_complaint(name: str, request: pytest.FixtureRequest) -> None:
    pikepdf = pytest.importorskip("pikepdf", reason="pikepdf, which comes with a checker of the tests, is not here")
    path: Path = request.getfixturevalue(name)
    with pikepdf.open(path) as pdf:
        assert pdf.check_pdf_syntax() == []
        assert pdf.pdf_version == "1.6"


def test_two_builds_are_the_same_to_the_byte(book: Path, spot: Path, tmp_path: Path) -> None:
    other = tmp_path / "another place" / "tiny"
    shutil.copytree(book, other)
    output = tmp_path / "out.pdf"
    setting = {"TZ": "America/Anchorage", "PYTHONHASHSEED": "77", "LANG": "C.UTF-8", "HOME": "/nonexistent"}
    command = [sys.executable, "-m", "rulebook", "book", "--book", str(other), "--edition", "press"]
    subprocess.run([*command, "--output", str(output)], check=True, env={**os.environ, **setting}, capture_output=True)
    assert output.read_bytes() == spot.read_bytes()


def _run(monkeypatch: pytest.MonkeyPatch, book: Path, *options: str) -> int:
    monkeypatch.setattr(sys, "argv", ["rulebook", "book", "--book", str(book), *options])
    try:
        cli.main()
    except SystemExit as stop:
        return int(stop.code or 0)
    return 0


def test_what_is_found_in_the_finished_file_leaves_the_old_one(
    tiny_book: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    book = for_a_press(tiny_book)
    edit(book / "styles" / "editions.yaml", "total-ink: 240", "total-ink: 90")
    old = book / "dist" / "old.pdf"
    old.parent.mkdir()
    old.write_bytes(b"%PDF old")
    assert _run(monkeypatch, book, "--edition", "press", "--output", str(old)) == 1
    assert "P124 page 1: " in capsys.readouterr().err
    assert old.read_bytes() == b"%PDF old"
    assert [path.name for path in old.parent.iterdir()] == ["old.pdf"]


def test_a_book_without_press_inks_is_refused_before_it_is_laid(
    tiny_book: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(monkeypatch, tiny_book, "--edition", "press") == 1
    err = capsys.readouterr().err
    assert "styles/page.yaml:30:11 P010 ink.bronze: it is not said what a press prints it from" in err
    assert not (tiny_book / "dist").exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--edition", "vellum"], "'vellum' is not one of"),
        (["--edition", "press", "--draft"], "a draft is no file for a press"),
        (["--edition", "press", "--impose", "saddle"], "a press lays the pages on its own sheets"),
        (["--inks", "cmyk"], "‘--inks’ is for ‘--edition press’ alone"),
        (["--sheet", "a4"], "‘--sheet’ is for ‘--impose’ alone"),
        (["--printing", "1.0", "--edition", "ink"], "a frozen printing is set as it is"),
    ],
)
def test_what_cannot_be_meant_together(
    tiny_book: Path,
    options: list[str],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert _run(monkeypatch, tiny_book, *options) == 2
    assert message in " ".join(capsys.readouterr().err.split())
