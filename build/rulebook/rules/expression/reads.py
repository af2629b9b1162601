"""What a computing reads."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Cell:
    """A field of an entry."""

    set: str
    id: str
    field: str


@dataclass(slots=True)
class Reads:
    """Names of values and formulas, ids of sets, and fields, that a computing has read."""

    values: set[str]
    formulas: set[str]
    sets: set[str]
    cells: set[Cell]

    @staticmethod
    def none() -> Reads:
        return Reads(set(), set(), set(), set())

    def add(self, other: Reads) -> None:
        self.values |= other.values
        self.formulas |= other.formulas
        self.sets |= other.sets
        self.cells |= other.cells
