"""Two runs of sentences side by side: what has changed, and what has only moved."""

from __future__ import annotations

from rulebook.printing.compared import Sentence
from rulebook.printing.pairing import Pair, pairs
from rulebook.texts import Role


def _run(text: str, anchor: str = "here") -> list[Sentence]:
    """Sentences between bars; one that begins with # is a heading, whose words are its id."""
    found = []
    for part in (part.strip() for part in text.split("|")):
        role = Role.HEADING if part.startswith("#") else Role.PROSE
        anchor = part[1:] if role is Role.HEADING else anchor
        found.append(Sentence(part.lstrip("#"), part.lstrip("#"), anchor, role))
    return found


def _pairs(old: str, new: str) -> list[tuple[str, str, bool, bool]]:
    return [_said(pair) for pair in pairs(_run(old), _run(new))]


def _said(pair: Pair) -> tuple[str, str, bool, bool]:
    return pair.old.text if pair.old else "", pair.new.text if pair.new else "", pair.moved, pair.free


def test_an_exchange_is_free_where_nothing_leans() -> None:
    (pair,) = _pairs("Row out. | Take dice. | Go home.", "Take dice. | Row out. | Go home.")
    assert pair[0] == pair[1]
    assert pair[2:] == (True, True)


def test_an_exchange_is_not_free_where_what_follows_leans() -> None:
    (pair,) = _pairs("Row out. | Take dice. | Then roll them.", "Take dice. | Row out. | Then roll them.")
    assert pair[2:] == (True, False)


def test_an_exchange_is_not_free_where_one_speaks_of_the_other() -> None:
    for leaning in ("For each of them, roll.", "Where none is given, roll.", "They roll."):
        (pair,) = _pairs(f"Row out. | {leaning} | Go home.", f"{leaning} | Row out. | Go home.")
        assert pair[2:] == (True, False), leaning


def test_sections_exchanged_are_one_change() -> None:
    old = "#one | Row out. | It is far. | #two | Take dice. | They roll."
    new = "#two | Take dice. | They roll. | #one | Row out. | It is far."
    (pair,) = _pairs(old, new)
    assert pair[0] in ("one", "two")
    assert pair[2:] == (True, True)


def test_a_sentence_past_a_heading_has_moved_and_not_the_heading() -> None:
    old, new = "#one | Row out. | Take dice. | #two | Go home.", "#one | Row out. | #two | Take dice. | Go home."
    assert _pairs(old, new) == [("Take dice.", "Take dice.", True, False)]


def test_a_heading_with_another_id_moves_nothing() -> None:
    assert _pairs("#one | Row out. | #two | Go home.", "#one | Row out. | #three | Go home.") == [
        ("two", "three", False, False)
    ]


def test_a_spelling_is_a_pair_in_its_place() -> None:
    assert _pairs("Row out. | Go home.", "Row out! | Go home.") == [("Row out.", "Row out!", False, False)]


def test_of_two_that_are_the_same_one_can_go() -> None:
    assert _pairs("Row out. | Row out. | Go home.", "Row out. | Go home.") == [("Row out.", "", False, False)]


def test_a_heading_and_the_sentence_below_it_are_each_written_anew() -> None:
    assert _pairs("#one | Row out. | Go home.", "#two | Nobody sleeps here. | Go home.") == [
        ("one", "two", False, False),
        ("Row out.", "Nobody sleeps here.", False, False),
    ]


def test_sentences_that_only_their_stops_part_are_one_pair() -> None:
    assert _pairs("Row out; take dice. | Go home.", "Row out. | Take dice. | Go home.") == [
        ("Row out; take dice.", "Row out. Take dice.", False, False)
    ]
