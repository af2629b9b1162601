"""Texts over which the Markdown parser would take minutes are found at once; only the paragraph at fault is lost."""

from __future__ import annotations

import pytest

from rulebook.finding import Finding
from rulebook.load.markdown import MarkdownSource, parse_markdown
from rulebook.load.markup_limits import LONGEST_PARAGRAPH, MOST_MARKS, MOST_MARKS_IN_ALL
from rulebook.model import Block, inlines
from rulebook.source import Position


def parsed(text: str) -> tuple[tuple[Block, ...], list[Finding]]:
    findings: list[Finding] = []
    lines = tuple(Position("x.md", number) for number in range(1, text.count("\n") + 2))
    return parse_markdown(MarkdownSource(text, lines), findings), findings


def rows(piece: str, times: int) -> str:
    """The piece so many times over, in rows of some hundred pieces."""
    full, rest = divmod(times, 100)
    return "\n".join([piece * 100] * full + ([piece * rest] if rest else []))


@pytest.mark.parametrize("piece", ["![", "[", "*", "_", "`", "<", "&", "\\"])
def test_one_mark_too_many_in_a_paragraph_is_found_where_it_begins(piece: str) -> None:
    _, findings = parsed(f"Before.\n\n{rows(piece, MOST_MARKS // len(piece) + 1)}\n\nAfter.")
    (first, *more) = findings
    assert (str(first.position), first.code) == ("x.md:3:1", "S024")
    assert f"the most is {MOST_MARKS}" in first.message
    assert more == []


def test_as_many_marks_as_are_allowed_are_read() -> None:
    blocks, findings = parsed(rows("(! ", MOST_MARKS))
    assert findings == []
    assert len(blocks) == 1


def test_a_paragraph_that_is_too_long_is_found_and_the_rest_is_read() -> None:
    endless = "\n".join(["word"] * (LONGEST_PARAGRAPH // 5 + 1))
    blocks, findings = parsed(f"Before.\n\n::: note\n{endless}\n:::\n\nAfter.")
    assert [(str(f.position), f.code) for f in findings] == [("x.md:4:1", "S024"), ("x.md:3:1", "S008")]
    assert [inline.source for inline in inlines(blocks)] == ["Before.", "After."]
    assert parsed(endless[: LONGEST_PARAGRAPH - 1])[1] == []


def test_many_paragraphs_may_not_hold_more_together() -> None:
    paragraph = rows("(! ", MOST_MARKS)
    times = MOST_MARKS_IN_ALL // MOST_MARKS
    assert parsed("\n\n".join([paragraph] * times))[1] == []
    blocks, findings = parsed("\n\n".join([paragraph] * (times + 2)))
    assert len(blocks) == times
    (only,) = findings
    assert only.position.line == times * (paragraph.count("\n") + 2) + 1
    assert "the rest is not read" in only.message


def test_nothing_is_said_of_what_is_not_read() -> None:
    too_many = "\n\n".join([rows("(! ", MOST_MARKS)] * (MOST_MARKS_IN_ALL // MOST_MARKS))
    blocks, findings = parsed(f"::: note\n{too_many}\n\n[\n:::\n\n::: example\nLate.\n:::\n")
    assert ["the rest is not read" in finding.message for finding in findings] == [True]
    assert len(blocks) == 1
