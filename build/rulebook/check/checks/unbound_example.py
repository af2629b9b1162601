"""E103: a number in an Example that is not bound."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.check.check import Check, Sample
from rulebook.compose.inline import inline_text
from rulebook.finding import Finding
from rulebook.model import Book
from rulebook.rules.bound import bound_book
from rulebook.rules.numbers import Kind, find_numerals
from rulebook.texts import Role


def _run(book: Book) -> Iterator[Finding]:
    for scope in bound_book(book).scopes:
        if not scope.is_example:
            continue
        for text in scope.texts:
            if text.role is not Role.EXAMPLE:
                continue
            plain = inline_text(text.inline)
            for numeral in find_numerals(text.source):
                spans = [b for b in text.inline.bindings if b.start < numeral.end and b.end > numeral.start]
                dice = numeral.quantity is not None and numeral.quantity.kind is Kind.DICE
                if spans or dice or numeral.text not in plain:
                    continue
                message = f"‘{numeral.text}’ in an Example is not bound"
                hint = 'bind it: [7]{let=name} for what the Example assumes, [7]{is="…"} for what follows'
                yield CHECK.finding_at(text, numeral.start, message, hint, found=numeral.text)


CHECK = Check(
    code="E103",
    name="unbound-example",
    summary="a number in an Example is not bound",
    why="An Example is arithmetic. Each of its numbers is given (let) or follows from the rules (is).",
    fails=Sample(
        "content/chapters/rules.md",
        '---\ntitle: Rules\n---\nA Speed of [3″]{is=stride}.\n\n::: example\nTwo steps are [6″]{is="far(2)"}.\n:::\n',
    ),
    passes=Sample(
        "content/chapters/rules.md",
        "---\ntitle: Rules\n---\nA Speed of [3″]{is=stride}.\n\n"
        '::: example\n[Two]{let=n} steps are [6″]{is="far(n)"}.\n:::\n',
    ),
    run=_run,
)
