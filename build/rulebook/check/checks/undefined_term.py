"""G105: a capitalised word inside a sentence that no glossary knows."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.check.check import Check, Sample
from rulebook.check.unknown_words import unknown_words
from rulebook.finding import Finding
from rulebook.model import Book


def _run(book: Book) -> Iterator[Finding]:
    for unknown in unknown_words(book):
        word = unknown.word
        hint = "define it, declare it as a form, write it small, or list it under lint.names in content/book.yaml"
        if unknown.meant:
            hint = f"did you mean ‘{unknown.meant}’? If not, {hint}"
        message = f"‘{word}’ is written as a term and is defined nowhere"
        yield CHECK.finding_at(unknown.text, unknown.offset, message, hint, found=word)


CHECK = Check(
    code="G105",
    name="undefined-term",
    summary="a capitalised word is used as a term and is defined nowhere",
    why="A capital says: this word has a rule. A reader who looks for it must find one.",
    fails=Sample("content/chapters/rules.md", "---\ntitle: Rules\n---\nSpeed is lost to the Mire.\n"),
    passes=Sample("content/chapters/rules.md", "---\ntitle: Rules\n---\nSpeed is lost to the mire.\n"),
    run=_run,
)
