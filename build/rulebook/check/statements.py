"""Where the book states a value, and the words of the sentence around it, for the checks of family N."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulebook.model import Book
from rulebook.rules.bound import Bound, bound_book
from rulebook.texts import Role


@dataclass(frozen=True, slots=True)
class Statement:
    """A bound number of a sentence, with what stands before and after it there."""

    bound: Bound
    before: str
    after: str
    at_home: bool


_last: list[tuple[Book, Mapping[str, tuple[Statement, ...]]]] = []


def statements(book: Book) -> Mapping[str, tuple[Statement, ...]]:
    """The statements of each value, in the order of the book; those of its home chapter are said to be `at_home`.

    An Example or a note states nothing, and neither does a set that quotes other wordings. The last book's are kept,
    since more than one check of a run asks for the same.
    """
    if not _last or _last[0][0] is not book:
        _last[:] = [(book, _statements(book))]
    return _last[0][1]


def _statements(book: Book) -> Mapping[str, tuple[Statement, ...]]:
    rules = bound_book(book)
    homes = {value.head: topic.home for topic in book.rules for value in topic.values}
    found: dict[str, list[Statement]] = {}
    for bound in rules.bound:
        name = bound.binding.expression
        if bound.binding.kind != "is" or name not in homes or bound.text.role in (Role.EXAMPLE, Role.NOTE):
            continue
        if getattr(bound.text.owner, "set", "") in book.lint.quoting_sets:
            continue
        found.setdefault(name, []).append(_statement(bound, homes[name]))
    return {name: tuple(of_value) for name, of_value in found.items()}


def others(statement: Statement, all_of_it: tuple[Statement, ...]) -> Iterator[Statement]:
    """The statements of the same value but for one, those of its home chapter first."""
    yield from (s for s in all_of_it if s is not statement and s.at_home)
    yield from (s for s in all_of_it if s is not statement and not s.at_home)


def _statement(bound: Bound, home: str) -> Statement:
    source, binding = bound.text.source, bound.binding
    start = source.rfind("\n", 0, binding.start) + 1
    end = source.find("\n", binding.end)
    before, after = source[start : binding.start], source[binding.end : end if end >= 0 else len(source)]
    return Statement(bound, before, after, bound.text.owner.id == home)
