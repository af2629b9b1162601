"""What has been computed once: formulas and values of one set of definitions, kept between evaluations.

A formula of the same single values has the same value in every evaluation of a book; so has a value. What the
computing read and how many steps it took are kept beside it, so that an evaluation that finds a value here reports
the same uses, and meets the same limit, as one that computes it.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.rules.expression.data import Data
from rulebook.rules.expression.definitions import Definitions
from rulebook.rules.expression.lookup import Lookup
from rulebook.rules.expression.reads import Reads
from rulebook.rules.values import Distribution, ListValue, RecordValue, Scalar, Text, Value

# Enough for a book's rules; a book that needs more computes the rest anew.
_MOST_KEPT = 20_000
# Larger values are dear to keep and to compare.
_LARGEST_KEPT = 100


@dataclass(frozen=True, slots=True)
class Remembered:
    """A value, what its computing read, and the steps that it took."""

    value: Value
    reads: Reads
    steps: int


class Memory:
    """What has been computed from these definitions and this data; it is of no use for any others."""

    def __init__(self, definitions: Definitions, data: Data) -> None:
        self.definitions = definitions
        self.data = data
        self.lookup = Lookup(data)
        self._kept: dict[tuple[str, tuple[Scalar, ...] | None], Remembered] = {}

    def recall(self, name: str, arguments: tuple[Scalar, ...] | None) -> Remembered | None:
        """What was computed for a formula and its arguments, or for a value (None)."""
        return self._kept.get((name, arguments))

    def keep(self, name: str, arguments: tuple[Scalar, ...] | None, remembered: Remembered) -> None:
        """Keep what was computed, when it is small enough."""
        if len(self._kept) >= _MOST_KEPT or _size(remembered.value) > _LARGEST_KEPT:
            return
        if arguments is None or sum(map(_size, arguments)) <= _LARGEST_KEPT:
            self._kept[name, arguments] = remembered


def _size(value: Value) -> int:
    match value:
        case ListValue(items=items):
            return 1 + sum(map(_size, items))
        case RecordValue(fields=fields):
            return 1 + sum(_size(inner) for _, inner in fields)
        case Distribution(outcomes=outcomes):
            return 1 + sum(_size(outcome) for outcome, _ in outcomes)
        case Text(text=text):
            return 1 + len(text) // 20
        case _:
            return 1
