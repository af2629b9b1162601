"""All that a thing of a book touches: where it stands, what it rests on, what rests on it, where it is printed."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping

from rulebook.compose.blocks import counted_texts
from rulebook.compose.terms import TermMatcher, forms_of, terms_for
from rulebook.edit.places import (
    Group,
    Place,
    Whereabouts,
    bound_place,
    placement_place,
    placements,
    printed_in,
    text_place,
    whereabouts,
)
from rulebook.edit.things import Kind, Thing, entry_of
from rulebook.edit.uses import (
    claims_of,
    direct_uses,
    names_of,
    reading_of,
    roster_formulas,
    through,
    way_of,
    ways_to,
)
from rulebook.load.fields import references_in
from rulebook.model import Book, Entry, RuleText
from rulebook.plural import counted, with_article
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
from rulebook.source import Position
from rulebook.texts import Role, all_texts, entry_texts


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


# Values and formulas


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
            Group("Defined", (_defined(rules, name),)),
            Group("Rests on", tuple(_defined(rules, n) for n in sorted(own))),
            Group("Rests on, through these", _resting(rules, uses, own)),
            Group("Data that it reads", _data_read(book, rules, name)),
            Group(
                "Values and formulas that use it",
                _ordered(_defined(rules, user, through(way)) for user, way in ways.items()),
            ),
            *_bindings(rules, lambda bound: found(names_of(bound))),
            _claims(book, rules, lambda expression, _: found(names_used(expression))),
            _rosters(book, lambda expression, _: found(names_used(expression))),
        ],
    )


def _defined(rules: BoundBook, name: str, how: str = "") -> Place:
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
    evaluation = _evaluated(rules, name)
    return result_in_words(evaluation.value) if evaluation is not None else ""


def _evaluated(rules: BoundBook, name: str) -> Evaluation | None:
    try:
        return evaluate(parse_expression(name), rules.definitions, rules.data)
    except ExpressionError:
        return None


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
    return _ordered(_defined(rules, name, f"through {user}") for name, user in found.items())


def _data_read(book: Book, rules: BoundBook, name: str) -> tuple[Place, ...]:
    """The fields that a value reads; of a formula, which reads nothing until it is given something, what it names."""
    definition = rules.definitions.get(name)
    if definition is None:
        return ()
    evaluation = None if isinstance(definition, FormulaDefinition) else _evaluated(rules, name)
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


# Entries


def _entry(book: Book, rules: BoundBook, entry: Entry) -> Whereabouts:
    def reads(expression: Expression, evaluation: Evaluation | None) -> str | None:
        return _reads_entry(entry, expression, evaluation)

    return whereabouts(
        f"{entry.name}, an entry of {entry.set}",
        [
            Group("Defined", (Place(entry.position, f"{entry.set}/{entry.id}", with_article(entry.kind)),)),
            Group("Its texts", _own_texts(book, entry)),
            Group("Placed by", _placed(book, entry)),
            Group("Rows of", _rows(book, entry)),
            Group("Listed with the terms of", _listed(book, entry)),
            Group("Referred to by id", _references(book, entry)),
            Group("Linked to", _links(book, entry)),
            Group("Named in", _named(book, entry)),
            Group("States, for rosters", _stated(book, entry)),
            *_reading_groups(book, rules, reads),
        ],
    )


def _own_texts(book: Book, entry: Entry) -> tuple[Place, ...]:
    """Its fields as they are printed, the short forms among them."""
    return tuple(
        Place(text.inline.position, text.source.replace("\n", " "), text.field) for text in entry_texts(book, entry)
    )


def _placed(book: Book, entry: Entry) -> tuple[Place, ...]:
    found = []
    for chapter, placement in placements(book):
        itself = placement.directive == entry.kind and placement.target == entry.id
        if itself or any(e is entry for e in book.placed(placement)):
            found.append(placement_place(chapter, placement))
    return tuple(found)


def _rows(book: Book, entry: Entry) -> tuple[Place, ...]:
    return tuple(
        Place(table.position, f"the table {table.id}")
        for table in book.tables.values()
        if table.set == entry.set and any(e is entry for e in book.sets[table.set].where(table.filters))
    )


def _listed(book: Book, entry: Entry) -> tuple[Place, ...]:
    if entry.set not in {glossary.set for glossary in book.glossaries}:
        return ()
    found = []
    for chapter in book.chapters:
        terms = terms_for(book, chapter)
        if any(t is entry for t in terms):
            used = TermMatcher(terms).terms_in(counted_texts(book, chapter.blocks))
            if any(t is entry for t in used):
                found.append(Place(chapter.position, chapter.title))
    return tuple(found)


def _references(book: Book, entry: Entry) -> tuple[Place, ...]:
    found = []
    for entry_set in book.sets.values():
        for other in entry_set.entries:
            for name, value in other.fields.items():
                for reference in references_in(value):
                    if book.resolve(reference) is entry:
                        given = f" with {reference.parameter}" if reference.parameter else ""
                        found.append(Place(reference.position, f"{other.set}/{other.id}: {name}{given}"))
    return tuple(found)


def _links(book: Book, entry: Entry) -> tuple[Place, ...]:
    mark = f"](#{entry.anchor})"
    return tuple(
        text_place(text, match.start())
        for text in all_texts(book)
        for match in re.finditer(re.escape(mark), text.source)
    )


def _named(book: Book, entry: Entry) -> tuple[Place, ...]:
    """Each sentence that names the entry, but for its own; a longer term that holds its name hides it."""
    others = [e for glossary in book.glossaries for e in book.sets[glossary.set].entries]
    matcher = TermMatcher((entry, *(e for e in others if e is not entry)))
    forms = re.compile(
        "|".join(rf"\b{re.escape(form)}(?!\w)" for form in sorted(forms_of(entry), key=len, reverse=True))
    )
    found = []
    for text in all_texts(book):
        if text.owner is entry:
            continue
        offset = 0
        for line in text.source.split("\n"):
            match = forms.search(line)
            if match is not None and any(t is entry for t in matcher.terms_in([line])):
                found.append(text_place(text, offset + match.start()))
            offset += len(line) + 1
    return tuple(found)


def _stated(book: Book, entry: Entry) -> tuple[Place, ...]:
    """The rules of rosters that a sentence of the entry states."""
    return tuple(
        Place(
            rule.where.position, rule.says.text if rule.says is not None else "", f"{kind.name}: the rule ‘{rule.id}’"
        )
        for kind in book.rosters
        for rule in kind.rules
        if rule.where is not None and rule.where.text == entry.anchor
    )


def _reads_entry(entry: Entry, expression: Expression, evaluation: Evaluation | None) -> str | None:
    """How an expression reads an entry; None when it does not."""
    if evaluation is not None:
        fields = sorted(c.field for c in evaluation.used.cells if (c.set, c.id) == (entry.set, entry.id))
        if fields:
            return f"reads {', '.join(fields)}"
    reading = reading_of(expression)
    if (entry.set, entry.id) in reading.entries:
        return "reads it"
    if entry.set in reading.sets:
        return f"looks through {entry.set}"
    if entry.id in reading.words or entry.name in reading.words:
        return "names it"
    return None


# Tables and sets


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

    return _reading_groups(book, rules, reads)


# What all of them share

_Reads = Callable[[Expression, Evaluation | None], str | None]


def _reading_groups(book: Book, rules: BoundBook, reads: _Reads) -> list[Group]:
    """The definitions, bindings and claims that read something of the data, themselves or through definitions."""
    uses = direct_uses(rules.definitions)
    hows: dict[str, str] = {}
    for definition in rules.definitions.all:
        is_formula = isinstance(definition, FormulaDefinition)
        how = reads(definition.expression, None if is_formula else _evaluated(rules, definition.name))
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
            readers.append(_defined(rules, definition.name, how))
    return [
        Group("Values and formulas that read it", _ordered(readers)),
        *_bindings(rules, of_binding),
        _claims(book, rules, either),
        _rosters(book, either),
    ]


def _bindings(rules: BoundBook, how_of: Callable[[Bound], str | None]) -> tuple[Group, ...]:
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


def _claims(book: Book, rules: BoundBook, reads: _Reads) -> Group:
    found = []
    for claimed in claims_of(book, rules):
        if claimed.expression is not None:
            how = reads(claimed.expression, claimed.evaluation)
            if how is not None:
                found.append(Place(claimed.claim.holds_position, claimed.claim.says, how))
    return Group("Claims", tuple(found))


def _rosters(book: Book, reads: _Reads) -> Group:
    """The formulas of rosters, of which a player's file alone has the values: what their texts name."""
    found = []
    for formula in roster_formulas(book):
        how = reads(formula.expression, None)
        if how is not None:
            found.append(Place(formula.text.position, formula.text.text, "; ".join(filter(None, (how, formula.what)))))
    return Group("Formulas of rosters", tuple(found))


def _ordered(places: Iterable[Place]) -> tuple[Place, ...]:
    return tuple(sorted(places, key=lambda place: (place.position, place.text)))
