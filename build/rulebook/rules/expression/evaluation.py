"""What is given to an evaluation, and what it gives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulebook.rules.expression.reads import Cell
from rulebook.rules.expression.working import Step
from rulebook.rules.values import Value


@dataclass(frozen=True, slots=True)
class Given:
    """A name that the prose gives to a value that it states."""

    name: str
    value: Value


@dataclass(frozen=True, slots=True)
class Used:
    """What an evaluation read: names of values, formulas and given values, ids of sets, and fields of entries."""

    values: frozenset[str]
    formulas: frozenset[str]
    given: frozenset[str]
    sets: frozenset[str]
    cells: frozenset[Cell]

    @property
    def something(self) -> bool:
        """Whether it read any value, formula or set: a number that reads none proves nothing."""
        return bool(self.values or self.formulas or self.sets)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The value of an expression, and what it used."""

    value: Value
    used: Used
    worked_out: Callable[[], Step]

    @property
    def working(self) -> Step:
        """How the value comes about. It is worked out when it is asked for, since only a message needs it."""
        return self.worked_out()
