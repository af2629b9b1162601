"""A book's rules at work: its definitions, every binding of its prose evaluated, and what each of them used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from rulebook.check.texts import PrintedText, Role, all_texts
from rulebook.model import Binding, Book, RuleText, RuleTopic
from rulebook.rules.book_data import BookData
from rulebook.rules.expression import (
    Definitions,
    Evaluation,
    ExpressionError,
    Given,
    Part,
    Source,
    check_expression,
    evaluate,
    parse_definitions,
    parse_expression,
)
from rulebook.rules.numbers import Quantity, read_quantity, value_of
from rulebook.source import Position


@dataclass(frozen=True, slots=True)
class Definer:
    """Where a definition stands: its topic and its text."""

    topic: RuleTopic
    text: RuleText


@dataclass(frozen=True, slots=True)
class Bound:
    """A binding at work: its text, the written words, and what came of them.

    A `let` has a quantity and no evaluation; an `is` has an evaluation, or the error that stopped it.
    """

    text: PrintedText
    binding: Binding
    quantity: Quantity | None
    evaluation: Evaluation | None = None
    error: ExpressionError | None = None

    @property
    def written(self) -> str:
        return self.text.source[self.binding.start : self.binding.end]


@dataclass(frozen=True, slots=True)
class Scope:
    """The texts that share the names their `let`s give: an Example, or one paragraph outside of them."""

    texts: tuple[PrintedText, ...]
    bound: tuple[Bound, ...]

    @property
    def is_example(self) -> bool:
        return self.texts[0].role is Role.EXAMPLE


@dataclass(frozen=True)
class BoundBook:
    """All of a book's rules, and all of its bindings."""

    book: Book
    data: BookData
    definitions: Definitions
    definers: Mapping[str, Definer]
    errors: tuple[ExpressionError, ...]
    scopes: tuple[Scope, ...] = field(default=())

    @property
    def bound(self) -> Iterator[Bound]:
        """Every binding, in the order of the book."""
        for scope in self.scopes:
            yield from scope.bound

    def position_of(self, error: ExpressionError) -> Position:
        """The place of an error that lies in a definition; the book's rules as a whole when it lies in none."""
        definer = self.definers.get(error.definition)
        if definer is None:
            return Position("content/rules")
        start = definer.text.head_position if error.part is Part.HEAD else definer.text.body_position
        return Position(start.path, start.line, start.column + error.start)


_last: list[tuple[Book, BoundBook]] = []


def bound_book(book: Book) -> BoundBook:
    """The book's rules at work. The last book's are kept, since every check of a run asks for the same."""
    if _last and _last[0][0] is book:
        return _last[0][1]
    result = _bind(book)
    _last[:] = [(book, result)]
    return result


def _bind(book: Book) -> BoundBook:
    data = BookData(book)
    values = [(topic, text) for topic in book.rules for text in topic.values]
    formulas = [(topic, text) for topic in book.rules for text in topic.formulas]
    parsed = parse_definitions(
        [Source(text.head, text.body) for _, text in values],
        [Source(text.head, text.body) for _, text in formulas],
        data,
    )
    definers: dict[str, Definer] = {}
    for topic, text in (*values, *formulas):
        definers.setdefault(text.head.partition("(")[0].strip(), Definer(topic, text))
    scopes = tuple(_scope(texts, parsed.definitions, data) for texts in _scopes(book))
    return BoundBook(book, data, parsed.definitions, MappingProxyType(definers), parsed.errors, scopes)


def _scopes(book: Book) -> Iterator[tuple[PrintedText, ...]]:
    """The texts of the book, those of one Example together."""
    example: list[PrintedText] = []
    for text in all_texts(book):
        if text.role is Role.EXAMPLE:
            if example and (example[0].aside != text.aside or example[0].owner is not text.owner):
                yield tuple(example)
                example = []
            example.append(text)
            continue
        if example:
            yield tuple(example)
            example = []
        yield (text,)
    if example:
        yield tuple(example)


def _scope(texts: tuple[PrintedText, ...], definitions: Definitions, data: BookData) -> Scope:
    bound: list[Bound] = []
    given: list[Given] = []
    for text in texts:
        for binding in text.inline.bindings:
            quantity = read_quantity(text.source[binding.start : binding.end])
            if binding.kind == "let":
                value = value_of(quantity) if quantity is not None else None
                if value is not None:
                    given.append(Given(binding.expression, value))
                bound.append(Bound(text, binding, quantity))
    for text in texts:
        for binding in text.inline.bindings:
            if binding.kind == "is":
                bound.append(_computed(text, binding, definitions, data, tuple(given)))
    bound.sort(key=lambda b: (texts.index(b.text), b.binding.start))
    return Scope(texts, tuple(bound))


def _computed(
    text: PrintedText, binding: Binding, definitions: Definitions, data: BookData, given: tuple[Given, ...]
) -> Bound:
    quantity = read_quantity(text.source[binding.start : binding.end])
    try:
        expression = parse_expression(binding.expression)
        faults = check_expression(expression, definitions, given=tuple(g.name for g in given), data=data)
        if faults:
            return Bound(text, binding, quantity, error=faults[0])
        return Bound(text, binding, quantity, evaluation=evaluate(expression, definitions, data, given))
    except ExpressionError as error:
        return Bound(text, binding, quantity, error=error)
