"""What a check is: one module, one code, its manual page, a sample that fails and one that passes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rulebook.finding import Finding
from rulebook.model import Book
from rulebook.texts import PrintedText, sentence_and_offset

Run = Callable[[Book], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class Sample:
    """A file of the sample book as it is for one case: its path from the book's folder, and its text."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Check:
    """A check of the book.

    `summary` is a line, `why` a paragraph; both are its documentation. `fails` is a change to the sample book in which
    the check finds something, `passes` one in which it finds nothing. A `warning` is reported and stops nothing.
    """

    code: str
    name: str
    summary: str
    why: str
    fails: Sample
    passes: Sample
    run: Run
    warning: bool = False

    def finding_at(
        self, text: PrintedText, offset: int, message: str, hint: str = "", *, found: str = "", computed: str = ""
    ) -> Finding:
        """A finding at an offset of a text, with its breadcrumb and its sentence."""
        sentence, sentence_offset = sentence_and_offset(text.source, offset)
        return Finding(
            self.code,
            text.position_at(offset),
            message,
            hint,
            breadcrumb=text.breadcrumb,
            sentence=sentence,
            found=found,
            computed=computed,
            sentence_offset=sentence_offset,
        )
