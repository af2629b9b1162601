"""Definitions at fault, and what follows from them: one cause is found once, where it stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from rulebook.check.texts import all_texts
from rulebook.load.suggest import nearest_name
from rulebook.model import Book
from rulebook.once import once_a_book
from rulebook.rules.bound import rules_of
from rulebook.rules.expression import (
    ExpressionError,
    FormulaDefinition,
    dependencies,
    names_used,
    parse_expression,
)

# What every formula of a roster may speak of beside the names that the declaration gives.
_OF_A_ROSTER = frozenset({"item", "index"})

# Of one use and one definition nobody can say which is misspelt.
_LEAST_USES = 2


@once_a_book
def faulty_names(book: Book) -> frozenset[str]:
    """The names of the definitions that are at fault, those that are meant by misspelt ones, and those of the
    definitions that use one of them."""
    rules = rules_of(book)
    own = {error.definition for error in rules.errors if error.source is None} | rules.definitions.faulty
    misspelt = misspelt_definitions(book)
    faulty = own | misspelt.keys() | set(misspelt.values())
    if not faulty:
        return frozenset()
    mentioned = {d.name: names_used(d.expression) for d in rules.definitions.all}
    return frozenset(faulty) | {
        name
        for name in mentioned
        if any(mentioned[user] & faulty for user in {name} | dependencies(rules.definitions, name))
    }


def follows(book: Book, expression: str, error: ExpressionError) -> bool:
    """Whether what is wrong with an expression of the book follows from a definition, where it is found: one cause."""
    faulty = faulty_names(book)
    return bool(faulty) and (error.definition in faulty or rests_on_fault(book, expression))


def rests_on_fault(book: Book, expression: str) -> bool:
    """Whether an expression of the book uses a definition that is at fault, directly or through others."""
    faulty = faulty_names(book)
    return bool(faulty) and bool(_names_in(expression) & faulty)


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


def uses_of(book: Book, name: str) -> int:
    """How many expressions of the book use a name."""
    return sum(name in names for names in _uses(book))


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
        yield _names_in(expression) - known


def _names_in(expression: str) -> frozenset[str]:
    try:
        return names_used(parse_expression(expression))
    except ExpressionError:
        return frozenset()
