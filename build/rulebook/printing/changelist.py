"""The list of changes as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from rulebook.model import Book
from rulebook.printing.change import NUMBER, REWORDED, STANDS_IN, TERM, Change
from rulebook.printing.changes import Changes
from rulebook.printing.reprint import Reprint
from rulebook.printing.words import marked

# What Markdown would read as a mark, where it is a sentence's own.
_MARK = re.compile(r"[\\`*~\[<]")

ELSEWHERE = "Outside the chapters"
"""What stands over the changes that are in no chapter."""

# A program can tell that words differ, and not always what they say.
_OF_REWORDED = (
    "“Reworded”: other words, but no other number, name or word such as “must” or “only”; judge for yourself."
)


def change_lines(
    changes: Changes, reprint: Reprint, book: Book, old: str, new: str, pages: Mapping[str, str]
) -> Iterator[str]:
    """The list, line by line; `old` and `new` name the two, `pages` are those of the old one, by id."""
    yield f"# {book.metadata.title}: from {old} to {new}"
    yield ""
    if not changes.changes:
        yield "No rule and no text has changed."
    yield from _part("In play", changes.in_play, pages)
    yield from _part("Editorial", changes.editorial, pages)
    if reprint.cards or reprint.sheet or reprint.untold or reprint.notes:
        yield "## To print again"
        yield ""
        yield from (["- the reference sheet"] if reprint.sheet else [])
        yield from (f"- card {name} ({deck})" for deck, name in reprint.cards)
        # Why is for who makes the list, not for who reads it.
        yield from (f"- {what}" for what, _ in reprint.untold)
        yield from (f"- {note}" for note in reprint.notes)
        yield ""
    if changes.illegal:
        yield "## Rosters that are no longer legal"
        yield ""
        yield from (f"- {line}" for line in changes.illegal)
        yield ""
    if changes.moved:
        yield "## On another page"
        yield ""
        yield from (f"- {moved.title} ({moved.kind}): p. {moved.old} → p. {moved.new}" for moved in changes.moved)
        yield ""


def _part(title: str, changes: tuple[Change, ...], pages: Mapping[str, str]) -> Iterator[str]:
    if not changes:
        return
    yield f"## {title}"
    yield ""
    if any(change.about == REWORDED for change in changes):
        yield _OF_REWORDED
        yield ""
    titles = {change.chapter: change.under for change in changes}
    for chapter, under in titles.items():
        yield f"### {under or ELSEWHERE}"
        yield ""
        for change in changes:
            if change.chapter == chapter:
                yield from _change(change, pages)
        yield ""


def page_of(change: Change, pages: Mapping[str, str]) -> str:
    """The page of a change in the old book; empty when it has none there."""
    found = (pages.get(anchor) for anchor in (change.anchor, change.section, change.chapter))
    return next(filter(None, found), "")


def _change(change: Change, pages: Mapping[str, str]) -> Iterator[str]:
    page = page_of(change, pages)
    where = f" (p. {page})" if page else ""
    # The name of a value is its author's: a reader sees words.
    what = change.what.replace("_", " ") if change.kind == NUMBER else change.what
    kind = f"{change.kind} in" if change.kind in STANDS_IN else change.kind
    head = " ".join(filter(None, (kind, f"**{_typed(what)}**", _typed(change.about))))
    yield f"- {head}{where}"
    old, new = _typed(change.old), _typed(change.new)
    if old and new and change.kind not in (NUMBER, TERM):
        old, new = marked(old, new, ("~~", "~~"), ("**", "**"))
    if old:
        yield f"  - was: {old}"
    if new:
        yield f"  - now: {new}"
    said = (marked(_typed(before), _typed(after), ("~~", "~~"), ("**", "**"))[1] for before, after in change.said)
    yield from (f"  - so: {sentence}" for sentence in dict.fromkeys(said))


def _typed(text: str) -> str:
    """A text so that Markdown marks nothing in it."""
    return _MARK.sub(r"\\\g<0>", text)
