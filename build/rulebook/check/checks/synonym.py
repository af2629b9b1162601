"""G104: a word for a thing that has a term."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook.check.check import Check, Sample
from rulebook.check.pool import glossary_entries
from rulebook.finding import Finding
from rulebook.model import Book, Entry, Record, Word
from rulebook.texts import linted_texts


def _run(book: Book) -> Iterator[Finding]:
    avoided = {word.lower(): (term, right) for term in glossary_entries(book) for word, right in _avoided(term)}
    if not avoided:
        return
    exempt = set(book.lint.quoting_sets)
    for text in linted_texts(book):
        if text.field.partition(".")[0] in ("avoid", "instead") or getattr(text.owner, "set", "") in exempt:
            continue
        lower = text.source.lower()
        for match in _uses(text.source, [word for word in avoided if word in lower]):
            term, right = avoided[match.group().lower()]
            message = f"‘{match.group()}’ is written for ‘{right}’"
            hint = f"write ‘{right}’"
            if right != term.name:
                hint += f", as the entry ‘{term.name}’ says"
            yield CHECK.finding_at(text, match.start(), message, hint, found=match.group())


def _uses(source: str, words: list[str]) -> Iterator[re.Match[str]]:
    """Where a text uses the words; of two that begin alike, the longer."""
    if words:
        either = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
        yield from re.finditer(rf"(?<!\w)(?:{either})(?!\w)", source, re.IGNORECASE)


def _avoided(term: Entry) -> Iterator[tuple[str, str]]:
    """The words that an entry avoids, each with what is to be written: its own name, or what `instead` gives."""
    for word in term.words("avoid"):
        yield word, term.name
    instead = term.fields.get("instead")
    if isinstance(instead, Record):
        for word, right in instead.fields.items():
            if isinstance(right, Word):
                yield word, right.text


CHECK = Check(
    code="G104",
    name="synonym",
    summary="a word is used that a term's entry says to avoid",
    why=(
        "One thing has one name. A second word makes a reader look for a second thing. An entry lists under `avoid` "
        "the words that are written for its name, and under `instead` others, each with what is to be written for it."
    ),
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
