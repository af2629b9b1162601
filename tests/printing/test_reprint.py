"""What is to be printed again is named so that a reader finds it among the cards that they have."""

from __future__ import annotations

from pathlib import Path

from rulebook.load import load_book
from rulebook.printing.reprint import reprint_of
from tests.cards.made_cards import copy_of_the_book, the_book
from tests.editing import edit


def test_cards_that_bear_one_title_are_told_apart_by_their_corner(tmp_path: Path) -> None:
    root = copy_of_the_book(tmp_path)
    edit(root / "content/data/crossing-events.yaml", "short: Remove the nearest", "short: Take off the nearest")
    edit(root / "content/data/blessings.yaml", "    short: All Pilgrims", "    short: All the Pilgrims")
    new = load_book(root).book
    assert new is not None
    cards = dict(reprint_of(the_book(), new).cards)
    assert cards.keys() == {"The Crossing", "Blessings"}
    assert cards["The Crossing"] == "The Crossing, D12 3"
    assert "," not in cards["Blessings"]
