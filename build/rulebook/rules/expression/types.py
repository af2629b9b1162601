"""Kinds of values, worked out without evaluating: finds what can never be right, whatever the parameters are.

A parameter can be anything; what is known comes from literals, operators, functions and the definitions that are
used. Nothing is reported that might be right.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Flag, auto

from rulebook.rules.expression.definitions import Definitions
from rulebook.rules.expression.errors import ExpressionError, Fault
from rulebook.rules.expression.signatures import FUNCTIONS
from rulebook.rules.expression.syntax import (
    Binary,
    Call,
    Comprehension,
    Conditional,
    DiceLiteral,
    Expression,
    Index,
    ListDisplay,
    Member,
    Name,
    Node,
    NumberLiteral,
    Operator,
    TextLiteral,
    TruthLiteral,
    Unary,
)
from rulebook.rules.values import Unit


class Kinds(Flag):
    """The kinds that a value can be of; zero is a number and a length."""

    NUMBER = auto()
    LENGTH = auto()
    TEXT = auto()
    TRUTH = auto()
    ENTRY = auto()
    RECORD = auto()
    LIST = auto()

    NUMERIC = NUMBER | LENGTH
    ANY = NUMBER | LENGTH | TEXT | TRUTH | ENTRY | RECORD | LIST


_NAMES = {
    Kinds.NUMBER: "a number",
    Kinds.LENGTH: "a length",
    Kinds.TEXT: "a text",
    Kinds.TRUTH: "a condition",
    Kinds.ENTRY: "an entry",
    Kinds.RECORD: "a record",
    Kinds.LIST: "a list",
}

# What each function gives; None: what it is given.
_GIVES: Mapping[str, Kinds | None] = {
    "abs": None,
    "floor": None,
    "ceil": None,
    "round": None,
    "min": None,
    "max": None,
    "sum": Kinds.NUMERIC | Kinds.TEXT | Kinds.LIST,
    "all": Kinds.TRUTH,
    "any": Kinds.TRUTH,
    "len": Kinds.NUMBER,
    "lower": Kinds.TEXT,
    "distinct": Kinds.LIST,
    "span": Kinds.LIST,
    "number": Kinds.ANY,
    "P": Kinds.NUMBER,
    "E": None,
    "outcomes": Kinds.LIST,
    "highest": Kinds.NUMERIC,
    "lowest": Kinds.NUMERIC,
    "walk": Kinds.ANY,
    "entry": Kinds.ENTRY,
    "rows": Kinds.LIST,
    "count": Kinds.NUMBER,
    "result": Kinds.ENTRY,
    "result_of": Kinds.ENTRY,
    "parameter": Kinds.ANY,
}

# What the values of a function can be, by place; those of the rest are not limited.
_TAKES: Mapping[str, tuple[Kinds, ...]] = {
    "abs": (Kinds.NUMERIC,),
    "floor": (Kinds.NUMERIC,),
    "ceil": (Kinds.NUMERIC,),
    "round": (Kinds.NUMERIC,),
    "len": (Kinds.LIST | Kinds.TEXT,),
    "lower": (Kinds.TEXT,),
    "sum": (Kinds.LIST,),
    "all": (Kinds.LIST,),
    "any": (Kinds.LIST,),
    "distinct": (Kinds.LIST,),
    "span": (Kinds.NUMBER, Kinds.NUMBER),
    "number": (Kinds.TEXT | Kinds.NUMERIC,),
    "P": (Kinds.TRUTH,),
    "E": (Kinds.NUMERIC,),
    "highest": (Kinds.NUMBER, Kinds.NUMERIC),
    "lowest": (Kinds.NUMBER, Kinds.NUMERIC),
    "walk": (Kinds.NUMBER, Kinds.NUMBER, Kinds.ANY, Kinds.TEXT),
    "entry": (Kinds.TEXT, Kinds.TEXT),
    "rows": (Kinds.TEXT,),
    "count": (Kinds.TEXT,),
    "result": (Kinds.TEXT, Kinds.TEXT, Kinds.NUMERIC),
    "result_of": (Kinds.TEXT, Kinds.TEXT, Kinds.NUMERIC),
    "parameter": (Kinds.LIST, Kinds.TEXT),
}


class TypeFinder:
    """Works out kinds of expressions over one set of definitions, each definition once."""

    def __init__(self, definitions: Definitions) -> None:
        self.definitions = definitions
        self.known: dict[str, Kinds] = {}
        self.following = 0

    def check(self, expression: Expression, given: Mapping[str, Kinds] | None = None) -> tuple[ExpressionError, ...]:
        """Every fault of kind TYPE or UNIT in an expression, whatever its parameters are."""
        errors: list[ExpressionError] = []
        self._kinds(expression.root, given or {}, errors)
        return tuple(errors)

    def kinds_of(self, name: str) -> Kinds:
        """What a value, or what a formula gives, can be."""
        definition = self.definitions.get(name)
        if definition is None or (name not in self.known and self.following == _MOST_IN_A_ROW):
            return Kinds.ANY
        if name not in self.known:
            # While it is worked out it can be anything, so that a loop of definitions ends.
            self.known[name] = Kinds.ANY
            self.following += 1
            self.known[name] = self._kinds(definition.expression.root, {}, [])
            self.following -= 1
        return self.known[name]

    def _kinds(self, node: Node, local: Mapping[str, Kinds], errors: list[ExpressionError]) -> Kinds:
        match node:
            case NumberLiteral(value=value, unit=unit):
                if value == 0:
                    return Kinds.NUMERIC if unit is Unit.NONE else Kinds.LENGTH
                return Kinds.NUMBER if unit is Unit.NONE else Kinds.LENGTH
            case DiceLiteral():
                return Kinds.NUMBER
            case TextLiteral():
                return Kinds.TEXT
            case TruthLiteral():
                return Kinds.TRUTH
            case Name(name=name):
                if name in local:
                    return local[name]
                return self.kinds_of(name) if self.definitions.value(name) else Kinds.ANY
            case Unary():
                return self._unary(node, local, errors)
            case Binary():
                return self._binary(node, local, errors)
            case Conditional(condition=condition, then=then, otherwise=otherwise):
                self._need(condition, Kinds.TRUTH, "‘if’", local, errors)
                return self._kinds(then, local, errors) | self._kinds(otherwise, local, errors)
            case ListDisplay(items=items):
                for item in items:
                    self._kinds(item, local, errors)
                return Kinds.LIST
            case Comprehension(element=element, variable=variable, source=source, condition=condition):
                self._need(source, Kinds.LIST, "‘for’", local, errors)
                inner = {**local, variable.name: Kinds.ANY}
                self._kinds(element, inner, errors)
                if condition is not None:
                    self._need(condition, Kinds.TRUTH, "‘if’", inner, errors)
                return Kinds.LIST
            case Member(target=target, field=field):
                allowed = Kinds.ENTRY | Kinds.RECORD | Kinds.LIST
                self._need(target, allowed, f"‘.{field}’", local, errors)
                return Kinds.ANY
            case Index(target=target, index=index):
                self._need(target, Kinds.LIST, "‘[ ]’", local, errors)
                self._need(index, Kinds.NUMBER, "‘[ ]’", local, errors)
                return Kinds.ANY
            case Call():
                return self._call(node, local, errors)

    def _need(
        self, node: Node, allowed: Kinds, who: str, local: Mapping[str, Kinds], errors: list[ExpressionError]
    ) -> Kinds:
        found = self._kinds(node, local, errors)
        if found & allowed:
            return found & allowed
        message = f"{who} takes {_listed(allowed)}, and is given {_listed(found)}"
        hint = "compare it with something" if allowed is Kinds.TRUTH else ""
        errors.append(ExpressionError(Fault.TYPE, message, node.start, node.end, hint))
        return allowed

    def _unary(self, node: Unary, local: Mapping[str, Kinds], errors: list[ExpressionError]) -> Kinds:
        allowed = Kinds.TRUTH if node.operator is Operator.NOT else Kinds.NUMERIC
        return self._need(node.operand, allowed, f"‘{node.operator.value}’", local, errors)

    def _binary(self, node: Binary, local: Mapping[str, Kinds], errors: list[ExpressionError]) -> Kinds:
        who = f"‘{node.operator.value}’"
        match node.operator:
            case Operator.AND | Operator.OR:
                self._need(node.left, Kinds.TRUTH, who, local, errors)
                self._need(node.right, Kinds.TRUTH, who, local, errors)
                return Kinds.TRUTH
            case Operator.IN | Operator.NOT_IN:
                self._kinds(node.left, local, errors)
                self._need(node.right, Kinds.LIST | Kinds.TEXT, who, local, errors)
                return Kinds.TRUTH
            case Operator.EQUAL | Operator.UNEQUAL:
                left, right = self._kinds(node.left, local, errors), self._kinds(node.right, local, errors)
                same = left & right or (_has_words(left) and _has_words(right))
                if not same:
                    self._clash(node, left, right, errors)
                return Kinds.TRUTH
            case Operator.ADD:
                allowed = Kinds.NUMERIC | Kinds.TEXT | Kinds.LIST
            case _:
                allowed = Kinds.NUMERIC
        left = self._need(node.left, allowed, who, local, errors)
        right = self._need(node.right, allowed, who, local, errors)
        return self._calculated(node, left, right, errors)

    def _calculated(self, node: Binary, left: Kinds, right: Kinds, errors: list[ExpressionError]) -> Kinds:
        match node.operator:
            case Operator.MULTIPLY:
                if Kinds.NUMBER not in left and Kinds.NUMBER not in right:
                    self._clash(node, left, right, errors)
                if left == right == Kinds.NUMBER:
                    return Kinds.NUMBER
                return Kinds.LENGTH if Kinds.LENGTH in (left, right) else Kinds.NUMERIC
            case Operator.DIVIDE | Operator.FLOOR_DIVIDE:
                if Kinds.LENGTH not in left and Kinds.NUMBER not in right:
                    self._clash(node, left, right, errors)
                return Kinds.NUMBER if Kinds.LENGTH not in left or left == right == Kinds.LENGTH else Kinds.NUMERIC
        if not left & right:
            self._clash(node, left, right, errors)
        if node.operator in (Operator.ADD, Operator.SUBTRACT, Operator.REMAINDER):
            return left & right or left | right
        return Kinds.TRUTH

    @staticmethod
    def _clash(node: Binary, left: Kinds, right: Kinds, errors: list[ExpressionError]) -> None:
        units = bool(left & Kinds.NUMERIC) and bool(right & Kinds.NUMERIC)
        message = f"‘{node.operator.value}’ joins {_listed(left)} with {_listed(right)}"
        hint = "divide a length by 1″, or multiply a number by 1″" if units else ""
        fault = Fault.UNIT if units else Fault.TYPE
        errors.append(ExpressionError(fault, message, node.start, node.end, hint))

    def _call(self, node: Call, local: Mapping[str, Kinds], errors: list[ExpressionError]) -> Kinds:
        takes = _TAKES.get(node.name, ())
        given: list[Kinds] = []
        for place, argument in enumerate(node.arguments):
            allowed = takes[place] if place < len(takes) else Kinds.ANY
            if node.name in ("min", "max"):
                allowed = Kinds.NUMERIC if len(node.arguments) > 1 else Kinds.LIST
            given.append(self._need(argument, allowed, f"‘{node.name}’", local, errors))
        for keyword in node.keywords:
            self._kinds(keyword.value, local, errors)
        if node.name not in FUNCTIONS:
            return self.kinds_of(node.name) if self.definitions.formula(node.name) else Kinds.ANY
        gives = _GIVES[node.name]
        if node.name == "number" and given:
            return _read_from(given[0], given[1] if len(given) > 1 else None)
        if gives is not None:
            return gives
        if Kinds.LIST in given:
            return Kinds.NUMERIC
        shared = Kinds.NUMERIC
        for kinds in given:
            shared &= kinds
        return shared or Kinds.NUMERIC


# Definitions that each use the next are followed so far; beyond it a name can be anything.
_MOST_IN_A_ROW = 3


def _read_from(said: Kinds, default: Kinds | None) -> Kinds:
    """What `number` gives: a number as it is; of a text, any number, or the default."""
    if Kinds.TEXT not in said:
        return said & Kinds.NUMERIC
    return Kinds.NUMERIC | default if default is not None else Kinds.NUMERIC


def _has_words(kinds: Kinds) -> bool:
    return bool(kinds & (Kinds.TEXT | Kinds.ENTRY))


def _listed(kinds: Kinds) -> str:
    return " or ".join(name for kind, name in _NAMES.items() if kind in kinds)
