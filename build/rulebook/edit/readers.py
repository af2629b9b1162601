"""What reads a thing of a book: values and formulas, bindings, claims, and the formulas of rosters."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulebook.edit.places import Group, Place, bound_place, printed_in
from rulebook.edit.uses import (
    claims_of,
    direct_uses,
    roster_formulas,
    through,
    way_of,
    ways_to,
)
from rulebook.model import Book, Entry, RuleText
from rulebook.rules.bound import Bound, BoundBook
from rulebook.rules.expression import (
    Evaluation,
    Expression,
    ExpressionError,
    FormulaDefinition,
    evaluate,
    names_used,
    parse_expression,
    result_in_words,
)
from rulebook.texts import Role

# How an expression, and what it came to where it has a value, reads a thing; None when it does not.
Reads = Callable[[Expression, Evaluation | None], str | None]


def reading_groups(book: Book, rules: BoundBook, reads: Reads) -> list[Group]:
    """The definitions, bindings and claims that read something of the data, themselves or through definitions."""
    uses = direct_uses(rules.definitions)
    hows: dict[str, str] = {}
    for definition in rules.definitions.all:
        is_formula = isinstance(definition, FormulaDefinition)
        how = reads(definition.expression, None if is_formula else evaluated(rules, definition.name))
        if how is not None:
            hows[definition.name] = how
    ways = {reader: ways_to(reader, uses) for reader in hows}

    def reached(names: frozenset[str]) -> str | None:
        """The shortest way from these names to a definition that reads it, that definition included."""
        found = [(*way, reader) for reader in ways if (way := way_of(names, reader, ways[reader])) is not None]
        return through(min(found, key=lambda way: (len(way), way))) if found else None

    def either(expression: Expression, evaluation: Evaluation | None) -> str | None:
        how = reads(expression, evaluation)
        return how if how is not None else reached(names_used(expression))

    def of_binding(bound: Bound) -> str | None:
        if bound.binding.kind != "is":
            return None
        try:
            return either(parse_expression(bound.binding.expression), bound.evaluation)
        except ExpressionError:
            return None

    readers = []
    for definition in rules.definitions.all:
        how = hows.get(definition.name) or reached(uses[definition.name])
        if how is not None:
            readers.append(defined(rules, definition.name, how))
    return [
        Group("Values and formulas that read it", ordered(readers)),
        *bindings(rules, of_binding),
        claims(book, rules, either),
        rosters(book, either),
    ]


def bindings(rules: BoundBook, how_of: Callable[[Bound], str | None]) -> tuple[Group, ...]:
    """The bindings by where they stand; `how_of` says how one comes to the thing, None when it does not."""
    chapters, entries, examples = list[Place](), list[Place](), list[Place]()
    printed = printed_in(rules.book)
    for bound in rules.bound:
        how = how_of(bound)
        if how is None:
            continue
        if bound.text.role is Role.EXAMPLE:
            examples.append(bound_place(bound, how))
        elif isinstance(bound.text.owner, Entry):
            entries.append(bound_place(bound, how, printed.get(bound.text.owner.anchor, ())))
        else:
            chapters.append(bound_place(bound, how))
    return (
        Group("Numbers in chapters", tuple(chapters)),
        Group("Numbers in entries", tuple(entries)),
        Group("Numbers in Examples", tuple(examples)),
    )


def claims(book: Book, rules: BoundBook, reads: Reads) -> Group:
    """The claims that read the thing."""
    found = []
    for claimed in claims_of(book, rules):
        if claimed.expression is not None:
            how = reads(claimed.expression, claimed.evaluation)
            if how is not None:
                found.append(Place(claimed.claim.holds_position, claimed.claim.says, how))
    return Group("Claims", tuple(found))


def rosters(book: Book, reads: Reads) -> Group:
    """The formulas of rosters, of which a player's file alone has the values: what their texts name."""
    found = []
    for formula in roster_formulas(book):
        how = reads(formula.expression, None)
        if how is not None:
            found.append(Place(formula.text.position, formula.text.text, "; ".join(filter(None, (how, formula.what)))))
    return Group("Formulas of rosters", tuple(found))


def defined(rules: BoundBook, name: str, how: str = "") -> Place:
    """The place of a definition: how it comes to the thing, what it is worth, and its home."""
    definer = rules.definers[name]
    worth = _worth(rules, name)
    told = [f"home: {definer.topic.home}"]
    if worth and worth != definer.text.body:
        told.insert(0, f"it is {worth}")
    return Place(definer.text.head_position, _shown(definer.text), "; ".join(filter(None, (how, *told))))


def _shown(text: RuleText) -> str:
    return f"{text.head}: {text.body}"


def _worth(rules: BoundBook, name: str) -> str:
    """What a value comes to; empty for a formula, and where it cannot be computed."""
    if rules.definitions.value(name) is None:
        return ""
    evaluation = evaluated(rules, name)
    return result_in_words(evaluation.value) if evaluation is not None else ""


def evaluated(rules: BoundBook, name: str) -> Evaluation | None:
    """What a definition comes to; None where it cannot be computed."""
    try:
        return evaluate(parse_expression(name), rules.definitions, rules.data)
    except ExpressionError:
        return None


def ordered(places: Iterable[Place]) -> tuple[Place, ...]:
    """Places in the order of files, lines and columns."""
    return tuple(sorted(places, key=lambda place: (place.position, place.text)))
