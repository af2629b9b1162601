"""The number reader, by its specifications in the files beside."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.rules.expression import Definitions, evaluate, parse_expression
from rulebook.rules.numbers import Kind, Quantity, agrees, find_numerals, format_like, read_quantity, value_of
from rulebook.rules.numbers.words import CARDINALS, FRACTIONS, ORDINALS, cardinal_in, ordinal_suffix
from rulebook.rules.values import ListValue, Number, Text, Unit, Value, in_words, inches, plain
from tests.fuzzing import examples
from tests.rules.cases import Case, cases_of
from tests.rules.tavern import TAVERN

HERE = Path(__file__).parent


def computed(text: str) -> Value:
    return evaluate(parse_expression(text), Definitions(), TAVERN).value


def described(quantity: Quantity | None) -> str:
    if quantity is None:
        return "nothing"
    words = [quantity.kind.name.lower()]
    if quantity.value is not None:
        words.append(in_words(plain(quantity.value)))
    if quantity.low is not None and quantity.high is None:
        words.append(f"{quantity.low} upwards")
    if quantity.high is not None:
        words.append(f"{quantity.low} {'by' if words[0] == 'size' else 'to'} {quantity.high}")
    if quantity.dice is not None:
        words.append(str(quantity.dice))
    if quantity.unit is not Unit.NONE:
        words.append(quantity.unit.name.lower())
    places = f", {quantity.places} places" if quantity.places else ""
    return " ".join(words) + places + (", approximate" if quantity.approximate else "")


@pytest.mark.parametrize("case", cases_of(HERE / "quantities.txt"), ids=str)
def test_reads_a_span(case: Case) -> None:
    assert described(read_quantity(case.given)) == case.expected


@pytest.mark.parametrize("case", cases_of(HERE / "prose.txt"), ids=str)
def test_finds_numerals(case: Case) -> None:
    found = find_numerals(case.given)
    for numeral in found:
        assert case.given[numeral.start : numeral.end] == numeral.text
    kinds = [
        f"{n.text} {n.quantity.kind.name.lower() if n.quantity else 'nothing'}"
        + (", approximate" if n.quantity and n.quantity.approximate else "")
        for n in found
    ]
    assert "\n".join(kinds) == case.expected


def pairs(case: Case) -> list[tuple[str, str]]:
    return [(a.strip(), b.strip()) for a, _, b in (line.partition(" | ") for line in case.given.split("\n"))]


@pytest.mark.parametrize("case", cases_of(HERE / "agreement.txt"), ids=str)
def test_compares(case: Case) -> None:
    for (written, formula), expected in zip(pairs(case), case.expected.split("\n"), strict=True):
        quantity = read_quantity(written)
        assert quantity is not None, written
        found = "yes" if agrees(quantity, computed(formula)) else "no"
        assert found == expected, f"{written} | {formula}"


@pytest.mark.parametrize("case", cases_of(HERE / "forms.txt"), ids=str)
def test_writes_anew(case: Case) -> None:
    for (written, formula), expected in zip(pairs(case), case.expected.split("\n"), strict=True):
        assert (format_like(written, computed(formula)) or "-") == expected, f"{written} | {formula}"


@pytest.mark.parametrize("text", ["", " ", "\n", "\u00a0"])
def test_nothing_is_no_quantity(text: str) -> None:
    assert read_quantity(text) is None
    assert find_numerals(text) == ()


def test_what_a_span_is_worth_to_a_formula() -> None:
    worth = {"3′": inches(36), "54%": plain(Fraction(27, 50)), "7+": plain(7), "third": plain(3), "−3″": inches(-3)}
    for text, expected in worth.items():
        quantity = read_quantity(text)
        assert quantity is not None
        assert value_of(quantity) == expected
    dice = read_quantity("2D12+1")
    assert dice is not None
    assert value_of(dice) == computed("2D12 + 1")


def test_too_many_dice_are_worth_nothing() -> None:
    quantity = read_quantity("999D999")
    assert quantity is not None
    assert value_of(quantity) is None
    assert not agrees(quantity, computed("D12"))


def test_every_number_word_is_read_and_written() -> None:
    for word, number in CARDINALS.items():
        assert cardinal_in(word) == number
        assert format_like("zero", plain(number)) == word
    for word, number in ORDINALS.items():
        assert format_like("first", plain(number)) == word


written_numbers = st.one_of(
    st.integers(0, 10**7).map(str),
    st.integers(0, 999).map(lambda n: f"−{n + 1}″"),
    st.integers(1, 999).map(lambda n: f"+{n}"),
    st.integers(10_000, 10**9).map(lambda n: f"{n:,}"),
    st.integers(0, 100).map(lambda n: f"{n}%"),
    st.decimals(0, 1000, places=2).map(str),
    st.tuples(st.integers(0, 99), st.integers(1, 99)).map(lambda t: f"{t[0]}/{t[1]}"),
    st.tuples(st.integers(0, 99), st.integers(0, 99)).map(lambda t: f"{t[0]}–{t[1]}″"),
    st.sampled_from(sorted(CARDINALS)),
    st.sampled_from(sorted(ORDINALS)),
)


@given(written_numbers)
def test_what_is_written_agrees_with_itself_and_is_written_the_same(text: str) -> None:
    quantity = read_quantity(text)
    assert quantity is not None
    value = value_of(quantity)
    assert value is not None
    assert agrees(quantity, value)
    again = format_like(text, value)
    assert again is not None
    assert again.replace(",", "") == text.replace(",", "")
    (numeral,) = find_numerals(f"It is {text} now.")
    assert numeral.text == text


@given(written_numbers, st.sampled_from([Fraction(1), Fraction(-1)]))
def test_one_unit_of_the_last_place_is_seen(text: str, step: Fraction) -> None:
    quantity = read_quantity(text)
    assert quantity is not None
    if quantity.value is None:
        return
    value = value_of(quantity)
    assert isinstance(value, Number)
    moved = Number(value.value + step * quantity.scale / 10**quantity.places, value.unit)
    assert not agrees(quantity, moved)


@given(st.text(st.sampled_from("0123456789D+−–÷×/%″′.,~ aofndhlctwer½-()thirdone"), max_size=60) | st.text(max_size=60))
def test_any_text_can_be_read(text: str) -> None:
    quantity = read_quantity(text)
    if quantity is not None:
        value = value_of(quantity)
        assert format_like(text, plain(3)) is None or isinstance(format_like(text, plain(3)), str)
        if value is not None:
            agrees(quantity, value)
    before = 0
    for numeral in find_numerals(text):
        assert before <= numeral.start < numeral.end
        assert text[numeral.start : numeral.end] == numeral.text
        before = numeral.end


WHOLE = st.integers(min_value=0, max_value=120_000)
SIGNED_DIGITS = st.builds("{}{}".format, st.sampled_from(["", "+", "−"]), WHOLE)
UNITS = st.sampled_from(["", "″", "′", "%", " %"])
VULGAR_FRACTIONS = st.builds(
    "{}{}{}{}".format,
    st.sampled_from(["", "+", "−"]),
    st.sampled_from(["", "1", "12"]),
    st.sampled_from("½⅓¾⅝"),
    st.sampled_from(["", "″", "′"]),
)
EACH_FORM = st.one_of(
    st.builds("{}{}".format, SIGNED_DIGITS, UNITS),
    st.builds("{}{:,}{}".format, st.sampled_from(["", "about ", "~"]), WHOLE, UNITS),
    st.builds("{}.{:02d}{}".format, SIGNED_DIGITS, st.integers(0, 99), UNITS),
    VULGAR_FRACTIONS,
    st.builds("{}{}/{}".format, st.sampled_from(["", "+", "−"]), st.integers(0, 50), st.integers(1, 50)),
    st.sampled_from([*CARDINALS, *ORDINALS, *FRACTIONS, "both", "once", "twice", "thrice", "sixes", "a dozen"]),
    st.builds("{}{}–{}{}".format, SIGNED_DIGITS, st.sampled_from(["", "″"]), SIGNED_DIGITS, st.just("″")),
    st.builds("{} to {}{}".format, SIGNED_DIGITS, SIGNED_DIGITS, UNITS),
    st.builds("{}{}+".format, WHOLE, st.sampled_from(["", "″"])),
    st.builds("{}{}×{}{}".format, WHOLE, st.just("′"), WHOLE, st.just("′")),
    st.builds(lambda n: f"{n}{ordinal_suffix(n)}", WHOLE),
)
NUMBERS = st.builds(
    lambda value, unit: Number(value, unit),
    st.one_of(st.integers(-40, 40).map(Fraction), WHOLE.map(Fraction), st.fractions(-3, 30, max_denominator=8)),
    st.sampled_from([Unit.NONE, Unit.INCH]),
)
COMPUTED = st.one_of(
    NUMBERS,
    st.tuples(NUMBERS, NUMBERS).map(ListValue),
    st.sampled_from([Text("7"), Text("half"), Text("3″"), Text("Falls")]),
)


def form_of(quantity: Quantity) -> tuple[object, ...]:
    """All of a written number but what it is worth."""
    signed = quantity.text.removeprefix("about ").removeprefix("~").startswith(("+", "−"))
    closed = quantity.high is not None
    return (quantity.kind, quantity.unit, quantity.approximate, quantity.places, closed, closed or signed)


@examples(400)
@given(EACH_FORM, COMPUTED)
def test_what_is_written_anew_says_the_value_in_the_same_form(written: str, value: Value) -> None:
    quantity = read_quantity(written)
    assert quantity is not None
    new = format_like(written, value)
    if new is None:
        return
    again = read_quantity(new)
    assert again is not None
    assert agrees(again, value), new
    assert form_of(again) == form_of(quantity), new


@examples(200)
@given(EACH_FORM)
def test_what_is_worth_the_same_is_written_in_each_form_that_has_it(written: str) -> None:
    """A number that is changed and changed back: the form is not lost on the way."""
    quantity = read_quantity(written)
    assert quantity is not None
    worth = value_of(quantity)
    assert worth is not None
    new = format_like(written, worth)
    # Words for a number are not made of every number that can be read.
    in_words = quantity.kind in (Kind.WORD, Kind.ORDINAL) and not written[0].isdigit()
    if new is None:
        assert in_words
        return
    again = read_quantity(new)
    assert again is not None
    assert (form_of(again), value_of(again)) == (form_of(quantity), worth)
