"""What a roster costs: a line for each member, and what is shared by all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rulebook.finding import Finding
from rulebook.model import RosterColumn
from rulebook.roster.codes import FAULTY
from rulebook.roster.court import Court, cannot_compute
from rulebook.rules.expression import ExpressionError, Given


@dataclass(frozen=True, slots=True)
class BillLine:
    """What one member, or one thing that all share, costs: by the bill's columns, or in one sum."""

    name: str
    prices: tuple[Fraction, ...]

    @property
    def total(self) -> Fraction:
        return sum(self.prices, Fraction(0))


@dataclass(frozen=True, slots=True)
class Bill:
    """A roster's whole price: the heads of its columns, its lines, and the most that may be spent."""

    heads: tuple[str, ...]
    lines: tuple[BillLine, ...]
    shared: tuple[BillLine, ...]
    limit: Fraction

    @property
    def total(self) -> Fraction:
        return sum((line.total for line in (*self.lines, *self.shared)), Fraction(0))

    @property
    def left(self) -> Fraction:
        """What may yet be spent; below 0 when it is too much."""
        return self.limit - self.total


def price_roster(court: Court, findings: list[Finding]) -> Bill | None:
    """The bill of a roster; None, with findings, when a formula cannot be computed or the columns do not add up."""
    roster, kind = court.roster, court.roster.kind
    before = len(findings)
    lines = tuple(
        BillLine(member.name, _prices(court, kind.columns, court.given_with(member), member.name, findings))
        for member in roster.members
    )
    shared = tuple(
        BillLine(column.head, _prices(court, (column,), court.given, roster.name, findings)) for column in kind.shared
    )
    sums = _prices(
        court, (RosterColumn("", kind.price), RosterColumn("", kind.limit)), court.given, roster.name, findings
    )
    if len(findings) > before:
        return None
    price, limit = sums
    bill = Bill(tuple(column.head for column in kind.columns), lines, shared, limit)
    if bill.total != price:
        message = f"the columns of ‘{roster.name}’ add up to {bill.total}, its ‘price’ is {price}"
        findings.append(Finding(FAULTY, kind.price.position, message, "each part of the price has one column"))
        return None
    return bill


def _prices(
    court: Court, columns: Sequence[RosterColumn], given: Sequence[Given], of: str, findings: list[Finding]
) -> tuple[Fraction, ...]:
    found = []
    for column in columns:
        try:
            found.append(court.number(column.price, given).value)
        except ExpressionError as error:
            findings.append(cannot_compute(column.price, of, error))
    return tuple(found)
