"""Lifting: what an operation does to single values, done to every outcome of dice, within a bound of steps."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import gcd, prod

from rulebook.rules.dice import TooManyOutcomesError, mixture
from rulebook.rules.expression import limits
from rulebook.rules.expression.arithmetic import bounded_list
from rulebook.rules.expression.errors import Fault, Misfit
from rulebook.rules.values import Distribution, ListValue, Number, Text, Value


class Lifting:
    """Counts the steps of one evaluation, and applies functions of single values to dice.

    `quiet` is above zero while outcomes of dice, or items of a list, are gone through: a working shows none of them.
    """

    def __init__(self) -> None:
        self.steps = limits.MOST_STEPS
        self.quiet = 0

    def spend(self, steps: int) -> None:
        self.steps -= steps
        if self.steps < 0:
            raise Misfit(Fault.TOO_LARGE, f"this takes more than {limits.MOST_STEPS} steps to compute")

    def lift(self, function: Callable[..., Value], *values: Value) -> Value:
        """The function of the values, outcome by outcome where they are dice."""
        if not any(isinstance(value, Distribution) for value in values):
            self.spend(_effort(values))
            value = function(*values)
            if isinstance(value, ListValue):
                self.spend(len(value.items) >> 1)
            return value
        choices = [v.outcomes if isinstance(v, Distribution) else ((v, 1),) for v in values]
        self.spend(2 * prod(len(choice) for choice in choices))
        parts: list[tuple[int, Value]] = []
        is_long = any(isinstance(choice[0][0], ListValue | Text) for choice in choices)
        self.quiet += 1
        try:
            for combination in product(*choices):
                weight = prod(weight for _, weight in combination)
                single = tuple(outcome for outcome, _ in combination)
                if is_long:
                    self.spend(_effort(single))
                value = function(*single)
                if isinstance(value, ListValue):
                    self.spend(len(value.items) >> 1)
                parts.append((weight, value))
        finally:
            self.quiet -= 1
        return self.mixed(parts)

    def mixed(self, parts: list[tuple[int, Value]]) -> Distribution:
        self.spend(sum(len(v.outcomes) if isinstance(v, Distribution) else 1 for _, v in parts))
        common = gcd(*(weight for weight, _ in parts))
        try:
            found = mixture((weight // common, value) for weight, value in parts)
        except TooManyOutcomesError as error:
            raise Misfit(Fault.TOO_LARGE, f"these dice are too many: {error}") from None
        except ValueError as error:
            raise Misfit(Fault.TYPE, str(error), "let every case give the same kind of value") from None
        if found.total.bit_length() > limits.MOST_BITS:
            raise Misfit(Fault.TOO_LARGE, "the chances of these dice are too fine")
        return found

    def list_of(self, values: list[Value]) -> Value:
        if any(isinstance(value, Distribution) for value in values):
            return self.lift(lambda *items: bounded_list(items), *values)
        return bounded_list(tuple(v for v in values if not isinstance(v, Distribution)))


def _effort(values: tuple[Value, ...]) -> int:
    """What an operation on single values costs beyond its node: long numbers and texts take longer."""
    effort = 0
    for value in values:
        if isinstance(value, Number):
            effort += (value.value.numerator.bit_length() + value.value.denominator.bit_length()) >> 6
        elif isinstance(value, ListValue):
            effort += len(value.items) >> 3
        elif isinstance(value, Text):
            effort += len(value.text) >> 6
    return effort
