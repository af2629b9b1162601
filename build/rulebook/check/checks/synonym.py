"""G104: a word for a thing that has a term."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook.check.check import Check, Sample
from rulebook.check.pool import glossary_entries
from rulebook.check.texts import all_texts
from rulebook.finding import Finding
from rulebook.model import Book, Entry


def _run(book: Book) -> Iterator[Finding]:
    avoided: list[tuple[re.Pattern[str], Entry]] = []
    for term in glossary_entries(book):
        for word in term.words("avoid"):
            avoided.append((re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE), term))
    if not avoided:
        return
    exempt = set(book.lint.quoting_sets)
    for text in all_texts(book):
        if text.field == "avoid" or getattr(text.owner, "set", "") in exempt:
            continue
        for pattern, term in avoided:
            for match in pattern.finditer(text.source):
                message = f"‘{match.group()}’ is written for ‘{term.name}’"
                yield CHECK.finding_at(text, match.start(), message, f"write {term.name}", found=match.group())


CHECK = Check(
    code="G104",
    name="synonym",
    summary="a word is used that a term's entry says to avoid",
    why="One thing has one name. A second word makes a reader look for a second thing.",
    fails=Sample(
        "content/data/terms.yaml",
        "kind: term\nentries:\n  - {id: speed, name: Speed, text: The swiftness of a runner., avoid: [swiftness]}\n",
    ),
    passes=Sample(
        "content/data/terms.yaml",
        "kind: term\nentries:\n  - {id: speed, name: Speed, text: How far one goes., avoid: [swiftness]}\n",
    ),
    run=_run,
)
