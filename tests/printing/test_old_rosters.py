"""What a newer book makes of the rosters of an older one."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from rulebook.model import Book, Reference, Word
from rulebook.printing.old_rosters import illegal_rosters
from rulebook.roster import own_rosters
from tests.roster.founding import the_book

FIRST_ROAD = "Oathband ‘The First Road Oathband’"


def _without(book: Book, set_id: str, id_: str) -> Book:
    """The book without one entry of a set."""
    held = book.sets[set_id]
    entries = tuple(entry for entry in held.entries if entry.id != id_)
    assert len(entries) < len(held.entries)
    return replace(book, sets=MappingProxyType({**book.sets, set_id: replace(held, entries=entries)}))


def _used(book: Book, field: str) -> tuple[str, Reference]:
    """A member of the book's own roster that has such a field, and the first thing of it."""
    (roster,) = own_rosters(book)
    for member in roster.members:
        for value in getattr(member.entry.fields.get(field), "values", ()):
            if isinstance(value, Reference):
                return member.name, value
    raise AssertionError(field)


def test_a_roster_whose_book_has_not_changed_is_legal() -> None:
    assert illegal_rosters(the_book(), the_book()) == ()


@pytest.mark.parametrize("field", ["equipment", "lore"])
def test_a_roster_that_uses_what_is_gone_is_no_longer_legal(field: str) -> None:
    old = the_book()
    (roster,) = own_rosters(old)
    _, used = _used(old, field)
    set_id = next(s for s in used.sets if old.entry(s, used.id))
    entry = old.entry(set_id, used.id)
    assert entry is not None
    found = illegal_rosters(old, _without(old, set_id, used.id))
    who = [
        member.name
        for member in roster.members
        if any(getattr(v, "id", "") == used.id for v in getattr(member.entry.fields[field], "values", ()))
    ]
    for name in who:
        assert f"{FIRST_ROAD}: {entry.name}, which {name} has, is no longer there" in found
    assert len([line for line in found if "no longer there" in line]) == len(who)


def test_what_nobody_uses_may_go() -> None:
    old = the_book()
    (roster,) = own_rosters(old)
    used = {
        value.id
        for member in roster.members
        for field in ("equipment", "lore")
        for value in getattr(member.entry.fields.get(field), "values", ())
    }
    unused = next(entry for entry in old.sets["items"].entries if entry.id not in used)
    assert illegal_rosters(old, _without(old, "items", unused.id)) == ()


def test_a_kind_of_roster_that_is_gone_is_said() -> None:
    old = the_book()
    assert illegal_rosters(old, replace(old, rosters=())) == (f"{FIRST_ROAD}: the rules know no such roster any more",)


def test_a_rule_that_is_broken_now_is_said() -> None:
    old = the_book()
    (kind,) = old.rosters
    rules = tuple(
        replace(rule, holds=Word("len(pilgrim.lore) == 0", rule.holds.position)) if rule.id == "lore-limit" else rule
        for rule in kind.rules
    )
    found = illegal_rosters(old, replace(old, rosters=(replace(kind, rules=rules),)))
    name, _ = _used(old, "lore")
    assert any(line.startswith(f"{FIRST_ROAD}: lore-limit: {name} has ") for line in found)


def test_a_rule_that_cannot_be_put_to_it_is_said() -> None:
    old = the_book()
    (kind,) = old.rosters
    rules = tuple(
        replace(rule, holds=Word("pilgrim.horse == 0", rule.holds.position)) if rule.id == "lore-limit" else rule
        for rule in kind.rules
    )
    found = illegal_rosters(old, replace(old, rosters=(replace(kind, rules=rules),)))
    assert found
    assert all("it cannot be judged; this cannot be computed for ‘" in line for line in found)
