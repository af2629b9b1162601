"""What a book declares to the checks: numerals and waivers, and what is wrong with such a declaration."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.load import load_book
from rulebook.model import Inert, Place, WaiverSource
from tests.editing import edit, faults


def declare(book: Path, lint: str) -> None:
    edit(book / "content" / "book.yaml", "\nlint:\n", f"\nlint:\n{lint}")


def test_declarations_are_typed(tiny_source: Path) -> None:
    declare(
        tiny_source,
        "  numerals: 95%\n"
        "  waivers: {set: words, reason: text}\n"
        "  inert:\n"
        "    - {reason: Plain English., texts: [every one, not one of], chapter: the-crew}\n"
        "    - {reason: Quoted., set: words, entry: flood, field: text}\n",
    )
    book = load_book(tiny_source).book
    assert book is not None
    lint = book.lint
    assert lint.numerals == 95
    assert lint.waivers is not None
    assert (lint.waivers.set, lint.waivers.reason) == ("words", "text")
    assert isinstance(lint.waivers, WaiverSource)
    first, second, third = lint.inert
    assert (first.text, first.reason, first.place) == ("every one", "Plain English.", Place(chapter="the-crew"))
    assert (second.text, second.place) == ("not one of", first.place)
    assert second.position.column > first.position.column, "each text has its own place"
    assert third == Inert("", "Quoted.", Place(set="words", entry="flood", field="text"), third.position)


def test_without_declarations_nothing_is_asked(tiny_source: Path) -> None:
    book = load_book(tiny_source).book
    assert book is not None
    assert (book.lint.numerals, book.lint.waivers, book.lint.inert) == (None, None, ())


@pytest.mark.parametrize(
    ("lint", "codes"),
    [
        ("  numerals: most\n", ["S014"]),
        ("  numerals: 101%\n", ["S014"]),
        ("  numerals: 9.5%\n", ["S014"]),
        ("  numerals: [100%]\n", ["S013"]),
        ("  waivers: {set: words}\n", ["S012"]),
        ("  waivers: words\n", ["S013"]),
        ("  waivers: {set: words, reason: txet}\n", ["S021"]),
        ("  inert: [{texts: [every one]}]\n", ["S012"]),
        ("  inert: [{reason: r, text: every one}]\n", ["S011"]),
        ("  inert: [{reason: r, texts: every one}]\n", ["S013"]),
        ("  inert: [every one]\n", ["S013"]),
        ("  alphabetical: [words, wrods]\n", ["S021"]),
        ("  quoting_sets: [wrods]\n", ["S021"]),
        ("  same_heads: [[the-crew, the-tide], [the-crew, the-teid], [the-words, words]]\n", ["S021", "S021"]),
    ],
)
def test_what_is_wrong_with_a_declaration_is_found(lint: str, codes: list[str], tiny_source: Path) -> None:
    declare(tiny_source, lint)
    assert [fault.split()[-1] for fault in faults(tiny_source)] == codes


def test_a_chapter_that_is_not_there_is_found_where_it_is_named(tiny_source: Path) -> None:
    declare(tiny_source, "  same_heads:\n    - [the-crew, the-teid]\n")
    (found,) = load_book(tiny_source).findings
    line = (tiny_source / "content" / "book.yaml").read_text(encoding="utf-8").split("\n")[found.position.line - 1]
    assert line[found.position.column - 1 :] == "the-teid]"
    assert (found.message, found.hint) == ("there is no chapter ‘the-teid’", "did you mean ‘the-tide’?")


def test_a_reason_that_no_entry_can_give_is_found_where_it_is_named(tiny_source: Path) -> None:
    declare(tiny_source, "  waivers: {set: words, reason: txet}\n")
    (found,) = load_book(tiny_source).findings
    line = (tiny_source / "content" / "book.yaml").read_text(encoding="utf-8").split("\n")[found.position.line - 1]
    assert line[found.position.column - 1 :] == "txet}"
    assert (found.message, found.hint) == ("the entries of ‘words’ have no field ‘txet’", "did you mean ‘text’?")


def test_a_chapter_that_cannot_be_read_is_none_that_is_not_there(tiny_source: Path) -> None:
    declare(tiny_source, "  same_heads: [[the-crew, the-tide]]\n")
    (tiny_source / "content" / "chapters" / "the-tide.md").write_bytes(b"\xff")
    assert faults(tiny_source) == ["content/chapters/the-tide.md:1:1 S002"]
