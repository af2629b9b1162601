"""All that a thing of a book touches: where it stands, what it rests on, what rests on it, where it is printed."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rulebook.edit.entry_places import links, listed, named, own_texts, placed, reads_entry, references, rows, stated
from rulebook.edit.places import (
    Group,
    Place,
    Whereabouts,
    placement_place,
    placements,
    whereabouts,
)
from rulebook.edit.readers import bindings, claims, defined, evaluated, ordered, reading_groups, rosters
from rulebook.edit.things import Kind, Thing, entry_of
from rulebook.edit.uses import direct_uses, names_of, reading_of, through, way_of, ways_to
from rulebook.model import Book, Entry
from rulebook.plural import counted, with_article
from rulebook.rules.bound import BoundBook
from rulebook.rules.expression import Evaluation, Expression, FormulaDefinition, names_used
from rulebook.source import Position


def where_is(book: Book, rules: BoundBook, thing: Thing) -> Whereabouts:
    """Everything that a thing touches."""
    match thing.kind:
        case Kind.VALUE | Kind.FORMULA:
            return _definition(book, rules, thing)
        case Kind.ENTRY:
            return _entry(book, rules, entry_of(book, thing))
        case Kind.TABLE:
            return _table(book, rules, thing.name)
        case Kind.SET:
            return _set(book, rules, thing.name)


def _definition(book: Book, rules: BoundBook, thing: Thing) -> Whereabouts:
    name = thing.name
    uses = direct_uses(rules.definitions)
    ways = ways_to(name, uses)
    own = uses.get(name, frozenset())

    def found(names: frozenset[str]) -> str | None:
        way = way_of(names, name, ways)
        return None if way is None else through(way)

    return whereabouts(
        f"the {thing.kind.value} {name}",
        [
            Group("Defined", (defined(rules, name),)),
            Group("Rests on", tuple(defined(rules, n) for n in sorted(own))),
            Group("Rests on, through these", _resting(rules, uses, own)),
            Group("Data that it reads", _data_read(book, rules, name)),
            Group(
                "Values and formulas that use it",
                ordered(defined(rules, user, through(way)) for user, way in ways.items()),
            ),
            *bindings(rules, lambda bound: found(names_of(bound))),
            claims(book, rules, lambda expression, _: found(names_used(expression))),
            rosters(book, lambda expression, _: found(names_used(expression))),
        ],
    )


def _resting(rules: BoundBook, uses: Mapping[str, frozenset[str]], own: frozenset[str]) -> tuple[Place, ...]:
    """What the definitions that one uses themselves rest on."""
    found: dict[str, str] = {}
    waiting = sorted(own)
    while waiting:
        user = waiting.pop(0)
        for name in sorted(uses[user]):
            if name not in own and name not in found:
                found[name] = user
                waiting.append(name)
    return ordered(defined(rules, name, f"through {user}") for name, user in found.items())


def _data_read(book: Book, rules: BoundBook, name: str) -> tuple[Place, ...]:
    """The fields that a value reads; of a formula, which reads nothing until it is given something, what it names."""
    definition = rules.definitions.get(name)
    if definition is None:
        return ()
    evaluation = None if isinstance(definition, FormulaDefinition) else evaluated(rules, name)
    reading = reading_of(definition.expression)
    cells = sorted(evaluation.used.cells) if evaluation is not None else []
    fields = [(cell.set, cell.id, cell.field) for cell in cells]
    # An entry's name is not among the fields that are read.
    fields += [(s, i, "") for s, i in sorted(reading.entries) if (s, i) not in {(c.set, c.id) for c in cells}]
    places = []
    for set_id, id_, field in fields:
        entry = book.entry(set_id, id_)
        if entry is not None:
            what = f"{set_id}/{id_}: {field}" if field else f"{set_id}/{id_}"
            places.append(Place(_field_position(entry, field), what))
    places += [Place(book.sets[s].position, f"the set {s}") for s in sorted(reading.sets) if s in book.sets]
    return tuple(places)


def _field_position(entry: Entry, field: str) -> Position:
    value = entry.fields.get(field.partition(".")[0])
    return value.position if value is not None else entry.position


def _entry(book: Book, rules: BoundBook, entry: Entry) -> Whereabouts:
    def reads(expression: Expression, evaluation: Evaluation | None) -> str | None:
        return reads_entry(entry, expression, evaluation)

    return whereabouts(
        f"{entry.name}, an entry of {entry.set}",
        [
            Group("Defined", (Place(entry.position, f"{entry.set}/{entry.id}", with_article(entry.kind)),)),
            Group("Its texts", own_texts(book, entry)),
            Group("Placed by", placed(book, entry)),
            Group("Rows of", rows(book, entry)),
            Group("Listed with the terms of", listed(book, entry)),
            Group("Referred to by id", references(book, entry)),
            Group("Linked to", links(book, entry)),
            Group("Named in", named(book, entry)),
            Group("States, for rosters", stated(book, entry)),
            *reading_groups(book, rules, reads),
        ],
    )


def _table(book: Book, rules: BoundBook, id_: str) -> Whereabouts:
    table = book.tables[id_]
    rows = book.sets[table.set].where(table.filters)
    shown = f"{counted(len(rows), 'row')} of {table.set}, {counted(len(table.columns), 'column')}"
    return whereabouts(
        f"the table {id_}",
        [
            Group("Defined", (Place(table.position, table.caption or id_, shown),)),
            Group("Its columns", tuple(Place(c.position, c.head, f"shows {'.'.join(c.path)}") for c in table.columns)),
            Group("Shows", (Place(book.sets[table.set].position, f"the set {table.set}"),)),
            Group("Placed by", _placements_of(book, ("table",), id_)),
            *_set_groups(book, rules, table.set),
        ],
    )


def _set(book: Book, rules: BoundBook, id_: str) -> Whereabouts:
    entry_set = book.sets[id_]
    shown = f"{counted(len(entry_set.entries), 'entry', 'entries')} of kind {entry_set.kind}"
    tables = [t for t in book.tables.values() if t.set == id_]
    return whereabouts(
        f"the set {id_}",
        [
            Group("Defined", (Place(entry_set.position, id_, shown),)),
            Group("Tables that show it", tuple(Place(t.position, f"the table {t.id}") for t in tables)),
            Group("Placed by", _placements_of(book, ("entries", "list", "text"), id_)),
            Group(
                "Placed by, in these tables",
                tuple(place for t in tables for place in _placements_of(book, ("table",), t.id)),
            ),
            *_set_groups(book, rules, id_),
        ],
    )


def _placements_of(book: Book, directives: Collection[str], target: str) -> tuple[Place, ...]:
    return tuple(
        placement_place(chapter, placement)
        for chapter, placement in placements(book)
        if placement.directive in directives and placement.target == target
    )


def _set_groups(book: Book, rules: BoundBook, id_: str) -> list[Group]:
    def reads(expression: Expression, evaluation: Evaluation | None) -> str | None:
        if evaluation is not None:
            return f"reads {id_}" if id_ in evaluation.used.sets else None
        reading = reading_of(expression)
        return f"reads {id_}" if id_ in reading.sets | {s for s, _ in reading.entries} else None

    return reading_groups(book, rules, reads)
