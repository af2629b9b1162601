"""The pages in the index: each a page on which the entry stands, ascending, homes apart and the rest in ranges."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from rulebook.render.index_pages import in_ranges
from tests.render.book_styles import chapter
from tests.render.footed import Footed, set_with_feet

APART = '<div style="break-before: page"></div>'


@pytest.mark.parametrize(
    ("pages", "text"),
    [
        ([], ""),
        ([7], "7"),
        ([7, 7], "7"),
        ([3, 1], "1, 3"),
        ([12, 13], "12–13"),
        ([14, 12, 13, 3], "3, 12–14"),
        ([1, 2, 3, 5, 6, 8], "1–3, 5–6, 8"),
    ],
)
def test_ranges(pages: list[int], text: str) -> None:
    assert in_ranges(pages) == text


def use(entry: str) -> str:
    return f'<span data-entry="{entry}"></span>{entry}'


def line(name: str, anchors: Iterable[str], besides: str = "") -> str:
    pages = f'<span data-pages="{" ".join(anchors)}" data-besides="{besides}">0</span>'
    homes = "".join(f'<a href="#{a}" data-home="{a}">0</a><span data-more="">0</span>' for a in anchors)
    return f'<p class="index-line">{name} {pages}{homes}</p>'


def index_of(*lines: str) -> str:
    return f'{APART}<section class="index">{"".join(lines)}</section>'


def pages(*texts: str) -> str:
    return APART.join(chapter(f"<p>{text}</p>", f"c{number}") for number, text in enumerate(texts))


def index_lines(footed: Footed) -> list[str]:
    return [
        "".join(b.text for b in box.descendants() if hasattr(b, "text")).strip()
        for page in footed.pages
        for box in page.descendants()
        if type(box).__name__ == "BlockBox" and box.element_tag == "p" and box.element.get("class") == "index-line"
    ]


def bold(footed: Footed) -> list[str]:
    """The words of the homes, line by line."""
    return [
        "".join(b.text for b in box.descendants() if hasattr(b, "text"))
        for page in footed.pages
        for box in page.descendants()
        if box.element is not None and box.element_tag == "a" and box.element.get("data-home") and box.children
    ]


def test_the_home_stands_in_its_place_among_the_other_pages() -> None:
    body = pages(use("oak"), use("oak"), '<b id="oak">Oak</b>', use("oak"), use("oak"), "", use("oak") + use("oak"))
    footed = set_with_feet(body + index_of(line("Oak", ["oak"])))
    assert index_lines(footed) == ["Oak 1–2, 3, 4–5, 7"]
    assert bold(footed) == ["3"]


def test_what_only_explains_it_is_one_of_the_other_pages() -> None:
    body = pages('<b id="oak">Oak</b>', '<i id="said">Oak</i>', use("oak"))
    footed = set_with_feet(body + index_of(line("Oak", ["oak"], "said")))
    assert index_lines(footed) == ["Oak 1, 2–3"]
    assert bold(footed) == ["1"]


def test_a_line_without_uses_has_the_pages_of_its_homes() -> None:
    body = pages('<b id="oak">Oak</b>', '<b id="ash">Ash</b>')
    listed = line("Tree", ["oak", "ash"]).replace('data-pages="oak ash"', 'data-pages=""')
    assert index_lines(set_with_feet(body + index_of(listed))) == ["Tree 1, 2"]


def test_the_home_is_not_among_the_other_pages() -> None:
    footed = set_with_feet(pages(f'<b id="oak">Oak</b> {use("oak")}', use("oak")) + index_of(line("Oak", ["oak"])))
    assert index_lines(footed) == ["Oak 1, 2"]


def test_what_is_used_nowhere_has_its_home_alone() -> None:
    footed = set_with_feet(pages('<b id="oak">Oak</b>', use("elm")) + index_of(line("Oak", ["oak"])))
    assert index_lines(footed) == ["Oak 1"]


def test_two_things_of_one_name_have_one_line() -> None:
    body = pages('<b id="a:oak">Oak</b>', use("b:oak"), '<b id="b:oak">Oak</b>', use("a:oak") + use("c:oak"))
    footed = set_with_feet(body + index_of(line("Oak", ["a:oak", "b:oak"]), line("Elm", ["a:oak"])))
    assert index_lines(footed) == ["Oak 1, 2, 3, 4", "Elm 1, 4"]
    assert bold(footed) == ["1", "3", "1"]


def test_homes_on_one_page_are_given_once() -> None:
    body = pages('<b id="a:oak">Oak</b><b id="b:oak">Oak</b>', use("b:oak"))
    assert index_lines(set_with_feet(body + index_of(line("Oak", ["a:oak", "b:oak"])))) == ["Oak 1, 2"]


def test_a_use_after_the_index_is_found_too() -> None:
    # When the index is laid, the page after it is not: it is laid again.
    body = pages('<b id="oak">Oak</b>') + index_of(line("Oak", ["oak"])) + APART + chapter(f"<p>{use('oak')}</p>", "z")
    assert index_lines(set_with_feet(body)) == ["Oak 1, 3"]


def test_the_pages_follow_what_moves_in_a_later_pass() -> None:
    # The page number takes a line for each of its letters, and so pushes the home on, from page II to page III.
    css = """
@page { size: 100px 100px; margin: 0 }
* { font: 16px Spectral; line-height: 20px; margin: 0; padding: 0; column-count: auto; hyphens: none }
.ref::after { content: target-counter(attr(href), page, upper-roman); display: block; width: 1px;
              overflow-wrap: anywhere; font: inherit }
"""
    body = "<p><a class='ref' href='#oak'>To </a></p>" + "<p>x</p>" * 7 + f"<p id='oak'>{use('oak')}</p>"
    footed = set_with_feet(f"<section>{body}</section>{index_of(line('Oak', ['oak']))}", css)
    home = [
        n
        for n, page in enumerate(footed.pages, 1)
        if any(b.element is not None and b.element.get("id") == "oak" for b in page.descendants())
    ]
    assert home == [3]
    assert [text.replace(" ", "") for text in index_lines(footed)] == ["Oak3"]


def test_stock_leaves_the_index_without_pages() -> None:
    body = pages('<b id="oak">Oak</b>', use("oak")) + index_of(line("Oak", ["oak"]))
    assert index_lines(set_with_feet(body, foot=False)) == ["Oak 000"]
