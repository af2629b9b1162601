"""The repository's own styles, for tests that set a few lines with them."""

from __future__ import annotations

from pathlib import Path

from rulebook.render.page import load_page
from rulebook.render.pdf import HtmlDocument

ROOT = Path(__file__).resolve().parents[2]
STYLES = ROOT / "styles"
SAMPLE = Path(__file__).parent / "sample.html"
PAGE = load_page(STYLES / "page.yaml")

HEAD = """<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><title>The Long Valley</title>
<meta name="author" content="The authors of the valley"><meta name="description" content="A game of walking">
<meta name="keywords" content="walking, rules">
<meta name="dcterms.created" content="2026-10-10T00:00:00Z">
<meta name="dcterms.modified" content="2026-10-11T00:00:00Z"></head><body>
"""


def document(body: str, *, extra: tuple[Path, ...] = (), allowed: tuple[Path, ...] = (STYLES,)) -> HtmlDocument:
    """A document with this body, in the book's styles and then the extra style sheets."""
    return HtmlDocument(
        html=f"{HEAD}{body}</body></html>",
        page=PAGE,
        root=ROOT,
        allowed=allowed,
        stylesheets=(STYLES / "book.css", *extra),
        name="sample.html",
    )


def chapter(blocks: str, id: str = "panic") -> str:
    """A chapter with these blocks."""
    title = '<span class="chapter-number">11</span> <span class="chapter-name">Panic</span>'
    return f'<section class="chapter numbered" id="{id}"><h2 class="chapter-title">{title}</h2>{blocks}</section>'
