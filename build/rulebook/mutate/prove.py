"""Whether the checks find a change: first by what depends on it alone, and only if that fails by all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from rulebook.check.checks.die_columns import column_findings
from rulebook.check.run import run_checks
from rulebook.check.texts import PrintedText
from rulebook.model import Book, Claim, Inline, RuleText
from rulebook.mutate.data import entry_of
from rulebook.mutate.definitions import name_of
from rulebook.mutate.mutant import Change, Kind, Mutant
from rulebook.mutate.rebuild import replaced, with_entry
from rulebook.rules.book_data import BookData
from rulebook.rules.bound import Bound, Scope, bind_scope, bound_book, compute_binding
from rulebook.rules.claims import prove
from rulebook.rules.expression import Cell, Evaluation, ExpressionError, Given, Memory


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
        self.scopes = {id(text.inline): scope for scope in self.rules.scopes for text in scope.texts}
        dependents = sorted(self._dependents(), key=lambda d: d.effort)
        self.by_name = _index(dependents, lambda e: e.used.values | e.used.formulas)
        self.by_cell = _index(dependents, lambda e: e.used.cells)

    def proves(self, mutant: Mutant) -> bool:
        """Whether the checks find the mutant: at least one of its changes."""
        return any(self.finds(mutant, change) for change in mutant.changes)

    def finds(self, mutant: Mutant, change: Change) -> bool:
        """Whether the checks find one change."""
        if self.finds_nearby(mutant, change):
            return True
        # A given number, and a number of an expression or claim, is proved where it stands, or not at all; a number
        # of the data that nothing reads has no second copy.
        if mutant.kind in (Kind.GIVEN, Kind.FIELD):
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
                    yield Dependent(bound.evaluation, _binding_holds(bound, scope.given))
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
        return not all(b.holds for b in bind_scope(texts, self.rules.memory).bound)

    def _found_by_dependents(self, new: RuleText) -> bool:
        name = name_of(new)
        try:
            definitions = self.rules.definitions.with_body(name, new.body)
        except ExpressionError:
            return True
        memory = Memory(definitions, self.rules.data)
        return any(not d.holds(memory) for d in self.by_name.get(name, ()))

    def _found_in_data(self, mutant: Mutant, change: Change) -> bool:
        entry = entry_of(self.book, mutant)
        if entry is None:
            return False
        book = with_entry(self.book, entry, replaced(entry, change.old, change.new))
        if mutant.kind is Kind.RANGE:
            for table in book.tables.values():
                if table.set == entry.set and any(
                    any(True for _ in column_findings(book, table, column)) for column in table.columns
                ):
                    return True
        memory = Memory(self.rules.definitions, BookData(book))
        return any(not d.holds(memory) for d in self._readers(mutant))

    def _readers(self, mutant: Mutant) -> tuple[Dependent, ...]:
        set_id, _, entry_id = mutant.subject.partition(":")
        return self.by_cell.get(Cell(set_id, entry_id, mutant.field), ())


def _binding_holds(bound: Bound, given: tuple[Given, ...]) -> Callable[[Memory], bool]:
    def holds(memory: Memory) -> bool:
        return compute_binding(bound.text, bound.binding, memory, given).holds

    return holds


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
