"""What is said of a source: on one line, printable, and in an order that does not depend on chance."""

from __future__ import annotations

import os

from rulebook.finding import Finding, in_order
from rulebook.source import Position

PLACE = Position("content/book.yaml", 3, 1)


def test_what_is_quoted_of_a_source_is_printable_and_on_one_line() -> None:
    (found,) = in_order([Finding("S001", PLACE, "‘a\n  b\x1b[2J’", "\x00", found="x\ty", computed="1\r\n= 2")])
    assert found.message == "‘a bU+001B[2J’"
    assert found.hint == "U+0000"
    assert found.found == "x y"
    assert found.computed == "1 = 2"
    assert len(str(found).split("\n")) == 4


def test_a_message_has_an_end() -> None:
    (found,) = in_order([Finding("S001", PLACE, "a" * 100_000)])
    assert len(found.message) == 600
    assert found.message.endswith("a…")


def test_a_long_number_is_told_by_its_first_digits_and_their_count() -> None:
    message = f"the text says ‘{'9' * 5000}″’; the rules give {'1' * 41}"
    (found,) = in_order([Finding("E101", PLACE, message, found="9" * 41, computed="4" * 40)])
    assert found.message == "the text says ‘999999999999… (5,000 digits)″’; the rules give 111111111111… (41 digits)"
    assert found.found == "999999999999… (41 digits)"
    assert found.computed == "4" * 40


def test_a_long_quotation_leaves_room_for_what_is_said_of_it() -> None:
    (found,) = in_order([Finding("E101", PLACE, f"the text says ‘{'ab ' * 500}’; the rules give 3")])
    assert found.message.endswith("…’; the rules give 3")
    assert len(found.message) < 260


def _sentence(sentence: str, number: str) -> str:
    (found,) = in_order([Finding("E101", PLACE, "a", sentence=sentence, sentence_offset=sentence.index(number))])
    # What has been put in order once stays as it is.
    assert in_order([found]) == (found,)
    return found.sentence


def test_a_long_sentence_is_cut_about_the_number_in_question() -> None:
    words = " ".join(f"word{n}" for n in range(300))
    middle = _sentence(f"First {words} of 17″ here {words} last", "17″")
    assert "word299 of 17″ here word0 " in middle
    assert middle.startswith("… word")
    assert middle.endswith(" …")
    assert 520 < len(middle) <= 600
    first = _sentence(f"Of 17″ here {words}", "17″")
    assert first.startswith("Of 17″ here word0 ")
    assert first.endswith(" …")
    assert 560 < len(first) <= 600
    last = _sentence(f"{words} makes 17″.", "17″")
    assert last.startswith("… word")
    assert last.endswith("word299 makes 17″.")
    assert 560 < len(last) <= 600


def test_a_sentence_that_is_long_enough_is_whole() -> None:
    sentence = "ab " * 199 + "17″"
    assert len(sentence) == 600
    assert _sentence(sentence, "17″") == sentence
    assert len(_sentence(f"a{sentence}", "17″")) <= 600


def test_a_sentence_without_spaces_is_cut_too() -> None:
    shown = _sentence("a" * 2000 + "17″" + "b" * 2000, "17″")
    assert len(shown) == 600
    assert "a17″b" in shown
    assert (shown[:2], shown[-2:]) == ("…a", "b…")


def test_a_long_quotation_in_a_sentence_hides_no_number() -> None:
    speech = "‘" + "ab " * 100 + "17″ cd’"
    assert _sentence(f"They say {speech}.", "17″") == f"They say {speech}."


def test_what_is_told_in_short_moves_no_number_out_of_sight() -> None:
    shown = _sentence("1" * 5000 + " and " + "ab " * 400 + "17″", "17″")
    assert shown.endswith(" 17″")
    shown = _sentence("\x1b" * 2000 + "17″ and so on", "17″")
    assert shown.endswith("U+001B17″ and so on")
    assert len(shown) <= 600


def test_headings_and_sentences_are_printable_too() -> None:
    (found,) = in_order([Finding("E101", PLACE, "a", breadcrumb=("a\x1bb",), sentence="c\nd" + "1" * 99)])
    assert found.breadcrumb == ("aU+001Bb",)
    assert found.sentence == "c d111111111111… (99 digits)"


def test_a_place_is_on_one_line_whatever_its_file_is_called() -> None:
    for name, shown in {
        "a\nb.md": r"a\nb.md",
        "a\r\x1b[2J.md": r"a\r\x1b[2J.md",
        os.fsdecode(b"\xff.md"): r"\xff.md",
        "a\u2028b\u202e.md": r"a\u2028b\u202e.md",
        "é ‘b’.md": "é ‘b’.md",
    }.items():
        assert str(Position(name, 1, 2)) == f"{shown}:1:2"


def test_what_is_sound_stays_as_it_is() -> None:
    finding = Finding("S001", PLACE, "‘7″’ – plain", "a hint", ("Book",), "A sentence.", "7″", "3″ + 4″ = 7″")
    assert in_order([finding, finding]) == (finding,)


def test_the_order_is_by_place_code_message_and_hint() -> None:
    hints = [Finding("S001", PLACE, "same", hint) for hint in "dbeacf"]
    later = Finding("S000", Position("content/book.yaml", 10, 1), "a")
    assert [f.hint for f in in_order([later, *hints])] == [*"abcdef", ""]
