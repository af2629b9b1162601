"""A name that whoever asks for a product has given, and that the book does not have."""

from __future__ import annotations

from collections.abc import Iterable

from rulebook.finding import printable
from rulebook.load.suggest import nearest_of


class UnknownNameError(Exception):
    """Raised for a name that the book does not have: the message lists those that it has. It is no fault of the book.

    `option` is the one that gave the name, `said` what is to be said of it.
    """

    def __init__(self, option: str, said: str, name: str, known: Iterable[str] = ()) -> None:
        there = tuple(known)
        listed = f"there is {', '.join(there)}" if there else ""
        super().__init__("; ".join(filter(None, (printable(said), listed, nearest_of(name, there)))))
        self.option = option
