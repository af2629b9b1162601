"""Work that every check of a run asks for, done once a book."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from rulebook.model import Book

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


def once_a_book(
    function: Callable[Concatenate[Book, Arguments], Result],
) -> Callable[Concatenate[Book, Arguments], Result]:
    """Keep a function's results for the last book that it was asked about; a book never changes.

    The other arguments must be hashable, and a result that is not to change.
    """
    kept: dict[object, Result] = {}
    last: list[Book] = []

    @wraps(function)
    def kept_result(book: Book, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        if not last or last[0] is not book:
            kept.clear()
            last[:] = [book]
        key = (args, tuple(kwargs.items()))
        if key not in kept:
            kept[key] = function(book, *args, **kwargs)
        return kept[key]

    return kept_result
