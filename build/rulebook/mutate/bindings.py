"""Mutants of the bindings: the words of each `is`, the numbers of its expression, and what each `let` gives."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.model import Inline
from rulebook.mutate.mutant import Change, Kind, Mutant, Place
from rulebook.mutate.names import other_names
from rulebook.mutate.rebuild import with_expression, with_words
from rulebook.mutate.written import other_literals, other_numbers
from rulebook.rules.bound import Bound, BoundBook
from rulebook.rules.expression import ExpressionError, number_literals, parse_expression

# How far a given number may lie from what it could as well be: the faces of the usual dice.
_STEPS = range(1, 13)


def binding_mutants(rules: BoundBook) -> Iterator[Mutant]:
    """Every mutant of every binding, in the order of the book. Of a binding that is faulty there are none."""
    for bound in rules.bound:
        if not bound.holds:
            continue
        place = bound.text.inline.bindings.index(bound.binding)
        if bound.binding.kind == "let":
            yield _given(bound, rules, place)
        else:
            yield from _words(bound, rules, place)
            yield from _operands(bound, place)


def _mutant(kind: Kind, bound: Bound, place: int, others: tuple[str, ...]) -> Mutant:
    inline = bound.text.inline
    binding = bound.binding
    changes = tuple(Change(words, inline, with_words(inline, place, words)) for words in others)
    here = Place(inline.position_at(binding.start), bound.written, 0)
    return Mutant(kind, binding.expression, here, bound.written, changes)


def _given(bound: Bound, rules: BoundBook, place: int) -> Mutant:
    others = other_numbers(bound.written, _STEPS) or other_names(bound, rules)
    return _mutant(Kind.GIVEN, bound, place, others)


def _words(bound: Bound, rules: BoundBook, place: int) -> Iterator[Mutant]:
    # Of a name one other is as good as the next: a mutant each would count the same comparison many times over.
    others = other_numbers(bound.written) or other_names(bound, rules)[:1] or (bound.written[::-1],)
    for words in others:
        yield _mutant(Kind.BOUND, bound, place, (words,))


def _operands(bound: Bound, place: int) -> Iterator[Mutant]:
    inline: Inline = bound.text.inline
    source = bound.binding.expression
    try:
        literals = number_literals(parse_expression(source))
    except ExpressionError:  # pragma: no cover - a binding that holds has been parsed
        return
    for literal in literals:
        others = other_literals(literal, source)
        texts = (source[: literal.start] + other + source[literal.end :] for other in others)
        changes = tuple(
            Change(other, inline, with_expression(inline, place, text))
            for other, text in zip(others, texts, strict=True)
        )
        here = Place(bound.binding.expression_position, source, literal.start)
        yield Mutant(Kind.OPERAND, source, here, source[literal.start : literal.end], changes)
