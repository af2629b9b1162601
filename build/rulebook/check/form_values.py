"""The formulas of a roster's sheets, each computed for all that it will be asked of: empty sheets, the book's rosters.

What a player's file will give them is not known. So each is also read with nothing but the names that it may use.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulebook.check.uncomputed import Uncomputed
from rulebook.compose.figure_values import drawn, unfit
from rulebook.load.product_formulas import Of, ProductFormula
from rulebook.model import Book, RosterKind, Word
from rulebook.roster.codes import FAULTY
from rulebook.roster.court import Court, open_court
from rulebook.roster.field_paths import unknown_fields
from rulebook.roster.roster import empty_roster, own_rosters
from rulebook.rules.bound import bound_book
from rulebook.rules.expression import ExpressionError, check_expression, names_used, parse_expression
from rulebook.rules.faulty import follows
from rulebook.rules.values import Distribution
from rulebook.source import Position

_ADD_BLANK = "add ‘blank’ beside it: how many there are on an empty sheet"
# So many of the book's own rosters show what there is to be shown.
_MOST_COURTS = 5


@dataclass(frozen=True, slots=True)
class FormJudge:
    """Judges the formulas of the sheets of a kind of roster: `empty` and `own` are the rosters, before the rules."""

    book: Book
    kind: RosterKind
    empty: Court
    own: tuple[Court, ...]

    def fault(self, formula: ProductFormula) -> Uncomputed | None:
        """Why a formula does not give what it is to; None when it does, or a definition has the finding."""
        for of in formula.of:
            try:
                self._read(formula, of)
            except ExpressionError as error:
                return self._told(formula, of, error, "")
            for unknown in unknown_fields(self.kind, formula.value.text):
                place = formula.value.position.after(unknown.start)
                return Uncomputed(f": ‘{unknown.path}’ is read, which no file has", unknown.hint, place)
            for court, name, member in self._asked(of):
                whom = f" for ‘{name}’" if name else " on an empty sheet"
                given = court.given if member is None else court.given_with(court.roster.members[member])
                try:
                    value = court.evaluate(Word(formula.value.text, formula.value.position), given).value
                except ExpressionError as error:
                    return self._told(formula, of, error, whom)
                if isinstance(value, Distribution):
                    return Uncomputed(f"{whom}: it gives dice, which have no one value", "", formula.value.position)
                if why := unfit(drawn(value), formula.wanted):
                    return Uncomputed(f"{whom}: {why}", "", formula.value.position)
        return None

    def _read(self, formula: ProductFormula, of: Of) -> None:
        """See that a formula uses what there is. Raises ExpressionError."""
        rules = bound_book(self.book)
        one = (self.kind.member,) if of is Of.MEMBER else ()
        names = (self.kind.roster, self.kind.members, *one)
        faults = check_expression(parse_expression(formula.value.text), rules.definitions, data=rules.data, given=names)
        if faults:
            raise faults[0]

    def _asked(self, of: Of) -> Iterator[tuple[Court, str, int | None]]:
        """The rosters that a formula is asked of, with the name of whom it is asked, and the number of the member."""
        if of is Of.EMPTY:
            yield self.empty, "", None
        elif of is Of.ROSTER:
            yield from ((court, court.roster.name, None) for court in self.own)
        else:
            for court in self.own:
                yield from ((court, member.name, at) for at, member in enumerate(court.roster.members))

    def _told(self, formula: ProductFormula, of: Of, error: ExpressionError, whom: str) -> Uncomputed | None:
        if follows(self.book, formula.value.text, error):
            return None
        hint, whom = error.hint, whom or (" on an empty sheet" if Of.EMPTY is of and len(formula.of) > 1 else "")
        if of is Of.EMPTY and len(formula.of) > 1 and self.kind.member in _names(formula):
            hint = _ADD_BLANK
        where = f" (in ‘{error.definition}’)" if error.definition else ""
        return Uncomputed(f"{whom}{where}: {error.message}", hint, _place(formula, error))


def form_judge(book: Book, kind: RosterKind, place: Position) -> FormJudge:
    """What judges the sheets of a kind of roster, which are declared at `place`.

    A roster of the book's own for which the kind's own formulas fail, which has its findings, is not asked.
    """
    empty, _ = open_court(book, empty_roster(kind, place))
    opened = (open_court(book, roster) for roster in own_rosters(book) if roster.kind is kind)
    sound = [court for court, found in opened if not any(finding.code == FAULTY for finding in found)]
    return FormJudge(book, kind, empty, tuple(sound[:_MOST_COURTS]))


def _names(formula: ProductFormula) -> frozenset[str]:
    try:
        return frozenset(names_used(parse_expression(formula.value.text)))
    except ExpressionError:
        return frozenset()


def _place(formula: ProductFormula, error: ExpressionError) -> Position:
    return formula.value.position.after(0 if error.definition else error.start)
