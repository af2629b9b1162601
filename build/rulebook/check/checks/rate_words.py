"""N106: a number that counts for each of something in one sentence alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook.check.check import Check, Sample
from rulebook.check.statements import Statement, others, statements
from rulebook.finding import Finding
from rulebook.model import Book, Entry
from rulebook.source import Position
from rulebook.texts import entry_texts

# “+1 Might per ally”, “1 for each ally”: what it counts for, at most two words after the number.
_RATE = re.compile(r"(?: [\w’]+){0,2} (?P<how>per|for (?:each|every)) (?P<what>[\w’-]+)")


# The same where the number stands in another field: at the beginning of a text, or in brackets.
_RATE_ALONE = re.compile(r"(?:^|\()(?P<how>[Pp]er|[Ff]or (?:each|every)) (?P<what>[\w’-]+)")


def _run(book: Book) -> Iterator[Finding]:
    for of_value in statements(book).values():
        for statement in of_value:
            match = _RATE.match(statement.after)
            if match is None or len(of_value) == 1:
                continue
            what = match["what"]
            rest = list(others(statement, of_value))
            if any(_names(other.bound.text.source, what) for other in rest if _is_apart(statement, other)):
                continue
            owner = statement.bound.text.owner
            if isinstance(owner, Entry) and _entry_names(book, owner, statement, what):
                continue
            if not any(_is_apart(statement, other) for other in rest):
                continue
            yield _finding(statement, f"{match['how']} {what}", rest[0])
    yield from _beside(book)


def _beside(book: Book) -> Iterator[Finding]:
    """A rate in a text without numbers of its own, beside the number in another field: `per ally` and `+1 Might`."""
    stated = [statement for of_value in statements(book).values() for statement in of_value]
    by_owner: dict[tuple[str, str], list[Statement]] = {}
    for statement in stated:
        if isinstance(owner := statement.bound.text.owner, Entry):
            by_owner.setdefault((owner.set, owner.id), []).append(statement)
    for entry_set in book.sets.values():
        for entry in entry_set.entries:
            if here := by_owner.get((entry.set, entry.id)):
                yield from _beside_in(book, entry, here)


def _beside_in(book: Book, entry: Entry, here: list[Statement]) -> Iterator[Finding]:
    texts = list(entry_texts(book, entry))
    for text in texts:
        match = _RATE_ALONE.search(text.source)
        if match is None or text.inline.bindings:
            continue
        what = match["what"]
        elsewhere = [statement for statement in here if statement.bound.text.inline is not text.inline]
        if any(_names(other.source, what) for other in texts if other.inline is not text.inline):
            continue
        for statement in elsewhere:
            rest = list(others(statement, statements(book)[statement.bound.binding.expression]))
            away = [other for other in rest if _is_apart(statement, other)]
            if away and not any(_names(other.bound.text.source, what) for other in away):
                rate = f"{match['how'].lower()} {what}"
                message = f"‘{statement.bound.binding.expression}’ counts {rate} here, and nowhere else"
                hint = f"{_place(away[0])} states it without; say the same in both"
                yield CHECK.finding_at(text, match.start("how"), message, hint, found=match[0].strip(" ("))
                break


def _place(statement: Statement) -> Position:
    return statement.bound.text.position_at(statement.bound.binding.start)


def _is_apart(statement: Statement, other: Statement) -> bool:
    return other.bound.text.inline is not statement.bound.text.inline


def _names(text: str, what: str) -> bool:
    """Whether a text has the word, in the singular or the plural."""
    stem = re.escape(what.removesuffix("s"))
    return re.search(rf"(?<!\w){stem}(?:s|ies)?(?!\w)", text) is not None or (
        what.endswith("y") and re.search(rf"(?<!\w){re.escape(what[:-1])}ies(?!\w)", text) is not None
    )


def _entry_names(book: Book, owner: Entry, statement: Statement, what: str) -> bool:
    """Whether another text of the same entry has the word."""
    texts = (text for text in entry_texts(book, owner) if text.inline is not statement.bound.text.inline)
    return any(_names(text.source, what) for text in texts)


def _finding(statement: Statement, rate: str, other: Statement) -> Finding:
    bound = statement.bound
    message = f"‘{bound.binding.expression}’ counts {rate} here, and nowhere else"
    hint = f"{_place(other)} states it without; say the same in both"
    return CHECK.finding_at(bound.text, bound.binding.start, message, hint, found=f"{bound.written} … {rate}")


CHECK = Check(
    code="N106",
    name="rate-words",
    summary="a number counts for each of something in one sentence, and in no other that states it",
    why=(
        "“+1 for each step” and “+1 for having stepped” are two rules. What a number is multiplied by is named in more "
        "than one of the places that state it, or in none."
    ),
    fails=Sample(
        "content/chapters/rules.md",
        "---\ntitle: Rules\n---\nA Speed of [3″]{is=stride} per bell.\n\nA runner goes [3″]{is=stride} in a step.\n",
    ),
    passes=Sample(
        "content/chapters/rules.md",
        "---\ntitle: Rules\n---\nA Speed of [3″]{is=stride} per step.\n\nA runner goes [3″]{is=stride} in a step.\n",
    ),
    run=_run,
)
