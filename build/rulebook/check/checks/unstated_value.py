"""E105: a value that its home chapter does not state."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.check.check import Check, Sample
from rulebook.check.texts import Role
from rulebook.finding import Finding
from rulebook.model import Book, Chapter, Entry, Placement, walk
from rulebook.rules.bound import bound_book
from rulebook.rules.expression import names_used, parse_expression
from rulebook.rules.expression.errors import ExpressionError


def _run(book: Book) -> Iterator[Finding]:
    stated: dict[str, set[str]] = {}
    homes = _entries_by_chapter(book)
    for bound in bound_book(book).bound:
        if bound.binding.kind != "is" or bound.text.role is Role.EXAMPLE:
            continue
        try:
            names = names_used(parse_expression(bound.binding.expression))
        except ExpressionError:
            continue
        for chapter_id in _chapters_of(bound.text.owner, homes):
            stated.setdefault(chapter_id, set()).update(names)
    for topic in book.rules:
        for value in topic.values:
            if value.head not in stated.get(topic.home, set()):
                message = f"‘{value.head}’ is stated by no sentence of its home, ‘{topic.home}’"
                hint = f"bind the number where the chapter states it: […]{{is={value.head}}}"
                yield Finding(CHECK.code, value.head_position, message, hint)


def _entries_by_chapter(book: Book) -> dict[str, list[str]]:
    """The chapters that place each entry, by its anchor."""
    found: dict[str, list[str]] = {}
    for chapter in book.chapters:
        for block in walk(chapter.blocks):
            if isinstance(block, Placement):
                for entry in book.placed(block):
                    found.setdefault(entry.anchor, []).append(chapter.id)
    return found


def _chapters_of(owner: Chapter | Entry, homes: dict[str, list[str]]) -> list[str]:
    return [owner.id] if isinstance(owner, Chapter) else homes.get(owner.anchor, [])


CHECK = Check(
    code="E105",
    name="unstated-value",
    summary="a value of the rules is stated by no sentence of its home chapter",
    why="The rules that are executed are the rules that are printed: each value is a number of its home chapter.",
    fails=Sample("content/rules/running.yaml", "home: rules\nvalues:\n  stride: 3″\n  rest: 2\n"),
    passes=Sample("content/rules/running.yaml", "home: rules\nvalues:\n  stride: 3″\n"),
    run=_run,
)
