"""A finished PDF's pages are trusted only while it is the one that was set, from what it was set from."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from rulebook.page_stamp import document_digest, is_current, stamp
from rulebook.render.page import Length, load_page
from rulebook.render.pdf import HtmlDocument
from tests.conftest import REPOSITORY


@pytest.fixture
def document(tmp_path: Path) -> HtmlDocument:
    shutil.copytree(REPOSITORY / "styles", tmp_path / "styles")
    return HtmlDocument(
        html="<p>Text</p>",
        page=load_page(tmp_path / "styles" / "page.yaml"),
        root=tmp_path,
        allowed=(),
        stylesheets=(tmp_path / "styles" / "book.css",),
    )


@pytest.fixture
def pdf(tmp_path: Path, document: HtmlDocument) -> Path:
    path = tmp_path / "dist" / "book.pdf"
    path.parent.mkdir()
    path.write_bytes(b"%PDF-")
    stamp(document, path)
    return path


def test_a_stamped_pdf_is_current(document: HtmlDocument, pdf: Path) -> None:
    assert is_current(document, pdf)
    assert sorted(path.name for path in pdf.parent.iterdir()) == ["book.pages.json", "book.pdf"]


@pytest.mark.parametrize("name", ["book.css", "tables.css", "fonts/Spectral-Regular.ttf"])
def test_another_style_or_font_makes_it_stale(document: HtmlDocument, pdf: Path, name: str) -> None:
    path = document.root / "styles" / name
    path.write_bytes(path.read_bytes() + b" ")
    assert not is_current(document, pdf)


def test_the_styles_of_another_product_do_not(document: HtmlDocument, pdf: Path) -> None:
    path = document.root / "styles" / "sheet.css"
    path.write_bytes(path.read_bytes() + b" ")
    assert is_current(document, pdf)


def test_another_text_or_measure_makes_it_stale(document: HtmlDocument, pdf: Path) -> None:
    assert not is_current(replace(document, html="<p>Test</p>"), pdf)
    page = replace(document.page, values={**document.page.values, "type-text": Length(9, "pt")})
    assert not is_current(replace(document, page=page), pdf)


def test_another_pdf_in_its_place_is_not_current(document: HtmlDocument, pdf: Path) -> None:
    pdf.write_bytes(b"%PDF-other")
    assert not is_current(document, pdf)


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", '{"document": 1, "pdf": 2}'])
def test_a_spoilt_stamp_is_none(document: HtmlDocument, pdf: Path, text: str) -> None:
    pdf.with_suffix(".pages.json").write_text(text, encoding="utf-8")
    assert not is_current(document, pdf)


@pytest.mark.parametrize("name", ["book.pages.json", "book.pdf"])
@pytest.mark.parametrize("kind", ["pipe", "endless"])
def test_what_never_ends_is_nothing_to_trust(document: HtmlDocument, pdf: Path, name: str, kind: str) -> None:
    path = pdf.with_name(name)
    path.unlink()
    if kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")
    assert not is_current(document, pdf)


def test_without_a_pdf_or_a_stamp_there_is_nothing_to_trust(document: HtmlDocument, pdf: Path) -> None:
    pdf.with_suffix(".pages.json").unlink()
    assert not is_current(document, pdf)
    stamp(document, pdf)
    pdf.unlink()
    assert not is_current(document, pdf)


def test_a_missing_style_sheet_does_not_stop_the_digest(document: HtmlDocument) -> None:
    before = document_digest(document)
    (document.root / "styles" / "tables.css").unlink()
    assert document_digest(document) != before
