"""Values and formulas of two books: which of them come to something else, however they are spelt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from rulebook.edit.uses import roster_formulas
from rulebook.model import Book, RosterKind, RosterRule, RuleText
from rulebook.printing.change import ADDED, CHANGED, NUMBER, REMOVED, ROSTER, Change
from rulebook.rules.bound import memory_of
from rulebook.rules.expression import ExpressionError, Memory, evaluate, parse_expression
from rulebook.rules.expression.definitions import FormulaDefinition
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
    nodes,
)
from rulebook.rules.values import Value

# The order of what these join means nothing.
_COMMUTE = frozenset({Operator.ADD, Operator.MULTIPLY, Operator.EQUAL, Operator.UNEQUAL, Operator.AND, Operator.OR})
# The small numbers that formulas are tried with, how many of all are tried as inches too, and how many suffice.
_LEAST, _MOST = -6, 30
_INCHES = 9
_ENOUGH = 900


def changed_definitions(old: Book, new: Book) -> list[Change]:
    """Each value and formula that has another meaning; one that is new, or gone, is told of by what states it."""
    before, after = _definitions(old), _definitions(new)
    tried = _Tried(memory_of(old), memory_of(new))
    found = []
    for name in dict.fromkeys((*before, *after)):
        if name not in before or name not in after:
            continue
        (was, _), (now, home) = before[name], after[name]
        if (was.head, was.body) != (now.head, now.body) and not tried.same(name):
            before_text, after_text = (" ".join(text.body.split()) for text in (was, now))
            found.append(Change(NUMBER, name, before_text, after_text, home, home, play=True, about=CHANGED))
    return found


def changed_roster_rules(old: Book, new: Book) -> Iterator[Change]:
    """What a roster is judged by, where it is computed in another way."""
    homes = {kind.name: kind.home.text for kind in new.rosters}
    before, after = _of_rosters(old), _of_rosters(new)
    for what in dict.fromkeys((*before, *after)):
        was, now = before.get(what, []), after.get(what, [])
        if [_form(one) for one in was] == [_form(one) for one in now]:
            continue
        old_text, new_text = ("; ".join(" ".join(one.source.split()) for one in some) for some in (was, now))
        home = homes.get(what.partition(":")[0], "")
        about = CHANGED if was and now else ADDED if now else REMOVED
        yield Change(ROSTER, what, old_text, new_text, home, home, play=True, about=about)
    olds = {kind.id: kind for kind in old.rosters}
    for kind in new.rosters:
        if kind.id in olds:
            yield from _of_kind(olds[kind.id], kind)


def _of_kind(old: RosterKind, new: RosterKind) -> Iterator[Change]:
    """What a kind of roster says without a formula: whom each rule binds, and what a roster's file may hold."""
    home = new.home.text
    before = {rule.id: rule for rule in old.rules}
    for rule in new.rules:
        was = before.get(rule.id, rule)
        what = f"{new.name}: the rule ‘{rule.id}’"
        if was.note != rule.note:
            about = "now only a note" if rule.note else "no longer a note: it makes a roster illegal"
            yield Change(ROSTER, what, "", _broken(rule), home, home, play=True, about=about)
        if was.of_members != rule.of_members:
            before_whom, whom = (new.member if one.of_members else new.roster for one in (was, rule))
            yield Change(ROSTER, what, before_whom, whom, home, home, play=True, about="of something else")
    forms = [dict(_of_form(kind)) for kind in (old, new)]
    parts = [part for part in dict.fromkeys((*forms[0], *forms[1])) if forms[0].get(part) != forms[1].get(part)]
    if parts:
        held, holds = ("; ".join(f"{part} {form.get(part, '—')}" for part in parts) for form in forms)
        yield Change(ROSTER, f"{new.name}: the form of its file", held, holds, home, home, play=True, about="changed")


def _broken(rule: RosterRule) -> str:
    """What is said of who breaks a rule, with words in its places."""
    return rule.breaks.replace("{", "(").replace("}", ")")


# What a schema says to who reads it, and not of a roster.
_REMARKS = frozenset({"$schema", "$id", "$comment", "title", "description", "examples"})
_KEYS = "properties"
# What a schema asks, in words.
_SAID_OF_SCHEMAS = {
    "required": "must have",
    "minItems": "at least",
    "maxItems": "at most",
    "minimum": "at least",
    "maximum": "at most",
    "minLength": "letters at least",
    "maxLength": "letters at most",
    "enum": "one of",
    "const": "is",
    "pattern": "is written as",
    "type": "is of the type",
    "default": "if not given",
    "items": "each",
    "additionalProperties": "other keys",
    "uniqueItems": "none twice",
    "x-ref": "names one of",
}


def _of_form(kind: RosterKind) -> Iterator[tuple[str, str]]:
    """All that the schema of a roster's file asks, part by part."""
    yield f"most {kind.members}", str(kind.most or "—")
    yield from _of_schema("", kind.fields_schema)
    yield from _of_schema(kind.member, kind.member_schema)


def _of_schema(path: str, schema: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in schema.items():
        if key in _REMARKS:
            continue
        part = f"{path} {_SAID_OF_SCHEMAS.get(key, key)}".lstrip()
        if key == _KEYS and isinstance(value, Mapping):
            for name, inner in value.items():
                # A key that may be there says so even where it may hold anything.
                yield f"{path} {name}".lstrip(), "may be given"
                yield from _of_schema(f"{path} {name}".lstrip(), inner)
        elif isinstance(value, Mapping):
            yield from _of_schema(part, value)
        elif isinstance(value, list | tuple):
            told = (str(one) for one in value)
            # Neither what is required nor what is allowed has an order.
            yield part, ", ".join(sorted(told) if key in ("required", "enum") else told)
        else:
            yield part, str(value)


def _of_rosters(book: Book) -> dict[str, list[Expression]]:
    found: dict[str, list[Expression]] = {}
    for formula in roster_formulas(book):
        found.setdefault(formula.what, []).append(formula.expression)
    return found


def _definitions(book: Book) -> Mapping[str, tuple[RuleText, str]]:
    """Each definition by its name, and the chapter that is its home."""
    return {
        text.head.partition("(")[0].strip(): (text, topic.home)
        for topic in book.rules
        for text in (*topic.values, *topic.formulas)
    }


class _Tried:
    """Two sets of definitions, tried against each other."""

    def __init__(self, old: Memory, new: Memory) -> None:
        self.old = old
        self.new = new

    def same(self, name: str) -> bool:
        """Whether a definition is proved to mean the same in both."""
        one, two = (memory.definitions.formula(name) for memory in (self.old, self.new))
        if one is not None and two is not None:
            if len(one.parameters) != len(two.parameters):
                return False
            forms = (_form(d.expression, d.parameters) for d in (one, two))
            return next(forms) == next(forms) or self._same_results(name, one, two)
        before, after = (memory.definitions.value(name) for memory in (self.old, self.new))
        if before is None or after is None:
            return False
        return _form(before.expression) == _form(after.expression) or self._same_result(name)

    def _same_result(self, call: str) -> bool:
        value = _result(self.old, call)
        return value is not None and value == _result(self.new, call)

    def _same_results(self, name: str, one: FormulaDefinition, two: FormulaDefinition) -> bool:
        """Whether both give the same for everything that they are tried with; what neither takes is no proof."""
        count = len(one.parameters)
        arguments = _arguments((one.expression, two.expression))
        most = max(3, int(_ENOUGH ** (1 / count))) if count else 0
        proved = 0
        for chosen in product(arguments[:most], repeat=count):
            call = f"{name}({', '.join(chosen)})"
            before, after = _result(self.old, call), _result(self.new, call)
            if before != after:
                return False
            proved += before is not None
        return proved > 1 or (not count and proved == 1)


def _arguments(expressions: tuple[Expression, ...]) -> list[str]:
    """What formulas are tried with: the numbers and texts that they name, those beside them, and small numbers."""
    found = [node for expression in expressions for node in nodes(expression.root)]
    numbers = [int(node.value) + by for node in found if isinstance(node, NumberLiteral) for by in (-1, 0, 1)]
    texts = [f"'{node.text}'" for node in found if isinstance(node, TextLiteral) and "'" not in node.text]
    numbers += sorted(range(_LEAST, _MOST + 1), key=abs)
    inches = [f"{number}″" for number in numbers[:_INCHES]]
    return list(dict.fromkeys([*texts, "true", "false", *map(str, numbers[:_INCHES]), *inches, *map(str, numbers)]))


def _result(memory: Memory, call: str) -> Value | None:
    try:
        return evaluate(parse_expression(call), memory.definitions, memory.data, memory=memory).value
    except ExpressionError:
        return None


Form = tuple[object, ...]


def _form(expression: Expression, parameters: tuple[str, ...] = ()) -> Form:
    """An expression whatever its spelling: spaces, brackets, names of parameters, the order of what is added."""
    return _node_form(expression.root, {name: f"#{number}" for number, name in enumerate(parameters)})


def _node_form(node: Node, names: Mapping[str, str]) -> Form:
    match node:
        case NumberLiteral(value=value, unit=unit):
            return ("number", value, unit)
        case DiceLiteral(count=count, faces=faces):
            return ("dice", count, faces)
        case TextLiteral(text=text):
            return ("text", text)
        case TruthLiteral(truth=truth):
            return ("truth", truth)
        case Name(name=name):
            return ("name", names.get(name, name))
        case Unary(operator=operator, operand=operand):
            return ("unary", operator, _node_form(operand, names))
        case Binary(operator=operator, left=left, right=right):
            sides = [_node_form(left, names), _node_form(right, names)]
            return ("binary", operator, *(sorted(sides, key=repr) if operator in _COMMUTE else sides))
        case Conditional(condition=condition, then=then, otherwise=otherwise):
            return ("if", *(_node_form(part, names) for part in (condition, then, otherwise)))
        case ListDisplay(items=items):
            return ("list", *(_node_form(item, names) for item in items))
        case Comprehension(element=element, variable=variable, source=source, condition=condition):
            inner = {**names, variable.name: f"#{len(names)}"}
            parts = [_node_form(element, inner), _node_form(source, names)]
            return ("for", *parts, *([] if condition is None else [_node_form(condition, inner)]))
        case Member(target=target, field=field):
            return ("member", field, _node_form(target, names))
        case Index(target=target, index=index):
            return ("index", _node_form(target, names), _node_form(index, names))
        case Call(name=name, arguments=arguments, keywords=keywords):
            named = sorted((keyword.name, _node_form(keyword.value, names)) for keyword in keywords)
            return ("call", name, *(_node_form(argument, names) for argument in arguments), *named)
