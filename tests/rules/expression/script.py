"""Fixtures of the language: lines of definitions, `let` and one expression."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.rules.expression import (
    Definitions,
    Evaluation,
    ExpressionError,
    Given,
    Part,
    Source,
    check_expression,
    evaluate,
    parse_definitions,
    parse_expression,
)
from tests.rules.tavern import TAVERN


@dataclass(frozen=True)
class Script:
    """What a fixture holds: sources of values and of formulas, given values, an expression or None."""

    values: tuple[Source, ...]
    formulas: tuple[Source, ...]
    given: tuple[Given, ...]
    expression: str | None


def read_script(text: str) -> Script:
    values: list[Source] = []
    formulas: list[Source] = []
    given: list[Given] = []
    expression = None
    for line in text.split("\n"):
        if line.startswith("? "):
            expression = line[2:]
        elif line.startswith("let "):
            name, _, worth = line[4:].partition(" = ")
            given.append(Given(name, evaluate(parse_expression(worth), Definitions()).value))
        else:
            head, _, body = line.partition(" = ")
            (formulas if head.endswith(")") else values).append(Source(head, body))
    return Script(tuple(values), tuple(formulas), tuple(given), expression)


def run(script: Script) -> Evaluation:
    parsed = parse_definitions(script.values, script.formulas, TAVERN)
    assert parsed.errors == ()
    assert script.expression is not None
    expression = parse_expression(script.expression)
    assert check_expression(expression, parsed.definitions, TAVERN, (g.name for g in script.given)) == ()
    return evaluate(expression, parsed.definitions, TAVERN, script.given)


def faults_of(script: Script) -> tuple[ExpressionError, ...]:
    """The faults of the definitions and of the expression; those of its evaluation when there are no others."""
    parsed = parse_definitions(script.values, script.formulas, TAVERN)
    found = list(parsed.errors)
    if script.expression is None:
        return tuple(found)
    try:
        expression = parse_expression(script.expression)
        names = [g.name for g in script.given]
        found.extend(check_expression(expression, parsed.definitions, TAVERN, names))
        if not found:
            evaluate(expression, parsed.definitions, TAVERN, script.given)
    except ExpressionError as error:
        found.append(error)
    return tuple(found)


def described(error: ExpressionError) -> str:
    head = "(head)" if error.part is Part.HEAD else ""
    where = f"{error.definition}{head}:" if error.definition else ""
    hint = f" ({error.hint})" if error.hint else ""
    return f"{where}{error.start}-{error.end} {error.fault.name}: {error.message}{hint}"
