"""Where a rule is at home: run-in heads and titles that bear an entry's name, in the chapters that are given."""

from __future__ import annotations

from pathlib import Path

from rulebook.compose.homes import heads_of, rule_anchors
from rulebook.load import load_book
from rulebook.model import Book
from tests.conftest import REPOSITORY
from tests.editing import edit


def loaded(root: Path) -> Book:
    found = load_book(root)
    assert found.book is not None, [str(f) for f in found.findings]
    return found.book


def test_a_run_in_head_is_a_place(tiny_book: Path) -> None:
    crew = next(c for c in loaded(tiny_book).chapters if c.id == "the-crew")
    assert ("Choosing gear", "the-crew-choosing-gear") in [tuple(head) for head in heads_of(crew)]


def test_a_link_leads_to_it(tiny_book: Path) -> None:
    path = tiny_book / "content" / "chapters" / "the-crew.md"
    path.write_text(path.read_text(encoding="utf-8") + "\nSee [→](#the-crew-choosing-gear).\n", encoding="utf-8")
    loaded(tiny_book)
    edit(path, "(#the-crew-choosing-gear)", "(#the-crew-choosing-gaer)")
    assert [f.code for f in load_book(tiny_book).findings] == ["S021"]


def test_a_term_is_at_home_where_its_name_stands() -> None:
    book = loaded(REPOSITORY)
    terms = book.sets["core-terms"]

    def anchors(id_: str) -> tuple[str, ...]:
        return rule_anchors(book, next(e for e in terms.entries if e.id == id_))

    assert anchors("charge") == ("close-combat-charge",)
    assert anchors("knocked-down")[0] == "statuses:knocked-down"
