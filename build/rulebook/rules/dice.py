"""Dice: exact distributions, by icepool, and what is asked of them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import TYPE_CHECKING

from rulebook.rules.values import (
    Distribution,
    EntryValue,
    ListValue,
    Number,
    RecordValue,
    Scalar,
    Text,
    Truth,
    Unit,
    Value,
)

if TYPE_CHECKING:  # loaded at the first roll: many a book, and half of the checks, rolls none
    import icepool

# More than any table of a rulebook tells apart; a sum of a hundred D12 has 1,189.
MOST_OUTCOMES = 2_000


@lru_cache(maxsize=32)
def roll(count: int, faces: int) -> Distribution:
    """The sum of `count` dice, each numbered from 1 to `faces`."""
    return _of_die(_sum_of(count, faces), Unit.NONE)


@lru_cache(maxsize=32)
def keep(die: Distribution, rolls: int, kept: int, highest: bool) -> Distribution:
    """The sum of the `kept` highest, or lowest, of `rolls` rolls of one die.

    Raises ValueError when an outcome is not a number.
    """
    base, unit = _die(die)
    found = base.highest(rolls, kept) if highest else base.lowest(rolls, kept)
    return _of_die(found, unit)


def mean(die: Distribution) -> Number:
    """The mean of the outcomes, exactly. Raises ValueError when an outcome is not a number."""
    base, unit = _die(die)
    return Number(Fraction(base.mean()), unit)


def chance_of_truth(die: Distribution) -> Fraction:
    """The chance that a condition holds. Raises ValueError when an outcome is not a truth."""
    chance = Fraction(0)
    for outcome, weight in die:
        if not isinstance(outcome, Truth):
            raise ValueError(f"{outcome} is not a truth")
        if outcome.truth:
            chance += weight
    return chance


class TooManyOutcomesError(ValueError):
    """A distribution has more outcomes than its caller allows."""


def mixture(parts: Iterable[tuple[int, Value]], most: int = MOST_OUTCOMES) -> Distribution:
    """One distribution of several values or distributions, each with its weight.

    Zeros without a unit become lengths where other outcomes are lengths. Raises ValueError when outcomes are of
    different kinds, TooManyOutcomesError when there are more than `most`.
    """
    branches = list(parts)
    common = lcm(*(branch.total for _, branch in branches if isinstance(branch, Distribution)))
    weights: dict[Scalar, int] = {}
    for weight, branch in branches:
        if isinstance(branch, Distribution):
            factor = weight * (common // branch.total)
            for outcome, inner in branch.outcomes:
                weights[outcome] = weights.get(outcome, 0) + factor * inner
        else:
            weights[branch] = weights.get(branch, 0) + weight * common
        if len(weights) > most:
            raise TooManyOutcomesError(f"there are more than {most} outcomes")
    return _ordered(_in_one_unit(weights))


def _sum_of(count: int, faces: int) -> icepool.Die[Fraction]:
    """By halves, which for many dice takes half the time of adding one after another."""
    import icepool

    if count == 1:
        return icepool.d(faces)
    half = _sum_of(count // 2, faces)
    return half + half + icepool.d(faces) if count % 2 else half + half


def _die(die: Distribution) -> tuple[icepool.Die[Fraction], Unit]:
    import icepool

    weights: dict[int | Fraction, int] = {}
    unit = Unit.NONE
    for outcome, weight in die.outcomes:
        if not isinstance(outcome, Number):
            raise ValueError("an outcome is not a number")
        unit = outcome.unit
        number = outcome.value
        weights[number.numerator if number.denominator == 1 else number] = weight
    return icepool.Die(weights), unit


def _of_die(die: icepool.Die[Fraction], unit: Unit) -> Distribution:
    return _ordered({Number(Fraction(outcome), unit): weight for outcome, weight in die.items()})


def _ordered(weights: dict[Scalar, int]) -> Distribution:
    divisor = gcd(*weights.values())
    ordered = sorted(weights.items(), key=lambda item: _order(item[0]))
    return Distribution(tuple((outcome, weight // divisor) for outcome, weight in ordered))


def _in_one_unit(weights: dict[Scalar, int]) -> dict[Scalar, int]:
    kinds = {type(outcome) for outcome in weights}
    if len(kinds) > 1:
        raise ValueError("some outcomes are of another kind than others")
    units = {outcome.unit for outcome in weights if isinstance(outcome, Number)}
    if len(units) < 2:
        return weights
    united: dict[Scalar, int] = {}
    for outcome, weight in weights.items():
        if isinstance(outcome, Number) and outcome.unit is Unit.NONE:
            if outcome.value != 0:
                raise ValueError("some outcomes are lengths and others plain numbers")
            outcome = Number(outcome.value, Unit.INCH)
        united[outcome] = united.get(outcome, 0) + weight
    return united


_Order = tuple[int, Fraction, str, tuple["_Order", ...]]


def _order(value: Scalar) -> _Order:
    nothing = Fraction(0)
    match value:
        case Number(value=number):
            return (0, number, "", ())
        case Truth(truth=truth):
            return (1, Fraction(truth), "", ())
        case Text(text=text):
            return (2, nothing, text, ())
        case EntryValue(set=set_id, id=id_, parameter=parameter):
            return (3, nothing, f"{set_id}:{id_}", () if parameter is None else (_order(parameter),))
        case ListValue(items=items):
            return (4, nothing, "", tuple(_order(item) for item in items))
        case RecordValue(fields=fields):
            return (5, nothing, "", tuple(_order(field) for _, field in fields))
