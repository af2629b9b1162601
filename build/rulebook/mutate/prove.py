"""Whether the checks find a change: first by what depends on it alone, and only if that fails by all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from rulebook.check.checks import computed_number, die_columns
from rulebook.check.run import run_checks, sound_waivers
from rulebook.check.waivers import applies
from rulebook.finding import Finding
from rulebook.model import Book, Claim, Inline, RuleText, Word
from rulebook.mutate.data import entry_of
from rulebook.mutate.definitions import name_of
from rulebook.mutate.mutant import Change, Kind, Mutant
from rulebook.mutate.rebuild import replaced, with_entry
from rulebook.mutate.shown import SHOWN
from rulebook.roster import judge, own_rosters
from rulebook.rules.book_data import BookData
from rulebook.rules.bound import Bound, Scope, bind_scope, bound_book, compute_binding
from rulebook.rules.claims import prove
from rulebook.rules.expression import Cell, Evaluation, ExpressionError, Given, Memory
from rulebook.texts import PrintedText


@dataclass(frozen=True)
class Dependent:
    """A binding or a claim: what it used, and whether it still holds with the definitions and data of a memory."""

    evaluation: Evaluation
    holds: Callable[[Memory], bool]

    @property
    def effort(self) -> int:
        """What it costs to compute it anew, roughly: the more formulas and entries it uses, the more."""
        return len(self.evaluation.used.formulas) + len(self.evaluation.used.cells)


Found = Mapping[object, tuple[Dependent, ...]]


class Prover:
    """Proves mutants of one book, whose checks find no error in it as it is."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.rules = bound_book(book)
        self.waivers = sound_waivers(book)
        self.waives_numbers = any(waiver.code == computed_number.CHECK.code for waiver in self.waivers)
        self.scopes = {id(text.inline): scope for scope in self.rules.scopes for text in scope.texts}
        dependents = sorted(self._dependents(), key=lambda d: d.effort)
        self.by_name = _index(dependents, lambda e: e.used.values | e.used.formulas)
        self.by_cell = _index(dependents, lambda e: e.used.cells)

    def proves(self, mutant: Mutant) -> bool:
        """Whether the checks find the mutant: at least one of its changes. No check compares what is only shown."""
        return mutant.kind not in SHOWN and any(self.finds(mutant, change) for change in mutant.changes)

    def finds(self, mutant: Mutant, change: Change) -> bool:
        """Whether the checks find one change."""
        if self.finds_nearby(mutant, change):
            return True
        # A given number is proved where it stands, or not at all, unless it makes a waiver one that nothing needs; a
        # number of the data that nothing reads has no second copy.
        if mutant.kind is Kind.FIELD or (mutant.kind is Kind.GIVEN and not self.waives_numbers):
            return False
        return self.finds_anywhere(change)

    def is_read(self, mutant: Mutant) -> bool:
        """Whether any binding, formula or claim reads the field that the mutant of the data changes."""
        return bool(self._readers(mutant))

    def finds_nearby(self, mutant: Mutant, change: Change) -> bool:
        """Whether what depends on the change shows it. False may only mean that something else does."""
        match change.new:
            case Inline():
                return self._found_in_scope(change, change.new)
            case RuleText():
                return self._found_by_dependents(change.new)
            case Claim():
                return not prove(change.new, self.rules.memory).holds
            case Word() if mutant.kind is Kind.ROSTER:
                return self._found_by_rosters(change)
            case _:
                return self._found_in_data(mutant, change)

    def finds_anywhere(self, change: Change) -> bool:
        """Whether any check finds an error in the whole book with the change."""
        return bool(run_checks(replaced(self.book, change.old, change.new)).errors)

    # --- what depends on what -----------------------------------------------------------------------------------------

    def _dependents(self) -> Iterator[Dependent]:
        for scope in self.rules.scopes:
            for bound in scope.bound:
                if bound.binding.kind == "is" and bound.evaluation is not None:
                    yield Dependent(bound.evaluation, self._binding_holds(bound, scope.given))
        for topic in self.book.rules:
            for claim in topic.claims:
                evaluation = prove(claim, self.rules.memory).evaluation
                if evaluation is not None:
                    yield Dependent(evaluation, _claim_holds(claim))

    def _found_in_scope(self, change: Change, new: Inline) -> bool:
        scope: Scope | None = self.scopes.get(id(change.old))
        if scope is None:
            return False
        texts: tuple[PrintedText, ...] = tuple(
            replace(text, inline=new) if text.inline is change.old else text for text in scope.texts
        )
        return not all(self._passes(b) for b in bind_scope(texts, self.rules.memory).bound)

    def _found_by_dependents(self, new: RuleText) -> bool:
        name = name_of(new)
        try:
            definitions = self.rules.definitions.with_body(name, new.body)
        except ExpressionError:
            return True
        memory = Memory(definitions, self.rules.data)
        return any(not d.holds(memory) for d in self.by_name.get(name, ()))

    def _found_by_rosters(self, change: Change) -> bool:
        """Whether a roster of the book itself breaks a rule of the changed declaration, or shows a fault of it."""
        for roster in own_rosters(self.book):
            kind = replaced(roster.kind, change.old, change.new)
            if kind is roster.kind:
                continue
            judged = judge(self.book, replace(roster, kind=kind))
            if not all(map(self._is_waived, (*judged.illegal, *judged.faults))):
                return True
        return False

    def _found_in_data(self, mutant: Mutant, change: Change) -> bool:
        entry = entry_of(self.book, mutant)
        if entry is None:
            return False
        book = with_entry(self.book, entry, replaced(entry, change.old, change.new))
        if mutant.kind is Kind.RANGE:
            for table in book.tables.values():
                if table.set == entry.set and any(
                    not self._is_waived(finding)
                    for column in table.columns
                    for finding in die_columns.column_findings(book, table, column)
                ):
                    return True
        memory = Memory(self.rules.definitions, BookData(book))
        return any(not d.holds(memory) for d in self._readers(mutant))

    def _binding_holds(self, bound: Bound, given: tuple[Given, ...]) -> Callable[[Memory], bool]:
        def holds(memory: Memory) -> bool:
            return self._passes(compute_binding(bound.text, bound.binding, memory, given))

        return holds

    def _passes(self, bound: Bound) -> bool:
        """Whether a binding holds, or its finding is one that the book waives."""
        if bound.holds:
            return True
        # What is said of it takes far longer than to know that it does not hold.
        return self.waives_numbers and all(map(self._is_waived, computed_number.bound_findings(self.book, bound)))

    def _is_waived(self, finding: Finding) -> bool:
        return any(applies(self.book, waiver, finding) for waiver in self.waivers)

    def _readers(self, mutant: Mutant) -> tuple[Dependent, ...]:
        set_id, _, entry_id = mutant.subject.partition(":")
        return self.by_cell.get(Cell(set_id, entry_id, mutant.field), ())


def _claim_holds(claim: Claim) -> Callable[[Memory], bool]:
    def holds(memory: Memory) -> bool:
        return prove(claim, memory).holds

    return holds


def _index(dependents: Iterable[Dependent], keys: Callable[[Evaluation], Iterable[object]]) -> Found:
    found: dict[object, list[Dependent]] = {}
    for dependent in dependents:
        for key in keys(dependent.evaluation):
            found.setdefault(key, []).append(dependent)
    return MappingProxyType({key: tuple(users) for key, users in found.items()})
