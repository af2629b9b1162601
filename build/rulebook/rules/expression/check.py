"""Checking definitions together, and single expressions against them: every fault, none twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulebook.rules.expression import limits
from rulebook.rules.expression.data import Data
from rulebook.rules.expression.definitions import Definitions, FormulaDefinition, Parsed, Source, read_definitions
from rulebook.rules.expression.errors import ExpressionError, Fault, Misfit, Part
from rulebook.rules.expression.evaluate import evaluate
from rulebook.rules.expression.lookup import Lookup
from rulebook.rules.expression.names import chain_lengths, check_names, loops, unused_parameters
from rulebook.rules.expression.signatures import FUNCTIONS
from rulebook.rules.expression.syntax import (
    Call,
    Comprehension,
    DiceLiteral,
    Expression,
    Member,
    Name,
    Node,
    TextLiteral,
    children,
)
from rulebook.rules.expression.types import TypeFinder

_LOOK_UPS = frozenset(name for name in FUNCTIONS if name in ("entry", "rows", "count"))
_RESULTS = frozenset({"result", "result_of"})


def parse_definitions(values: Iterable[Source], formulas: Iterable[Source], data: Data | None = None) -> Parsed:
    """Values and formulas, read and checked together: all that is wrong with all of them.

    A value is evaluated too, since nothing is missing for it. `data` is what look-ups are checked against; without
    it they are not checked. A definition in a loop, or with an unknown name, is left in; evaluating it raises the
    same error.
    """
    parsed = read_definitions(values, formulas)
    definitions = parsed.definitions
    errors = [*parsed.errors, *check_definitions(definitions, data)]
    errors.sort(key=lambda error: (error.definition, error.part is Part.BODY, error.start))
    return Parsed(definitions, tuple(errors))


def check_definitions(definitions: Definitions, data: Data | None = None) -> tuple[ExpressionError, ...]:
    """What is wrong with definitions that could be read: names, loops, parameters, kinds, look-ups, values."""
    found: list[ExpressionError] = []
    types = TypeFinder(definitions)
    in_loops = _loop_errors(definitions, found)
    for definition in definitions.all:
        local = definition.parameters if isinstance(definition, FormulaDefinition) else ()
        errors = list(check_names(definition.expression, definitions, local))
        if isinstance(definition, FormulaDefinition):
            found.extend(_parameter_errors(definition, definitions))
            found.extend(unused_parameters(definition))
        if not errors and definition.name not in in_loops:
            errors.extend(types.check(definition.expression))
            if not errors and data is not None:
                errors.extend(_data_errors(definition.expression, data))
        for error in errors:
            error.definition = definition.name
        found.extend(errors)
    broken = {error.definition for error in found} | in_loops | definitions.faulty
    broken |= _chain_errors(definitions, found)
    found.extend(_value_errors(definitions, data, broken))
    return tuple(found)


def check_expression(
    expression: Expression, definitions: Definitions, data: Data | None = None, given: Iterable[str] = ()
) -> tuple[ExpressionError, ...]:
    """What is wrong with one expression, without evaluating it; `given` are the names that the prose gives."""
    errors = list(check_names(expression, definitions, given))
    if not errors:
        errors.extend(TypeFinder(definitions).check(expression))
    if not errors and data is not None:
        errors.extend(_data_errors(expression, data))
    return tuple(errors)


def _loop_errors(definitions: Definitions, found: list[ExpressionError]) -> frozenset[str]:
    named: set[str] = set()
    for loop in loops(definitions):
        named.update(loop)
        first = loop[0]
        definition = definitions.get(first)
        if definition is None:
            continue
        place = _first_mention(definition.expression.root, loop[1 % len(loop)])
        message = "these definitions go round in a loop: " + " → ".join((*loop, first))
        hint = "one of them must not use the next"
        start, end = (place.start, place.end) if place else (0, len(definition.expression.source))
        found.append(ExpressionError(Fault.LOOP, message, start, end, hint, first))
    return frozenset(named)


def _chain_errors(definitions: Definitions, found: list[ExpressionError]) -> frozenset[str]:
    """The definitions at the head of a chain that is too long; only the first beyond the limit is a fault."""
    lengths = chain_lengths(definitions)
    for definition in definitions.all:
        if lengths.get(definition.name) == limits.MOST_IN_A_CHAIN + 1:
            message = f"more than {limits.MOST_IN_A_CHAIN} definitions each use the next, from ‘{definition.name}’ on"
            end = len(definition.expression.source)
            found.append(ExpressionError(Fault.TOO_DEEP, message, 0, end, "join some of them", definition.name))
    return frozenset(name for name, length in lengths.items() if length > limits.MOST_IN_A_CHAIN)


def _first_mention(root: Node, name: str) -> Node | None:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        match node:
            case Name(name=mentioned) | Call(name=mentioned) if mentioned == name:
                return node
            case TextLiteral(text=text) if text == name:
                return node
        waiting.extend(reversed(children(node)))
    return None


def _parameter_errors(formula: FormulaDefinition, definitions: Definitions) -> Iterator[ExpressionError]:
    for parameter, start in zip(formula.parameters, formula.parameter_starts, strict=True):
        if parameter in definitions or parameter in definitions.faulty:
            message = f"the parameter ‘{parameter}’ hides the definition of that name"
            end = start + len(parameter)
            yield ExpressionError(Fault.DUPLICATE, message, start, end, "choose another name", formula.name, Part.HEAD)


def _value_errors(definitions: Definitions, data: Data | None, broken: Iterable[str]) -> Iterator[ExpressionError]:
    bad = set(broken)
    # A fault within a formula is met by each value that uses it, and reported once.
    seen: set[tuple[str, int, str]] = set()
    for value in definitions.values:
        if value.name in bad:
            continue
        if data is None and _looks_up(value.expression.root):
            continue
        try:
            evaluate(value.expression, definitions, data)
        except ExpressionError as error:
            error.definition = error.definition or value.name
            key = (error.definition, error.start, error.message)
            if error.definition in bad or key in seen or (data is None and error.fault is Fault.DATA):
                continue
            seen.add(key)
            yield error


def _looks_up(root: Node) -> bool:
    return any(isinstance(node, Call) and node.name in _LOOK_UPS | _RESULTS for node in _all(root))


def _all(root: Node) -> Iterator[Node]:
    yield root
    for child in children(root):
        yield from _all(child)


def _data_errors(expression: Expression, data: Data) -> Iterator[ExpressionError]:
    """Look-ups whose set, id, field or column stands in the expression itself."""
    waiting = [expression.root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Call | Member) and _is_closed_look_up(node):
            try:
                evaluate(Expression(expression.source, node), Definitions(), data)
            except ExpressionError as error:
                yield error
            continue
        if isinstance(node, Call) and node.name in _RESULTS:
            yield from _column_errors(node, data)
        waiting.extend(reversed(children(node)))


def _is_closed_look_up(node: Node) -> bool:
    found = False
    for inner in _all(node):
        if isinstance(inner, Name | Comprehension | DiceLiteral):
            return False
        if isinstance(inner, Call):
            if inner.name not in _LOOK_UPS:
                return False
            found = True
    return found


def _column_errors(node: Call, data: Data) -> Iterator[ExpressionError]:
    match node.arguments:
        case (TextLiteral(text=set_id), TextLiteral(text=path), *_) if not node.keywords:
            try:
                Lookup(data).require_column(set_id, path)
            except Misfit as misfit:
                yield misfit.at(node.start, node.end)
