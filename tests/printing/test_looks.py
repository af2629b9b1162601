"""What is to be printed again though it says what it did: its look has changed, or its deck has another id."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulebook.load import load_book
from rulebook.model import Book
from rulebook.printing.changelist import change_lines
from rulebook.printing.changes import Changes
from rulebook.printing.reprint import card_notes, changed_cards, reprint_of
from tests.cards.made_cards import copy_of_the_book, the_book
from tests.editing import edit


def _book(root: Path) -> Book:
    loaded = load_book(root, products=False)
    assert loaded.book is not None, [str(f) for f in loaded.findings]
    return loaded.book


def _append(name: str, text: str) -> Callable[[Path], None]:
    def change(root: Path) -> None:
        path = root / name
        path.write_bytes(path.read_bytes() + text.encode())

    return change


@pytest.mark.parametrize(
    ("change", "cards", "sheet"),
    [
        (_append("styles/cards.css", "\n.card { color: red }\n"), "styles/cards.css", ""),
        (_append("styles/sheet.css", "\nbody { color: red }\n"), "", "styles/sheet.css"),
        (_append("styles/fonts.css", "\n/* other */\n"), "styles/fonts.css", "styles/fonts.css"),
        (_append("templates/cards/cards.html.j2", "\n<p></p>\n"), "templates/cards/cards.html.j2", ""),
        (_append("templates/cards/card.html.j2", "\n{# other #}\n"), "templates/cards/card.html.j2", ""),
        (_append("styles/index.css", "\n.x { color: red }\n"), "", ""),
        (_append("templates/book/book.html.j2", "\n<p></p>\n"), "", ""),
        (_append("styles/page.yaml", "\n# A remark.\n"), "", ""),
    ],
)
def test_a_look_that_has_changed_is_told_of_what_it_is_the_look_of(
    tmp_path: Path, change: Callable[[Path], None], cards: str, sheet: str
) -> None:
    root = copy_of_the_book(tmp_path)
    change(root)
    reprint = reprint_of(the_book(), _book(root), "printing 1.0", "the working copy")
    assert (reprint.cards, reprint.sheet, reprint.untold) == ((), False, ())
    of_cards = [note for note in reprint.notes if note.startswith("all cards look otherwise")]
    of_sheet = [note for note in reprint.notes if note.startswith("the reference sheet looks otherwise")]
    assert [f"({cards} changed): to match, print all again" in note for note in of_cards] == [True] * bool(cards)
    assert [note.endswith(f": {sheet} changed") for note in of_sheet] == [True] * bool(sheet)
    assert len(reprint.notes) == len(of_cards) + len(of_sheet)
    lines = list(change_lines(Changes((), (), ()), reprint, the_book(), "printing 1.0", "the working copy", {}))
    assert ("## To print again" in lines) == bool(reprint.notes)
    assert all(f"- {note}" in lines for note in reprint.notes)


def test_a_measure_of_cards_is_one_of_their_look_and_of_no_others(tmp_path: Path) -> None:
    root = copy_of_the_book(tmp_path)
    page = root / "styles" / "page.yaml"
    text = page.read_text(encoding="utf-8")
    start = text.index("\ncards:\n")
    page.write_text(text[:start] + text[start:].replace("bleed: 3mm", "bleed: 4mm", 1), encoding="utf-8")
    assert page.read_text(encoding="utf-8") != text
    (note,) = reprint_of(the_book(), _book(root)).notes
    assert note.startswith("all cards look otherwise, whatever they say (styles/page.yaml changed)")


def test_a_deck_that_has_another_id_is_said_to_be_all_new(tmp_path: Path) -> None:
    root = copy_of_the_book(tmp_path)
    edit(root / "content/products/cards.yaml", "id: blessings\n", "id: graces\n")
    new = _book(root)
    assert {deck for deck, _ in changed_cards(the_book(), new)} == {"graces"}
    (note,) = card_notes(the_book(), new, "printing 1.0")
    assert note == (
        "the deck Blessings is all new: printing 1.0 has no deck ‘graces’; it may be ‘blessings’, which is gone"
    )


def test_of_a_sheet_with_faults_it_is_said_that_nothing_can_be_told(tmp_path: Path) -> None:
    root = copy_of_the_book(tmp_path)
    edit(root / "content/products/sheet.yaml", "\ntitle: Quick", "\ntitel: Quick")
    reprint = reprint_of(_book(root), the_book(), "printing 1.0", "the working copy")
    ((what, why),) = reprint.untold
    assert what == "whether the reference sheet has changed cannot be told"
    assert why.startswith("printing 1.0 has faults: content/products/sheet.yaml:")
    assert "titel" in why
    assert not reprint.sheet
