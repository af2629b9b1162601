"""N102: a loss of a negative number."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook.check.check import Check, Sample
from rulebook.finding import Finding
from rulebook.model import Book
from rulebook.texts import linted_texts

_LOSS = re.compile(
    r"\b(?:los(?:e|es|ing)|lost|reduc(?:e|es|ed|ing)(?: [\w’]+){0,4} by|subtract(?:s|ed|ing)?|minus|"
    r"lower(?:s|ed)?(?: [\w’]+){0,4} by|"
    r"decreas(?:e|es|ed)(?: [\w’]+){0,4} by)\s+[\[]?−\d",
    re.IGNORECASE,
)
_INCREASE = re.compile(r"\b(?:increas(?:e|es|ed)|rais(?:e|es|ed))(?: [\w’]+){0,4} by [\[]?−\d", re.IGNORECASE)


def _run(book: Book) -> Iterator[Finding]:
    for text in linted_texts(book):
        if getattr(text.owner, "set", "") in book.lint.quoting_sets:
            continue
        source = text.source.replace("\n", " ")
        for pattern in (_LOSS, _INCREASE):
            for match in pattern.finditer(source):
                yield CHECK.finding_at(
                    text,
                    match.start(),
                    "a loss and a minus cancel each other",
                    "write the number with its sign alone (−1), or the loss with a plain number (lose 1)",
                    found=match.group(),
                )


CHECK = Check(
    code="N102",
    name="double-negative",
    summary="a word of loss stands before a negative number",
    why="To lose −1 is, read to the letter, to gain 1.",
    fails=Sample("content/chapters/rules.md", "---\ntitle: Rules\n---\nThe wet lose −1 speed.\n"),
    passes=Sample("content/chapters/rules.md", "---\ntitle: Rules\n---\nThe wet suffer −1 speed, and lose 2 turns.\n"),
    run=_run,
)
