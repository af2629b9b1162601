"""Stale numbers: what prose says by `is`, and the rules no longer give."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulebook.check.rewording import rewording
from rulebook.check.texts import Role, sentence_at
from rulebook.rules.bound import Bound, BoundBook
from rulebook.rules.expression import result_in_words
from rulebook.rules.numbers import Kind, agrees, read_quantity
from rulebook.rules.values import Unit
from rulebook.source import Position


@dataclass(frozen=True, slots=True)
class Stale:
    """A bound number that is not what the rules give.

    `index` counts the book's bindings from 0, in the order of the book. `computed` is the result in words, `working`
    how it came about. `new` is what to write in the author's form; where there is none, `reason` says why.
    """

    index: int
    bound: Bound
    computed: str
    working: str
    new: str | None
    reason: str = ""

    @property
    def written(self) -> str:
        return self.bound.written

    @property
    def position(self) -> Position:
        return self.bound.text.position_at(self.bound.binding.start)

    @property
    def changes_number(self) -> bool:
        """Whether one thing becomes several, or several one, so that the words about it may have to follow."""
        old = self.bound.quantity
        new = read_quantity(self.new) if self.new is not None else None
        if old is None or new is None or old.value is None or new.value is None or old.kind is Kind.ORDINAL:
            return False
        return old.unit is Unit.NONE and (abs(old.value) == 1) != (abs(new.value) == 1)

    @property
    def in_example(self) -> bool:
        return self.bound.text.role is Role.EXAMPLE

    @property
    def sentence(self) -> str:
        return sentence_at(self.bound.text.source, self.bound.binding.start)


def stale_numbers(rules: BoundBook) -> Iterator[Stale]:
    """Every `is` whose words do not agree with the rules, or that cannot be computed, in the order of the book."""
    for index, bound in enumerate(rules.bound):
        if bound.binding.kind != "is":
            continue
        if bound.error is not None:
            reason = f"‘{bound.binding.expression}’ cannot be computed: {bound.error.message}"
            yield Stale(index, bound, "nothing", "", None, reason)
        elif bound.evaluation is not None:
            value = bound.evaluation.value
            if bound.quantity is not None and agrees(bound.quantity, value):
                continue
            written = rewording(rules.book, bound, value)
            working = "; ".join(bound.evaluation.working.lines())
            yield Stale(index, bound, result_in_words(value), working, written.words, written.reason)
