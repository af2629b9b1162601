"""Texts full of what looks like numbers: each is read in little time, and what is written anew says what it should."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rulebook.rules.numbers import agrees, find_numerals, format_like, read_quantity, value_of
from rulebook.rules.values import ListValue, Text, Value, in_words, inches, plain
from tests.fuzzing import examples
from tests.sandbox import Sandbox

PIECES = [
    *("0", "7", "12", "1,", ",000", "10,000", ".5", "0.", "−", "+", "–", "-", "~", "about ", "roughly "),
    *("D", "D12", "2D12", "D0", "0D6", "÷2", "÷0", "×", "+1", "″", "′", "%", " %", "/", "/0", "1/2", "½", "4½"),
    *("st", "3rd", "11th", "third", "thirds", "a ", "an ", "one ", "half ", "quarter", "eighth of ", "ones "),
    *("two ", "twenty-", "hundred ", " and ", "thousand ", "dozen ", "both ", "single ", "twice ", "seven-"),
    *("no one ", "7+", "\u2044"),
    *(" ", "\n", "\u00a0", ", ", ". ", "(", ")", "[", "to ", " to ", "R2", "e\u0301", "\u0663", "\u00b2", "\u2028"),
]  # fmt: skip


@st.composite
def texts(draw: st.DrawFn) -> str:
    parts = draw(
        st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from([1, 1, 1, 1, 2, 5, 90, 600])), max_size=12)
    )
    return "".join(piece * times for piece, times in parts) or draw(st.text(max_size=60))


VALUES: list[Value] = [
    *(plain(number) for number in (0, 1, 2, 7, 21, -3, 12_000, 10**40, Fraction(1, 3), Fraction(13, 24))),
    *(
        inches(3),
        inches(36),
        ListValue((plain(2), plain(7))),
        ListValue((Text("Awe"), Text("Dread"))),
        Text("Falls"),
        Text("7"),
        Text("half"),
    ),
]


def reader() -> Callable[[Any], object]:
    """In the child: all that is done with a text, as words."""

    def read(text: str) -> object:
        quantity = read_quantity(text)
        worth = None if quantity is None else value_of(quantity)
        written = [(format_like(text, value), in_words(value)) for value in VALUES]
        for (form, _), value in zip(written, VALUES, strict=True):
            again = None if form is None else read_quantity(form)
            assert form is None or (again is not None and agrees(again, value)), (form, in_words(value))
        return {
            "quantity": repr(quantity),
            "worth": None if worth is None else in_words(worth),
            "itself": None if quantity is None or worth is None else agrees(quantity, worth),
            "written": written,
            "numerals": [(n.start, n.end, n.text, repr(n.quantity)) for n in find_numerals(text)],
        }

    return read


@pytest.fixture(scope="module")
def reading() -> Iterator[Sandbox]:
    sandbox = Sandbox("tests.rules.test_fuzz_numbers:reader", hash_seed=1)
    yield sandbox
    sandbox.close()


@pytest.fixture(scope="module")
def reading_otherwise() -> Iterator[Sandbox]:
    sandbox = Sandbox("tests.rules.test_fuzz_numbers:reader", hash_seed=2)
    yield sandbox
    sandbox.close()


@examples(80)
@given(texts())
@example("9" * 6_000)
@example("1,111" + ",111" * 1_500)
@example("seven " * 1_000)
@example("two hundred and " * 400)
@example("D12" + "÷2" * 2_000)
@example("1–" * 2_000)
@example("0." * 2_000)
@example("+−" * 2_000)
@example("½" * 2_000)
@example("about " * 1_000)
@example("a third of " * 500)
@example(" " * 6_000)
def test_any_text_is_read_the_same_way_every_time(reading: Sandbox, reading_otherwise: Sandbox, text: str) -> None:
    found = reading(text)
    assert found == reading_otherwise(text)
    assert found["itself"] in (None, True)
    before = 0
    for start, end, words, _ in found["numerals"]:
        assert before <= start < end <= len(text)
        assert text[start:end] == words
        before = end
