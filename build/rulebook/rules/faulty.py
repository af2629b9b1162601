"""Definitions at fault, and what follows from them: one cause is found once, where it stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from rulebook.load.suggest import nearest_name
from rulebook.model import Book
from rulebook.once import once_a_book
from rulebook.rules.bound import Bound, Scope, bound_book, rules_of
from rulebook.rules.expression import (
    ExpressionError,
    Fault,
    FormulaDefinition,
    dependencies,
    names_used,
    parse_expression,
)
from rulebook.rules.values import ListValue, Number, Unit, Value
from rulebook.texts import all_texts

# What every formula of a roster may speak of beside the names that the declaration gives.
_OF_A_ROSTER = frozenset({"item", "index"})

# Of one use and one definition nobody can say which is misspelt, or which has the wrong unit.
_LEAST_USES = 2


@once_a_book
def faulty_names(book: Book) -> frozenset[str]:
    """The names of the definitions that are at fault, those that are meant by misspelt ones, and those of the
    definitions that use one of them."""
    rules = rules_of(book)
    # Of two definitions with one name nobody can say which is meant.
    own = {error.definition for error in rules.errors} | rules.definitions.faulty
    misspelt = misspelt_definitions(book)
    return with_users(book, own | misspelt.keys() | set(misspelt.values()) | unmarked_values(book).keys())


def with_users(book: Book, names: Iterable[str]) -> frozenset[str]:
    """The names, and those of the definitions that use one of them, directly or through others."""
    sought = frozenset(names)
    if not sought:
        return sought
    definitions = rules_of(book).definitions
    mentioned = {d.name: names_used(d.expression) for d in definitions.all}
    return sought | {
        name for name in mentioned if any(mentioned[user] & sought for user in {name} | dependencies(definitions, name))
    }


def follows(book: Book, expression: str, error: ExpressionError | None = None) -> bool:
    """Whether what is wrong with an expression of the book follows from a definition, where it is found: one cause.

    Without an error it can be computed, and what it comes to is not what is wanted.
    """
    faulty = faulty_names(book)
    blamed = error is not None and error.definition in faulty
    return bool(faulty) and (blamed or rests_on_fault(book, expression))


def rests_on_fault(book: Book, expression: str) -> bool:
    """Whether an expression of the book uses a definition that is at fault, directly or through others."""
    faulty = faulty_names(book)
    return bool(faulty) and bool(names_in(expression) & faulty)


@once_a_book
def misspelt_definitions(book: Book) -> Mapping[str, str]:
    """The names of definitions that are misspelt, each with the name that is meant.

    Nothing uses the one, and more than one place uses the other, which nothing defines and which is nearly the same.
    """
    definitions = rules_of(book).definitions
    uses = Counter(name for names in _uses(book) for name in names)
    unused = {definition.name for definition in definitions.all} - uses.keys()
    meant: dict[str, str] = {}
    for name, count in uses.items():
        known = definitions.get(name) is not None or name in definitions.faulty
        if not known and count >= _LEAST_USES and (near := nearest_name(name, unused)):
            meant.setdefault(near, name)
    return MappingProxyType(meant)


@once_a_book
def unmarked_values(book: Book) -> Mapping[str, tuple[Bound, ...]]:
    """The values without a unit that every text which states them gives one, each with what the texts say.

    So a value whose mark is forgotten where it is defined is not found at each of its sentences.
    """
    definitions = rules_of(book).definitions
    stated: dict[str, list[Bound]] = {}
    for bound in bound_book(book).bound:
        name = bound.binding.expression
        if bound.binding.kind == "is" and definitions.value(name) is not None:
            stated.setdefault(name, []).append(bound)
    return MappingProxyType(
        {
            name: tuple(of_value)
            for name, of_value in stated.items()
            if len(of_value) >= _LEAST_USES and all(map(_lacks_its_unit, of_value))
        }
    )


def _lacks_its_unit(bound: Bound) -> bool:
    if bound.holds or bound.quantity is None or bound.evaluation is None:
        return False
    value = bound.evaluation.value
    if bound.quantity.unit is Unit.PERCENT:
        # Every part of one may be written in percent: only the very number has lost its mark.
        return isinstance(value, Number) and value.value == bound.quantity.value
    return bound.quantity.unit in (Unit.INCH, Unit.FOOT) and _is_plain(value)


def _is_plain(value: Value) -> bool:
    match value:
        case Number(unit=unit):
            return unit is Unit.NONE
        case ListValue(items=items):
            return all(map(_is_plain, items))
        case _:
            return False


def uses_of(book: Book, name: str) -> int:
    """How many expressions of the book use a name."""
    return sum(name in names for names in _uses(book))


@once_a_book
def unknown_names(book: Book) -> frozenset[str]:
    """The names that texts bind a number to, and that nothing defines or gives."""
    rules = bound_book(book)
    found: set[str] = set()
    for scope in rules.scopes:
        for bound in scope.bound:
            if bound.error is not None and bound.error.fault is Fault.UNKNOWN_NAME:
                found |= names_in(bound.binding.expression) - {one.name for one in scope.given}
    return frozenset(found - rules.definitions.names - rules.definitions.faulty)


def misspelt_givens(book: Book, scope: Scope) -> Mapping[str, str]:
    """The names that a text gives by `let` and that are misspelt, each with the name that is meant.

    Nothing of the text uses the one, and more than one `is` uses the other, which is unknown and nearly the same.
    """
    if all(bound.error is None for bound in scope.bound):
        return MappingProxyType({})
    expressions = [b.binding.expression for b in scope.bound if b.binding.kind == "is"]
    uses = Counter(name for expression in expressions for name in names_in(expression))
    idle = {b.binding.expression for b in scope.bound if b.binding.kind == "let"} - uses.keys()
    definitions = rules_of(book).definitions
    given = {one.name for one in scope.given}
    meant: dict[str, str] = {}
    for name, count in uses.items():
        known = name in given or name in definitions or name in definitions.faulty
        if not known and count >= _LEAST_USES and (near := nearest_name(name, idle)):
            meant.setdefault(near, name)
    return MappingProxyType(meant)


@once_a_book
def _uses(book: Book) -> tuple[frozenset[str], ...]:
    """The names that each expression of the book takes from the definitions."""
    return tuple(filter(None, _names(book)))


def _names(book: Book) -> Iterator[frozenset[str]]:
    for definition in rules_of(book).definitions.all:
        local = definition.parameters if isinstance(definition, FormulaDefinition) else ()
        yield names_used(definition.expression) - set(local)
    bindings = [binding for text in all_texts(book) for binding in text.inline.bindings]
    given = {binding.expression for binding in bindings if binding.kind == "let"}
    yield from _without(given, (binding.expression for binding in bindings if binding.kind == "is"))
    yield from _without((), (claim.holds for topic in book.rules for claim in topic.claims))
    yield from _without((), (value.text for figure in book.figures.values() for value in figure.values.values()))
    for kind in book.rosters:
        own = {kind.roster, kind.member, kind.members} | _OF_A_ROSTER
        yield from _without(own, (formula.text for _, formula in kind.formulas))


def _without(local: Iterable[str], expressions: Iterable[str]) -> Iterator[frozenset[str]]:
    known = frozenset(local)
    for expression in expressions:
        yield names_in(expression) - known


def names_in(expression: str) -> frozenset[str]:
    """The names that an expression uses; none where it cannot be read."""
    try:
        return names_used(parse_expression(expression))
    except ExpressionError:
        return frozenset()
