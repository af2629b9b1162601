"""The functions that the language has: their names, what they take, and a line about each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Signature:
    """A function: how many values it takes (`most` None: any number), and which it takes by name.

    With `filters`, every name is a field of an entry, and its value a condition.
    """

    name: str
    form: str
    summary: str
    least: int
    most: int | None
    keywords: tuple[str, ...] = ()
    filters: bool = False


_ALL = (
    Signature("abs", "abs(x)", "the number without its sign", 1, 1),
    Signature("floor", "floor(x)", "the next whole number down", 1, 1),
    Signature("ceil", "ceil(x)", "the next whole number up", 1, 1),
    Signature("round", "round(x)", "the nearest whole number; a half goes away from zero", 1, 1),
    Signature("min", "min(a, b, …)", "the least of several numbers, or of a list", 1, None),
    Signature("max", "max(a, b, …)", "the greatest of several numbers, or of a list", 1, None),
    Signature("sum", "sum(list)", "the sum of a list; 0 of an empty one", 1, 1),
    Signature("all", "all(list)", "whether every condition of a list holds", 1, 1),
    Signature("any", "any(list)", "whether some condition of a list holds", 1, 1),
    Signature("len", "len(list)", "how many items a list has, or characters a text", 1, 1),
    Signature("lower", "lower(text)", "the text in small letters", 1, 1),
    Signature("distinct", "distinct(list)", "the list with each value once", 1, 1),
    Signature("span", "span(first, last)", "the whole numbers from the first to the last", 2, 2),
    Signature("number", "number(text, default)", "the one number that a text says", 1, 2),
    Signature("P", "P(condition)", "the exact chance that a condition on dice holds", 1, 1),
    Signature("E", "E(dice)", "the exact mean of dice", 1, 1),
    Signature("outcomes", "outcomes(dice)", "the list of what dice can give, in order", 1, 1),
    Signature("highest", "highest(n, dice, keep=1)", "the highest of n rolls, or the sum of several", 2, 2, ("keep",)),
    Signature("lowest", "lowest(n, dice, keep=1)", "the lowest of n rolls, or the sum of several", 2, 2, ("keep",)),
    Signature("walk", "walk(first, last, start, 'step', …)", "a state after step(turn, state, …) each turn", 4, None),
    Signature("entry", "entry('set', 'id')", "an entry of the data", 2, 2),
    Signature(
        "rows", "rows('set', field=value)", "the entries of a set, those that meet the conditions", 1, 1, (), True
    ),
    Signature("count", "count('set', field=value)", "how many entries a set has that meet them", 1, 1, (), True),
    Signature(
        "result", "result('set', 'column', n)", "the entry whose range in the column holds n", 3, 3, filters=True
    ),
    Signature(
        "result_of", "result_of('set', 'column', dice)", "the entry that a roll gives, as dice", 3, 3, filters=True
    ),
    Signature("parameter", "parameter(list, 'id', default)", "the value that a reference in a list gives", 2, 3),
)

FUNCTIONS: Mapping[str, Signature] = MappingProxyType({signature.name: signature for signature in _ALL})
"""Every function by its name."""

ASK_FOR_THE_WHOLE = frozenset({"P", "E", "outcomes"})
"""The functions that ask something of dice as a whole: a parameter, which is one roll by then, has no place in them."""
