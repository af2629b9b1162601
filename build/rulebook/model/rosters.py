"""What a roster of a game is, as its book declares it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulebook.model.data import Record, Word
from rulebook.source import Position


@dataclass(frozen=True, slots=True)
class RosterColumn:
    """One column of what a roster's members, or the roster itself, are paid for: its head, and a formula."""

    head: str
    price: Word


@dataclass(frozen=True, slots=True)
class RosterField:
    """A field of a member that a formula gives; only to a member that has the field `needs`, where that is not empty.

    `head` is the head under which a report shows it; empty when it shows it not.
    """

    field: str
    value: Word
    needs: str
    head: str


@dataclass(frozen=True, slots=True)
class RosterRule:
    """What makes a roster legal: a condition on the roster, on each member, or on each item of a list of either.

    `each` is that list, or None. `breaks` is what is said of who breaks it, with `{member}`, `{item}` and `{found}` in
    it; `found` is a formula. `where` is the chapter, or the entry (`set:id`), that states the rule in the sentence
    that holds the words `says`. `at` are the paths of the fields that a fault is placed at: the first that is there.
    A `note` makes no roster illegal.
    """

    id: str
    of_members: bool
    each: Word | None
    holds: Word
    found: Word | None
    breaks: str
    hint: str
    where: Word | None
    says: Word | None
    at: tuple[Word, ...]
    note: bool
    position: Position


@dataclass(frozen=True, slots=True)
class OwnRoster:
    """A roster that the book itself has: the set of its members, and the other fields of its file."""

    set: Word
    fields: Record


@dataclass(frozen=True, slots=True)
class RosterKind:
    """What a roster of this game is: the schema of its file, the names its formulas use, its prices and its rules.

    In formulas `roster` is the whole, `members` the list of its members, which is also their key in the file, and
    `member` the one that a condition is about. `most` is how many members a file may list (0: any number);
    `fields_schema` is the schema of its other keys, `member_schema` that of one member.
    """

    id: str
    name: str
    home: Word
    roster: str
    member: str
    members: str
    unit: str
    most: int
    fields_schema: Mapping[str, Any]
    member_schema: Mapping[str, Any]
    computed: tuple[RosterField, ...]
    columns: tuple[RosterColumn, ...]
    shared: tuple[RosterColumn, ...]
    price: Word
    limit: Word
    own: tuple[OwnRoster, ...]
    rules: tuple[RosterRule, ...]
    position: Position

    @property
    def formulas(self) -> Iterator[tuple[str, Word]]:
        """Every formula, with the name of what it belongs to: a field, a column, a rule, the price, the limit."""
        for one in self.computed:
            yield one.field, one.value
        for column in (*self.columns, *self.shared):
            yield column.head, column.price
        yield "price", self.price
        yield "limit", self.limit
        for rule in self.rules:
            yield from ((rule.id, formula) for formula in (rule.each, rule.holds, rule.found) if formula is not None)
