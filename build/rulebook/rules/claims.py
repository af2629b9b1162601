"""Claims about the rules: what each of them comes to."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.model import Claim
from rulebook.rules.expression import (
    Evaluation,
    ExpressionError,
    Memory,
    check_expression,
    evaluate,
    parse_expression,
)
from rulebook.rules.values import Truth


@dataclass(frozen=True, slots=True)
class Proof:
    """A claim, and its evaluation or the error that stopped it."""

    claim: Claim
    evaluation: Evaluation | None = None
    error: ExpressionError | None = None

    @property
    def holds(self) -> bool:
        """Whether the claim is true."""
        value = self.evaluation.value if self.evaluation is not None else None
        return isinstance(value, Truth) and value.truth


def prove(claim: Claim, memory: Memory) -> Proof:
    """What a claim comes to. Nothing is raised: a fault in it is the proof's error."""
    try:
        expression = parse_expression(claim.holds)
        faults = check_expression(expression, memory.definitions, data=memory.data)
        if faults:
            return Proof(claim, error=faults[0])
        return Proof(claim, evaluation=evaluate(expression, memory.definitions, memory.data, memory=memory))
    except ExpressionError as error:
        return Proof(claim, error=error)
