"""Rosters: a player's file, or one of the book's own, judged by the rules that the book declares, and priced.

`reading` gives a `Roster`, `judging` its faults and notes, `pricing` its bill, `declaration` what is wrong with the
book's own declaration. Nothing here knows a game: what a roster is stands in `content/rosters/`.
"""

from rulebook.roster.declaration import declaration_faults, rests_on_faults
from rulebook.roster.judging import Judged, judge
from rulebook.roster.pricing import Bill, BillLine
from rulebook.roster.reading import ReadRoster, read_roster
from rulebook.roster.roster import Member, Roster, own_rosters

__all__ = [
    "Bill",
    "BillLine",
    "Judged",
    "Member",
    "ReadRoster",
    "Roster",
    "declaration_faults",
    "judge",
    "own_rosters",
    "read_roster",
    "rests_on_faults",
]
