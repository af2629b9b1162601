"""The plainest roster of its kind: what is left of one when all that its author chose is taken away.

A formula that fails for it fails whatever a file says, and is itself at fault.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from rulebook.model import Entry, Items, Number, Record, Value, Word
from rulebook.roster.roster import GIVEN, Member, Roster, roster_entry

_TEXT = "x"


def plain_roster(roster: Roster, member: Member) -> Roster:
    """The roster with this member alone: no numbers but 0, no words but one, and every list empty.

    It counts as one of the book's own: nothing in it is anybody's doing.
    """
    bare = Member(replace(member.entry, fields=_plain_fields(member.entry)))
    own = Record(_plain_fields(roster.entry), roster.entry.position)
    entry = roster_entry(roster.kind, own, (bare.entry,), own.position)
    fields = MappingProxyType({**entry.fields, GIVEN: roster.entry.fields[GIVEN]})
    return replace(roster, entry=replace(entry, fields=fields), members=(bare,), own=True)


def _plain_fields(entry: Entry) -> MappingProxyType[str, Value]:
    # The name is that by which a member is known, and reads as a text whatever it is.
    kept = ("name", GIVEN)
    return MappingProxyType({k: v if k in kept else _plain(v) for k, v in entry.fields.items()})


def _plain(value: Value) -> Value:
    match value:
        case Word(position=position):
            return Word(_TEXT, position)
        case Number(position=position):
            return Number(0, "0", position)
        case Items(position=position):
            return Items((), position)
        case Record(fields=fields):
            return replace(value, fields=MappingProxyType({name: _plain(inner) for name, inner in fields.items()}))
        case _:
            return value
