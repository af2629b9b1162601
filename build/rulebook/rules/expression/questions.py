"""What can be asked of dice as a whole: the chance of a condition, the mean, the outcomes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from rulebook.rules.dice import chance_of_truth, mean
from rulebook.rules.expression.arithmetic import bounded_list
from rulebook.rules.expression.errors import Fault, Misfit
from rulebook.rules.expression.functions import needs_dice
from rulebook.rules.values import Distribution, Number, Truth, Value, in_words, kind_of, plain


def _chance(value: Value) -> Value:
    if isinstance(value, Truth):
        return plain(int(value.truth))
    if not isinstance(value, Distribution) or not isinstance(value.outcomes[0][0], Truth):
        message = f"‘P’ takes a condition on dice, and is given {kind_of(value)} ({in_words(value)})"
        raise Misfit(Fault.TYPE, message, "compare the dice with something: P(D12 >= 7)")
    return plain(chance_of_truth(value))


def _mean(value: Value) -> Value:
    if isinstance(value, Number):
        return value
    if not isinstance(value, Distribution) or not isinstance(value.outcomes[0][0], Number):
        raise needs_dice("E", value)
    return mean(value)


def _outcomes(value: Value) -> Value:
    if not isinstance(value, Distribution):
        raise needs_dice("outcomes", value)
    return bounded_list(tuple(outcome for outcome, _ in value.outcomes))


QUESTIONS: Mapping[str, Callable[[Value], Value]] = MappingProxyType({"P": _chance, "E": _mean, "outcomes": _outcomes})
"""The questions by their names in the language."""
