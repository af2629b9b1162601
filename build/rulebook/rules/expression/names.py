"""Names in expressions: which are known, whether formulas are given what they take, and what depends on what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulebook.load.suggest import did_you_mean
from rulebook.rules.expression.definitions import Definitions, FormulaDefinition
from rulebook.rules.expression.errors import ExpressionError, Fault, Part
from rulebook.rules.expression.signatures import ASK_FOR_THE_WHOLE, FUNCTIONS, Signature
from rulebook.rules.expression.syntax import Call, Comprehension, Expression, Name, Node, TextLiteral, children, nodes
from rulebook.rules.numbers import Kind, read_quantity, value_of
from rulebook.rules.values import Number, in_words

_WALK_STEP = 3


def check_names(
    expression: Expression, definitions: Definitions, local: Iterable[str] = ()
) -> tuple[ExpressionError, ...]:
    """Every unknown name, wrong arity and hidden name of an expression.

    `local` are the names that it may use beyond the definitions: a formula's parameters, or what the prose gives.
    """
    return tuple(_in_node(expression.root, definitions, frozenset(local)))


def names_used(expression: Expression) -> frozenset[str]:
    """The names of values and formulas that an expression mentions, those of its own lists left out."""
    return frozenset(_mentioned(expression.root, frozenset()))


def dependencies(definitions: Definitions, name: str) -> frozenset[str]:
    """The definitions that one definition uses, directly or through others."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        definition = definitions.get(waiting[-1])
        waiting.pop()
        if definition is None:
            continue
        local = definition.parameters if isinstance(definition, FormulaDefinition) else ()
        for used in names_used(definition.expression) - set(local):
            if used in definitions and used not in found:
                found.add(used)
                waiting.append(used)
    return frozenset(found)


def loops(definitions: Definitions) -> tuple[tuple[str, ...], ...]:
    """Each loop of definitions, as its names in order; no definition is named in two."""
    found: list[tuple[str, ...]] = []
    done: set[str] = set()
    for definition in definitions.all:
        if definition.name not in done:
            _follow(definition.name, definitions, done, found)
    return tuple(found)


def chain_lengths(definitions: Definitions) -> dict[str, int]:
    """How many definitions the longest chain has that begins with each; those in a loop are left out."""
    lengths: dict[str, int] = {}
    in_loops = {name for loop in loops(definitions) for name in loop}
    for definition in definitions.all:
        waiting = [definition.name]
        while waiting:
            name = waiting[-1]
            used = [u for u in _direct(name, definitions) if u not in in_loops] if name not in in_loops else []
            missing = [u for u in used if u not in lengths]
            if missing and name not in lengths:
                waiting.extend(missing)
            else:
                lengths[name] = 1 + max((lengths[u] for u in used), default=0)
                waiting.pop()
    return lengths


def unused_parameters(formula: FormulaDefinition) -> Iterator[ExpressionError]:
    """A fault for each parameter that the body does not use; one that begins with `_` says that it need not."""
    used = names_used(formula.expression)
    for parameter, start in zip(formula.parameters, formula.parameter_starts, strict=True):
        if parameter not in used and not parameter.startswith("_"):
            message = f"the parameter ‘{parameter}’ of ‘{formula.name}’ is not used"
            end = start + len(parameter)
            hint = f"remove it, or call it ‘_{parameter}’ where a step has to take it"
            yield ExpressionError(Fault.UNUSED_PARAMETER, message, start, end, hint, formula.name, Part.HEAD)


def asked_whole(formula: FormulaDefinition) -> frozenset[str]:
    """The parameters that stand inside `P`, `E` or `outcomes`: dice given to them would be one roll by then."""
    found: set[str] = set()
    for node in nodes(formula.expression.root):
        if isinstance(node, Call) and node.name in ASK_FOR_THE_WHOLE:
            found |= _mentioned_names(node) & set(formula.parameters)
    return frozenset(found)


def _mentioned_names(node: Node) -> set[str]:
    return set(_mentioned(node, frozenset()))


def _mentioned(node: Node, own: frozenset[str]) -> Iterator[str]:
    match node:
        case Name(name=name):
            if name not in own:
                yield name
            return
        case Comprehension(element=element, variable=variable, source=source, condition=condition):
            yield from _mentioned(source, own)
            inner = own | {variable.name}
            yield from _mentioned(element, inner)
            if condition is not None:
                yield from _mentioned(condition, inner)
            return
        case Call(name=name) if name not in FUNCTIONS:
            yield name
        case Call(name="walk", arguments=arguments) if len(arguments) > _WALK_STEP:
            step = arguments[_WALK_STEP]
            if isinstance(step, TextLiteral):
                yield step.text
        case _:
            pass
    for child in children(node):
        yield from _mentioned(child, own)


def _follow(first: str, definitions: Definitions, done: set[str], found: list[tuple[str, ...]]) -> None:
    path = [first]
    on_path = {first}
    waiting = [iter(_direct(first, definitions))]
    while waiting:
        used = next(waiting[-1], None)
        if used is None:
            waiting.pop()
            on_path.discard(path[-1])
            done.add(path.pop())
        elif used in on_path:
            loop = tuple(path[path.index(used) :])
            if not any(set(loop) & set(other) for other in found):
                found.append(loop)
        elif used not in done:
            path.append(used)
            on_path.add(used)
            waiting.append(iter(_direct(used, definitions)))


def _direct(name: str, definitions: Definitions) -> list[str]:
    definition = definitions.get(name)
    if definition is None:
        return []
    local = definition.parameters if isinstance(definition, FormulaDefinition) else ()
    return sorted(used for used in names_used(definition.expression) - set(local) if used in definitions)


def _in_node(node: Node, definitions: Definitions, local: frozenset[str]) -> Iterator[ExpressionError]:
    match node:
        case Name():
            yield from name_errors(node, definitions, local)
        case Comprehension(variable=variable):
            yield from _in_node(node.source, definitions, local)
            if variable.name in local or variable.name in definitions or variable.name in FUNCTIONS:
                message = f"‘{variable.name}’ hides another of that name"
                yield ExpressionError(Fault.DUPLICATE, message, variable.start, variable.end, "choose another name")
            inner = local | {variable.name}
            yield from _in_node(node.element, definitions, inner)
            if node.condition is not None:
                yield from _in_node(node.condition, definitions, inner)
        case Call():
            yield from _in_call(node, definitions, local)
            for child in children(node):
                yield from _in_node(child, definitions, local)
        case _:
            for child in children(node):
                yield from _in_node(child, definitions, local)


def name_errors(node: Name, definitions: Definitions, local: frozenset[str]) -> Iterator[ExpressionError]:
    """The fault of a name that stands for no value."""
    name = node.name
    if name in local or definitions.value(name) or name in definitions.faulty:
        return
    if (formula := definitions.formula(name)) is not None:
        message = f"‘{name}’ is a formula, and is given nothing"
        yield ExpressionError(Fault.TYPE, message, node.start, node.end, f"write {formula.head}")
        return
    if name in FUNCTIONS:
        message = f"‘{name}’ is a function, and is given nothing"
        yield ExpressionError(Fault.TYPE, message, node.start, node.end, f"write {FUNCTIONS[name].form}")
        return
    yield unknown_name(node, definitions, local)


def unknown_name(node: Name | Call, definitions: Definitions, local: Iterable[str] = ()) -> ExpressionError:
    """The fault of a name that nothing has."""
    if isinstance(node, Call):
        what, end = "formula", node.name_end
        known = [*(f.name for f in definitions.formulas), *FUNCTIONS]
    else:
        what, end = "value", node.end
        known = [*local, *(v.name for v in definitions.values)]
    name = node.name
    if name[:1] == "d" and name[1:].isdecimal():
        hint = f"dice are written with a capital D: D{name[1:]}"
    else:
        hint = _in_digits(name) or did_you_mean(name, known)
    return ExpressionError(Fault.UNKNOWN_NAME, f"there is no {what} ‘{name}’", node.start, end, hint)


def _in_digits(name: str) -> str:
    """A hint for a number word, which no definition can be called; empty for any other name."""
    said = read_quantity(name)
    value = value_of(said) if said is not None else None
    if said is None or not isinstance(value, Number):
        return ""
    if said.kind is Kind.ORDINAL:  # “third” can be meant for 3, and for a third
        return "within an expression a number stands in digits"
    digits = in_words(value)
    return f"within an expression a number stands in digits: {f'({digits})' if '/' in digits else digits}"


def _in_call(node: Call, definitions: Definitions, local: frozenset[str]) -> Iterator[ExpressionError]:
    if node.name in FUNCTIONS:
        yield from function_errors(node, FUNCTIONS[node.name], definitions)
    elif (formula := definitions.formula(node.name)) is not None:
        yield from arity_errors(node, formula)
    elif node.name in local or definitions.value(node.name) is not None:
        message = f"‘{node.name}’ is a value, and takes nothing"
        yield ExpressionError(Fault.TYPE, message, node.start, node.end, f"write {node.name}")
    elif node.name not in definitions.faulty:
        yield unknown_name(node, definitions)


def arity_errors(node: Call, formula: FormulaDefinition) -> Iterator[ExpressionError]:
    """What is wrong with the values that a formula is given, by place and by name."""
    hint = f"it is {formula.head}"
    given = formula.parameters[: len(node.arguments)]
    if len(node.arguments) > len(formula.parameters):
        message = f"‘{node.name}’ takes {_counted(len(formula.parameters))}, and is given {len(node.arguments)}"
        yield ExpressionError(Fault.ARITY, message, node.start, node.end, hint)
        return
    for keyword in node.keywords:
        if keyword.name in given:
            message = f"‘{keyword.name}’ of ‘{node.name}’ is given by its place and by its name"
            yield ExpressionError(Fault.ARITY, message, keyword.start, keyword.end, hint)
        elif keyword.name not in formula.parameters:
            message = f"‘{node.name}’ has no parameter ‘{keyword.name}’"
            near = did_you_mean(keyword.name, formula.parameters)
            yield ExpressionError(Fault.ARITY, message, keyword.start, keyword.end, near)
    names = {*given, *(keyword.name for keyword in node.keywords)}
    missing = [parameter for parameter in formula.parameters if parameter not in names]
    if missing:
        message = f"‘{node.name}’ is not given " + " and ".join(f"‘{name}’" for name in missing)
        yield ExpressionError(Fault.ARITY, message, node.start, node.end, hint)


def function_errors(node: Call, signature: Signature, definitions: Definitions) -> Iterator[ExpressionError]:
    """What is wrong with the values that a function of the language is given."""
    count = len(node.arguments)
    hint = f"it is {signature.form}"
    if count < signature.least or (signature.most is not None and count > signature.most):
        takes = _counted(signature.least)
        if signature.most is None:
            takes = f"at least {takes}"
        elif signature.most != signature.least:
            takes = f"{signature.least} or {_counted(signature.most)}"
        message = f"‘{node.name}’ takes {takes}, and is given {count}"
        yield ExpressionError(Fault.ARITY, message, node.start, node.end, hint)
    for keyword in node.keywords:
        if not signature.filters and keyword.name not in signature.keywords:
            message = f"‘{node.name}’ takes nothing called ‘{keyword.name}’"
            yield ExpressionError(Fault.ARITY, message, keyword.start, keyword.end, hint)
    if node.name == "walk" and count > _WALK_STEP:
        yield from _in_walk(node, definitions)


def _in_walk(node: Call, definitions: Definitions) -> Iterator[ExpressionError]:
    step = node.arguments[_WALK_STEP]
    if not isinstance(step, TextLiteral):
        yield ExpressionError(Fault.TYPE, "the step of ‘walk’ is a formula's name in quotes", step.start, step.end)
        return
    formula = definitions.formula(step.text)
    if formula is None:
        if step.text not in definitions.faulty:
            hint = did_you_mean(step.text, [f.name for f in definitions.formulas])
            message = f"there is no formula ‘{step.text}’"
            yield ExpressionError(Fault.UNKNOWN_NAME, message, step.start, step.end, hint)
        return
    wanted = len(node.arguments) - 2
    if len(formula.parameters) != wanted:
        message = f"as a step ‘{step.text}’ would be given {_counted(wanted)}, and takes {len(formula.parameters)}"
        yield ExpressionError(Fault.ARITY, message, step.start, step.end, "a step is step(turn, state, …)")


def _counted(count: int) -> str:
    return f"{count} value" if count == 1 else f"{count} values"
