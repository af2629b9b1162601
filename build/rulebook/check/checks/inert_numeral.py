"""N104: an inert declaration that covers nothing, or more than it may."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.check.check import Check, Sample
from rulebook.check.numerals import InertUse, fault_of_words, numerals_of
from rulebook.check.places import in_words, located_fault
from rulebook.finding import Finding
from rulebook.model import Book


def _run(book: Book) -> Iterator[Finding]:
    if not book.lint.inert:
        return
    for use in numerals_of(book).inert:
        inert = use.inert
        misplaced = located_fault(book, inert.place)
        if misplaced is not None:
            part, message, hint = misplaced
            place = inert.declared.at(part) if inert.declared is not None else inert.position
            yield Finding(CHECK.code, place, message, hint)
        elif fault := fault_of_words(inert) or _fault_of_use(use):
            yield Finding(CHECK.code, inert.position, *fault)


def _fault_of_use(use: InertUse) -> tuple[str, str] | None:
    words = f"‘{use.inert.text}’" if use.inert.text else "the field"
    if use.refused is not None:
        numeral, text = use.refused.numeral, use.refused.text
        message = f"‘{numeral.text}’ at {text.position_at(numeral.start)} cannot be inert: {use.why}"
        return message, "bind it, or give words that do not cover it"
    if not use.count:
        where = in_words(use.inert.place)
        return f"{words} covers no numeral that needs it ({where})", "remove it, or mend its words or its place"
    return None


_BOOK = """\
id: sample
title: Sample
subtitle: A book for the checks
version: '1'
language: en-GB
authors: [Nobody]
description: A book.
rights: Free.
record: 2026-01-01
dice: [D6]
front: []
books:
  - {{id: the-book, title: The Book, chapters: [rules, first-race, second-race]}}
back: []
glossaries:
  - {{set: terms}}
labels:
  contents: Contents
  book: Book
  terms: Terms
  figure: Figure
  figures: Figures
  example: Example
  note: Note
  front: Before
  back: After
  draft: Draft
entries:
  term: [{{field: text}}, {{field: home, style: reference}}]
  charm: [{{field: text}}]
lint:
  inert:
    - {{reason: A pronoun., texts: [{}]}}
"""

CHECK = Check(
    code="N104",
    name="inert-numeral",
    summary="a numeral is declared inert that cannot be, or that is not there",
    why=(
        "To declare a numeral inert is to say that no rule stands behind it. That is never so of a number in an "
        "Example or in a table, nor of one with a unit or beside a die. A numeral alone says too little, unless its "
        "place is given; and a declaration that covers nothing any more would let the next numeral pass."
    ),
    fails=Sample("content/book.yaml", _BOOK.format("far twice goes")),
    passes=Sample("content/book.yaml", _BOOK.format("far one goes")),
    run=_run,
)
