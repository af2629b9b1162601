"""Of a condition that does not hold, the part that fails."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.rules.expression import Evaluation, Expression, Memory, evaluate
from rulebook.rules.expression.syntax import Binary, Operator
from rulebook.rules.values import Truth


@dataclass(frozen=True, slots=True)
class FailingPart:
    """A part of a condition as it is typed, and its evaluation."""

    source: str
    evaluation: Evaluation


def failing_part(expression: Expression, memory: Memory) -> FailingPart:
    """The first of the conditions joined by `and` that does not hold; the whole when it is not of that form.

    Raises ExpressionError when a part cannot be computed, which the whole could.
    """
    node = expression.root
    while isinstance(node, Binary) and node.operator is Operator.AND:
        left = evaluate(Expression(expression.source, node.left), memory.definitions, memory.data, memory=memory)
        node = node.right if left.value == Truth(True) else node.left
    part = evaluate(Expression(expression.source, node), memory.definitions, memory.data, memory=memory)
    return FailingPart(expression.source[node.start : node.end], part)
