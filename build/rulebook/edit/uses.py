"""What uses what among a book's rules: definitions, bindings and claims, directly and through each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulebook.model import Book, Claim, RosterKind, Word
from rulebook.rules.bound import Bound, BoundBook
from rulebook.rules.expression import (
    Definitions,
    Evaluation,
    Expression,
    ExpressionError,
    FormulaDefinition,
    check_expression,
    evaluate,
    names_used,
    parse_expression,
)
from rulebook.rules.expression.syntax import Call, TextLiteral, nodes

# The functions that read an entry of a set, or look through a set.
_OF_SETS = frozenset({"entry", "rows", "count", "result", "result_of"})


@dataclass(frozen=True, slots=True)
class Reading:
    """What the text of an expression names of the data: sets it looks through, entries by set and id, and words."""

    sets: frozenset[str]
    entries: frozenset[tuple[str, str]]
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class Claimed:
    """A claim, its expression (None where it cannot be read), and its evaluation (None where it cannot be computed)."""

    claim: Claim
    expression: Expression | None
    evaluation: Evaluation | None


@dataclass(frozen=True, slots=True)
class RosterFormula:
    """A formula of a kind of roster: what it is for, its text, and its expression."""

    what: str
    text: Word
    expression: Expression


def direct_uses(definitions: Definitions) -> Mapping[str, frozenset[str]]:
    """The definitions that each definition names."""
    found = {}
    for definition in definitions.all:
        own = definition.parameters if isinstance(definition, FormulaDefinition) else ()
        names = names_used(definition.expression) - set(own)
        found[definition.name] = frozenset(name for name in names if name in definitions)
    return found


def ways_to(name: str, uses: Mapping[str, frozenset[str]]) -> dict[str, tuple[str, ...]]:
    """The shortest way from each definition that uses another one to it: the names between the two."""
    found: dict[str, tuple[str, ...]] = {}
    waiting: list[tuple[str, tuple[str, ...]]] = [(name, ())]
    while waiting:
        target, way = waiting.pop(0)
        for user in sorted(uses):
            if target in uses[user] and user not in found and user != name:
                found[user] = way
                waiting.append((user, (user, *way)))
    return found


def way_of(names: frozenset[str], target: str, ways: Mapping[str, tuple[str, ...]]) -> tuple[str, ...] | None:
    """How what uses these names comes to a definition: () directly, the names between, or None for not at all."""
    if target in names:
        return ()
    return min(((name, *ways[name]) for name in names if name in ways), key=lambda way: (len(way), way), default=None)


def through(way: tuple[str, ...]) -> str:
    """A way in words."""
    return f"through {' → '.join(way)}" if way else ""


def names_of(bound: Bound) -> frozenset[str]:
    """The names that a binding's expression uses; none for a `let`, or one that cannot be read."""
    if bound.binding.kind != "is":
        return frozenset()
    try:
        return names_used(parse_expression(bound.binding.expression))
    except ExpressionError:
        return frozenset()


def claims_of(book: Book, rules: BoundBook) -> Iterator[Claimed]:
    """Every claim of the book, computed as far as it can be."""
    for topic in book.rules:
        for claim in topic.claims:
            expression = evaluation = None
            try:
                expression = parse_expression(claim.holds)
                if not check_expression(expression, rules.definitions, data=rules.data):
                    evaluation = evaluate(expression, rules.definitions, rules.data)
            except ExpressionError:
                pass
            yield Claimed(claim, expression, evaluation)


def roster_formulas(book: Book) -> Iterator[RosterFormula]:
    """Every formula of every kind of roster, in the order of its file; what cannot be read is left out."""
    for kind in book.rosters:
        for what, text in _formulas_of(kind):
            try:
                yield RosterFormula(f"{kind.name}: {what}", text, parse_expression(text.text))
            except ExpressionError:
                continue


def _formulas_of(kind: RosterKind) -> Iterator[tuple[str, Word]]:
    for field in kind.computed:
        yield field.field, field.value
    for column in (*kind.columns, *kind.shared):
        yield f"the price under ‘{column.head}’", column.price
    yield "the price", kind.price
    yield "the limit", kind.limit
    for rule in kind.rules:
        for text in (rule.each, rule.holds, rule.found):
            if text is not None:
                yield f"the rule ‘{rule.id}’", text


def reading_of(expression: Expression) -> Reading:
    """What an expression's own text names of the data."""
    sets, entries, words = set(), set(), set()
    for node in nodes(expression.root):
        if isinstance(node, TextLiteral):
            words.add(node.text)
        elif isinstance(node, Call) and node.name in _OF_SETS:
            texts = [a.text if isinstance(a, TextLiteral) else None for a in node.arguments[:2]]
            if node.name == "entry" and len(texts) == 2 and texts[0] and texts[1]:
                entries.add((texts[0], texts[1]))
            elif texts and texts[0]:
                sets.add(texts[0])
    return Reading(frozenset(sets), frozenset(entries), frozenset(words))
