"""Stale numbers: what prose says by `is`, and the rules no longer give."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rulebook.check.rewording import rewording
from rulebook.plural import with_article
from rulebook.rules.bound import Bound, BoundBook
from rulebook.rules.expression import result_in_words
from rulebook.rules.numbers import Kind, Quantity, agrees, read_quantity
from rulebook.rules.values import Unit
from rulebook.source import Position
from rulebook.texts import Role, sentence_at

# An article that stands directly before, whatever marks of emphasis begin between.
_ARTICLE = re.compile(r"(?i:\ban?) [*_]*$")


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
    def changes_words(self) -> bool:
        """Whether the words about it may have to follow.

        They may where one thing becomes several, or several one; where a part is said in words (`half a mile`, `a third
        of a mile`); and where an article before it is no longer the one that its sound takes (`an 8`, `a 9`).
        """
        if self.new is None:
            return False
        return _changes_number(self.bound.quantity, read_quantity(self.new)) or self._changes_article(self.new)

    def _changes_article(self, new: str) -> bool:
        before = self.bound.text.source[: self.bound.binding.start]
        article = _ARTICLE.search(before)
        if article is None:
            return False
        old, follows = (with_article(words).partition(" ")[0] for words in (self.written, new))
        return old != follows

    @property
    def in_example(self) -> bool:
        return self.bound.text.role is Role.EXAMPLE

    @property
    def sentence(self) -> str:
        return sentence_at(self.bound.text.source, self.bound.binding.start)


def _changes_number(old: Quantity | None, new: Quantity | None) -> bool:
    if old is None or new is None or old.value is None or new.value is None or old.kind is Kind.ORDINAL:
        return False
    if old.kind is Kind.FRACTION and old.text.replace("-", " ").replace(" ", "").isalpha():
        return old.value != new.value
    return old.unit is Unit.NONE and (abs(old.value) == 1) != (abs(new.value) == 1)


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
