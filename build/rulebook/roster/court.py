"""A roster before the rules: its fields computed, and its declaration's formulas evaluated over it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from types import MappingProxyType

from rulebook.finding import Finding
from rulebook.model import Book, Entry, Word
from rulebook.roster.codes import FAULTY, ILLEGAL
from rulebook.roster.roster import Member, Roster, position_at
from rulebook.rules.book_data import BookData
from rulebook.rules.bound import bound_book
from rulebook.rules.expression import (
    Evaluation,
    ExpressionError,
    Fault,
    Given,
    Memory,
    evaluate,
    limits,
    parse_expression,
)
from rulebook.rules.values import EntryValue, ListValue, Number, Text, Unit, in_words, kind_of


@dataclass(frozen=True)
class Court:
    """A roster with its computed fields, as data, and what the book's formulas have come to over it."""

    book: Book
    roster: Roster
    data: BookData
    memory: Memory

    def evaluate(self, formula: Word, given: Iterable[Given]) -> Evaluation:
        """The value of one of the declaration's formulas. Raises ExpressionError."""
        return evaluate(parse_expression(formula.text), self.memory.definitions, self.data, given, self.memory)

    def number(self, formula: Word, given: Iterable[Given]) -> Number:
        """The value of a formula that gives a plain number of no more digits than a rule may have.

        Raises ExpressionError, also when it gives another thing.
        """
        value = self.evaluate(formula, given).value
        if not isinstance(value, Number) or value.unit is not Unit.NONE:
            message = f"this gives {kind_of(value)} ({in_words(value)}); expected a number"
            raise ExpressionError(Fault.TYPE, message, 0, len(formula.text))
        if too_long := _too_long(value):
            raise ExpressionError(Fault.TOO_LARGE, f"this gives {too_long}", 0, len(formula.text))
        return value

    @property
    def given(self) -> tuple[Given, ...]:
        """The roster and its members, by the names that the declaration gives them."""
        kind = self.roster.kind
        members = tuple(_value(member.entry) for member in self.roster.members)
        return (Given(kind.roster, _value(self.roster.entry)), Given(kind.members, ListValue(members)))

    def given_with(self, member: Member) -> tuple[Given, ...]:
        """The same, and the member that a formula is about."""
        return (*self.given, Given(self.roster.kind.member, _value(member.entry)))


def _too_long(number: Number) -> str:
    """What is wrong with a number that no sheet has room for; empty for any other."""
    digits = max(len(str(abs(number.value.numerator))), len(str(number.value.denominator)))
    return f"a number of {digits} digits, and {limits.MOST_DIGITS} is the most" if digits > limits.MOST_DIGITS else ""


def _value(entry: Entry) -> EntryValue:
    return EntryValue(entry.set, entry.id, entry.name)


def open_court(book: Book, roster: Roster) -> tuple[Court, tuple[Finding, ...]]:
    """The roster with its fields computed, and what is found by that.

    A field that the author typed and that its formula gives otherwise is a fault of the roster; a formula that cannot
    be computed is one of the declaration.
    """
    plain = _court(book, roster)
    findings: list[Finding] = []
    members = tuple(_computed(plain, member, findings) for member in roster.members)
    return _court(book, replace(roster, members=members)), tuple(findings)


def _court(book: Book, roster: Roster) -> Court:
    data = BookData(replace(book, sets=roster.sets(book)))
    return Court(book, roster, data, Memory(bound_book(book).definitions, data))


def _computed(court: Court, member: Member, findings: list[Finding]) -> Member:
    found: dict[str, str] = {}
    for field in court.roster.kind.computed:
        if field.needs and field.needs not in member.entry.fields:
            continue
        try:
            evaluation = court.evaluate(field.value, court.given_with(member))
        except ExpressionError as error:
            findings.append(cannot_compute(field.value, member.name, error))
            continue
        value = evaluation.value
        if not isinstance(value, Number | Text):
            message = f"‘{field.field}’ is computed as {kind_of(value)}; expected a number or a text"
            findings.append(Finding(FAULTY, field.value.position, message))
            continue
        if isinstance(value, Number) and (too_long := _too_long(value)):
            message = f"‘{field.field}’ is computed as {too_long}"
            findings.append(Finding(FAULTY, field.value.position, message))
            continue
        found[field.field] = in_words(value) if isinstance(value, Number) else value.text
        typed = court.data.field(member.entry.set, member.entry.id, field.field)
        if typed is not None and not _same(str(typed), found[field.field]):
            findings.append(
                Finding(
                    ILLEGAL,
                    position_at(member.entry, (field.field,)),
                    f"{member.name} has another ‘{field.field}’ than follows from the rest",
                    "mend it, or what it follows from",
                    found=str(typed),
                    computed="; ".join(evaluation.working.lines()),
                )
            )
    return Member(member.entry, MappingProxyType(found))


def _same(typed: str, computed: str) -> bool:
    """Whether two written values are one: a plus sign says nothing."""
    return typed.removeprefix("+") == computed


def cannot_compute(formula: Word, of: str, error: ExpressionError) -> Finding:
    """The fault of a declaration's formula that cannot be computed for a roster or a member."""
    return Finding(FAULTY, formula.position, f"this cannot be computed for ‘{of}’: {error.message}", error.hint)
