"""Cards that a frozen printing has otherwise: these alone are made."""

from __future__ import annotations

from pathlib import Path

from rulebook.cards.production import CardOrder
from rulebook.load import load_book
from rulebook.model import Book
from rulebook.printing.reprint import changed_cards, reprint_of
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
