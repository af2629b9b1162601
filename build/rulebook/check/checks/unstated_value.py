"""E105: a value that its home chapter does not state."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from rulebook.check.check import Check, Sample
from rulebook.finding import Finding
from rulebook.load.suggest import is_near
from rulebook.model import Book, Chapter, Entry, Placement, walk
from rulebook.rules.bound import Bound, BoundBook, bound_book
from rulebook.rules.expression import Expression, ExpressionError, names_used, parse_expression
from rulebook.rules.expression.syntax import (
    Binary,
    Call,
    Index,
    Name,
    Node,
    NumberLiteral,
    Operator,
    Unary,
    children,
)
from rulebook.rules.faulty import faulty_names, unknown_names
from rulebook.rules.numbers import Kind
from rulebook.texts import Role

# Words of these kinds are made of numbers: `D12+2` states a 2, and `1/4` a 4.
_COMPOUND = (Kind.DICE, Kind.FRACTION)
_LOOK_UPS = frozenset({"entry", "rows", "count", "result", "result_of"})
_DIGITS = re.compile(r"[0-9]+(?:\.[0-9]+)?")


def _run(book: Book) -> Iterator[Finding]:
    rules = bound_book(book)
    stated: dict[str, set[str]] = {}
    used: dict[str, set[str]] = {}
    homes = _entries_by_chapter(book)
    for bound in rules.bound:
        if bound.binding.kind != "is" or bound.text.role is Role.EXAMPLE:
            continue
        try:
            expression = parse_expression(bound.binding.expression)
        except ExpressionError:
            continue
        names = names_used(expression)
        said = {name for name in names if _states(bound, expression, name, rules)}
        for chapter_id in _chapters_of(bound.text.owner, homes):
            stated.setdefault(chapter_id, set()).update(said)
            used.setdefault(chapter_id, set()).update(names)
    chapters = {chapter.id for chapter in book.chapters}
    faulty = faulty_names(book)
    for topic in book.rules:
        # A home that is no chapter states nothing: it is found where it is named.
        for value in topic.values if topic.home in chapters else ():
            if value.head in faulty or rules.definitions.value(value.head) is None:
                continue  # it is found where it is defined
            if is_near(value.head, unknown_names(book)):
                continue  # a text that states it has its name otherwise, and is found there
            enough = used if _is_derived(value.head, rules) else stated
            if value.head not in enough.get(topic.home, set()):
                message = f"‘{value.head}’ is stated by no sentence of its home, ‘{topic.home}’"
                hint = f"bind the number where the chapter states it: […]{{is={value.head}}}"
                yield Finding(CHECK.code, value.head_position, message, hint)


def _states(bound: Bound, expression: Expression, name: str, rules: BoundBook) -> bool:
    """Whether the words of a binding show a value itself, and not only what is computed from it."""
    if _bare(expression.root) == name:
        return True
    if bound.quantity is None or bound.quantity.kind not in _COMPOUND:
        return False
    definition = rules.definitions.value(name)
    literal = definition.expression.root if definition is not None else None
    while isinstance(literal, Unary):
        literal = literal.operand
    shown = {Fraction(digits) for digits in _DIGITS.findall(bound.written)}
    return isinstance(literal, NumberLiteral) and abs(literal.value) in shown


def _bare(node: Node) -> str | None:
    """The name that an expression is, but for its sign, its unit, or the choice of one of its items."""
    match node:
        case Name(name=name):
            return name
        case Unary(operand=inner) | Index(target=inner) | Call(name="abs", arguments=(inner,)):
            return _bare(inner)
        case Binary(operator=Operator.MULTIPLY | Operator.DIVIDE, left=inner, right=NumberLiteral(value=1)):
            return _bare(inner)
        case _:
            return None


def _is_derived(name: str, rules: BoundBook) -> bool:
    """Whether a value is computed from other values or from the data, whose numbers are stated where they stand."""
    definition = rules.definitions.value(name)
    if definition is None:
        return False
    waiting: list[Node] = [definition.expression.root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Call) and node.name in _LOOK_UPS:
            return True
        waiting.extend(children(node))
    return bool(names_used(definition.expression))


def _entries_by_chapter(book: Book) -> dict[str, list[str]]:
    """The chapters that place each entry, by its anchor."""
    found: dict[str, list[str]] = {}
    for chapter in book.chapters:
        for block in walk(chapter.blocks):
            if isinstance(block, Placement):
                for entry in book.placed(block):
                    found.setdefault(entry.anchor, []).append(chapter.id)
    return found


def _chapters_of(owner: Chapter | Entry, homes: dict[str, list[str]]) -> list[str]:
    return [owner.id] if isinstance(owner, Chapter) else homes.get(owner.anchor, [])


CHECK = Check(
    code="E105",
    name="unstated-value",
    summary="a value of the rules is stated by no sentence of its home chapter",
    why=(
        "The rules that are executed are the rules that are printed: each value is a number of its home chapter. A "
        "sentence states it by a binding of the value itself (but for its sign, its unit, or the choice of one of its "
        "items), or by dice or a fraction of which it is a part (`D12+2`, `1/4`). What is only computed from it says "
        "nothing of it. A value that is computed from others, or from the data, is stated by any use of it."
    ),
    fails=Sample("content/rules/running.yaml", "home: rules\nvalues:\n  stride: 3″\n  rest: 2\n"),
    passes=Sample("content/rules/running.yaml", "home: rules\nvalues:\n  stride: 3″\n"),
    run=_run,
)
