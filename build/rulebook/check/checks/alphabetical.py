"""S103: entries that should be in alphabetical order and are not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rulebook.check.check import Check, Sample
from rulebook.finding import Finding
from rulebook.model import Book


def _run(book: Book) -> Iterator[Finding]:
    for word in book.lint.alphabetical:
        entries = book.sets[word].entries
        for before, entry in pairwise(entries):
            if entry.name.casefold() < before.name.casefold():
                message = f"‘{entry.name}’ stands after ‘{before.name}’ in ‘{word}’"
                yield Finding(CHECK.code, entry.position, message, "the set is alphabetical (lint.alphabetical)")


CHECK = Check(
    code="S103",
    name="alphabetical",
    summary="an entry of an alphabetical set is out of its place",
    why="A reader finds an entry of a glossary by its letter, and stops looking where it should have stood.",
    fails=Sample(
        "content/data/charms.yaml",
        "kind: charm\nentries:\n"
        "  - {id: drum, name: Drum, text: Loud., short: Loud}\n"
        "  - {id: bell, name: Bell, text: Clear., short: Clear}\n",
    ),
    passes=Sample(
        "content/data/charms.yaml",
        "kind: charm\nentries:\n"
        "  - {id: bell, name: Bell, text: Clear., short: Clear}\n"
        "  - {id: drum, name: Drum, text: Loud., short: Loud}\n",
    ),
    run=_run,
)
