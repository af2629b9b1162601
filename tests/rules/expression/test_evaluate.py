"""What an evaluation says beyond its value: what it used, its working, and where a fault stands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulebook.rules.expression import (
    Cell,
    Definitions,
    ExpressionError,
    Fault,
    Given,
    Source,
    evaluate,
    parse_definitions,
    parse_expression,
)
from rulebook.rules.expression.limits import MOST_KEPT_STEPS
from rulebook.rules.expression.working import Step
from rulebook.rules.values import inches, plain
from tests.rules.tavern import TAVERN

PARSED = parse_definitions(
    [Source("safe", "3″"), Source("need", "7"), Source("harder", "need + 2")],
    [
        Source("harm(drop)", "max(0, drop - safe)"),
        Source("price(id)", "entry('stall', id).price"),
        Source("unlucky(n)", "1 / n"),
    ],
    TAVERN,
)


def test_the_definitions_are_sound() -> None:
    assert PARSED.errors == ()


def test_what_was_used() -> None:
    expression = parse_expression("harm(drop) / 1″ + harder + price('mug')")
    used = evaluate(expression, PARSED.definitions, TAVERN, [Given("drop", inches(7)), Given("other", plain(1))]).used
    assert used.values == {"safe", "need", "harder"}
    assert used.formulas == {"harm", "price"}
    assert used.given == {"drop"}
    assert used.sets == {"stall"}
    assert used.cells == {Cell("stall", "mug", "price")}
    assert used.something


@pytest.mark.parametrize("text", ["4", "2 + 2", "drop", "drop × 2", "E(D12)"])
def test_what_proves_nothing(text: str) -> None:
    used = evaluate(parse_expression(text), PARSED.definitions, TAVERN, [Given("drop", inches(7))]).used
    assert not used.something


def test_a_fault_within_a_formula_is_placed_there() -> None:
    with pytest.raises(ExpressionError) as caught:
        evaluate(parse_expression("1 + unlucky(0)"), PARSED.definitions)
    error = caught.value
    assert (error.definition, error.start, error.end, error.fault) == ("unlucky", 0, 5, Fault.DIVISION)
    assert error.within == ("unlucky",)
    assert str(error).startswith("unlucky:0: 1 is divided by zero")


def test_a_fault_at_the_call_is_placed_at_the_call() -> None:
    with pytest.raises(ExpressionError) as caught:
        evaluate(parse_expression("1 + harm()"), PARSED.definitions)
    assert (caught.value.definition, caught.value.start, caught.value.end) == ("", 4, 10)


def test_the_working_of_many_calls_is_short() -> None:
    evaluation = evaluate(parse_expression("+".join(["harm(5″)"] * 50)), PARSED.definitions)
    lines = evaluation.working.lines()
    assert len(lines) == 2
    assert max(map(len, lines)) < 300
    assert count_steps(evaluation.working) <= MOST_KEPT_STEPS + 1


def count_steps(step: Step) -> int:
    return 1 + sum(count_steps(inner) for inner in step.inner)


def test_a_changed_definition_changes_what_depends_on_it() -> None:
    changed = PARSED.definitions.with_body("safe", "2″")
    expression = parse_expression("harm(7″)")
    assert evaluate(expression, PARSED.definitions).value == inches(4)
    assert evaluate(expression, changed).value == inches(5)
    with pytest.raises(ExpressionError):
        PARSED.definitions.with_body("safe", "(")
    with pytest.raises(KeyError):
        PARSED.definitions.with_body("unknown", "1")


def test_definitions_are_values_themselves() -> None:
    assert replace(PARSED.definitions) == PARSED.definitions
    assert Definitions() == Definitions((), ())
