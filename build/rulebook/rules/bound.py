"""A book's rules at work: its definitions, every binding of its prose evaluated, and what each of them used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from rulebook.model import Binding, Book, RuleText, RuleTopic
from rulebook.once import once_a_book
from rulebook.rules.book_data import BookData
from rulebook.rules.expression import (
    Definitions,
    Evaluation,
    ExpressionError,
    Given,
    Memory,
    Part,
    Source,
    check_expression,
    evaluate,
    parse_definitions,
    parse_expression,
)
from rulebook.rules.numbers import Quantity, agrees, read_quantity, value_of
from rulebook.source import Position
from rulebook.texts import PrintedText, Role, all_texts


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

    @property
    def holds(self) -> bool:
        """Whether the words say what the rules compute; of a `let`, whether they can be read."""
        if self.quantity is None or self.error is not None:
            return False
        return self.evaluation is None or agrees(self.quantity, self.evaluation.value)


@dataclass(frozen=True, slots=True)
class Scope:
    """The texts that share the names their `let`s give: an Example, or one paragraph outside of them."""

    texts: tuple[PrintedText, ...]
    bound: tuple[Bound, ...]

    @property
    def given(self) -> tuple[Given, ...]:
        """What the `let`s of the scope give to its `is`s."""
        return _given(self.bound)

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
    sources: tuple[Definer, ...]
    errors: tuple[ExpressionError, ...]
    memory: Memory
    scopes: tuple[Scope, ...] = field(default=())

    @property
    def bound(self) -> Iterator[Bound]:
        """Every binding, in the order of the book."""
        for scope in self.scopes:
            yield from scope.bound

    def definer_of(self, error: ExpressionError) -> Definer | None:
        """The definition in which an error lies, or None."""
        return self.sources[error.source] if error.source is not None else self.definers.get(error.definition)

    def position_of(self, error: ExpressionError) -> Position:
        """The place of an error that lies in a definition; the book's rules as a whole when it lies in none."""
        definer = self.definer_of(error)
        if definer is None:
            return Position("content/rules")
        start = definer.text.head_position if error.part is Part.HEAD else definer.text.body_position
        return start.after(error.start)


@dataclass(frozen=True)
class Rules:
    """A book's definitions, what is wrong with them, and what has been computed from them."""

    data: BookData
    definitions: Definitions
    definers: Mapping[str, Definer]
    sources: tuple[Definer, ...]
    errors: tuple[ExpressionError, ...]
    memory: Memory


@once_a_book
def rules_of(book: Book) -> Rules:
    """The book's definitions, read and checked, without its bindings."""
    data = BookData(book)
    values = [(topic, text) for topic in book.rules for text in topic.values]
    formulas = [(topic, text) for topic in book.rules for text in topic.formulas]
    parsed = parse_definitions(
        [Source(text.head, text.body) for _, text in values],
        [Source(text.head, text.body) for _, text in formulas],
        data,
    )
    sources = tuple(Definer(topic, text) for topic, text in (*values, *formulas))
    definers: dict[str, Definer] = {}
    for definer in sources:
        definers.setdefault(name_of(definer.text.head), definer)
    # Of two with one name the one that could be read is meant by it.
    by_head = {definer.text.head: definer for definer in reversed(sources)}
    for definition in parsed.definitions.all:
        definers[definition.name] = by_head[getattr(definition, "head", definition.name)]
    memory = Memory(parsed.definitions, data)
    return Rules(data, parsed.definitions, MappingProxyType(definers), sources, parsed.errors, memory)


def name_of(head: str) -> str:
    """The name that the head of a definition gives, `far` of `far(n)`."""
    return head.partition("(")[0].strip()


def memory_of(book: Book) -> Memory:
    """The book's definitions and data, without its bindings, of which the claims know nothing."""
    return rules_of(book).memory


@once_a_book
def bound_book(book: Book) -> BoundBook:
    """The book's rules at work."""
    rules = rules_of(book)
    scopes = tuple(bind_scope(texts, rules.memory) for texts in _scopes(book))
    return BoundBook(
        book, rules.data, rules.definitions, rules.definers, rules.sources, rules.errors, rules.memory, scopes
    )


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


def bind_scope(texts: tuple[PrintedText, ...], memory: Memory) -> Scope:
    """The bindings of texts that share their given names, each evaluated."""
    bound: list[Bound] = []
    for text in texts:
        for binding in text.inline.bindings:
            if binding.kind == "let":
                bound.append(Bound(text, binding, read_quantity(text.source[binding.start : binding.end])))
    given = _given(bound)
    for text in texts:
        for binding in text.inline.bindings:
            if binding.kind == "is":
                bound.append(compute_binding(text, binding, memory, given))
    bound.sort(key=lambda b: (texts.index(b.text), b.binding.start))
    return Scope(texts, tuple(bound))


def _given(bound: Iterable[Bound]) -> tuple[Given, ...]:
    found: list[Given] = []
    for one in bound:
        if one.binding.kind == "let":
            value = value_of(one.quantity) if one.quantity is not None else None
            if value is not None:
                found.append(Given(one.binding.expression, value))
    return tuple(found)


def compute_binding(text: PrintedText, binding: Binding, memory: Memory, given: tuple[Given, ...]) -> Bound:
    """An `is` at work: what its expression computes, or the error that stops it."""
    definitions, data = memory.definitions, memory.data
    quantity = read_quantity(text.source[binding.start : binding.end])
    try:
        expression = parse_expression(binding.expression)
        faults = check_expression(expression, definitions, given=tuple(g.name for g in given), data=data)
        if faults:
            return Bound(text, binding, quantity, error=faults[0])
        return Bound(text, binding, quantity, evaluation=evaluate(expression, definitions, data, given, memory))
    except ExpressionError as error:
        return Bound(text, binding, quantity, error=error)
