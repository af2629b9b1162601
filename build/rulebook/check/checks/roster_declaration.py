"""R102: a declaration of rosters that cannot be used, or whose rule no sentence of the book states."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.check.check import Check, Sample
from rulebook.finding import Finding
from rulebook.model import Book
from rulebook.roster.codes import FAULTY
from rulebook.roster.declaration import declaration_faults


def _run(book: Book) -> Iterator[Finding]:
    yield from declaration_faults(book)


_BEGINS = """\
name: Team
home: rules
roster: team
member: runner
members: runners
unit: coins
columns:
  - {head: Charms, price: len(runner.charms)}
price: sum(len(one.charms) for one in runners)
limit: '2'
own:
  - {set: team, fields: {name: The Team}}
rules:
  - id: charms
    of: members
    holds: len(distinct(runner.charms)) == len(runner.charms)
    breaks: '{member} has a charm twice'
    where: rules
"""

CHECK = Check(
    code=FAULTY,
    name="roster-declaration",
    summary="what the book declares of its rosters cannot be used, or is stated nowhere",
    why=(
        "The rules of a roster are formulas, and what a player is told is the book’s own sentence. So each formula "
        "must be sound, the columns of a price must add up to it, and the words by which a rule names its sentence "
        "must stand in one sentence of the chapter or entry that it names."
    ),
    fails=Sample("content/rosters/team.yaml", f"{_BEGINS}    says: bears the same charm\n    at: [charms]\n"),
    passes=Sample("content/rosters/team.yaml", f"{_BEGINS}    says: carries the same charm\n    at: [charms]\n"),
    run=_run,
)
