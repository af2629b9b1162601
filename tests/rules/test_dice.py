"""Dice against icepool's own arithmetic, and against plain counting."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.rules.dice import TooManyOutcomesError, chance_of_truth, keep, mean, mixture, roll
from rulebook.rules.expression import Definitions, evaluate, parse_expression
from rulebook.rules.values import Distribution, Number, Text, Truth, Value, inches, plain

OPERATORS: dict[str, Callable[[int, int], int]] = {"+": operator.add, "−": operator.sub, "×": operator.mul}


def value_of(text: str) -> Value:
    return evaluate(parse_expression(text), Definitions()).value


def chances(value: Value) -> dict[Fraction, Fraction]:
    assert isinstance(value, Distribution)
    return {outcome.value: chance for outcome, chance in value if isinstance(outcome, Number)}


def icepool_chances(die: icepool.Die[int]) -> dict[Fraction, Fraction]:
    return {Fraction(outcome): Fraction(weight, die.denominator()) for outcome, weight in die.items()}


@given(st.integers(1, 4), st.integers(1, 12), st.integers(1, 12), st.sampled_from(sorted(OPERATORS)))
def test_arithmetic_is_icepools(count: int, faces: int, other: int, sign: str) -> None:
    found = value_of(f"{count}D{faces} {sign} D{other}")
    expected = icepool.map(OPERATORS[sign], count @ icepool.d(faces), icepool.d(other))
    assert chances(found) == icepool_chances(expected)


@given(st.integers(1, 4), st.integers(1, 8), st.data())
def test_keeping_is_counting(rolls: int, faces: int, data: st.DataObject) -> None:
    kept = data.draw(st.integers(1, rolls))
    for highest in (True, False):
        counted = Counter(
            sum(sorted(dice, reverse=highest)[:kept]) for dice in product(range(1, faces + 1), repeat=rolls)
        )
        found = chances(keep(roll(1, faces), rolls, kept, highest))
        assert found == {Fraction(total): Fraction(n, faces**rolls) for total, n in counted.items()}


@given(st.integers(1, 30), st.integers(2, 12))
def test_sums_by_halves_are_sums(count: int, faces: int) -> None:
    assert chances(roll(count, faces)) == icepool_chances(count @ icepool.d(faces))
    assert mean(roll(count, faces)) == plain(Fraction(count * (faces + 1), 2))


def test_weights_are_in_lowest_terms_so_that_equal_dice_are_equal() -> None:
    assert mixture([(2, plain(1)), (4, plain(2))]) == mixture([(1, plain(1)), (2, plain(2))])
    assert value_of("D6 if D2 == 1 else D6") == roll(1, 6)


def test_a_zero_among_lengths_is_a_length() -> None:
    assert mixture([(1, plain(0)), (1, inches(0)), (2, inches(3))]).outcomes == ((inches(0), 1), (inches(3), 1))
    with pytest.raises(ValueError, match="plain numbers"):
        mixture([(1, plain(1)), (1, inches(3))])


def test_kinds_are_not_mixed() -> None:
    with pytest.raises(ValueError, match="another kind"):
        mixture([(1, plain(1)), (1, Text("a"))])
    with pytest.raises(ValueError, match="not a number"):
        mean(mixture([(1, Text("a"))]))
    with pytest.raises(ValueError, match="not a truth"):
        chance_of_truth(roll(1, 6))
    assert chance_of_truth(mixture([(1, Truth(True)), (2, Truth(False))])) == Fraction(1, 3)


def test_outcomes_are_limited() -> None:
    with pytest.raises(TooManyOutcomesError):
        mixture(((1, plain(n)) for n in range(100)), most=99)
