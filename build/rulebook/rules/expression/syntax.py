"""The syntax tree of an expression. Every node knows where it stands: offsets in characters, the end excluded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from rulebook.rules.values import Unit


class Operator(Enum):
    """An operator, as a working prints it."""

    ADD = "+"
    SUBTRACT = "−"
    MULTIPLY = "×"
    DIVIDE = "÷"
    FLOOR_DIVIDE = "//"
    REMAINDER = "%"
    EQUAL = "=="
    UNEQUAL = "!="
    LESS = "<"
    AT_MOST = "<="
    MORE = ">"
    AT_LEAST = ">="
    IN = "in"
    NOT_IN = "not in"
    AND = "and"
    OR = "or"
    NOT = "not"


@dataclass(frozen=True, slots=True)
class NumberLiteral:
    """A number as typed, without its sign; a number in feet is held in inches."""

    value: Fraction
    unit: Unit
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class DiceLiteral:
    """The sum of `count` dice of `faces` faces."""

    count: int
    faces: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class TextLiteral:
    """A text in quotes."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class TruthLiteral:
    """`true` or `false`."""

    truth: bool
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Name:
    """The name of a value, a parameter, or a number that the prose gives."""

    name: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Unary:
    """A sign, or `not`."""

    operator: Operator
    operand: Node
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Binary:
    """Two operands and what joins them; `at` is where the operator stands."""

    operator: Operator
    left: Node
    right: Node
    at: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Conditional:
    """`then if condition else otherwise`."""

    condition: Node
    then: Node
    otherwise: Node
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ListDisplay:
    """`[a, b]`."""

    items: tuple[Node, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Comprehension:
    """`element for variable in source if condition`, in square brackets or as the one argument of a call."""

    element: Node
    variable: Name
    source: Node
    condition: Node | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Member:
    """`target.field`."""

    target: Node
    field: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Index:
    """`target[index]`, counted from 0 as the columns of a table are."""

    target: Node
    index: Node
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Keyword:
    """`name=value` in a call."""

    name: str
    value: Node
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Call:
    """`name(arguments, keywords)`; `name_end` is where the name ends."""

    name: str
    arguments: tuple[Node, ...]
    keywords: tuple[Keyword, ...]
    name_end: int
    start: int
    end: int


Node = (
    NumberLiteral
    | DiceLiteral
    | TextLiteral
    | TruthLiteral
    | Name
    | Unary
    | Binary
    | Conditional
    | ListDisplay
    | Comprehension
    | Member
    | Index
    | Call
)


@dataclass(frozen=True, slots=True)
class Expression:
    """A text and its tree."""

    source: str
    root: Node


def children(node: Node) -> tuple[Node, ...]:
    """The nodes directly below a node, in the order in which they are typed."""
    match node:
        case Unary(operand=operand):
            return (operand,)
        case Binary(left=left, right=right):
            return (left, right)
        case Conditional(condition=condition, then=then, otherwise=otherwise):
            return (then, condition, otherwise)
        case ListDisplay(items=items):
            return items
        case Comprehension(element=element, source=source, condition=condition):
            return (element, source) if condition is None else (element, source, condition)
        case Member(target=target):
            return (target,)
        case Index(target=target, index=index):
            return (target, index)
        case Call(arguments=arguments, keywords=keywords):
            return (*arguments, *(keyword.value for keyword in keywords))
        case _:
            return ()


def nodes(root: Node) -> Iterator[Node]:
    """Every node of a tree, parents before children; no recursion, so that any tree can be walked."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(children(node)))


def depth(root: Node) -> int:
    """The length of the longest way from the root to a leaf, in nodes."""
    deepest = 0
    waiting = [(root, 1)]
    while waiting:
        node, level = waiting.pop()
        deepest = max(deepest, level)
        waiting.extend((child, level + 1) for child in children(node))
    return deepest


def number_literals(expression: Expression) -> tuple[NumberLiteral | DiceLiteral, ...]:
    """Every number and die that is typed in an expression, with its place, in reading order."""
    found = [n for n in nodes(expression.root) if isinstance(n, NumberLiteral | DiceLiteral)]
    return tuple(sorted(found, key=lambda n: n.start))
