"""E102: a value or formula that cannot be used."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.check.check import Check, Sample
from rulebook.finding import Finding
from rulebook.load.suggest import did_you_mean
from rulebook.model import Book
from rulebook.plural import counted
from rulebook.rules.bound import BoundBook, bound_book, name_of
from rulebook.rules.expression import ExpressionError, Fault, Part
from rulebook.rules.faulty import misspelt_definitions, unmarked_values, uses_of, with_users


def _run(book: Book) -> Iterator[Finding]:
    rules = bound_book(book)
    yield from _misspelt(book, rules)
    yield from _unmarked(book, rules)
    meant = set(misspelt_definitions(book).values())
    unmarked = with_users(book, unmarked_values(book))
    for error in rules.errors:
        if meant and _unknown_name(rules, error) in meant:
            continue  # it is found where it is misspelt
        if error.fault in (Fault.UNIT, Fault.TYPE) and error.definition in unmarked:
            continue  # it is found where the mark is forgotten
        name = f"‘{error.definition}’: " if error.definition else ""
        definer = rules.definer_of(error)
        found = f"{definer.text.head}: {definer.text.body}" if definer else ""
        message = f"{name}{error.message}{_first_place(rules, error)}"
        yield Finding(CHECK.code, rules.position_of(error), message, error.hint, found=found)
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


def _unmarked(book: Book, rules: BoundBook) -> Iterator[Finding]:
    """A value without a unit that the texts give one: it is mended in one place, and each of them is right."""
    for name, stated in unmarked_values(book).items():
        text, first = rules.definers[name].text, stated[0]
        place = first.text.position_at(first.binding.start)
        message = (
            f"‘{name}’ has no unit, and {counted(len(stated), 'text')} give it one: ‘{first.written}’ first, at {place}"
        )
        mark = first.quantity.unit.value if first.quantity is not None else ""
        hint = f"write the number with its mark ({mark}), or the texts without"
        yield Finding(CHECK.code, text.body_position, message, hint, found=f"{text.head}: {text.body}")


def _first_place(rules: BoundBook, error: ExpressionError) -> str:
    """Of a name that is defined twice, where it is defined first; empty for any other fault."""
    if error.fault is not Fault.DUPLICATE or error.source is None or error.start:
        return ""
    earlier = rules.sources[: error.source]
    first = next((one.text for one in earlier if name_of(one.text.head) == error.definition), None)
    return f": first at {first.head_position}" if first is not None else ""


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
