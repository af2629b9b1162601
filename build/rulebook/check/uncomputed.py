"""Values that are shown and cannot be computed: those of figures and of products."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.compose.figure_values import UndrawableError, compute, drawn, unfit
from rulebook.load.wanted import Wanted
from rulebook.model import Book, Computed
from rulebook.rules.expression import ExpressionError
from rulebook.rules.faulty import follows
from rulebook.source import Position


@dataclass(frozen=True, slots=True)
class Uncomputed:
    """Why a value cannot be computed, as the end of a sentence that says so; a hint; and where the cause stands."""

    fault: str
    hint: str
    position: Position


def uncomputed(book: Book, value: Computed, wanted: Wanted | None = None) -> Uncomputed | None:
    """Why the rules do not give a value, or not the one that is `wanted`.

    None when they do, or a definition has the finding.
    """
    try:
        given = drawn(compute(book, value))
    except ExpressionError as error:
        if follows(book, value.text, error):
            return None
        where = f" (in ‘{error.definition}’)" if error.definition else ""
        at = 0 if error.definition else error.start
        return Uncomputed(f"{where}: {error.message}", error.hint, value.position.after(at))
    except UndrawableError as error:
        return Uncomputed(f": {error}", "give it a number, a text or a list", value.position)
    why = unfit(given, wanted) if wanted is not None else ""
    return Uncomputed(f": {why}", "", value.position) if why else None
