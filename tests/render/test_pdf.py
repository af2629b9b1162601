"""The PDF: what is in it, when it is put in place, and that it is the same everywhere."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from rulebook.render import pdf
from rulebook.render.fonts import font_names
from rulebook.render.pdf import HtmlDocument, RenderResult, render_pdf
from tests.render.book_styles import PAGE, ROOT, SAMPLE, STYLES, chapter, document

BODY = (
    '<div class="tab tab-1">I</div><header class="book-band" id="book-of-roads">'
    '<p class="book-label">Book <span class="book-number">I</span></p>'
    '<h1 class="book-title">Book of Roads</h1></header>'
) + chapter(
    '<p>A fall of 7″ does 4 Harm. <a class="reference" href="#panic">→ Panic</a></p>'
    '<h3 class="section" id="panic-the-check">The check</h3><p>Roll a D12; −1 for each light that is out.</p>'
)


def read(output: Path) -> Any:
    """The PDF as pypdf reads it, whose types say less than it knows."""
    return PdfReader(output)


def codes(result: RenderResult) -> list[str]:
    return [finding.code for finding in result.findings]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[RenderResult, Path]:
    """A small document, set once."""
    output = tmp_path_factory.mktemp("made") / "book.pdf"
    return render_pdf(document(BODY), output), output


def test_it_is_whole(made: tuple[RenderResult, Path]) -> None:
    result, output = made
    assert result.findings == ()
    assert result.written
    assert result.pages == len(read(output).pages) == 1
    assert names(output.parent) == ["book.pdf"]
    assert result.layout_seconds > 0 < result.write_seconds


def test_the_sheet(made: tuple[RenderResult, Path]) -> None:
    box = read(made[1]).pages[0].mediabox
    assert (float(box.width), float(box.height)) == pytest.approx((595.276, 841.89), abs=0.01)


def test_the_metadata(made: tuple[RenderResult, Path]) -> None:
    reader = read(made[1])
    assert dict(reader.metadata) == {
        "/Title": "The Long Valley",
        "/Author": "The authors of the valley",
        "/Subject": "A game of walking",
        "/Keywords": "walking, rules",
        "/Producer": "WeasyPrint 70.0",
        "/CreationDate": "D:20261010000000Z",
        "/ModDate": "D:20261011000000Z",
    }
    assert reader.root_object["/Lang"] == "en-GB"
    assert "/StructTreeRoot" in reader.root_object


def test_the_bookmarks(made: tuple[RenderResult, Path]) -> None:
    book, chapters = read(made[1]).outline
    first, sections = chapters
    assert [book.title, first.title] == ["Book of Roads", "11 Panic"]
    assert [section.title for section in sections] == ["The check"]


def test_the_text(made: tuple[RenderResult, Path]) -> None:
    text = read(made[1]).pages[0].extract_text()
    assert "A fall of 7″ does 4 Harm. → Panic\u00a01" in text
    assert "−1 for each light" in text


def test_its_fonts_are_the_books(made: tuple[RenderResult, Path]) -> None:
    page = read(made[1]).pages[0]
    by_pypdf = {str(font.get_object()["/BaseFont"])[1:] for font in page["/Resources"]["/Font"].values()}
    assert font_names(made[1].read_bytes()) == by_pypdf
    assert {name.split("+")[1] for name in by_pypdf} == {"Spectral", "Fraunces-Display", "Fraunces-Semi-Bold"}


@pytest.mark.parametrize(
    ("body", "code", "message"),
    [
        ("<p>☃</p>", "P003", "U+2603"),
        ('<p><a href="#nowhere">there</a></p>', "P004", "nowhere"),
        ('<p id="a">One</p><p id="a">Two</p>', "P005", "a"),
        ('<p style="colour: red">Red</p>', "P006", "colour"),
        ('<p style="font-family: Comic">Ha</p>', "P007", "'Comic'"),
        (
            '<img src="file:///etc/hosts" alt="">',
            "P002",
            "file:///etc/hosts cannot be read: outside the book's folders",
        ),
        ('<img src="https://localhost/a.svg" alt="">', "P002", "only the book's own files"),
    ],
)
def test_a_fault_is_a_finding_and_the_old_pdf_stays(body: str, code: str, message: str, tmp_path: Path) -> None:
    output = tmp_path / "book.pdf"
    output.write_bytes(b"old")
    result = render_pdf(document(body), output)
    assert set(codes(result)) == {code}
    assert any(message in finding.message for finding in result.findings)
    assert not result.written
    assert output.read_bytes() == b"old"
    assert names(tmp_path) == ["book.pdf"]


def test_despite_findings(tmp_path: Path) -> None:
    output = tmp_path / "book.pdf"
    result = render_pdf(document("<p>☃</p>"), output, despite_findings=True)
    assert codes(result) == ["P003"]
    assert result.written
    assert output.read_bytes().startswith(b"%PDF")


def test_a_font_that_cannot_be_read(tmp_path: Path) -> None:
    sheet = tmp_path / "extra.css"
    sheet.write_text("@font-face { font-family: 'Gone'; src: url('gone.ttf') }", encoding="utf-8")
    result = render_pdf(document("<p>Text</p>", extra=(sheet,)), tmp_path / "book.pdf")
    assert set(codes(result)) == {"P002"}


def test_what_is_wrong_with_a_style_sheet_is_told_at_its_line(tmp_path: Path) -> None:
    styles = tmp_path / "styles"
    styles.mkdir()
    (styles / "book.css").write_text("@import 'text.css';\n@import 'gone.css';\np { colour: red }\n", encoding="utf-8")
    face = "@font-face {\n  font-family: 'Gone';\n  src: url('gone.ttf');\n}\n"
    (styles / "text.css").write_text(f"{face}@media print {{\n  p {{ margn: 0 }}\n}}\n", encoding="utf-8")
    told = replace(document("<p>Text</p>", extra=(styles / "book.css",)), root=tmp_path)
    result = render_pdf(told, tmp_path / "book.pdf")
    assert [f"{f.position} {f.code} {f.message}" for f in result.findings] == [
        "styles/book.css:2:10 P002 styles/gone.css cannot be read: No such file or directory",
        "styles/book.css:3:5 P006 Ignored `colour: red `, unknown property.",
        "styles/text.css:3:13 P002 styles/gone.ttf cannot be read: No such file or directory",
        "styles/text.css:6:7 P006 Ignored `margn: 0 `, unknown property.",
    ]


def test_without_any_font_nothing_is_laid_out(tmp_path: Path) -> None:
    # The engine would end the process.
    sheet = tmp_path / "book.css"
    sheet.write_text("@import 'fnts.css';\np { margin: 0 }\n", encoding="utf-8")
    told = replace(document("<p>Text</p>"), stylesheets=(sheet,), root=tmp_path)
    result = render_pdf(told, tmp_path / "book.pdf")
    assert [f"{f.position} {f.code} {f.message}" for f in result.findings] == [
        "book.css:1:1 P007 no font can be read through the style sheets, and nothing can be set without one",
        "book.css:1:10 P002 fnts.css cannot be read: No such file or directory",
    ]
    assert (result.written, names(tmp_path)) == (False, ["book.css"])


def test_a_style_sheet_that_is_missing(tmp_path: Path) -> None:
    result = render_pdf(document("<p>Text</p>", extra=(tmp_path / "gone.css",)), tmp_path / "book.pdf")
    assert [f"{f.position} {f.code} {f.message}" for f in result.findings] == [
        f"{tmp_path.as_posix()}/gone.css:1:1 P002 the file cannot be read: No such file or directory"
    ]
    assert not result.written


def test_nothing_is_left_when_it_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    output = tmp_path / "book.pdf"
    output.write_bytes(b"old")
    monkeypatch.setattr(pdf, "_write", stop)
    with pytest.raises(KeyboardInterrupt):
        render_pdf(document("<p>Text</p>"), output)
    assert output.read_bytes() == b"old"
    assert names(tmp_path) == ["book.pdf"]


def test_progress_is_told_of_each_page(tmp_path: Path) -> None:
    steps: list[str] = []
    render_pdf(document("<p>One</p><p style='break-before: page'>Two</p>"), tmp_path / "book.pdf", steps.append)
    assert "Creating layout - Page 2" in steps
    assert "Creating PDF" in steps


def test_commands_that_set_nothing_do_not_wait_for_the_engine() -> None:
    code = "import sys, rulebook.render.pdf, rulebook.render.engine; sys.exit('weasyprint' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


SET_IT = """
import sys
from pathlib import Path
from tests.render.test_pdf import BODY, document
from rulebook.render.pdf import render_pdf
result = render_pdf(document(BODY), Path(sys.argv[1]))
sys.exit(len(result.findings))
"""


def digest_elsewhere(output: Path, environment: dict[str, str], folder: Path) -> str:
    """The digest of the document, set by another process in that environment and folder."""
    own = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
    subprocess.run(
        [sys.executable, "-W", "error", "-c", SET_IT, str(output)],
        env={**own, "PYTHONPATH": f"{ROOT}", **environment},
        cwd=folder,
        check=True,
        capture_output=True,
    )
    return hashlib.sha256(output.read_bytes()).hexdigest()


@pytest.mark.slow
@pytest.mark.parametrize(
    "environment",
    [
        {"TZ": "Pacific/Auckland", "PYTHONHASHSEED": "1", "LC_ALL": "C"},
        {"TZ": "America/Caracas", "PYTHONHASHSEED": "2", "LC_ALL": "C.UTF-8", "LANG": "ja_JP.UTF-8"},
        {"SOURCE_DATE_EPOCH": "1", "HOME": "/nowhere", "XDG_CACHE_HOME": "/nowhere"},
        {"FONTCONFIG_FILE": "/etc/fonts/fonts.conf", "FONTCONFIG_PATH": "/etc/fonts", "PANGO_LANGUAGE": "ja"},
    ],
    ids=["zone and seed", "locale", "epoch and home", "fonts of the machine"],
)
def test_the_same_bytes_everywhere(
    environment: dict[str, str], made: tuple[RenderResult, Path], tmp_path: Path
) -> None:
    here = hashlib.sha256(made[1].read_bytes()).hexdigest()
    assert digest_elsewhere(tmp_path / "other.pdf", environment, tmp_path) == here


@pytest.mark.slow
def test_the_same_bytes_from_another_folder(made: tuple[RenderResult, Path], tmp_path: Path) -> None:
    import shutil

    copy = tmp_path / "a copy of the book"
    shutil.copytree(STYLES, copy / "styles")
    moved = HtmlDocument(
        html=document(BODY).html,
        page=PAGE,
        root=copy,
        allowed=(copy,),
        stylesheets=(copy / "styles" / "book.css",),
    )
    assert render_pdf(moved, tmp_path / "other.pdf").findings == ()
    assert (tmp_path / "other.pdf").read_bytes() == made[1].read_bytes()


@pytest.mark.slow
def test_the_sample(tmp_path: Path) -> None:
    """A book with everything of which a book is made is set without a finding."""
    sample = HtmlDocument(
        html=SAMPLE.read_text(encoding="utf-8"),
        page=PAGE,
        root=ROOT,
        allowed=(STYLES,),
        stylesheets=(STYLES / "book.css",),
    )
    result = render_pdf(sample, tmp_path / "sample.pdf")
    assert result.findings == ()
    assert result.pages < 24
