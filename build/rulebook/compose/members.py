"""The members of a roster as cards: their numbers, boxes to tick, and the texts of what they have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from rulebook.compose.figure_values import NO_VALUE_FOUND, Drawn, drawn, signed, unfit, written
from rulebook.compose.inline import Linker
from rulebook.compose.values import NO_VALUE, kept_together, reference_name, value_html, with_parameter
from rulebook.finding import Finding
from rulebook.load.forms import CardList, MemberCardForm
from rulebook.load.wanted import BOXES
from rulebook.model import Book, Computed, Entry, Items, Reference, Value, Word
from rulebook.roster.court import Court
from rulebook.roster.roster import Member, Roster
from rulebook.rules.expression import ExpressionError, Given
from rulebook.rules.values import Distribution

_LINK = re.compile(r'<a class="\w+" href="[^"]+"[^>]*>(.*?)</a>', re.DOTALL)


@dataclass(frozen=True, slots=True)
class MemberNumberView:
    """A number of a card and the words before it."""

    lead: str
    text: str


@dataclass(frozen=True, slots=True)
class MemberTrackView:
    """Boxes to tick, and the words before them."""

    lead: str
    boxes: int


@dataclass(frozen=True, slots=True)
class MemberLineView:
    """A thing that a member has: its name, its text, and what it brings, by name and text."""

    name: str
    html: Markup
    brings: tuple[MemberLineView, ...] = ()


@dataclass(frozen=True, slots=True)
class MemberListView:
    """A list of a card below its title."""

    title: str
    lines: tuple[MemberLineView, ...]


@dataclass(frozen=True, slots=True)
class MemberCardView:
    """A member's card. `mark` is empty for most; `price` is what the member costs, empty where it is not told.

    `source` is the place of the member in the author's or the player's file.
    """

    name: str
    mark: str
    price: str
    strip: tuple[MemberNumberView, ...]
    tracks: tuple[MemberTrackView, ...]
    lists: tuple[MemberListView, ...]
    source: str


class Reckoner:
    """Computes a declaration's formulas over a roster; one that cannot be computed is a finding at its place."""

    def __init__(self, court: Court, findings: list[Finding]) -> None:
        self.court = court
        self.findings = findings

    def value(self, formula: Computed | None, member: Member | None = None) -> Drawn | None:
        """What a formula comes to, for the roster or for a member; None when there is none."""
        if formula is None:
            return None
        given: tuple[Given, ...] = self.court.given if member is None else self.court.given_with(member)
        try:
            value = self.court.evaluate(Word(formula.text, formula.position), given).value
        except ExpressionError as error:
            self.find(formula, error.message, error.hint)
            return None
        if isinstance(value, Distribution):
            self.find(formula, "it gives dice, which have no one value", "")
            return None
        return drawn(value)

    def count(self, formula: Computed | None, member: Member | None = None) -> int:
        """A number of lines or boxes; a finding when it is none."""
        value = self.value(formula, member)
        if formula is None or value is None:
            return 0
        if why := unfit(value, BOXES):
            self.find(formula, why, "")
            return 0
        return value if isinstance(value, int) else 0

    def find(self, formula: Computed, message: str, hint: str) -> None:
        finding = Finding(NO_VALUE_FOUND, formula.position, f"the value cannot be computed: {message}", hint)
        if finding not in self.findings:
            self.findings.append(finding)


def text_of_value(value: Drawn | None, *, with_sign: bool = False) -> str:
    """A computed value as it is written in a field: a list with commas, nothing for none."""
    match value:
        case None:
            return ""
        case tuple():
            return ", ".join(text_of_value(one) for one in value)
        case bool():
            return ""
        case int() | float() if with_sign:
            return signed(value)
        case _:
            return written(value)


def unlinked(html: Markup) -> Markup:
    """The same with the words of links alone: what they lead to is not in the document."""
    return Markup(_LINK.sub(r"\1", html))


def member_card(
    book: Book, form: MemberCardForm, reckoner: Reckoner, member: Member, linker: Linker, price: str = ""
) -> MemberCardView:
    """The card of one member."""
    entry = member.entry
    return MemberCardView(
        name=entry.name,
        mark=form.mark if reckoner.value(form.when, member) is True else "",
        price=price,
        strip=tuple(
            MemberNumberView(n.lead, text_of_value(reckoner.value(n.value, member), with_sign=n.signed))
            for n in form.strip
        ),
        tracks=tuple(MemberTrackView(lead, reckoner.count(count, member)) for lead, count in form.tracks),
        lists=tuple(
            view for one in form.lists if (view := _list(book, one, (entry, reckoner.court.roster), linker)).lines
        ),
        source=str(entry.position),
    )


def _list(book: Book, form: CardList, of: tuple[Entry, Roster], linker: Linker) -> MemberListView:
    """A list of a member, or of the whole roster, whose name then stands before the field's."""
    entry, roster = of
    owner, dot, field = form.field.partition(".")
    fields = roster.entry.fields if dot and owner == roster.kind.roster else entry.fields
    return MemberListView(form.title, tuple(_lines(book, form, fields.get(field or owner), form.through, linker)))


def _lines(book: Book, form: CardList, value: Value | None, through: str, linker: Linker) -> Iterator[MemberLineView]:
    for reference in value.values if isinstance(value, Items) else (value,):
        target = book.resolve(reference) if isinstance(reference, Reference) else None
        if not isinstance(reference, Reference) or not isinstance(target, Entry):
            continue
        name = reference_name(book, reference)
        if through and isinstance(target.fields.get(through), Reference):
            # It is nothing but what it leads to.
            yield from _lines(book, form, target.fields[through], "", linker)
        elif through:
            yield MemberLineView(name, Markup(""), tuple(_lines(book, form, target.fields.get(through), "", linker)))
        else:
            yield MemberLineView(name, _text(book, target, reference, form.text, linker))


def _text(book: Book, entry: Entry, reference: Reference, fields: tuple[str, ...], linker: Linker) -> Markup:
    """What is said of an entry, with the value that its owner's reference gives it."""
    for name in fields:
        html = value_html(book, entry.fields.get(name), linker)
        if html != NO_VALUE:
            return kept_together(with_parameter(unlinked(html), entry, reference))
    return Markup("")
