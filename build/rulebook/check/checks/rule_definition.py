"""E102: a value or formula that cannot be used."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.check.check import Check, Sample
from rulebook.finding import Finding
from rulebook.load.suggest import did_you_mean
from rulebook.model import Book
from rulebook.rules.bound import bound_book


def _run(book: Book) -> Iterator[Finding]:
    rules = bound_book(book)
    for error in rules.errors:
        name = f"‘{error.definition}’: " if error.definition else ""
        definer = rules.definer_of(error)
        found = f"{definer.text.head}: {definer.text.body}" if definer else ""
        yield Finding(CHECK.code, rules.position_of(error), f"{name}{error.message}", error.hint, found=found)
    chapters = [chapter.id for chapter in book.chapters]
    for topic in book.rules:
        if topic.home not in chapters:
            message = f"‘{topic.home}’, the home of these rules, is no chapter"
            hint = did_you_mean(topic.home, chapters) or "name the chapter that states them"
            yield Finding(CHECK.code, topic.home_position, message, hint)


CHECK = Check(
    code="E102",
    name="rule-definition",
    summary="a value or formula of the rules cannot be used",
    why="A formula with an unknown name, a wrong number of values, a wrong unit or a loop proves nothing.",
    fails=Sample("content/rules/running.yaml", "home: rules\nvalues:\n  stride: 3″\nformulas:\n  far(n): strid * n\n"),
    passes=Sample(
        "content/rules/running.yaml", "home: rules\nvalues:\n  stride: 3″\nformulas:\n  far(n): n * stride\n"
    ),
    run=_run,
)
