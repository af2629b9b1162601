"""The one kind of error of the language: what is wrong, where in which expression, and how to put it right."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


class Fault(Enum):
    """What kind of fault an error is, so that a caller can give it a code."""

    SYNTAX = "the expression cannot be read"
    UNKNOWN_NAME = "a name is not known"
    ARITY = "a formula is given the wrong number of values"
    DUPLICATE = "a name is given twice"
    LOOP = "definitions go round in a loop"
    UNUSED_PARAMETER = "a parameter is not used"
    TYPE = "a value of the wrong kind"
    UNIT = "units that do not go together"
    DIVISION = "a division by zero"
    DATA = "the data has no such thing"
    TOO_DEEP = "an expression is nested too deep"
    TOO_LARGE = "an expression, or what it computes, is too large"


class Part(Enum):
    """Which text of a definition an offset counts in: the head `fall(drop)`, or the body."""

    HEAD = "head"
    BODY = "body"


@dataclass(eq=False)
class ExpressionError(Exception):
    """A fault at a place.

    `start` and `end` are offsets in characters into the text of `definition` (its `part`), or, when that is empty,
    into the expression that was given. `within` names the formulas whose evaluation led there, the outermost first.
    `source` is which of the definitions that were read together holds it, the values before the formulas: two may
    have one name. It is None for what is found of them together.
    """

    fault: Fault
    message: str
    start: int
    end: int
    hint: str = ""
    definition: str = ""
    part: Part = Part.BODY
    within: tuple[str, ...] = field(default=())
    source: int | None = None

    def __post_init__(self) -> None:
        super().__init__(self.message)

    def __str__(self) -> str:
        where = f"{self.definition}:" if self.definition else ""
        hint = f" ({self.hint})" if self.hint else ""
        return f"{where}{self.start}: {self.message}{hint}"


class Misfit(Exception):  # noqa: N818 - not an error that leaves the package: the evaluator gives it its place
    """A fault that does not know its place yet."""

    def __init__(self, fault: Fault, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.fault = fault
        self.message = message
        self.hint = hint

    def at(self, start: int, end: int) -> ExpressionError:
        """The same fault at its place."""
        return ExpressionError(self.fault, self.message, start, end, self.hint)
