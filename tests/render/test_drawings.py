"""Drawings that are alike are read and drawn once, and look no different for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pypdfium2 as pdfium
import pytest

from rulebook.render.drawings import take_drawings
from rulebook.render.page import load_page
from rulebook.render.pdf import HtmlDocument, render_pdf
from tests.conftest import REPOSITORY

SVG = "{http://www.w3.org/2000/svg}"
# Words within, and inks that the text before it may have set already; at three places, one of them in another size.
DRAWN = """<svg class="{at}" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">{title}{inside}</svg>"""
PLAIN = """<rect width="30" height="30" fill="#000000"/>
<circle cx="20" cy="20" r="9" fill="#bb2200" fill-opacity="0.4"/>
<text x="2" y="38" font-family="Spectral" font-size="6">Words</text>"""
SHADED = """<defs><linearGradient id="g"><stop offset="0" stop-color="#000"/><stop offset="1" stop-color="#fff"/>
</linearGradient></defs><rect width="40" height="40" fill="url(#g)"/>"""
STYLE = """html { font: 4mm Spectral; color: #000000 } i { font-style: normal; color: #bb2200 }
svg { width: 40mm; height: 40mm } .c { width: 60mm; height: 60mm }"""


def _document(inside: str, *, xml: bool, title: str = "") -> HtmlDocument:
    drawings = "<i>red</i>".join(DRAWN.format(at=at, inside=inside, title=title) for at in "abc")
    return HtmlDocument(
        html=f'<html lang="en-GB"><head><title>T</title><meta name="dcterms.created" content="2020-01-01"/>'
        f"<style>{STYLE}</style></head><body><p>Text</p><p>black{drawings}</p></body></html>",
        page=load_page(REPOSITORY / "styles" / "page.yaml"),
        root=REPOSITORY,
        allowed=(),
        stylesheets=(REPOSITORY / "styles" / "fonts.css",),
        xml=xml,
    )


def _pictures(path: Path) -> Iterator[bytes]:
    document = pdfium.PdfDocument(path)
    for page in document:
        yield bytes(page.render(scale=2).buffer)


@pytest.mark.parametrize("inside", [PLAIN, SHADED])
def test_a_page_looks_the_same(tmp_path: Path, inside: str) -> None:
    for name, xml in (("stock", False), ("ours", True)):
        # The engine as it comes finds the name of the shading given three times.
        assert render_pdf(_document(inside, xml=xml), tmp_path / name, despite_findings=True).written
    assert list(_pictures(tmp_path / "ours")) == list(_pictures(tmp_path / "stock"))


def test_drawings_that_are_alike_are_drawn_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once in each size; what hangs on its place is drawn at each."""
    assert render_pdf(_document(PLAIN, xml=True), tmp_path / "first").written  # loads the engine
    from weasyprint import svg

    drawn: list[float] = []
    stock = svg.SVG.draw

    def draw(drawing: object, stream: object, width: float, *rest: object) -> None:
        drawn.append(width)
        stock(drawing, stream, width, *rest)

    monkeypatch.setattr(svg.SVG, "draw", draw)
    for inside, times in ((PLAIN, 2), (SHADED, 3)):
        drawn.clear()
        render_pdf(_document(inside, xml=True), tmp_path / "again")
        assert len(drawn) == times


def test_what_is_in_a_drawing_leaves_the_document_but_for_its_title() -> None:
    inside = '<g><svg xmlns="http://www.w3.org/2000/svg"><path d="M 0 0"/></svg></g>'
    root = ElementTree.fromstring(
        f"<html><body>{DRAWN.format(at='a', inside=inside, title='<title>A tower</title>')}tail</body></html>"
    )
    ((left, whole),) = take_drawings(root).items()
    assert [child.tag for child in left] == [f"{SVG}title"]
    assert left.tail == "tail"
    assert [element.tag.removeprefix(SVG) for element in whole.iter()] == ["svg", "title", "g", "svg", "path"]


def test_text_that_is_html_alone_is_read_as_such(tmp_path: Path) -> None:
    document = _document(PLAIN, xml=True)
    document = replace(document, html=document.html.replace("Text</p>", "Text<br>more&nbsp;of it"))
    assert render_pdf(document, tmp_path / "html").findings == ()
    text = pdfium.PdfDocument(tmp_path / "html")[0].get_textpage().get_text_range()
    assert "more\u00a0of it" in text or "more of it" in text
