"""Evaluation: a tree, definitions and data to a value, with its working and all that it used.

One rule makes dice part of every expression: what an operation does to single values it does to each outcome of
dice, with the outcome's chance. Each `D12` that is typed is a roll of its own; dice that are given to a formula are
rolled once, before its body.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rulebook.rules.dice import keep, roll
from rulebook.rules.expression import limits
from rulebook.rules.expression.arithmetic import (
    binary,
    bounded_list,
    connected,
    item_at,
    items_in,
    number_in,
    text_in,
    truth_in,
    unary,
    whole_number_in,
)
from rulebook.rules.expression.data import Data, NoData
from rulebook.rules.expression.definitions import Definitions, FormulaDefinition
from rulebook.rules.expression.errors import ExpressionError, Fault, Misfit
from rulebook.rules.expression.evaluation import Evaluation, Given, Used
from rulebook.rules.expression.folds import FOLDS
from rulebook.rules.expression.functions import SINGLE, needs_dice
from rulebook.rules.expression.lifting import Lifting
from rulebook.rules.expression.lookup import Condition
from rulebook.rules.expression.memory import Memory, Remembered
from rulebook.rules.expression.names import arity_errors, asked_whole, function_errors, name_errors, unknown_name
from rulebook.rules.expression.questions import QUESTIONS
from rulebook.rules.expression.reads import Reads
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
from rulebook.rules.expression.working import Note, Step
from rulebook.rules.values import (
    Distribution,
    ListValue,
    Number,
    Scalar,
    Text,
    Truth,
    Value,
    in_words,
    plain,
)


def evaluate(
    expression: Expression,
    definitions: Definitions,
    data: Data | None = None,
    given: Iterable[Given] = (),
    memory: Memory | None = None,
) -> Evaluation:
    """The value of an expression.

    `memory` is of the same definitions and data, and makes a second computing of the same formulas cheap.

    Raises ExpressionError: at its place in the expression, or in the definition whose text is at fault. Time and
    memory are bounded by `limits`, whatever the expression.
    """
    known = data or NoData()
    if memory is None or memory.definitions is not definitions or memory.data is not known:
        memory = Memory(definitions, known)
    kept, names = memory, tuple(given)

    def worked_out() -> Step:
        return _Evaluator(names, kept).working(expression)

    evaluator = _Evaluator(names, kept)
    value = evaluator.run(expression)
    return Evaluation(value, evaluator.used(), worked_out)


@dataclass(slots=True)
class _Scope:
    """The names of one body, and what its working notes."""

    names: dict[str, Value]
    notes: list[Note]
    inner: list[Step]

    def with_name(self, name: str, value: Value) -> _Scope:
        return _Scope({**self.names, name: value}, self.notes, self.inner)


class _Evaluator(Lifting):
    """Evaluates one expression once."""

    def __init__(self, given: tuple[Given, ...], memory: Memory) -> None:
        super().__init__()
        self.definitions = memory.definitions
        self.memory = memory
        self.lookup = memory.lookup
        self.given = {g.name: g.value for g in given}
        self.depth = 0
        self.kept = 0
        self.values: dict[str, Remembered] = {}
        self.reads = Reads.none()
        self.given_used: set[str] = set()
        self.computing: list[str] = []
        self.whole: dict[str, frozenset[str]] = {}
        self.lookup.reads = self.reads

    def run(self, expression: Expression) -> Value:
        """The value, without its working."""
        self.quiet += 1
        return self._whole(expression, _Scope({}, [], []))

    def working(self, expression: Expression) -> Step:
        """The working of the value."""
        scope = _Scope({}, [], [])
        value = self._whole(expression, scope)
        return Step("", (), expression, tuple(scope.notes), value, tuple(scope.inner))

    def used(self) -> Used:
        """What has been read."""
        reads = self.reads
        return Used(
            frozenset(reads.values),
            frozenset(reads.formulas),
            frozenset(self.given_used),
            frozenset(reads.sets),
            frozenset(reads.cells),
        )

    def _whole(self, expression: Expression, scope: _Scope) -> Value:
        for name in self.given:
            if name in self.definitions or name in FUNCTIONS:
                message = f"‘{name}’ is given by the prose, and is the name of a definition too"
                raise ExpressionError(Fault.DUPLICATE, message, 0, len(expression.source), "choose another name")
        try:
            return self.value(expression.root, scope)
        except RecursionError:
            raise self._too_deep(expression.root) from None

    # --- what is remembered ---------------------------------------------------------------------------------------

    def remembered(self, name: str, arguments: tuple[Scalar, ...] | None, compute: Callable[[], Value]) -> Remembered:
        """What a definition is worth: computed and kept, or recalled when there is no working to note."""
        found = self.memory.recall(name, arguments) if self.quiet else None
        if found is not None:
            self.spend(found.steps)
            self.reads.add(found.reads)
            return found
        outer, before = self.reads, self.steps
        self.reads = self.lookup.reads = Reads.none()
        (self.reads.values if arguments is None else self.reads.formulas).add(name)
        try:
            value = compute()
            found = Remembered(value, self.reads, before - self.steps)
        finally:
            outer.add(self.reads)
            self.reads = self.lookup.reads = outer
        self.memory.keep(name, arguments, found)
        return found

    # --- limits and working ---------------------------------------------------------------------------------------

    def note(self, node: Node, value: Value, scope: _Scope, own: bool = False) -> None:
        if not self.quiet:
            scope.notes.append(Note(node.start, node.end, value, own))

    @staticmethod
    def _too_deep(node: Node) -> ExpressionError:
        message = f"the evaluation goes more than {limits.MOST_DEPTH} deep"
        return ExpressionError(Fault.TOO_DEEP, message, node.start, node.end, "use fewer formulas within formulas")

    # --- nodes ----------------------------------------------------------------------------------------------------

    def value(self, node: Node, scope: _Scope) -> Value:
        """The value of a node; every fault that it meets gets its place here."""
        self.depth += 1
        if self.depth > limits.MOST_DEPTH:
            raise self._too_deep(node)
        try:
            self.spend(1)
            return self.dispatch(node, scope)
        except Misfit as misfit:
            raise misfit.at(node.start, node.end) from None
        finally:
            self.depth -= 1

    def dispatch(self, node: Node, scope: _Scope) -> Value:
        match node:
            case NumberLiteral(value=number, unit=unit):
                return Number(number, unit)
            case Name():
                return self.name(node, scope)
            case Binary():
                return self.binary(node, scope)
            case Call():
                return self.call(node, scope)
            case Conditional():
                return self.conditional(node, scope)
            case Member(target=target, field=field):
                value = self.lift(lambda t: self.lookup.member(t, field), self.value(target, scope))
                self.note(node, value, scope)
                return value
            case TextLiteral(text=text):
                return Text(text)
            case DiceLiteral(count=count, faces=faces):
                self.spend((count * faces) ** 2 // 20 if count > 1 else faces)
                return roll(count, faces)
            case Unary(operator=operator, operand=operand):
                return self.lift(lambda v: unary(operator, v), self.value(operand, scope))
            case ListDisplay(items=items):
                return self.list_of([self.value(item, scope) for item in items])
            case Comprehension():
                return self.lift_list(node, scope, self.list_of)
            case Index(target=target, index=index):
                value = self.lift(item_at, self.value(target, scope), self.value(index, scope))
                self.note(node, value, scope)
                return value
            case TruthLiteral(truth=truth):
                return Truth(truth)

    def name(self, node: Name, scope: _Scope) -> Value:
        if node.name in scope.names:
            value = scope.names[node.name]
            self.note(node, value, scope, own=True)
            return value
        # Within a definition the prose's own names are unknown: a formula gets what it needs as its parameters.
        if node.name in self.given and not self.computing:
            self.given_used.add(node.name)
            value = self.given[node.name]
        else:
            value = self.defined(node, scope)
        self.note(node, value, scope)
        return value

    def defined(self, node: Name, scope: _Scope) -> Value:
        if node.name in self.values:
            self.reads.add(self.values[node.name].reads)
            return self.values[node.name].value
        definition = self.definitions.value(node.name)
        if definition is None:
            known = frozenset() if self.computing else frozenset(self.given)
            for error in name_errors(node, self.definitions, known):
                raise error
            raise unknown_name(node, self.definitions, known)
        if node.name in self.computing:
            raise Misfit(Fault.LOOP, f"‘{node.name}’ is defined by itself")
        self.computing.append(node.name)
        inner = _Scope({}, [], [])
        try:
            found = self.remembered(node.name, None, lambda: self.value(definition.expression.root, inner))
        except ExpressionError as error:
            raise _blamed(error, node.name) from None
        finally:
            self.computing.pop()
        self.values[node.name] = found
        if inner.notes and not self.quiet and self.kept < limits.MOST_KEPT_STEPS:
            self.kept += 1
            notes, calls = tuple(inner.notes), tuple(inner.inner)
            scope.inner.append(Step(node.name, None, definition.expression, notes, found.value, calls))
        return found.value

    def binary(self, node: Binary, scope: _Scope) -> Value:
        operator = node.operator
        left = self.value(node.left, scope)
        if operator in (Operator.AND, Operator.OR):
            if isinstance(left, Truth) and left.truth is (operator is Operator.OR):
                return left
            right = self.value(node.right, scope)
            return self.lift(lambda a, b: connected(operator, a, b), left, right)
        right = self.value(node.right, scope)
        if operator in (Operator.IN, Operator.NOT_IN) and isinstance(right, ListValue):
            self.spend(len(right.items) >> 2)
        if operator is Operator.IN:
            return self.lift(lambda a, b: Truth(self.lookup.contains(b, a)), left, right)
        if operator is Operator.NOT_IN:
            return self.lift(lambda a, b: Truth(not self.lookup.contains(b, a)), left, right)
        return self.lift(lambda a, b: binary(operator, a, b), left, right)

    def conditional(self, node: Conditional, scope: _Scope) -> Value:
        condition = self.value(node.condition, scope)
        if not isinstance(condition, Distribution):
            return self.value(node.then if truth_in(condition, "if") else node.otherwise, scope)
        parts: list[tuple[int, Value]] = []
        for outcome, weight in condition.outcomes:
            parts.append((weight, self.value(node.then if truth_in(outcome, "if") else node.otherwise, scope)))
        return self.mixed(parts)

    # --- lists and calls ---------------------------------------------------------------------------------------------

    def lift_list(self, node: Comprehension, scope: _Scope, use: Callable[[list[Value]], Value]) -> Value:
        """What `use` makes of the elements of a comprehension."""
        source = self.value(node.source, scope)
        return self.lift(lambda items: use(self.elements(node, items_in(items, "for"), scope)), source)

    def elements(self, node: Comprehension, items: tuple[Scalar, ...], scope: _Scope) -> list[Value]:
        found: list[Value] = []
        self.quiet += 1
        try:
            for item in items:
                inner = scope.with_name(node.variable.name, item)
                if node.condition is not None:
                    condition = self.value(node.condition, inner)
                    if isinstance(condition, Distribution):
                        raise Misfit(Fault.TYPE, "the condition of a list holds dice", "put the dice into its elements")
                    if not truth_in(condition, "if"):
                        continue
                found.append(self.value(node.element, inner))
        finally:
            self.quiet -= 1
        single = [value for value in found if not isinstance(value, Distribution)]
        if len(single) == len(found):
            self.note(node, ListValue(tuple(single)), scope)
        return found

    # --- calls ----------------------------------------------------------------------------------------------------

    def call(self, node: Call, scope: _Scope) -> Value:
        if node.name in FUNCTIONS:
            return self.function(node, scope)
        formula = self.definitions.formula(node.name)
        if formula is None:
            raise unknown_name(node, self.definitions)
        for error in arity_errors(node, formula):
            raise error
        by_name = {keyword.name: keyword.value for keyword in node.keywords}
        by_place = dict(zip(formula.parameters, node.arguments, strict=False))
        values = tuple(self.value((by_place | by_name)[parameter], scope) for parameter in formula.parameters)
        value = self.formula(formula, values, scope)
        self.note(node, value, scope)
        return value

    def formula(self, formula: FormulaDefinition, values: tuple[Value, ...], scope: _Scope) -> Value:
        """The body's value for these values, dice among them rolled once each."""
        self.spend(2)
        self.reads.formulas.add(formula.name)
        if formula.name in self.computing:
            raise Misfit(Fault.LOOP, f"‘{formula.name}’ is defined by itself")
        if formula.name not in self.whole:
            self.whole[formula.name] = asked_whole(formula)
        for parameter, value in zip(formula.parameters, values, strict=True):
            if isinstance(value, Distribution) and parameter in self.whole[formula.name]:
                message = f"‘{formula.name}’ asks for the chance of ‘{parameter}’, which is one roll by then"
                raise Misfit(Fault.TYPE, message, "put P or E around the formula instead of within it")
        steps: list[Step] = []

        def body(*single: Scalar) -> Value:
            inner = _Scope(dict(zip(formula.parameters, single, strict=True)), [], [])
            found = self.remembered(formula.name, single, lambda: self.value(formula.expression.root, inner))
            if not self.quiet and self.kept < limits.MOST_KEPT_STEPS:
                self.kept += 1
                notes, calls = tuple(inner.notes), tuple(inner.inner)
                steps.append(Step(formula.name, single, formula.expression, notes, found.value, calls))
            return found.value

        self.computing.append(formula.name)
        try:
            value = self.lift(body, *values)
        except ExpressionError as error:
            raise _blamed(error, formula.name) from None
        finally:
            self.computing.pop()
        if not self.quiet:
            scope.inner.extend(steps or [Step(formula.name, values, formula.expression, (), value, ())])
        return value

    def function(self, node: Call, scope: _Scope) -> Value:
        for error in function_errors(node, FUNCTIONS[node.name], self.definitions):
            raise error
        name = node.name
        if name in FOLDS:
            return self.fold(node, scope)
        arguments = [self.value(argument, scope) for argument in node.arguments]
        keywords = tuple((keyword.name, self.value(keyword.value, scope)) for keyword in node.keywords)
        if name in SINGLE:
            return self.lift(SINGLE[name], *arguments)
        if name in QUESTIONS:
            value = QUESTIONS[name](arguments[0])
        elif name in ("highest", "lowest"):
            value = self.kept_rolls(name, arguments, keywords)
        elif name == "walk":
            value = self.walk(arguments, scope)
        else:
            value = self.looked_up(name, arguments, keywords)
        self.note(node, value, scope)
        return value

    def fold(self, node: Call, scope: _Scope) -> Value:
        """`sum`, `min`, `max`, `all`, `any`: two by two, so that dice are never listed in every combination."""

        def folded(values: list[Value]) -> Value:
            return self.fold_values(node.name, values)

        if len(node.arguments) > 1:
            return folded([self.value(argument, scope) for argument in node.arguments])
        (argument,) = node.arguments
        match argument:
            case Comprehension():
                return self.lift_list(argument, scope, folded)
            case ListDisplay(items=items):
                return folded([self.value(item, scope) for item in items])
            case _:
                source = self.value(argument, scope)
                return self.lift(lambda items: folded(list(items_in(items, node.name))), source)

    def fold_values(self, name: str, values: list[Value]) -> Value:
        join, empty = FOLDS[name]
        self.spend(len(values))
        if not values:
            if empty is None:
                raise Misfit(Fault.TYPE, f"‘{name}’ is given an empty list")
            return empty
        total = values[0] if empty is None else self.lift(join, empty, values[0])
        for value in values[1:]:
            total = self.lift(join, total, value)
        return total

    def kept_rolls(self, name: str, arguments: list[Value], keywords: tuple[tuple[str, Value], ...]) -> Value:
        rolls, die = arguments
        if not isinstance(die, Distribution):
            raise needs_dice(name, die)
        kept = next((value for keyword, value in keywords if keyword == "keep"), plain(1))

        def of(rolls: Scalar, kept: Scalar) -> Value:
            n, k = whole_number_in(rolls, name), whole_number_in(kept, name)
            if not 1 <= k <= n:
                raise Misfit(
                    Fault.TYPE,
                    f"‘{name}’ keeps {in_words(kept)} of {in_words(rolls)} rolls",
                    "keep at least one, at most all",
                )
            if n > limits.MOST_KEPT_FROM or n * len(die.outcomes) > limits.MOST_DICE_TIMES_FACES:
                raise Misfit(Fault.TOO_LARGE, f"‘{name}’ of {n} rolls has too many outcomes")
            for outcome, _ in die.outcomes:
                number_in(outcome, name)
            self.spend(4 * n * k * len(die.outcomes))
            return keep(die, n, k, name == "highest")

        return self.lift(of, rolls, kept)

    def walk(self, arguments: list[Value], scope: _Scope) -> Value:
        first, last, *more = (self._single(value, "walk") for value in (*arguments[:2], *arguments[4:]))
        formula = self.definitions.formula(text_in(self._single(arguments[3], "walk"), "walk"))
        if formula is None:
            raise Misfit(Fault.UNKNOWN_NAME, "the step of ‘walk’ is no formula")
        if len(formula.parameters) != len(arguments) - 2:
            raise Misfit(Fault.ARITY, f"‘{formula.name}’ cannot be a step", "a step is step(turn, state, …)")
        state = arguments[2]
        self.quiet += 1
        try:
            for turn in range(whole_number_in(first, "walk"), whole_number_in(last, "walk") + 1):
                self.spend(1)
                state = self.formula(formula, (plain(turn), state, *more), scope)
        finally:
            self.quiet -= 1
        return state

    def looked_up(self, name: str, arguments: list[Value], keywords: tuple[tuple[str, Value], ...]) -> Value:
        names = tuple(keyword for keyword, _ in keywords)
        count = len(arguments)

        def look(*values: Scalar) -> Scalar:
            conditions = tuple(Condition(n, v) for n, v in zip(names, values[count:], strict=True))
            return self.look(name, values[:count], conditions)

        if name == "result_of" and not isinstance(arguments[2], Distribution):
            raise needs_dice(name, arguments[2])
        return self.lift(look, *arguments, *(value for _, value in keywords))

    def look(self, name: str, values: tuple[Scalar, ...], conditions: tuple[Condition, ...]) -> Scalar:
        if name == "parameter":
            return self.lookup.parameter(values[0], text_in(values[1], name), values[2] if len(values) > 2 else None)
        set_id = text_in(values[0], name)
        self.spend(len(self.lookup.data.ids(set_id)) * (1 + len(conditions)))
        match name:
            case "entry":
                return self.lookup.entry(set_id, text_in(values[1], name))
            case "rows":
                return bounded_list(self.lookup.rows(set_id, conditions))
            case "count":
                return plain(len(self.lookup.rows(set_id, conditions)))
            case _:
                number = number_in(values[2], name).value
                return self.lookup.result(set_id, text_in(values[1], name), number, conditions)

    @staticmethod
    def _single(value: Value, who: str) -> Scalar:
        if isinstance(value, Distribution):
            raise Misfit(Fault.TYPE, f"only the start of ‘{who}’ can be dice")
        return value


def _blamed(error: ExpressionError, name: str) -> ExpressionError:
    """The error with the name of the definition in whose text it stands, and of those that led there."""
    if not error.definition:
        error.definition = name
    error.within = (name, *error.within)
    return error
