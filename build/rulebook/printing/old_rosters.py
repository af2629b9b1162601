"""The rosters of an older book before the rules of a newer one: whether players may still field them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulebook.load.fields import references_in
from rulebook.model import Book, Record
from rulebook.roster import own_rosters
from rulebook.roster.judging import judge
from rulebook.roster.roster import Roster


def illegal_rosters(old: Book, new: Book) -> tuple[str, ...]:
    """The old book's own rosters that break the new rules, or use what is no longer there: a line for each reason."""
    kinds = {kind.id: kind for kind in new.rosters}
    found: dict[str, None] = {}
    for roster in own_rosters(old):
        kind = kinds.get(roster.kind.id)
        if kind is None:
            found[f"{roster.kind.name} ‘{roster.name}’: the rules know no such roster any more"] = None
            continue
        name = f"{kind.name} ‘{roster.name}’"
        gone = tuple(_gone(roster, old, new))
        judged = judge(new, replace(roster, kind=kind))
        found |= dict.fromkeys(f"{name}: {reason}" for reason in gone)
        found |= dict.fromkeys(f"{name}: {finding.message}" for finding in judged.illegal)
        if not gone:  # which is why it cannot be judged
            found |= dict.fromkeys(f"{name}: it cannot be judged; {finding.message}" for finding in judged.faults)
    return tuple(found)


def _gone(roster: Roster, old: Book, new: Book) -> Iterator[str]:
    """What the roster and its members refer to that the new book does not have, by its old name."""
    members = {member.entry.id for member in roster.members}
    for owner in (roster.entry, *(member.entry for member in roster.members)):
        for reference in references_in(Record(owner.fields, owner.position)):
            named = next((entry for s in reference.sets if (entry := old.entry(s, reference.id))), None)
            of_itself = owner is roster.entry and reference.id in members
            if named is None or of_itself or any(new.entry(s, reference.id) for s in reference.sets):
                continue
            whose = "" if owner is roster.entry else f", which {owner.name} has"
            yield f"{named.name}{whose}, is no longer there" if whose else f"{named.name} is no longer there"
