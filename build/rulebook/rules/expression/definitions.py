"""Definitions: named values and formulas, read together and checked against each other.

A value has a name and a text; a formula has a head, `fall(drop)`, and a body. All that is wrong with all of them is
found in one run.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from rulebook.rules.expression import limits
from rulebook.rules.expression.errors import ExpressionError, Fault, Part
from rulebook.rules.expression.lexer import KEYWORDS, too_many_digits
from rulebook.rules.expression.parser import parse_expression
from rulebook.rules.expression.signatures import FUNCTIONS
from rulebook.rules.expression.syntax import Expression, ListDisplay, Node, NumberLiteral
from rulebook.rules.numbers import Kind, read_quantity, value_of
from rulebook.rules.numbers.words import WORDS
from rulebook.rules.values import ListValue, Number


@dataclass(frozen=True, slots=True)
class Source:
    """A definition as typed: `head` is a value's name or a formula's `name(parameters)`, `body` its text."""

    head: str
    body: str


@dataclass(frozen=True, slots=True)
class ValueDefinition:
    """A named value."""

    name: str
    expression: Expression


@dataclass(frozen=True, slots=True)
class FormulaDefinition:
    """A named formula; `parameter_starts` are where its parameters stand in `head`."""

    name: str
    head: str
    parameters: tuple[str, ...]
    parameter_starts: tuple[int, ...]
    expression: Expression


Definition = ValueDefinition | FormulaDefinition


@dataclass(frozen=True)
class Definitions:
    """Values and formulas by name. `faulty` are names whose definition could not be read."""

    values: tuple[ValueDefinition, ...] = ()
    formulas: tuple[FormulaDefinition, ...] = ()
    faulty: frozenset[str] = frozenset()
    _by_name: Mapping[str, Definition] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_name = {definition.name: definition for definition in self.all}
        object.__setattr__(self, "_by_name", MappingProxyType(by_name))

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def value(self, name: str) -> ValueDefinition | None:
        """The value of that name, or None."""
        found = self._by_name.get(name)
        return found if isinstance(found, ValueDefinition) else None

    def formula(self, name: str) -> FormulaDefinition | None:
        """The formula of that name, or None."""
        found = self._by_name.get(name)
        return found if isinstance(found, FormulaDefinition) else None

    @property
    def all(self) -> tuple[Definition, ...]:
        """The values, then the formulas."""
        return (*self.values, *self.formulas)

    def get(self, name: str) -> Definition | None:
        """The value or formula of that name, or None."""
        return self._by_name.get(name)

    @property
    def names(self) -> frozenset[str]:
        """The names of all definitions that could be read."""
        return frozenset(self._by_name)

    def with_body(self, name: str, body: str) -> Definitions:
        """The same definitions with another text for one of them.

        Raises ExpressionError when the text cannot be read, KeyError when there is no such name.
        """
        old = self._by_name[name]
        if isinstance(old, ValueDefinition):
            new = replace(old, expression=read_value(body))
            return replace(self, values=tuple(new if v.name == name else v for v in self.values))
        formula = replace(old, expression=parse_expression(body))
        return replace(self, formulas=tuple(formula if f.name == name else f for f in self.formulas))


@dataclass(frozen=True, slots=True)
class Parsed:
    """What reading definitions gives: those that could be read, and every fault of all of them."""

    definitions: Definitions
    errors: tuple[ExpressionError, ...]


_HEAD = re.compile(r"(?P<name>[A-Za-z_][A-Za-z0-9_]*)(?P<brackets>\((?P<parameters>[^()]*)\))?")
_PARAMETER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_DIGITS = re.compile(r"[0-9](?:,?[0-9])*(?:\.[0-9]+)?")


def read_definitions(values: Iterable[Source], formulas: Iterable[Source]) -> Parsed:
    """The definitions as trees. Only their own form is checked; `check_definitions` checks them together."""
    errors: list[ExpressionError] = []
    seen: set[str] = set()
    faulty: set[str] = set()
    read_values: list[ValueDefinition] = []
    read_formulas: list[FormulaDefinition] = []
    number = 0
    for source in values:
        before = len(errors)
        value = _value(source, seen, faulty, errors)
        if value is not None:
            read_values.append(value)
        number = _numbered(errors[before:], number)
    for source in formulas:
        before = len(errors)
        formula = _formula(source, seen, faulty, errors)
        if formula is not None:
            read_formulas.append(formula)
        number = _numbered(errors[before:], number)
    readable = {value.name for value in read_values} | {formula.name for formula in read_formulas}
    definitions = Definitions(tuple(read_values), tuple(read_formulas), frozenset(faulty - readable))
    return Parsed(definitions, tuple(errors))


def _numbered(errors: Iterable[ExpressionError], number: int) -> int:
    """Say of what a definition was found to have wrong which it was; the number of the next one."""
    for error in errors:
        error.source = number
    return number + 1


def read_value(text: str) -> Expression:
    """A value's text: a written number of any form (`54%`, `third`, `1–3`, `10,000`), or an expression.

    Raises ExpressionError when it is neither, and when a number of it is too long.
    """
    quantity = read_quantity(text)
    if quantity is not None and quantity.kind not in (Kind.NAME, Kind.DICE, Kind.NUMBER):
        root = _literal(text)
        if root is not None:
            return Expression(text, root)
    try:
        return parse_expression(text)
    except ExpressionError:
        root = _literal(text)
        if root is None:
            raise
        return Expression(text, root)


def _literal(text: str) -> Node | None:
    quantity = read_quantity(text)
    if quantity is None or quantity.kind is Kind.NAME:
        return None
    for digits in _DIGITS.finditer(text):
        if sum(character.isdecimal() for character in digits[0]) > limits.MOST_DIGITS:
            raise too_many_digits(*digits.span())
    match value_of(quantity):
        case Number(value=number, unit=unit):
            return NumberLiteral(number, unit, 0, len(text))
        case ListValue(items=items):
            numbers = [NumberLiteral(i.value, i.unit, 0, len(text)) for i in items if isinstance(i, Number)]
            return ListDisplay(tuple(numbers), 0, len(text))
        case _:
            return None


def _value(source: Source, seen: set[str], faulty: set[str], errors: list[ExpressionError]) -> ValueDefinition | None:
    match = _HEAD.fullmatch(source.head)
    if match is None or match["brackets"] is not None:
        message = f"‘{_short(source.head)}’ is no name of a value"
        hint = "a value has no brackets: put it under ‘formulas’" if match else _NAME_HINT
        errors.append(_head_error(Fault.SYNTAX, message, source.head, 0, hint))
        faulty.add(_meant(source.head))
        return None
    if not _name_is_free(source.head, match["name"], seen, faulty, errors):
        return None
    try:
        return ValueDefinition(match["name"], read_value(source.body))
    except ExpressionError as error:
        _blame(error, match["name"], faulty, errors)
        return None


def _formula(
    source: Source, seen: set[str], faulty: set[str], errors: list[ExpressionError]
) -> FormulaDefinition | None:
    match = _HEAD.fullmatch(source.head)
    if match is None or match["brackets"] is None:
        message = f"‘{_short(source.head)}’ is no head of a formula"
        hint = (
            "write name(parameter, parameter)" if match is None else "put a value under ‘values’, or add its brackets"
        )
        errors.append(_head_error(Fault.SYNTAX, message, source.head, 0, hint))
        faulty.add(_meant(source.head))
        return None
    if not _name_is_free(source.head, match["name"], seen, faulty, errors):
        return None
    before = len(errors)
    parameters, starts = _parameters(source.head, match["parameters"], match.start("parameters"), errors)
    try:
        expression = parse_expression(source.body)
    except ExpressionError as error:
        _blame(error, match["name"], faulty, errors)
        return None
    if len(errors) > before:
        faulty.add(match["name"])
        return None
    return FormulaDefinition(match["name"], source.head, parameters, starts, expression)


def _parameters(
    head: str, inner: str, offset: int, errors: list[ExpressionError]
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    names: list[str] = []
    starts: list[int] = []
    if not inner.strip(" "):
        return (), ()
    for piece in inner.split(","):
        name = piece.strip(" ")
        start = offset + len(piece) - len(piece.lstrip(" "))
        offset += len(piece) + 1
        if not _PARAMETER.fullmatch(name):
            errors.append(_head_error(Fault.SYNTAX, f"‘{_short(name)}’ is no name of a parameter", head, start))
        elif name in names:
            errors.append(_head_error(Fault.DUPLICATE, f"the parameter ‘{name}’ stands twice", head, start))
        elif reserved := _reserved(name):
            errors.append(
                _head_error(Fault.DUPLICATE, f"a parameter cannot be called ‘{name}’: {reserved}", head, start)
            )
        else:
            names.append(name)
            starts.append(start)
    return tuple(names), tuple(starts)


def _name_is_free(head: str, name: str, seen: set[str], faulty: set[str], errors: list[ExpressionError]) -> bool:
    if name in seen:
        errors.append(
            _head_error(Fault.DUPLICATE, f"‘{_short(name)}’ is defined twice", head, 0, "keep one of the two")
        )
        return False
    seen.add(name)
    if reserved := _reserved(name):
        faulty.add(name)
        errors.append(
            _head_error(Fault.DUPLICATE, f"a definition cannot be called ‘{_short(name)}’: {reserved}", head, 0)
        )
        return False
    return True


def _meant(head: str) -> str:
    """The name that a head seems to give, which is none as it is typed: what uses it need not be found too."""
    return re.sub(r"[^A-Za-z0-9_]+", "_", head.partition("(")[0].strip())


_NAME_HINT = "a name has letters, digits and _, and begins with a letter"


def _reserved(name: str) -> str:
    if name in KEYWORDS:
        return "it is a word of the language"
    if name in FUNCTIONS:
        return "it is a function of the language"
    if name in WORDS:
        return "it is a number word"
    if re.fullmatch(r"D[0-9]+", name):
        return "it is a die"
    if len(name) > limits.MOST_NAME:
        return f"it has more than {limits.MOST_NAME} characters"
    return ""


def _short(text: str) -> str:
    shown = "".join(c if c.isprintable() else "�" for c in text[:60])
    return shown if len(text) <= 60 else f"{shown}…"


def _head_error(fault: Fault, message: str, head: str, start: int, hint: str = "") -> ExpressionError:
    """A fault of a whole head, or, when it starts further on, of the parameter there."""
    end = len(head)
    if start:
        end = start + max(1, len(re.split(r"[ ,)]", head[start:], maxsplit=1)[0]))
    return ExpressionError(fault, message, start, end, hint, head.partition("(")[0], Part.HEAD)


def _blame(error: ExpressionError, name: str, faulty: set[str], errors: list[ExpressionError]) -> None:
    error.definition = name
    faulty.add(name)
    errors.append(error)
