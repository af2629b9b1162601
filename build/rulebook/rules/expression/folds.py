"""Functions that go through a list two by two: sum, min, max, all, any."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from rulebook.rules.expression.arithmetic import binary, common_unit, connected, number_in
from rulebook.rules.expression.syntax import Operator
from rulebook.rules.values import Number, Scalar, Truth, plain


def _add(left: Scalar, right: Scalar) -> Scalar:
    return binary(Operator.ADD, left, right)


def _and(left: Scalar, right: Scalar) -> Scalar:
    return connected(Operator.AND, left, right)


def _or(left: Scalar, right: Scalar) -> Scalar:
    return connected(Operator.OR, left, right)


def _least(left: Scalar, right: Scalar) -> Scalar:
    """The lesser of two numbers, in their common unit."""
    a, b = number_in(left, "min"), number_in(right, "min")
    return Number(min(a.value, b.value), common_unit(a, b))


def _greatest(left: Scalar, right: Scalar) -> Scalar:
    """The greater of two numbers, in their common unit."""
    a, b = number_in(left, "max"), number_in(right, "max")
    return Number(max(a.value, b.value), common_unit(a, b))


FOLDS: Mapping[str, tuple[Callable[[Scalar, Scalar], Scalar], Scalar | None]] = MappingProxyType(
    {
        "sum": (_add, plain(0)),
        "min": (_least, None),
        "max": (_greatest, None),
        "all": (_and, Truth(True)),
        "any": (_or, Truth(False)),
    }
)
"""Each with what joins two values, and what an empty list gives (None: nothing)."""
