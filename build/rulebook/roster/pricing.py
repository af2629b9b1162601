"""What a roster costs: a line for each member, and what is shared by all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rulebook.finding import Finding
from rulebook.model import RosterColumn
from rulebook.roster.codes import FAULTY
from rulebook.roster.court import Asked, Court, cannot_compute
from rulebook.roster.roster import Member
from rulebook.rules.expression import ExpressionError


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
    lines = tuple(BillLine(m.name, _prices(court, kind.columns, m, findings)) for m in roster.members)
    shared = tuple(BillLine(c.head, _prices(court, (c,), None, findings)) for c in kind.shared)
    sums = _prices(court, (RosterColumn("price", kind.price), RosterColumn("limit", kind.limit)), None, findings)
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
    court: Court, columns: Sequence[RosterColumn], of: Member | None, findings: list[Finding]
) -> tuple[Fraction, ...]:
    """What a member pays, or (None) the whole: a price by each column."""
    given = court.given if of is None else court.given_with(of)
    at = () if of is not None else (court.roster.kind.members,)
    found = []
    for column in columns:
        try:
            found.append(court.number(column.price, given).value)
        except ExpressionError as error:
            asked = Asked(column.price, f"‘{column.head}’", of, at=at, number=True)
            findings.append(cannot_compute(court, asked, error))
    return tuple(found)
