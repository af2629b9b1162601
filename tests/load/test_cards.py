"""What a book says of its cards: each slip is found at its place, and nothing else is."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulebook.load import load_book
from rulebook.load.cards import CARDS_FILE
from tests.conftest import REPOSITORY

TINY = REPOSITORY / "tests" / "tiny"

CARDS = """\
title: Cards
page: p.
layouts:
  - {id: a4, kind: sheet, paper: letter, columns: 3, rows: 3}
  - {id: single, kind: single}
decks:
  - id: knacks
    title: Knacks
    mark: ring
    cards:
      - set: knacks
        body:
          - {field: text}
"""


def _findings(folder: Path, cards: str) -> list[str]:
    shutil.copytree(TINY, folder, dirs_exist_ok=True)
    path = folder / CARDS_FILE
    path.parent.mkdir(exist_ok=True)
    path.write_text(cards, encoding="utf-8")
    return [str(finding) for finding in load_book(folder).findings]


def test_the_cards_of_a_sound_book(tmp_path: Path) -> None:
    assert _findings(tmp_path, CARDS) == []
    book = load_book(tmp_path).book
    assert book is not None
    assert book.cards is not None
    assert [deck.id for deck in book.cards.decks] == ["knacks"]
    assert [layout.kind for layout in book.cards.layouts] == ["sheet", "single"]


def test_cards_of_what_has_no_name_need_a_title(tmp_path: Path) -> None:
    of_signals = CARDS.replace("set: knacks", "set: signals").replace("field: text", "field: roll")
    assert _findings(tmp_path, of_signals) == [
        f"{CARDS_FILE}:11:9 S021 the cards of ‘signals’ have no title: what they are of has no field ‘name’"
        "\n    Hint: add ‘title: …’ with another field"
    ]
    titled = of_signals.replace("set: signals", "set: signals\n        title: roll")
    assert _findings(tmp_path, titled) == []


def test_a_book_need_not_have_cards() -> None:
    book = load_book(TINY).book
    assert book is not None
    assert book.cards is None


@pytest.mark.parametrize(
    ("old", "new", "place", "says"),
    [
        ("set: knacks", "set: knack", "11:14", "did you mean ‘knacks’?"),
        ("{field: text}", "{field: txt}", "13:21", "‘txt’, which is no field here"),
        ("{field: text}", "{field: text, style: bold}", "13:34", "expected one of: text, quote"),
        ("mark: ring", "marks: ring", "9:5", "has no key ‘marks’"),
        ("id: single, kind: single", "id: a4, kind: single", "5:5", "the layout ‘a4’ stands twice"),
        ("columns: 3, ", "", "4:5", "has no ‘columns’"),
        ("kind: single", "kind: single, rows: 2", "5:38", "has no use"),
        ("        body:", "        chapter: the-tid\n        body:", "12:18", "there is no chapter ‘the-tid’"),
        ("        body:", "        through: text\n        body:", "12:18", "refers to nothing"),
        ("        body:", "        where: {name: Nobody}\n        body:", "12:23", "no entry of ‘knacks’"),
        ("        body:", "        title: nme\n        body:", "12:16", "‘nme’, which is no field here"),
    ],
)
def test_each_slip_is_found_at_its_place(tmp_path: Path, old: str, new: str, place: str, says: str) -> None:
    assert CARDS.count(old) == 1
    found = _findings(tmp_path, CARDS.replace(old, new))
    assert len(found) == 1, found
    assert found[0].startswith(f"{CARDS_FILE}:{place} ")
    assert says in found[0]


def test_all_slips_are_found_at_once(tmp_path: Path) -> None:
    slips = CARDS.replace("set: knacks", "set: knack").replace("id: single, kind: single", "id: a4, kind: single")
    assert len(_findings(tmp_path, slips)) == 2
