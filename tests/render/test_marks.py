"""Marks of uses: taken out of the document, and found again in the lines, each with the line in which it begins."""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import fromstring, tostring

from rulebook.render.marks import Mark, take_marks, uses_on
from tests.render.book_styles import chapter
from tests.render.footed import mark, set_with_feet

ACT, DEED = Mark("term", "act"), Mark("term", "deed")
FIRST, SECOND = "\U000f0000", "\U000f0001"


def taken(html: str) -> tuple[tuple[Mark, ...], str]:
    root = fromstring(html)
    marks = take_marks(root)
    return marks, tostring(root, encoding="unicode")


def test_marks_become_characters_of_the_text() -> None:
    html = f"<p>An {mark('act')}Act of a {mark('deed')}Deed; <b>{mark('act')}Acts</b> and {mark('deed')}</p>"
    marks, text = taken(html)
    assert marks == (ACT, DEED)
    assert text == f"<p>An {FIRST}Act of a {SECOND}Deed; <b>{FIRST}Acts</b> and {SECOND}</p>"


def test_marks_side_by_side_keep_their_order() -> None:
    marks, text = taken(f'<p><i>x</i>{mark("act")}<span data-entry="act"></span>Act</p>')
    assert marks == (ACT, Mark("entry", "act"))
    assert text == f"<p><i>x</i>{FIRST}{SECOND}Act</p>"


def test_what_only_looks_like_a_mark_stays() -> None:
    html = '<p><span data-term="act">Act</span><span class="x" /><span data-term="" /><i data-term="act" /></p>'
    marks, text = taken(html)
    assert marks == ()
    assert text == html


def uses(html: str, css: str = "") -> list[tuple[str, str]]:
    """The text of each line with a mark, and the mark's anchor."""
    footed = set_with_feet(html, css)
    return [(words(line), found.anchor) for page in footed.pages for line, found in uses_on(page)]


def words(line: Any) -> str:
    return "".join(b.text for b in line.descendants() if hasattr(b, "text")).strip()


def test_each_mark_is_in_the_line_in_which_its_word_begins() -> None:
    text = f"<p>One<br>{mark('act')}two <b>{mark('deed')}three</b><br>four {mark('foe')}five<br>six</p>"
    assert uses(chapter(text)) == [("two three", "act"), ("two three", "deed"), ("four five", "foe")]


def test_a_mark_within_a_word_that_is_broken_is_in_the_line_of_its_beginning() -> None:
    text = f"<p style='width: 60px; hyphens: auto'>{mark('act')}Extraordinarily {mark('deed')}good</p>"
    found = uses(chapter(text))
    assert found[0][1] == "act"
    assert found[0][0].startswith("Ex")
    assert "good" not in found[0][0]
    assert ("good" in found[1][0], found[1][1]) == (True, "deed")


def test_spaces_and_what_css_adds_do_not_move_a_mark() -> None:
    css = ".x::before { content: 'a good deal of generated text ' }"
    text = f"<p>  One   \n  <b class='x'> two </b>\n   {mark('act')}three<br>four {mark('deed')}</p>"
    found = uses(chapter(text), css)
    assert [anchor for _, anchor in found] == ["act", "deed"]
    assert found[0][0].endswith("three")
    assert found[1][0] == "four"


def test_letters_of_several_bytes_do_not_move_a_mark() -> None:
    words = " ".join(f"“Ünï″−” {mark(f't{n}')}one{n}" for n in range(20))
    found = uses(chapter(f"<p style='width: 120px; hyphens: none'>{words}</p>"))
    assert [anchor for _, anchor in found] == [f"t{n}" for n in range(20)]
    assert all(f"one{anchor[1:]}" in line.split() for line, anchor in found)
    assert len({line for line, _ in found}) > 5


def test_no_mark_is_left_in_the_text() -> None:
    footed = set_with_feet(chapter(f"<p>An {mark('act')}Act.</p>"))
    assert footed.text(0).endswith("An Act.")
