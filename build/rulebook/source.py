"""Places in the author's files: what every value, paragraph and finding points to."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field


class Folded:
    """Where the characters of a text stand whose file has it in another form: YAML folds lines, and quotes quotes.

    `stretches` are the offsets at which its text and its file come together anew, each with a line and column from 1:
    from there on to the next they run side by side.
    """

    __slots__ = ("_offsets", "_places")

    def __init__(self, stretches: tuple[tuple[int, int, int], ...]) -> None:
        self._offsets = tuple(offset for offset, _, _ in stretches)
        self._places = tuple((line, column) for _, line, column in stretches)

    def at(self, offset: int) -> tuple[int, int]:
        """The line and column of a character of the text."""
        number = max(bisect_right(self._offsets, offset) - 1, 0)
        line, column = self._places[number]
        return line, max(column + offset - self._offsets[number], 1)


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A place in a source file: path relative to the book's folder, line and column counted from 1.

    The place of a character of a text that does not stand in its file as it is read has that text's map (`folded`), and
    its own offset in the text.
    """

    path: str
    line: int = 1
    column: int = 1
    folded: Folded | None = field(default=None, compare=False, repr=False)
    offset: int = field(default=0, compare=False, repr=False)

    def after(self, characters: int) -> Position:
        """The place of the character of the same text that stands so many further on."""
        if self.folded is None:
            return Position(self.path, self.line, self.column + characters)
        offset = self.offset + characters
        return Position(self.path, *self.folded.at(offset), self.folded, offset)

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
