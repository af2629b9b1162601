"""A roster before the rules: its fields computed, and its declaration's formulas evaluated over it.

A formula that cannot be computed is a fault of the declaration, unless what the roster's author typed is to blame.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from types import MappingProxyType

from rulebook.finding import Finding
from rulebook.model import Book, Entry, Word
from rulebook.roster.codes import FAULTY, ILLEGAL
from rulebook.roster.plain import plain_roster
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
from rulebook.rules.values import EntryValue, ListValue, Number, Text, Unit, Value, in_words, kind_of


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
        _refuse_too_long(value, formula)
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


def _refuse_too_long(number: Number, formula: Word) -> None:
    """Refuse a number that no sheet has room for. Raises ExpressionError."""
    digits = max(len(str(abs(number.value.numerator))), len(str(number.value.denominator)))
    if digits > limits.MOST_DIGITS:
        message = f"this gives a number of {digits} digits, and {limits.MOST_DIGITS} is the most"
        raise ExpressionError(Fault.TOO_LARGE, message, 0, len(formula.text))


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
            value = evaluation.value
            if isinstance(value, Number):
                _refuse_too_long(value, field.value)
        except ExpressionError as error:
            findings.append(cannot_compute(court, Asked(field.value, f"‘{field.field}’", member), error))
            continue
        if not isinstance(value, Number | Text):
            message = f"‘{field.field}’ is computed as {kind_of(value)}; expected a number or a text"
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


@dataclass(frozen=True, slots=True)
class Asked:
    """A formula of the declaration: what it is for, in words, and of whom it is asked (None: of the whole).

    `given` is what it is given besides, `at` are the fields that it is about; it gives a `number`, or another value.
    """

    formula: Word
    what: str
    of: Member | None
    given: tuple[Given, ...] = ()
    at: tuple[str, ...] = ()
    number: bool = False

    def of_court(self, court: Court) -> Value:
        """What the formula gives. Raises ExpressionError."""
        given = (*(court.given if self.of is None else court.given_with(self.of)), *self.given)
        if self.number:
            return court.number(self.formula, given)
        value = court.evaluate(self.formula, given).value
        if isinstance(value, Number):
            _refuse_too_long(value, self.formula)
        return value


_TOO_MUCH = frozenset({Fault.TOO_LARGE, Fault.TOO_DEEP})
# What a thing of another kind than a formula expects can lead to.
_MISFIT = frozenset({Fault.TYPE, Fault.UNIT, Fault.DIVISION})


def cannot_compute(court: Court, asked: Asked, error: ExpressionError) -> Finding:
    """The finding for a formula that cannot be computed for a roster or a member.

    Where it can be for the plainest of rosters, the file gives it too much, or something that does not fit, and is to
    blame at its own line; otherwise the declaration is.
    """
    entry = court.roster.entry if asked.of is None else asked.of.entry
    if court.roster.own or error.fault not in _TOO_MUCH | _MISFIT or _fails_anyway(court, asked, error):
        message = f"this cannot be computed for ‘{entry.name}’: {error.message}"
        return Finding(FAULTY, asked.formula.position, message, error.hint)
    advice = "give fewer things, or smaller numbers" if error.fault in _TOO_MUCH else "put right what it is about"
    message = f"{asked.what} of ‘{entry.name}’ cannot be computed: {error.message}"
    hint = f"{advice}; the formula stands at {asked.formula.position}"
    return Finding(ILLEGAL, position_at(entry, asked.at), message, hint)


def _fails_anyway(court: Court, asked: Asked, error: ExpressionError) -> bool:
    """Whether the formula fails in the same way for the plainest of rosters."""
    member = asked.of or next(iter(court.roster.members), None)
    if member is None:
        return True
    bare, _ = open_court(court.book, plain_roster(court.roster, member))
    try:
        replace(asked, of=bare.roster.members[0] if asked.of is not None else None).of_court(bare)
    except ExpressionError as again:
        return again.fault is error.fault
    return False
