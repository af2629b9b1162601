"""The contents: each line has the page of its place, and what must have a line has one, sections below chapters too."""

from __future__ import annotations

from pathlib import Path

from rulebook.preflight.check import Sample
from rulebook.preflight.checks.page_number import CHECK
from tests.preflight.samples import judge_sample

_LINE = "<a class='contents-line' href='#{0}'><span class='contents-name'>{1}</span></a>"
_SECTION = "<li><a class='contents-section' href='#{0}'>{1}</a></li>"
_OPENINGS = (
    ("chapter", "a", "The Ferry"),
    ("section", "b", "Fares"),
    ("run-in", "c", "Oars"),
    ("figure", "d", "The ford"),
)
_TEXT = "<p id='a'>Here.</p><p id='b'>Far.</p><p id='c'>Near.</p><p id='d'>There.</p>"
_NUMBERED = tuple((*opening, 1) for opening in _OPENINGS)


def _said(
    folder: Path, contents: str, openings: tuple[tuple[object, ...], ...] = _NUMBERED, style: str = ""
) -> list[str]:
    body = f"<nav class='contents'><ol class='contents-list'>{contents}</ol></nav>{_TEXT}"
    sample = Sample(body, style=style, openings=openings)  # type: ignore[arg-type]
    return [finding.message for finding in judge_sample(CHECK, sample, folder).findings]


def _contents(*sections: str, chapter: str = "The Ferry") -> str:
    inner = f"<ol class='contents-sections'>{''.join(sections)}</ol>" if sections else ""
    return f"<li>{_LINE.format('a', chapter)}{inner}</li><li>{_LINE.format('d', 'The ford')}</li>"


def test_whole_contents_are_no_fault(tmp_path: Path) -> None:
    assert _said(tmp_path, _contents(_SECTION.format("b", "Fares"))) == []


def test_a_section_without_its_line_is_found(tmp_path: Path) -> None:
    assert _said(tmp_path, _contents()) == ["the contents do not name ‘Fares’"]
    assert _said(tmp_path, _contents(_SECTION.format("c", "Oars"))) == ["the contents do not name ‘Fares’"]


def test_a_chapter_and_a_figure_without_their_lines_are_found(tmp_path: Path) -> None:
    section = _SECTION.format("b", "Fares")
    contents = f"<li><ol class='contents-sections'>{section}</ol></li>"
    assert _said(tmp_path, contents) == ["the contents do not name ‘The Ferry’", "the contents do not name ‘The ford’"]


def test_a_section_outside_the_numbered_books_needs_none(tmp_path: Path) -> None:
    assert _said(tmp_path, _contents(), _OPENINGS) == []


def test_a_wrong_page_of_a_section_is_found(tmp_path: Path) -> None:
    wrong = ".contents-section::after { content: '\\a0 9' !important; }"
    said = _said(tmp_path, _contents(_SECTION.format("b", "Fares")), style=wrong)
    assert len(said) == 1
    assert "it says page 9 of ‘b’, which stands on page" in said[0]


def test_a_wrong_page_of_a_chapter_is_found(tmp_path: Path) -> None:
    wrong = ".contents-line::after { content: leader(' ') '9' !important; }"
    said = _said(tmp_path, _contents(_SECTION.format("b", "Fares")), style=wrong)
    assert ["it says page 9" in message for message in said] == [True, True]
