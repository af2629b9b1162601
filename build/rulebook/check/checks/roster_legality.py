"""R101: a roster of the book's own that its rules do not allow."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.check.check import Check, Sample
from rulebook.finding import Finding
from rulebook.model import Book
from rulebook.roster.codes import ILLEGAL
from rulebook.roster.judging import judged_own


def _run(book: Book) -> Iterator[Finding]:
    for judged in judged_own(book):
        yield from judged.illegal


CHECK = Check(
    code=ILLEGAL,
    name="roster-legality",
    summary="a roster of the book breaks a rule by which rosters are made",
    why=(
        "A player copies the roster that the book offers. Each rule that `content/rosters/` declares is put to it, on "
        "the whole, on each member and on each thing that a member has; `rulebook roster` puts the same rules to a "
        "player’s file. The sentence that states the rule is shown with the fault."
    ),
    fails=Sample(
        "content/data/team.yaml",
        "kind: runner\nentries:\n"
        "  - {id: anna, name: Anna, charms: [bell]}\n"
        "  - {id: bert, name: Bert, charms: [bell, bell]}\n",
    ),
    passes=Sample(
        "content/data/team.yaml",
        "kind: runner\nentries:\n  - {id: anna, name: Anna, charms: [bell]}\n  - {id: bert, name: Bert, charms: []}\n",
    ),
    run=_run,
)
