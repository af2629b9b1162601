"""Cards set in parts are one file, as small as if set at once, with one structure and all bookmarks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from pypdf.generic import StreamObject

from rulebook.cards.joining import join_pdfs
from rulebook.render.pdf import HtmlDocument, render_pdf
from tests.render.book_styles import PAGE, ROOT

STYLES = (ROOT / "styles" / "fonts.css",)


@pytest.fixture
def parts(tmp_path: Path) -> list[Path]:
    """Two parts of two pages each, a title on each page."""
    for part in ("one", "two"):
        pages = "".join(f'<h1 style="break-before: page">{part} {number}</h1><p>Text.</p>' for number in (1, 2))
        html = (
            f'<html lang="en-GB"><head><title>Parts</title><meta name="dcterms.created" content="2020-01-01">'
            f"<style>html {{ font: 4mm Spectral }}</style></head><body>{pages}</body></html>"
        )
        document = HtmlDocument(html=html, page=PAGE, root=ROOT, allowed=(), stylesheets=STYLES)
        assert render_pdf(document, tmp_path / part).findings == ()
    return [tmp_path / "one", tmp_path / "two"]


def test_pages_bookmarks_and_structure_are_those_of_all_parts(parts: list[Path], tmp_path: Path) -> None:
    join_pdfs(parts, [(0, 0), (1, 0), (0, 1), (1, 1)], tmp_path / "whole.pdf")
    reader: Any = PdfReader(tmp_path / "whole.pdf")
    words = ["one 1", "two 1", "one 2", "two 2"]
    assert [page.extract_text().splitlines()[0] for page in reader.pages] == words
    marks = {str(mark.title): reader.get_destination_page_number(mark) for mark in reader.outline}
    assert marks == {word: number for number, word in enumerate(words)}
    (document,) = reader.root_object["/StructTreeRoot"]["/K"]
    assert [kid.get_object()["/S"] for kid in document.get_object()["/K"]] == ["/H1", "/P"] * 4
    assert reader.metadata["/Title"] == "Parts"
    assert reader.root_object["/Lang"] == "en-GB"


def test_nothing_but_streams_stands_by_itself(parts: list[Path], tmp_path: Path) -> None:
    join_pdfs(parts, [(0, 0), (0, 1), (1, 0), (1, 1)], tmp_path / "whole.pdf")
    written = (tmp_path / "whole.pdf").read_bytes()
    alone = {int(number) for number in re.findall(rb"(?:^|\n)(\d+) 0 obj\b", written)}
    reader = PdfReader(tmp_path / "whole.pdf")
    assert alone
    assert all(isinstance(reader.get_object(number), StreamObject) for number in alone)


def test_the_same_parts_are_the_same_bytes(parts: list[Path], tmp_path: Path) -> None:
    for name in ("a", "b"):
        join_pdfs(parts, [(0, 0), (0, 1), (1, 0), (1, 1)], tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
