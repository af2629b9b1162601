"""E102: a value or formula that cannot be used."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.check.check import Check, Sample
from rulebook.finding import Finding
from rulebook.load.suggest import did_you_mean
from rulebook.model import Book
from rulebook.rules.bound import BoundBook, bound_book
from rulebook.rules.expression import ExpressionError, Fault, Part
from rulebook.rules.faulty import misspelt_definitions, uses_of


def _run(book: Book) -> Iterator[Finding]:
    rules = bound_book(book)
    yield from _misspelt(book, rules)
    meant = set(misspelt_definitions(book).values())
    for error in rules.errors:
        if meant and _unknown_name(rules, error) in meant:
            continue  # it is found where it is misspelt
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


def _misspelt(book: Book, rules: BoundBook) -> Iterator[Finding]:
    """A definition that nothing uses, whose name is nearly one that much uses and nothing defines."""
    for name, meant in misspelt_definitions(book).items():
        text = rules.definers[name].text
        message = (
            f"‘{name}’ is used by nothing, and ‘{meant}’, which is used {uses_of(book, meant)} times, is undefined"
        )
        hint = f"call it ‘{meant}’"
        yield Finding(CHECK.code, text.head_position, message, hint, found=f"{text.head}: {text.body}")


def _unknown_name(rules: BoundBook, error: ExpressionError) -> str:
    """The name that a definition uses and nothing defines; empty where that is not what is wrong with it."""
    definer = rules.definer_of(error)
    if error.fault is not Fault.UNKNOWN_NAME or error.part is not Part.BODY or definer is None:
        return ""
    # The step of a walk is a name in quotes.
    return definer.text.body[error.start : error.end].strip("'\"")


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
