"""Judging a roster: every rule that the book declares, on the roster, its members and what they have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulebook.finding import Finding, in_order
from rulebook.model import Book, Entry, RosterRule
from rulebook.once import once_a_book
from rulebook.roster.codes import FAULTY, ILLEGAL, NOTE
from rulebook.roster.court import Asked, Court, cannot_compute, open_court
from rulebook.roster.pricing import Bill, price_roster
from rulebook.roster.roster import Member, Roster, own_rosters, position_at
from rulebook.roster.stated import statements
from rulebook.rules.expression import ExpressionError, Given
from rulebook.rules.values import EntryValue, ListValue, Scalar, Text, Truth, Value, in_words, kind_of, plain

# What a rule's formulas know of the item of a list that they are about, and of its place, counted from 0.
ITEM = "item"
INDEX = "index"


@dataclass(frozen=True, slots=True)
class Judged:
    """A roster as judged: with its computed fields, what makes it illegal, what is worth a note, and its bill.

    `faults` are those of the declaration: with any, the rest cannot be relied on.
    """

    roster: Roster
    illegal: tuple[Finding, ...]
    notes: tuple[Finding, ...]
    faults: tuple[Finding, ...]
    bill: Bill | None

    @property
    def legal(self) -> bool:
        return self.roster.whole and not self.illegal and not self.faults


def judge(book: Book, roster: Roster) -> Judged:
    """Judge and price a roster. Nothing is raised: whatever is wrong is a finding.

    Of a roster that is not whole only the members that are there are judged, and it is not priced.
    """
    court, found = open_court(book, roster)
    findings = list(found)
    for rule in roster.kind.rules:
        if rule.of_members or roster.whole:
            findings.extend(_judge_rule(court, rule))
    bill = price_roster(court, findings) if roster.whole else None
    return Judged(
        court.roster,
        illegal=in_order(f for f in findings if f.code == ILLEGAL),
        notes=in_order(f for f in findings if f.code == NOTE),
        faults=in_order(f for f in findings if f.code == FAULTY),
        bill=bill,
    )


@once_a_book
def judged_own(book: Book) -> tuple[Judged, ...]:
    """The rosters that the book itself has, judged."""
    return tuple(judge(book, roster) for roster in own_rosters(book))


@dataclass(frozen=True, slots=True)
class _Case:
    """What a rule is applied to: the roster or a member, and the item of a list of it."""

    owner: Entry
    member: Member | None
    item: Scalar | None = None
    index: int = 0

    @property
    def given(self) -> tuple[Given, ...]:
        """What the rule's formulas know besides the roster and the member."""
        return () if self.item is None else (Given(ITEM, self.item), Given(INDEX, plain(self.index)))

    @property
    def words(self) -> Mapping[str, str]:
        """What a rule's message may name."""
        return {"member": self.owner.name, "item": _said(self.item) if self.item is not None else ""}

    def paths(self, rule: RosterRule) -> tuple[str, ...]:
        """The paths of the fields that a fault is placed at."""
        id_ = self.item.id if isinstance(self.item, EntryValue) else ""
        return tuple(filled(path.text, {"item": id_, "index": str(self.index)}) for path in rule.at)


def _judge_rule(court: Court, rule: RosterRule) -> Iterator[Finding]:
    owners: tuple[Member | None, ...] = court.roster.members if rule.of_members else (None,)
    for owner in owners:
        given = court.given if owner is None else court.given_with(owner)
        try:
            for case in _cases(court, rule, owner, given):
                yield from _judge_case(court, rule, case, (*given, *case.given))
        except ExpressionError as error:
            whole = tuple(path.text.partition(".{")[0] for path in rule.at)
            asked = Asked(rule.each or rule.holds, f"the rule ‘{rule.id}’", owner, at=whole)
            yield cannot_compute(court, asked, error)


def _cases(court: Court, rule: RosterRule, member: Member | None, given: tuple[Given, ...]) -> Iterator[_Case]:
    owner = court.roster.entry if member is None else member.entry
    if rule.each is None:
        yield _Case(owner, member)
        return
    listed = court.evaluate(rule.each, given).value
    for index, item in enumerate(listed.items if isinstance(listed, ListValue) else ()):
        yield _Case(owner, member, item, index)


def _judge_case(court: Court, rule: RosterRule, case: _Case, given: tuple[Given, ...]) -> Iterator[Finding]:
    formula, said = rule.holds, ""
    try:
        evaluation = court.evaluate(formula, given)
        value = evaluation.value
        if isinstance(value, Truth) and not value.truth and rule.found is not None:
            formula = rule.found
            said = _said(court.evaluate(formula, given).value)
    except ExpressionError as error:
        asked = Asked(formula, f"the rule ‘{rule.id}’", case.member, case.given, case.paths(rule))
        yield cannot_compute(court, asked, error)
        return
    if not isinstance(value, Truth):
        yield Finding(
            FAULTY,
            rule.holds.position,
            f"the condition of ‘{rule.id}’ gives {kind_of(value)}; expected true or false",
        )
        return
    if value.truth:
        return
    stated = statements(court.book, rule)
    sentence = stated[0].sentence if stated else ""
    yield Finding(
        NOTE if rule.note else ILLEGAL,
        position_at(case.owner, case.paths(rule)),
        f"{rule.id}: {filled(rule.breaks, {**case.words, 'found': said})}",
        rule.hint,
        breadcrumb=stated[0].breadcrumb if stated else (),
        sentence=sentence,
        found=said,
        computed="" if rule.note else "; ".join(evaluation.working.lines()),
        sentence_offset=max(0, sentence.find(rule.says.text)) if rule.says is not None else 0,
    )


def _said(value: Value) -> str:
    """A value as a message names it: a text without its quotes, a list as its items."""
    match value:
        case Text(text=text):
            return text
        case ListValue(items=items):
            return ", ".join(_said(item) for item in items) or "none"
        case _:
            return in_words(value)


_PLACE = re.compile(r"\{([a-z]+)\}")


def filled(template: str, words: Mapping[str, str]) -> str:
    """A text with the words put into its places; a place that has none stays as it is."""
    return _PLACE.sub(lambda match: words.get(match[1], match[0]), template)


def places(template: str) -> tuple[str, ...]:
    """The names of a text's places."""
    return tuple(_PLACE.findall(template))
