"""Inline Markdown as HTML and as the plain words in which terms are counted."""

from __future__ import annotations

import pytest

from rulebook.compose.inline import Linker, inline_html, inline_text, reference_html
from rulebook.model import Inline
from rulebook.source import Position

LINKER = Linker({"tide": "The Tide", "ropes": "Ropes & knots"}.__getitem__)


def inline(source: str) -> Inline:
    return Inline(source, tuple(Position("x.md", n) for n in range(1, source.count("\n") + 2)))


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("One.\nTwo.", "One. Two."),
        ("*a* **b**", "<em>a</em> <strong>b</strong>"),
        ("a < b & c", "a &lt; b &amp; c"),
        ("<script>", "&lt;script&gt;"),
        ("[→](#tide)", '<a class="reference" href="#tide">→\u00a0The Tide</a>'),
        ("[→](#ropes)", '<a class="reference" href="#ropes">→\u00a0Ropes &amp; knots</a>'),
        ("[the *end*](#tide)", '<a class="link" href="#tide">the <em>end</em></a>'),
        ("[a](https://x.org/?a=1&b=2)", '<a class="external" href="https://x.org/?a=1&amp;b=2">a</a>'),
        # The same target, once by its title and once in the author's words.
        (
            "[→](#tide) and [her end](#tide)",
            '<a class="reference" href="#tide">→\u00a0The Tide</a> and <a class="link" href="#tide">her end</a>',
        ),
        ("[→*on*](#tide)", '<a class="link" href="#tide">→<em>on</em></a>'),
        ("[→ on](#tide)", '<a class="link" href="#tide">→ on</a>'),
    ],
)
def test_html(source: str, html: str) -> None:
    assert inline_html(inline(source), LINKER) == html


def test_only_the_first_bold_words_are_a_run_in_head() -> None:
    html = inline_html(inline("**Head.** and **name**"), LINKER, run_in=True)
    assert html == '<strong class="run-in-head">Head.</strong> and <strong>name</strong>'


def test_a_link_to_nothing_is_an_error_and_not_a_gap() -> None:
    with pytest.raises(KeyError):
        inline_html(inline("[→](#nowhere)"), LINKER)


def test_the_title_in_a_reference_is_escaped() -> None:
    assert reference_html('a"b', "<i>") == '<a class="reference" href="#a&#34;b">→\u00a0&lt;i&gt;</a>'


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("**A** *b*\nc", "A b c"),
        ("see [→](#tide), [the end](#tide)", "see , the end"),
        ("6″ → 3″", "6″ → 3″"),
    ],
)
def test_text(source: str, text: str) -> None:
    assert inline_text(inline(source)) == text
