"""N103: a numeral that nothing stands behind."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.check.check import Check, Sample
from rulebook.check.numerals import numerals_of
from rulebook.finding import Finding
from rulebook.model import Book
from rulebook.texts import Role


def _run(book: Book) -> Iterator[Finding]:
    least = book.lint.numerals
    if least is None:
        return
    numerals = numerals_of(book)
    if numerals.share * 100 >= least:
        return
    for placed in numerals.loose:
        if placed.text.role is Role.EXAMPLE:
            continue  # E103 says it
        numeral = placed.numeral
        message = f"‘{numeral.text}’ is not bound to the rules, and is not declared inert"
        hint = 'bind it: […]{is="…"}; or say in content/book.yaml, under lint.inert, why no rule stands behind it'
        yield CHECK.finding_at(placed.text, numeral.start, message, hint, found=numeral.text)


CHECK = Check(
    code="N103",
    name="loose-numeral",
    summary="a numeral is neither bound, nor data, nor declared inert",
    why=(
        "A count in words (“the eight boons”) is as wrong as a number in digits once there are nine. Where a book says "
        "what share of its numerals must be settled (`lint.numerals` in content/book.yaml), each that is not is found "
        "as long as the share is not reached. Settled are those that are bound, and those that stand as data: fields, "
        "cells, the ranges of a roll, the parameters of references. Dice, parts of names, and what an external claim "
        "covers are no part of the share; nor is what `lint.inert` declares, with a reason."
    ),
    fails=Sample("content/chapters/rules.md", "---\ntitle: Rules\n---\nA Speed of [3″]{is=stride}, in two steps.\n"),
    passes=Sample("content/chapters/rules.md", "---\ntitle: Rules\n---\nA Speed of [3″]{is=stride}, in steps.\n"),
    run=_run,
)
