"""What is recalled from an earlier evaluation is what computing it anew gives: value, uses, limits and working."""

from __future__ import annotations

import pytest

from rulebook.rules.expression import (
    Evaluation,
    ExpressionError,
    Fault,
    Given,
    Memory,
    Source,
    evaluate,
    parse_definitions,
    parse_expression,
)
from rulebook.rules.expression.limits import MOST_STEPS
from rulebook.rules.values import inches
from tests.rules.tavern import TAVERN

PARSED = parse_definitions(
    [Source("safe", "3″"), Source("double_safe", "safe * 2")],
    [
        Source("harm(drop)", "max(0, drop - safe)"),
        Source("hurt(drop)", "harm(drop) + double_safe"),
        Source("price(id)", "entry('stall', id).price"),
        Source("prices(id)", "sum(price(id) for again in rows('stall'))"),
        Source("worth(n)", "n + price('mug')"),
        Source("unlucky(n)", "1 / n"),
        Source("slow(n)", "sum(1 for row in rows('stall')) + n"),
    ],
    TAVERN,
)
TEXTS = [
    "safe",
    "double_safe + safe",
    "harm(drop)",
    "hurt(7″) + hurt(7″)",
    "[hurt(7″), harm(9″)]",
    "prices('mug')",
    "worth(D12)",
    "E(worth(D12)) + price('mug')",
    "sum(worth(n) for n in [1, 2, 1])",
]


def run(text: str, memory: Memory | None) -> Evaluation:
    given = [Given("drop", inches(7))]
    return evaluate(parse_expression(text), PARSED.definitions, TAVERN, given, memory)


def test_the_definitions_are_sound() -> None:
    assert PARSED.errors == ()


@pytest.mark.parametrize("text", TEXTS)
def test_a_second_evaluation_says_what_the_first_said(text: str) -> None:
    memory = Memory(PARSED.definitions, TAVERN)
    alone, first, second = run(text, None), run(text, memory), run(text, memory)
    assert alone.value == first.value == second.value
    assert alone.used == first.used == second.used
    assert alone.working == first.working == second.working


def test_what_others_left_behind_changes_nothing() -> None:
    memory = Memory(PARSED.definitions, TAVERN)
    for text in TEXTS:
        run(text, memory)
    for text in TEXTS:
        alone, recalled = run(text, None), run(text, memory)
        assert (alone.value, alone.used, alone.working) == (recalled.value, recalled.used, recalled.working)


def test_a_recalled_formula_costs_its_steps() -> None:
    memory = Memory(PARSED.definitions, TAVERN)
    run("slow(1)", memory)
    heavy = f"sum({'+'.join(['slow(1)'] * 40)} for a in [{', '.join(['1'] * 900)}])"
    with pytest.raises(ExpressionError) as alone:
        run(heavy, None)
    with pytest.raises(ExpressionError) as recalled:
        run(heavy, memory)
    assert alone.value.fault is recalled.value.fault is Fault.TOO_LARGE
    assert str(MOST_STEPS) in recalled.value.message


def test_a_fault_is_not_kept() -> None:
    memory = Memory(PARSED.definitions, TAVERN)
    for _ in range(2):
        with pytest.raises(ExpressionError) as caught:
            run("unlucky(0)", memory)
        assert (caught.value.fault, caught.value.definition) == (Fault.DIVISION, "unlucky")


def test_a_memory_of_other_definitions_is_not_asked() -> None:
    memory = Memory(PARSED.definitions, TAVERN)
    run("harm(7″)", memory)
    changed = PARSED.definitions.with_body("safe", "2″")
    assert evaluate(parse_expression("harm(7″)"), changed, TAVERN, (), memory).value == inches(5)
