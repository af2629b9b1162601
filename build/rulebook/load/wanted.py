"""What a formula of a product is to give: a value of some kind, or a number within limits."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto


class Kind(Enum):
    """The kind of a value: one that is written, one or a list of such, a truth, or how many there are of a thing."""

    ONE = auto()
    SOME = auto()
    TRUTH = auto()
    COUNT = auto()


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is expected of a value; of a count, `least` and `most`, both included."""

    kind: Kind
    least: int = 0
    most: int = 0

    def __str__(self) -> str:
        return {
            Kind.ONE: "a number or a text",
            Kind.SOME: "a number, a text or a list",
            Kind.TRUTH: "true or false",
            Kind.COUNT: f"a whole number from {self.least} to {self.most}",
        }[self.kind]


ONE = Wanted(Kind.ONE)
SOME = Wanted(Kind.SOME)
TRUTH = Wanted(Kind.TRUTH)
# Lines to write on and boxes to tick: more have no room on any sheet.
BOXES = Wanted(Kind.COUNT, 0, 100)
# The most tokens of a kind that anyone would cut out.
TOKENS = Wanted(Kind.COUNT, 1, 60)
