"""Places in the author's files: what every value, paragraph and finding points to."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A place in a source file: path relative to the book's folder, line and column counted from 1."""

    path: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{shown_path(self.path)}:{self.line}:{self.column}"


def shown_path(path: str) -> str:
    """A path as a message shows it: on one line, what is no printed letter by its code (`\\n`, `\\xff`)."""
    if path.isprintable():
        return path
    return "".join(c if c.isprintable() else _code(c) for c in path)


def _code(character: str) -> str:
    # A byte of a name that is no letter is read as a lone surrogate.
    lone = "\udc80" <= character <= "\udcff"
    return f"\\x{ord(character) - 0xDC00:02x}" if lone else character.encode("unicode_escape").decode("ascii")
