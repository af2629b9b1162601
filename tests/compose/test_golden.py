"""Composed HTML against what a reader has approved.

`golden/tiny.html` is the whole tiny book; `golden/NAME.md` is a chapter, and `golden/NAME.html` what is made of it.
Runs of empty lines are closed up. When a change of the templates is meant, `REWRITE_GOLDEN=1 make test` writes the
files anew; read the difference before it is committed.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from rulebook.compose.book import compose_book
from rulebook.load import load_book
from tests.conftest import REPOSITORY, TINY
from tests.editing import edit

GOLDEN = Path(__file__).parent / "golden"
MATRIX_COLUMNS = 5
CHAPTERS = sorted(path.stem for path in GOLDEN.glob("*.md"))


def composed(book: Path) -> str:
    loaded = load_book(book)
    assert loaded.findings == ()
    assert loaded.book is not None
    html = compose_book(loaded.book, REPOSITORY / "templates", MATRIX_COLUMNS)
    return re.sub(r"\n{2,}", "\n", html.strip() + "\n")


def compare(name: str, html: str) -> None:
    path = GOLDEN / f"{name}.html"
    if os.environ.get("REWRITE_GOLDEN"):
        path.write_text(html, encoding="utf-8")
    assert html.splitlines() == path.read_text(encoding="utf-8").splitlines()


def test_the_whole_tiny_book() -> None:
    compare("tiny", composed(TINY))


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_chapter(tiny_source: Path, name: str) -> None:
    chapter = (GOLDEN / f"{name}.md").read_text(encoding="utf-8")
    (tiny_source / "content" / "chapters" / "the-tide.md").write_text(chapter, encoding="utf-8")
    edit(tiny_source / "content" / "data" / "catches.yaml", "[signals](#the-tide-signals)", "signals")
    view = "entries:\n  gear:\n    - {field: knacks}\n"
    edit(tiny_source / "content" / "book.yaml", "\nentries:\n", f"\n{view}")
    html = composed(tiny_source)
    opening = '<section class="chapter numbered"'
    third = html.split(opening)[3]  # the tide's, after what stands before the first
    compare(name, opening + third)


def test_every_golden_file_is_compared() -> None:
    assert {path.stem for path in GOLDEN.glob("*.html")} == {"tiny", *CHAPTERS}
    assert CHAPTERS
