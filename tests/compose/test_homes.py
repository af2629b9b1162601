"""Where a rule is at home: run-in heads and titles that bear an entry's name, in the chapters that are given."""

from __future__ import annotations

from pathlib import Path

from rulebook.compose.homes import heads_of, reading_order, rule_anchors
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
    # The section that it names; a book's entry that is printed once more; the beginning of its first home.
    assert anchors("engaged") == ("close-combat-assault",)
    assert anchors("free-move-deed") == ("the-crossing:core-terms:free-move-deed",)
    assert anchors("oathband") == ("recruitment", "core-concepts-oathband-as-character")
    # A term of two glossaries is at home in the other.
    assert anchors("reach") == ("lore:reach",)
    assert anchors("doom") == ()


def test_every_place_has_its_turn_in_the_order_of_the_book() -> None:
    book = loaded(REPOSITORY)
    order = reading_order(book)
    entries = [e for glossary in book.glossaries for e in book.sets[glossary.set].entries]
    assert {anchor for entry in entries for anchor in rule_anchors(book, entry)} <= order.keys()
    wanted = ["core-concepts", "core-concepts-checks", "book-of-beginnings", "naming-the-oathband", "table:naming-1"]
    assert sorted(wanted, key=lambda anchor: order[anchor]) == wanted
