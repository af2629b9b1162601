"""Running every mutant of a book: on two processes where that can be done, otherwise in this one."""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from enum import Enum

from rulebook.model import Book
from rulebook.mutate.bindings import binding_mutants
from rulebook.mutate.data import data_mutants
from rulebook.mutate.definitions import definition_mutants
from rulebook.mutate.mutant import Kind, Mutant
from rulebook.mutate.prove import Prover
from rulebook.mutate.rosters import is_mere_number, roster_mutants
from rulebook.mutate.shown import SHOWN, shown_mutants
from rulebook.rules.bound import bound_book

PROCESSES = 2

# So many mutants are handed to a process at a time: enough to keep it busy, few enough for both to end together.
_BATCH = 40


class Verdict(Enum):
    """What came of a mutant.

    A number of the data that nothing reads is SINGLE; one that is read may be UNFELT. A formula of a roster that is
    nothing but a number is data too, and SINGLE when nothing finds its change; so is what a product or a figure shows.
    """

    FOUND = "found"
    SURVIVED = "survived"
    SINGLE = "single-source"
    UNFELT = "read, and its change felt by nothing"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A mutant and what came of it."""

    mutant: Mutant
    verdict: Verdict


Progress = Callable[[int, int], None]


def mutants_of(book: Book) -> tuple[Mutant, ...]:
    """Every mutant of a book: the same ones in the same order whenever it is asked."""
    rules = bound_book(book)
    return (
        *binding_mutants(rules),
        *definition_mutants(rules),
        *roster_mutants(book),
        *shown_mutants(book),
        *data_mutants(book),
    )


class Run:
    """A run over every mutant of a book, whose checks find no error in it as it is.

    The processes are started at once, so that a caller may start threads (a spinner) thereafter.
    """

    def __init__(self, book: Book, processes: int | None = None) -> None:
        self.mutants = mutants_of(book)
        self._prover = Prover(book)
        self._pool: ProcessPoolExecutor | None = None
        self._waiting: dict[Future[list[Verdict]], int] = {}
        batches = range(0, len(self.mutants), _BATCH)
        if (processes or _processes()) > 1 and len(batches) > 1:
            global _shared
            _shared = (self._prover, self.mutants)
            context = multiprocessing.get_context("fork")
            self._pool = ProcessPoolExecutor(processes or PROCESSES, mp_context=context)
            self._waiting = {self._pool.submit(_batch, start): start for start in batches}

    def outcomes(self, progress: Progress = lambda done, of: None) -> tuple[Outcome, ...]:
        """What came of each mutant, in their order. `progress` is told how many of how many are done.

        Raises RuntimeError when a process of the run ends before its work is done.
        """
        verdicts: dict[int, Verdict] = {}
        try:
            for start, batch in self._batches():
                verdicts.update(enumerate(batch, start))
                progress(len(verdicts), len(self.mutants))
        except BrokenProcessPool as error:
            raise RuntimeError("a process of the run ended before its work was done") from error
        finally:
            if self._pool is not None:
                self._pool.shutdown(wait=True, cancel_futures=True)
        return tuple(Outcome(mutant, verdicts[place]) for place, mutant in enumerate(self.mutants))

    def _batches(self) -> Iterator[tuple[int, list[Verdict]]]:
        if self._pool is None:
            for place, mutant in enumerate(self.mutants):
                yield place, [_verdict(self._prover, mutant)]
            return
        for done in as_completed(self._waiting):
            yield self._waiting[done], done.result()


_shared: tuple[Prover, tuple[Mutant, ...]] | None = None
"""What a process of the run has from the one that it is a copy of."""


def _batch(start: int) -> list[Verdict]:
    if _shared is None:  # pragma: no cover - only a copy of the process that set it runs this
        raise RuntimeError("there is nothing to run")
    prover, mutants = _shared
    return [_verdict(prover, mutant) for mutant in mutants[start : start + _BATCH]]


def _processes() -> int:
    """How many processes to use. A copy of a process is safe where it has one thread, and the system is made for it."""
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else 1
    return PROCESSES if cores > 1 and threading.active_count() == 1 else 1


def _verdict(prover: Prover, mutant: Mutant) -> Verdict:
    if prover.proves(mutant):
        return Verdict.FOUND
    if mutant.kind in SHOWN or (mutant.kind is Kind.ROSTER and is_mere_number(mutant)):
        return Verdict.SINGLE
    if mutant.kind is not Kind.FIELD:
        return Verdict.SURVIVED
    return Verdict.UNFELT if prover.is_read(mutant) else Verdict.SINGLE
