"""A running element is of the page on which the element after it begins, wherever the engine first tried it."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import pytest

from rulebook.render import engine
from tests.render.book_styles import chapter
from tests.render.footed import set_with_feet

LINE = "<p>A line.</p>"
BOOK = (
    '<div class="tab tab-1">I</div><header class="book-band" data-book="1">'
    '<p class="book-label">Book</p><h1 class="book-title">A book</h1></header>'
)


def pages_of(lines: int) -> list[Any]:
    """The pages of a chapter of so many lines, a book's opening, and its first chapter."""
    return set_with_feet(chapter(LINE * lines) + BOOK + chapter(LINE * 150, "next")).pages


def tab_of(page: Any) -> str:
    margins = [box for box in page.children if type(box).__name__ == "MarginBox" and "-top" in box.at_keyword]
    words = [box.text for margin in margins for box in margin.descendants() if hasattr(box, "text")]
    return next((word for word in words if word == "I"), "")


def first_page_of_the_book(pages: list[Any]) -> int:
    return next(i for i, page in enumerate(pages) if any(box.element_tag == "header" for box in page.descendants()))


# From a page that the opening just fits to one that it just does not.
LINES = [84, 88, 92, 94, 96, 98, 100]


@pytest.mark.parametrize("lines", LINES)
def test_the_page_before_a_book_has_no_tab_of_it(lines: int) -> None:
    pages = pages_of(lines)
    start = first_page_of_the_book(pages)
    assert [tab_of(page) for page in pages] == [""] * start + ["I"] * (len(pages) - start)


def test_the_engine_alone_gives_it_to_the_page_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """When this fails, the change is needed no more."""
    monkeypatch.setattr(engine, "running_elements_where_they_belong", nullcontext)
    found = [pages_of(lines) for lines in LINES]
    assert any(tab_of(pages[first_page_of_the_book(pages) - 1]) for pages in found if first_page_of_the_book(pages))
