"""Mutants of the rules: each value, each number of a formula, each number of a claim."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulebook.model import Claim, RuleText
from rulebook.mutate.mutant import Change, Kind, Mutant, Place
from rulebook.mutate.written import other_literals, other_numbers
from rulebook.rules.bound import BoundBook
from rulebook.rules.expression import ExpressionError, number_literals, parse_expression
from rulebook.rules.expression.syntax import Node, TextLiteral, TruthLiteral, nodes


def definition_mutants(rules: BoundBook) -> Iterator[Mutant]:
    """Every mutant of every topic of the rules, in the author's order."""
    for topic in rules.book.rules:
        for value in topic.values:
            yield from _of_value(value)
        for formula in topic.formulas:
            yield from _of_formula(formula)
        for claim in topic.claims:
            yield from _of_claim(claim)


def name_of(definition: RuleText) -> str:
    """The name of a value, or of a formula without its parameters."""
    return definition.head.partition("(")[0].strip()


def _of_value(value: RuleText) -> Iterator[Mutant]:
    written = other_numbers(value.body)
    if written:
        for other in written:
            yield _edited(Kind.VALUE, value, 0, value.body, other)
        return
    for start, end, others in _literals(value.body):
        for other in others:
            yield _edited(Kind.VALUE, value, start, value.body[start:end], other)


def _of_formula(formula: RuleText) -> Iterator[Mutant]:
    for literal in number_literals_of(formula.body):
        before = formula.body[literal[0] : literal[1]]
        for other in literal[2]:
            yield _edited(Kind.FORMULA, formula, literal[0], before, other)


def _of_claim(claim: Claim) -> Iterator[Mutant]:
    for start, end, others in number_literals_of(claim.holds):
        changes = tuple(
            Change(other, claim, replace(claim, holds=claim.holds[:start] + other + claim.holds[end:]))
            for other in others
        )
        place = Place(claim.holds_position, claim.holds, start)
        yield Mutant(Kind.CLAIM, claim.says, place, claim.holds[start:end], changes)


def _edited(kind: Kind, definition: RuleText, start: int, before: str, after: str) -> Mutant:
    body = definition.body[:start] + after + definition.body[start + len(before) :]
    change = Change(after, definition, replace(definition, body=body))
    return Mutant(kind, name_of(definition), Place(definition.body_position, definition.body, start), before, (change,))


def number_literals_of(source: str) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Each number and die of an expression: where it begins and ends, and what could stand in its place."""
    try:
        expression = parse_expression(source)
    except ExpressionError:
        return
    for literal in number_literals(expression):
        yield literal.start, literal.end, other_literals(literal, source)


def _literals(source: str) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Each number, text and truth of an expression."""
    yield from number_literals_of(source)
    try:
        root = parse_expression(source).root
    except ExpressionError:
        return
    for node in nodes(root):
        if isinstance(node, TextLiteral | TruthLiteral):
            yield node.start, node.end, (_swapped(node, source),)


def _swapped(node: Node, source: str) -> str:
    if isinstance(node, TruthLiteral):
        return "false" if node.truth else "true"
    typed = source[node.start : node.end]
    return f"{typed[:-1]}?{typed[-1]}"
