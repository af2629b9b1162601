"""Which terms a text uses: whole words as written, the longest first; and where they are not looked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.compose.blocks import counted_texts
from rulebook.compose.terms import TermMatcher, forms_of, listed_name, terms_for
from rulebook.load import load_book
from rulebook.model import Book, Entry, Items, Value, Word
from rulebook.source import Position
from tests.conftest import TINY
from tests.editing import edit

HERE = Position("x.yaml")


def term(name: str, *forms: str, listed: str = "") -> Entry:
    fields: dict[str, Value] = {"name": Word(name, HERE)}
    if forms:
        fields["forms"] = Items(tuple(Word(form, HERE) for form in forms), HERE)
    if listed:
        fields["listed"] = Word(listed, HERE)
    return Entry("words", "word", name.lower().replace(" ", "-"), fields, HERE)


LEADER, BORN_LEADER = term("Leader", "Leaders"), term("Born Leader")
ACT, OUT = term("Act"), term("Out of Action", "Taken Out of Action")
NERVE = term("Nerve", listed="Brave Nerve")
MATCHER = TermMatcher((LEADER, BORN_LEADER, ACT, OUT, NERVE))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A Leader.", [LEADER]),
        ("Two Leaders.", [LEADER]),
        ("The Leader’s turn, the Leaders’ too.", [LEADER]),
        ("(Leader)", [LEADER]),
        ("A Leader-to-be.", [LEADER]),
        # As written, and as whole words.
        ("A leader and a LEADER.", []),
        ("A Leadership, an Actor, an Underleader.", []),
        ("Leaderless; 2Act; Act2; Act_", []),
        # The longest first: it hides what stands inside it.
        ("A Born Leader.", [BORN_LEADER]),
        ("A Born Leader and a Leader.", [BORN_LEADER, LEADER]),
        ("He is Out of Action.", [OUT]),
        ("He is Taken Out of Action in this Act.", [ACT, OUT]),
        # Listed names are forms too.
        ("Brave Nerve.", [NERVE]),
        ("", []),
    ],
)
def test_terms_in_a_text(text: str, found: list[Entry]) -> None:
    assert list(MATCHER.terms_in([text])) == sorted(found, key=listed_name)


def test_a_term_does_not_reach_over_the_end_of_a_text() -> None:
    assert MATCHER.terms_in(["He is Out of", "Action."]) == ()


def test_terms_come_once_each_by_the_name_under_which_they_are_listed() -> None:
    found = MATCHER.terms_in(["Nerve, Out of Action, Leader, Leaders, Act, Nerve"])
    assert [listed_name(t) for t in found] == ["Act", "Brave Nerve", "Leader", "Out of Action"]


def test_the_order_of_the_terms_does_not_matter() -> None:
    turned = TermMatcher((NERVE, OUT, ACT, BORN_LEADER, LEADER))
    text = ["A Born Leader is Taken Out of Action in this Act; Leaders’ Nerve."]
    assert turned.terms_in(text) == MATCHER.terms_in(text)


def test_a_form_is_no_pattern() -> None:
    assert TermMatcher((term("Bright (X)"), term("C++"))).terms_in(["Bright X"]) == ()
    assert len(TermMatcher((term("Bright (X)"), term("C++"))).terms_in(["Bright (X) in C++."])) == 2


def test_forms_are_all_names_once() -> None:
    assert forms_of(term("Lead Diver", "Lead Divers", "Lead Diver", listed="Diver, Lead")) == (
        "Lead Diver",
        "Diver, Lead",
        "Lead Divers",
    )


@pytest.fixture
def tiny() -> Book:
    book = load_book(TINY).book
    assert book is not None
    return book


def listed(book: Book, chapter_id: str) -> list[str]:
    chapter = next(c for c in book.chapters if c.id == chapter_id)
    return [t.id for t in TermMatcher(terms_for(book, chapter)).terms_in(counted_texts(book, chapter.blocks))]


def test_the_terms_of_each_chapter(tiny: Book) -> None:
    assert {chapter.id: listed(tiny, chapter.id) for chapter in tiny.chapters} == {
        "before-the-tide": [],
        "the-crew": ["bright", "bright-eyed", "diver", "lead-diver", "heavy", "long"],
        "the-wreck": ["diver", "nerve"],
        "the-tide": ["ebb", "flood"],
        "the-words": [],
        "the-colophon": [],
    }


@pytest.mark.parametrize(
    ("file", "old", "new", "counts"),
    [
        ("chapters/the-tide.md", "after six rounds", "after six Divers’ rounds", True),
        ("chapters/the-tide.md", "Roll two D6", "- Roll two Divers’ D6", True),
        ("chapters/the-tide.md", "**What is in a crate?**", "**What do Divers see?**", True),
        ("chapters/the-tide.md", "The Referee turns", "The [Divers](#the-crew) turn", True),
        ("chapters/the-tide.md", "## Signals\n", "## Signals\n\n::: note\nDivers.\n:::\n", True),
        ("data/signals.yaml", "brass", "Divers", True),
        # Not in titles, headings, captions and the heads of tables, nor in the titles of references.
        ("chapters/the-tide.md", "title: The Tide", "title: The Divers", False),
        ("chapters/the-tide.md", "## Signals\n", "## Signals\n\n### Divers\n", False),
        ("data/tables.yaml", "  - id: signals\n", "  - id: signals\n    caption: Divers\n", False),
        ("data/tables.yaml", "head: 4–5", "head: Divers", False),
        ("chapters/the-tide.md", "The Referee turns", "The Referee ([→](#words:diver)) turns", False),
        ("data/signals.yaml", "brass, salt]", "brass, Divers]", False),
    ],
)
def test_where_terms_are_counted(tiny_source: Path, file: str, old: str, new: str, counts: bool) -> None:
    # A column of words has no terms.
    edit(tiny_source / "content" / "data" / "tables.yaml", "value: cells.3}", "value: cells.3, role: words}")
    edit(tiny_source / "content" / file, old, new)
    book = load_book(tiny_source).book
    assert book is not None
    assert ("diver" in listed(book, "the-tide")) is counts


def test_lists_of_terms_leave_out_what_the_book_says(tiny_source: Path) -> None:
    edit(tiny_source / "content" / "chapters" / "the-tide.md", "two D6", "two Heavy D6")
    book = load_book(tiny_source).book
    assert book is not None
    assert "referee" not in listed(book, "the-tide"), "its tag is among the exceptions"
    assert "heavy" not in listed(book, "the-tide"), "knacks are listed with one chapter alone"
    edit(tiny_source / "content" / "book.yaml", "chapters: [the-crew]\n", "chapters: [the-crew, the-tide]\n")
    edit(tiny_source / "content" / "book.yaml", "    except: {tag: Referee}\n", "")
    book = load_book(tiny_source).book
    assert book is not None
    assert listed(book, "the-tide") == ["ebb", "flood", "heavy", "referee"]
