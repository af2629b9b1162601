"""Bindings in prose: taken out of the text, kept with their places."""

from __future__ import annotations

import pytest

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.load.markdown import MarkdownSource, parse_markdown
from rulebook.model import Inline, inlines
from rulebook.source import Position


def parsed(text: str) -> tuple[Inline, ...]:
    findings: list[Finding] = []
    rows = text.split("\n")
    blocks = parse_markdown(MarkdownSource(text, tuple(Position("x.md", i + 1) for i in range(len(rows)))), findings)
    assert findings == []
    return tuple(inlines(blocks))


def test_only_the_words_of_a_binding_are_left() -> None:
    (inline,) = parsed('A drop of [3″]{is=safe} or less, [4]{is="f(x)"} at most.')
    assert inline.source == "A drop of 3″ or less, 4 at most."
    assert [(inline.source[b.start : b.end], b.kind, b.expression) for b in inline.bindings] == [
        ("3″", "is", "safe"),
        ("4", "is", "f(x)"),
    ]


def test_a_binding_knows_its_place_and_its_expressions() -> None:
    text = "First.\n- An item\n  of [two]{let=n} lines."
    bindings = [b for inline in parsed(text) for b in inline.bindings]
    assert [(b.position, b.expression_position) for b in bindings] == [
        (Position("x.md", 3, 6), Position("x.md", 3, 16)),
    ]


def test_places_after_a_binding_are_those_of_the_file() -> None:
    text = 'One.\nA [3″]{is=a} and a [4″]{is="b + 1"} here.'
    (inline,) = parsed(text)
    row = text.split("\n")[1]
    for word in ("and", "here", "4″"):
        assert inline.position_at(inline.source.index(word)) == Position("x.md", 2, row.index(word) + 1)


@pytest.mark.parametrize(
    ("text", "column", "said"),
    [
        ("A \\[3]{is=a}.", 4, "a backslash stands before"),
        ("A [3]{is=a}(#the-tide).", 3, "a link’s target stands after"),
    ],
)
def test_what_would_be_printed_beside_a_binding_is_found(text: str, column: int, said: str) -> None:
    findings: list[Finding] = []
    parse_markdown(MarkdownSource(text, (Position("x.md", 1),)), findings)
    assert [(f.code, f.position.column) for f in findings] == [(codes.BINDING, column)], findings
    assert said in findings[0].message


def test_a_backslash_that_is_itself_escaped_and_a_bracket_are_none() -> None:
    (inline,) = parsed("A \\\\[3]{is=a} and [4]{is=b} (see below).")
    assert [b.expression for b in inline.bindings] == ["a", "b"]
