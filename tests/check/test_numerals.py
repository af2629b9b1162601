"""The numerals of a book: what stands behind each, and which may be declared inert."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rulebook.check.checks import inert_numeral, loose_numeral
from rulebook.check.numerals import Standing, numerals_of
from rulebook.load import load_book
from rulebook.model import Book
from tests.check.books import book_yaml, sample_with
from tests.conftest import REPOSITORY, TINY

_HEAD = "---\ntitle: Rules\n---\n"


def chapter(folder: Path, text: str, lint: str = "  alphabetical: [charms]\n") -> Book:
    """The sample with a chapter that places nothing, and no other chapter's numerals."""
    return sample_with(folder, book=book_yaml(lint), chapters__rules=_HEAD + text)


def standings(book: Book) -> dict[str, int]:
    return {standing.value: count for standing, count in numerals_of(book).counts.items() if count}


def loose(book: Book) -> list[str]:
    return [placed.numeral.text for placed in numerals_of(book).loose]


_TERM = "kind: term\nentries:\n  - {id: speed, name: Speed, text: How far each goes., home: [rules]}\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A Speed of [3″]{is=stride}.", {"bound": 1}),
        ("A Speed of 3″.", {"loose": 1}),
        ("Two runners, the third of them, half a step, 54% of 2–3.", {"loose": 5}),
        ("Roll D6, or 2D6.", {"dice": 2}),
        ("On A4 paper, version v1.0.", {"names": 2}),
        ("The [first race](#first-race) and [another](#second-race).", {"loose": 1}),
        ("Read The First Race.", {"names": 1}),
        ("No one, at once, of one another.", {}),
        ("A third of them.", {"loose": 1}),
        ('::: example\n[Two]{let=n} steps are [6″]{is="far(n)"}, three are not.\n:::', {"bound": 2, "loose": 1}),
    ],
)
def test_what_stands_behind_a_numeral(text: str, expected: dict[str, int], tmp_path: Path) -> None:
    book = sample_with(
        tmp_path,
        book=book_yaml("  alphabetical: [charms]\n"),
        chapters__rules=_HEAD + text + "\n",
        data__terms=_TERM,
    )
    found = standings(book)
    titles = 2  # of the two races, which are names
    found["names"] = found.get("names", 0) - titles
    assert {name: count for name, count in found.items() if count} == expected


def test_data_that_is_printed_is_settled_and_data_that_is_not_is_not_counted(tmp_path: Path) -> None:
    placed = chapter(tmp_path / "placed", "::: table omens\n:::\n")
    assert standings(placed)["data"] == len(["1–3", "4–6"])
    names = chapter(tmp_path / "names", "::: table names\n:::\n")
    assert standings(names)["data"] == len(["1–3", "4–6"]) * 2, "the rolls, and the heads of the columns"
    assert "data" not in standings(chapter(tmp_path / "nothing", "Nothing.\n"))


def test_a_book_that_prints_nothing_has_no_numerals() -> None:
    book = load_book(TINY).book
    assert book is not None
    assert standings(book)["data"] > 20
    assert standings(replace(book, front=(), parts=(), back=(), glossaries=())) == {}


def test_a_text_ends_as_a_sentence_does(tmp_path: Path) -> None:
    book = sample_with(tmp_path, chapters__rules=f"{_HEAD}Take a third\n", data__terms=_TERM)
    assert loose(book) == ["a third"], "a fraction, at the end of what is said"


@pytest.mark.parametrize(
    ("name", "lint", "expected"),
    [
        ("Two Bells", "", []),
        ("Two", "", ["Two"]),
        ("Two Bells", "  quoting_sets: [charms]\n", ["Two"]),
    ],
)
def test_a_name_makes_no_name_of_a_numeral_alone_nor_of_what_is_quoted(
    name: str, lint: str, expected: list[str], tmp_path: Path
) -> None:
    book = sample_with(
        tmp_path,
        book=book_yaml(f"  alphabetical: [charms]\n{lint}"),
        chapters__rules=f"{_HEAD}Ring Two Bells.\n",
        data__terms=_TERM,
        data__charms=f"kind: charm\nentries:\n  - {{id: bell, name: {name}, text: They ring.}}\n",
    )
    assert loose(book) == expected


def test_the_share_is_of_what_a_rule_must_stand_behind(tmp_path: Path) -> None:
    book = sample_with(
        tmp_path,
        book=book_yaml("  inert: [{reason: A date., texts: [May 1901]}]\n"),
        chapters__rules=f"{_HEAD}[3″]{{is=stride}} and [3″]{{is=stride}} and [3″]{{is=stride}}, 5, D6, May 1901.\n",
        data__terms=_TERM,
    )
    numerals = numerals_of(book)
    assert (numerals.settled, numerals.counts[Standing.LOOSE], numerals.counts[Standing.INERT]) == (3, 1, 1)
    assert float(numerals.share) == 3 / 4
    assert numerals.total == 3 + 1 + 1 + 1 + 2


@pytest.mark.parametrize(("least", "found"), [("75%", 0), ("76%", 1), ("100%", 1), ("0%", 0)])
def test_loose_numerals_are_found_below_the_least_share(least: str, found: int, tmp_path: Path) -> None:
    book = sample_with(
        tmp_path,
        book=book_yaml(f"  numerals: {least}\n"),
        chapters__rules=f"{_HEAD}[3″]{{is=stride}} and [3″]{{is=stride}} and [3″]{{is=stride}}, then 5.\n",
        data__terms=_TERM,
    )
    findings = list(loose_numeral.CHECK.run(book))
    assert [f.found for f in findings] == ["5"] * found
    assert all(f.sentence == "3″ and 3″ and 3″, then 5." for f in findings)


def test_a_numeral_of_an_example_is_left_to_its_own_check(tmp_path: Path) -> None:
    book = chapter(tmp_path, "::: example\nThree steps.\n:::\n", "  numerals: 100%\n")
    assert [f.found for f in loose_numeral.CHECK.run(book)] == ["one"], "the term's, and not the Example's"
    assert "Three" in loose(book)


def test_an_external_claim_covers_its_words_in_its_chapter(tmp_path: Path) -> None:
    external = "external:\n  - {chapter: rules, text: in 400 races, source: a log}\n"
    book = sample_with(
        tmp_path,
        book=book_yaml("  alphabetical: [charms]\n"),
        chapters__rules=f"{_HEAD}Won in 400 races, and 400 more.\n",
        data__terms=_TERM,
        rules__running=f"home: rules\nvalues:\n  stride: 3″\n{external}",
    )
    assert (standings(book)["external"], loose(book)) == (1, ["400"])


# Inert declarations


def declared(folder: Path, text: str, inert: str, **files: str) -> list[str]:
    """What N104 says of one declaration, with its hint."""
    book = sample_with(folder, book=book_yaml(f"  inert:\n    - {inert}\n"), chapters__rules=_HEAD + text, **files)
    return [f"{f.message} ({f.hint})" for f in inert_numeral.CHECK.run(book)]


@pytest.mark.parametrize(
    ("text", "inert"),
    [
        ("Not one of them.\n", "{reason: r, texts: [not one of]}"),
        ("Not one of them.\n", "{reason: r, texts: [not one of], chapter: rules}"),
        ("Not one of them.\n", "{reason: r, texts: [one], chapter: rules}"),
        ("::: entries terms\n:::\n", "{reason: r, set: terms, field: text}"),
        ("::: entries terms\n:::\n", "{reason: r, set: terms, entry: speed, field: text, texts: [one]}"),
    ],
)
def test_a_declaration_that_covers_a_numeral_stands(text: str, inert: str, tmp_path: Path) -> None:
    assert declared(tmp_path, text, inert) == []


@pytest.mark.parametrize(
    ("text", "inert", "message"),
    [
        ("Nobody.\n", "{reason: r, texts: [not one of]}", "‘not one of’ covers no numeral that needs it (everywhere)"),
        ("Someone of them.\n", "{reason: r, texts: [one of]}", "‘one of’ covers no numeral"),
        ("::: entries terms\n:::\n", "{reason: r, set: terms, field: name, texts: [far one]}", "‘far one’ covers no"),
        ("::: entries terms\n:::\n", "{reason: r, chapter: rules, texts: [far one]}", "‘far one’ covers no numeral"),
        ("One often wins.\n", "{reason: r, texts: [one of]}", "‘one of’ covers no numeral"),
        ('[One]{let=n} of [3″]{is="far(n)"}.\n', "{reason: r, texts: [one of]}", "‘one of’ covers no numeral"),
        ("One of them.\n", "{reason: r, texts: [one of], chapter: first-race}", "‘one of’ covers no numeral"),
        ("One of them.\n", "{reason: r, texts: [one]}", "‘one’ is a numeral alone, and would be inert everywhere"),
        ("One of them.\n", "{reason: r, texts: [of them]}", "‘of them’ holds no numeral"),
        ("One of them.\n", "{reason: r}", "the declaration says neither which words nor which field is inert"),
        ("One of them.\n", "{reason: r, chapter: rules}", "the declaration says neither which words"),
        ("One of them.\n", "{reason: r, chapter: rulse, texts: [one of]}", "there is no chapter ‘rulse’"),
        ("One of them.\n", "{reason: r, set: term, texts: [one of]}", "there is no set ‘term’ (did you mean ‘terms’?)"),
        ("One of them.\n", "{reason: r, set: terms, field: txt}", "no entry of ‘terms’ has a field ‘txt’"),
        ("One of them.\n", "{reason: r, field: text}", "it names an entry or a field, and not its set"),
        (
            "Go 5″ off.\n",
            "{reason: r, texts: [go 5″ off]}",
            "‘5″’ at content/chapters/rules.md:4:4 cannot be inert: it",
        ),
        (
            "Go 5 mm off.\n",
            "{reason: r, texts: [go 5 mm]}",
            "‘5’ at content/chapters/rules.md:4:4 cannot be inert: it ha",
        ),
        (
            "In 54% of it.\n",
            "{reason: r, texts: [in 54%]}",
            "‘54%’ at content/chapters/rules.md:4:4 cannot be inert: it h",
        ),
        (
            "Roll one D6.\n",
            "{reason: r, texts: [roll one D6]}",
            "‘one’ at content/chapters/rules.md:4:6 cannot be inert: ",
        ),
        (
            "::: example\nOne of [3″]{is=stride}.\n:::\n",
            "{reason: r, texts: [one of]}",
            "‘One’ at content/chapters/rules.md:5:1 cannot be inert: it stands in an Example",
        ),
        (
            "::: table names\n:::\n",
            "{reason: r, texts: [three red]}",
            "‘Three’ at content/data/names.yaml:3:34 cannot be inert: it stands in a table",
        ),
    ],
)
def test_a_declaration_that_cannot_hold_is_found(text: str, inert: str, message: str, tmp_path: Path) -> None:
    names = "kind: colours\nentries:\n  - {id: one, roll: 1–6, words: [Three red, Old]}\n"
    (found,) = declared(tmp_path, text, inert, data__names=names)
    assert found.startswith(message)


def test_a_numeral_that_may_not_be_inert_stays_loose(tmp_path: Path) -> None:
    book = chapter(tmp_path, "Go 5″ off.\n", "  inert: [{reason: r, texts: [go 5″ off]}]\n")
    assert "5″" in loose(book)


# The book itself


def test_every_numeral_of_the_book_is_settled() -> None:
    book = load_book(REPOSITORY).book
    assert book is not None
    numerals = numerals_of(book)
    assert [str(placed.text.position_at(placed.numeral.start)) for placed in numerals.loose] == []
    assert book.lint.numerals == 100
    assert numerals.settled > 1_000
    # What is declared inert is a small part of the whole, or the share would say little.
    assert numerals.counts[Standing.INERT] * 6 < numerals.total


def test_no_declaration_of_the_book_hides_more_than_a_few() -> None:
    book = load_book(REPOSITORY).book
    assert book is not None
    uses = [use for use in numerals_of(book).inert if use.inert.text]
    assert max(use.count for use in uses) <= 6, "a phrase that covers many is too wide"
