"""Where bound words stand in a file, and what is said of those whose place cannot be told."""

from __future__ import annotations

import pytest

from rulebook.edit.spans import SourceText, Span, spans_in_markdown, spans_in_yaml, written_as
from rulebook.load.bindings import strip_bindings
from rulebook.model import Chapter, Inline
from rulebook.rules.bound import Bound
from rulebook.source import Position
from rulebook.texts import PrintedText, Role

CHAPTER = Chapter("a", "A", 1, "b", (), Position("a"))


def bound_at(text: str, line: int, column: int) -> list[Bound]:
    """The bindings of a text of one line that begins at a place of its file."""
    place = Position("a", line, column)
    stripped = strip_bindings(text, (place,), [])
    printed = PrintedText(Inline(stripped.text, (place,), stripped.rows[0]), Role.PROSE, (), CHAPTER)
    return [Bound(printed, binding, None) for binding in stripped.rows[0]]


def test_markdown_is_found_at_its_column() -> None:
    source = SourceText('one\r\nA [3″]{is=x} and [4]{is="f(1)"}.\r\n'.encode())
    bound = bound_at(source.lines[1], 2, 1)
    spans = spans_in_markdown(source, bound)
    assert spans == [Span(1, 3, 5), Span(1, 18, 19)]
    assert [source.lines[s.line][s.start : s.end] for s in spans if s is not None] == ["3″", "4"]


def test_what_does_not_stand_there_has_no_span() -> None:
    bound = bound_at("A [3″]{is=x} and [4]{is=y}.", 1, 1)
    for text in ("A [3″]{is=z} and  [4]{is=y}.", "B", ""):
        spans = spans_in_markdown(SourceText(text.encode()), bound)
        assert spans == [None, None]


def test_doubled_quotes_are_counted() -> None:
    source = SourceText("a: 'It''s ''so'' [3″]{is=\"f(''q'')\"}, [4]{is=y}'\n".encode())
    bound = bound_at("It’s 'so' [3″]{is=\"f('q')\"}, [4]{is=y}".replace("’", "'"), 1, 5)
    spans = spans_in_yaml(source, bound)
    assert [source.lines[s.line][s.start : s.end] for s in spans if s is not None] == ["3″", "4"]
    assert {s.style for s in spans if s is not None} == {"'"}


def test_the_spans_of_a_scalar_that_do_not_count_up_have_no_place_and_others_do() -> None:
    source = SourceText("a: >-\n  A [3″]{is=\"x +\n  1\"}, [4]{is=y}\nb: 'See [5]{is=z}.'\n".encode())
    bound = [*bound_at('A [3″]{is="x + 1"}, [4]{is=y}', 1, 4), *bound_at("See [5]{is=z}.", 4, 5)]
    assert spans_in_yaml(source, bound) == [None, None, Span(3, 9, 10, "'")]


def test_of_two_that_are_alike_neither_is_guessed() -> None:
    source = SourceText(b"a: 'See [5]{is=z}, [5]{is=z}.'\n")
    assert spans_in_yaml(source, bound_at("See [5]{is=z}.", 1, 5)) == [None]


def test_another_binding_in_its_place_is_none() -> None:
    source = SourceText(b"a: 'See [5]{is=other}.'\n")
    assert spans_in_yaml(source, bound_at("See [5]{is=z}.", 1, 5)) == [None]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_all_but_the_words_stays_to_the_byte(end: str, mark: str) -> None:
    raw = (mark + end.join(["one [3]{is=x} [3]{is=x}", "", "two ", "three"])).encode()
    source = SourceText(raw)
    assert source.replaced([]) == raw
    changed = source.replaced([(Span(0, 5, 6), "12"), (Span(0, 15, 16), "1")])
    assert changed == raw.replace(b"[3]{is=x} [3]", b"[12]{is=x} [1]")


@pytest.mark.parametrize(
    ("words", "style", "typed"),
    [
        ("It's", "'", "It''s"),
        ('a "b" \\', '"', 'a \\"b\\" \\\\'),
        ("It's", "|", "It's"),
        ("plain", "", "plain"),
        ("so: it", "", None),
        ("so #1", "", None),
    ],
)
def test_words_are_typed_as_the_scalar_asks(words: str, style: str, typed: str | None) -> None:
    assert written_as(words, style) == typed
