"""Cards that a frozen printing has otherwise: these alone are made."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.cards.order import CardOrder
from rulebook.load import load_book
from rulebook.model import Book
from rulebook.printing.changelist import change_lines
from rulebook.printing.changes import Changes
from rulebook.printing.reprint import UnfitTemplatesError, changed_cards, reprint_of
from tests.cards.made_cards import CardPdf, copy_of_the_book, make, the_book
from tests.editing import edit


def _changed(folder: Path) -> Book:
    root = copy_of_the_book(folder)
    edit(root / "content/data/blessings.yaml", "    short: All Pilgrims", "    short: All the Pilgrims")
    book = load_book(root).book
    assert book is not None
    return book


def test_one_changed_text_is_one_card_and_no_more(tmp_path: Path) -> None:
    new = _changed(tmp_path)
    only = changed_cards(the_book(), new)
    assert [deck for deck, _ in only] == ["blessings"]
    assert len(reprint_of(the_book(), new).cards) == 1
    printed = make(new, CardOrder("a4", backs=True, only=only), tmp_path / "cards.pdf")
    assert printed.pages == 2
    pdf = CardPdf(tmp_path / "cards.pdf")
    assert len(pdf.frames(0)) == len(pdf.frames(1)) == 1
    assert "All the Pilgrims" in " ".join(pdf.text(0).split())


def test_nothing_has_changed_in_a_book_that_is_the_same(tmp_path: Path) -> None:
    same = load_book(copy_of_the_book(tmp_path)).book
    assert same is not None
    assert changed_cards(the_book(), same) == frozenset()


@pytest.mark.parametrize(
    ("template", "old", "new", "why"),
    [
        ("shapes.svg.j2", "{% set shapes = {", "{% set marks = {", "TemplateSyntaxError"),
        ("shapes.svg.j2", "{% set shapes = {", "{% set shapes = {{ {", "TemplateSyntaxError"),
        ("shapes.svg.j2", "{% set shapes = {", "{{ range() }}{% set shapes = {", "TemplateRuntimeError"),
        ("shapes.svg.j2", "{% set shapes = {", "{% set shapes = 7 %}{% set _ = {", "TemplateSyntaxError"),
        ("shapes.svg.j2", "", "", "TemplateNotFound"),
    ],
)
def test_templates_that_this_pipeline_cannot_fill_are_said_and_the_sheet_is_compared(
    template: str, old: str, new: str, why: str, tmp_path: Path
) -> None:
    root = copy_of_the_book(tmp_path)
    path = root / "templates" / "cards" / template
    if old:
        edit(path, old, new)
    else:
        path.unlink()
    before = load_book(root).book
    assert before is not None
    reprint = reprint_of(before, the_book(), "printing 1", "the working copy")
    ((what, reason),) = reprint.untold
    assert (reprint.cards, reprint.sheet, what) == ((), False, "which cards have changed cannot be told")
    assert reason.startswith(f"this pipeline cannot fill the templates of printing 1 ({why}: ")
    with pytest.raises(UnfitTemplatesError, match="the templates of the new book"):
        changed_cards(the_book(), before)


def test_a_sheet_that_cannot_be_filled_leaves_the_cards(tmp_path: Path) -> None:
    root = _changed(tmp_path).root
    sheet = root / "templates" / "sheet" / "sheet.html.j2"
    sheet.write_text("{{ gone.entirely }}", encoding="utf-8")
    before = load_book(root).book
    assert before is not None
    reprint = reprint_of(before, the_book(), "printing 1", "the working copy")
    assert len(reprint.cards) == 1
    ((what, reason),) = reprint.untold
    assert what == "whether the reference sheet has changed cannot be told"
    assert "printing 1 (UndefinedError: there is no ‘gone’ here)" in reason
    lines = list(change_lines(Changes((), (), ()), reprint, the_book(), "printing 1", "the working copy", {}))
    assert f"- {what}" in lines
