"""What is said of a source: on one line, printable, and in an order that does not depend on chance."""

from __future__ import annotations

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


def test_what_is_sound_stays_as_it_is() -> None:
    finding = Finding("S001", PLACE, "‘7″’ – plain", "a hint", ("Book",), "A sentence.", "7″", "3″ + 4″ = 7″")
    assert in_order([finding, finding]) == (finding,)


def test_the_order_is_by_place_code_message_and_hint() -> None:
    hints = [Finding("S001", PLACE, "same", hint) for hint in "dbeacf"]
    later = Finding("S000", Position("content/book.yaml", 10, 1), "a")
    assert [f.hint for f in in_order([later, *hints])] == [*"abcdef", ""]
