"""Definitions as a whole: what depends on what, and the places of the numbers that they state."""

from __future__ import annotations

import pytest

from rulebook.rules.expression import (
    Source,
    dependencies,
    names_used,
    number_literals,
    parse_definitions,
    parse_expression,
    read_value,
)
from rulebook.rules.expression.check import check_definitions
from tests.rules.tavern import TAVERN

PARSED = parse_definitions(
    [Source("safe", "3″"), Source("need", "7"), Source("spare", "1")],
    [
        Source("harm(drop)", "max(0, drop - safe)"),
        Source("status(drop)", "harm(drop) > 0″ and need > 1"),
        Source("step(_turn, state)", "state + need"),
        Source("after()", "walk(1, 2, 0, 'step')"),
    ],
)


def test_what_depends_on_what() -> None:
    assert PARSED.errors == ()
    definitions = PARSED.definitions
    assert dependencies(definitions, "status") == {"harm", "safe", "need"}
    assert dependencies(definitions, "after") == {"step", "need"}
    assert dependencies(definitions, "spare") == frozenset()


def test_names_of_an_expression_leave_out_its_own() -> None:
    expression = parse_expression("sum(cost(p) × rate for p in guests if p > least) + max(2, more)")
    assert names_used(expression) == {"cost", "rate", "guests", "least", "more"}


def test_every_number_has_its_place() -> None:
    source = "max(0, drop − 3″) + 2D12 × 0.5 if 10 > −4 else f('7')"
    literals = number_literals(parse_expression(source))
    assert [source[literal.start : literal.end] for literal in literals] == ["0", "3″", "2D12", "0.5", "10", "4"]


def test_the_place_of_a_written_number_is_all_of_it() -> None:
    for text in ("54%", "third", "10,000", "7+"):
        (literal,) = number_literals(read_value(text))
        assert text[literal.start : literal.end] == text


def test_look_ups_are_checked_only_against_data() -> None:
    values = [Source("price", "entry('stall', 'jug').price")]
    assert parse_definitions(values, []).errors == ()
    (error,) = parse_definitions(values, [], TAVERN).errors
    assert error.definition == "price"


def test_a_fault_is_reported_where_it_is_and_not_where_it_is_felt() -> None:
    parsed = parse_definitions(
        [Source("a", "1 / 0"), Source("b", "a + 1"), Source("c", "f(b)")], [Source("f(x)", "x + a")]
    )
    assert [error.definition for error in parsed.errors] == ["a"]
    assert len(check_definitions(parsed.definitions)) == 1


def test_a_chain_of_definitions_may_not_be_endless() -> None:
    values = [Source(f"v{n}", f"v{n + 1} + 1") for n in range(40)] + [Source("v40", "1")]
    (error,) = parse_definitions(values, []).errors
    assert error.fault.name == "TOO_DEEP"
    assert error.definition == "v10"


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("9" * 31, 0),
        ("9" * 80, 0),
        ("9" * 4_000, 0),
        (f"−{'9' * 31}", 1),
        ("1,234" + ",567" * 9, 0),
        (f"1.{'3' * 30}%", 0),
        (f"1–{'9' * 31}", 2),
        (f"1/{'9' * 31}", 2),
        (f"{'9' * 31}th", 0),
        (f"D{'9' * 31}", 1),
    ],
)
def test_a_written_number_has_no_more_digits_than_one_of_a_formula(text: str, start: int) -> None:
    parsed = parse_definitions([Source("long", text)], [])
    (error,) = parsed.errors
    assert error.message == "a number has more than 30 digits"
    assert (error.definition, error.start) == ("long", start)


@pytest.mark.parametrize("text", ["9" * 30, f"1–{'9' * 30}", f"'{'9' * 40}'", "10,000"])
def test_a_number_of_thirty_digits_and_a_text_of_more_are_values(text: str) -> None:
    assert parse_definitions([Source("long", text)], []).errors == ()
