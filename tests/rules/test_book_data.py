"""A loaded book as the data of formulas."""

from __future__ import annotations

import pytest

from rulebook.load import load_book
from rulebook.model import Book, Reference
from rulebook.rules.book_data import BookData
from rulebook.rules.expression import Definitions, FieldList, Link, evaluate, parse_expression
from rulebook.rules.values import EntryValue, ListValue, plain
from tests.conftest import TINY


@pytest.fixture(scope="module")
def book() -> Book:
    loaded = load_book(TINY)
    assert loaded.book is not None
    return loaded.book


def test_every_entry_and_field_is_there(book: Book) -> None:
    data = BookData(book)
    assert data.sets() == (*book.sets, "chapter", "book")
    for set_id, found in book.sets.items():
        assert data.ids(set_id) == tuple(entry.id for entry in found.entries)
        for entry in found.entries:
            assert data.name(set_id, entry.id) == entry.name
            assert data.fields(set_id, entry.id) == tuple(entry.fields)
            for field in entry.fields:
                assert data.field(set_id, entry.id, field) is not None


def test_what_is_not_there_is_nothing(book: Book) -> None:
    data = BookData(book)
    assert data.ids("none") == ()
    assert data.fields("none", "none") == ()
    assert data.field("none", "none", "none") is None
    assert data.name("none", "some-id") == "some-id"


def test_references_are_links_to_the_set_that_has_them(book: Book) -> None:
    data = BookData(book)
    links = 0
    for set_id, found in book.sets.items():
        for entry in found.entries:
            for field, value in entry.fields.items():
                if isinstance(value, Reference):
                    link = data.field(set_id, entry.id, field)
                    assert isinstance(link, Link)
                    links += 1
                    assert "chapter" in value.sets or link.id in data.ids(link.set)
                fields = data.field(set_id, entry.id, field)
                if isinstance(fields, FieldList):
                    links += sum(isinstance(item, Link) for item in fields.items)
    assert links


def test_a_formula_reads_it(book: Book) -> None:
    data = BookData(book)
    set_id = data.sets()[0]
    count = evaluate(parse_expression(f"count('{set_id}')"), Definitions(), data).value
    assert count == plain(len(data.ids(set_id)))
    rows = evaluate(parse_expression(f"rows('{set_id}')"), Definitions(), data).value
    assert isinstance(rows, ListValue)
    assert all(isinstance(row, EntryValue) for row in rows.items)


def test_the_numbered_chapters_and_books_are_there(book: Book) -> None:
    data = BookData(book)
    assert data.ids("book") == tuple(part.id for part in book.parts)
    assert data.ids("chapter") == tuple(chapter.id for part in book.parts for chapter in part.chapters)
    assert [data.field("chapter", id_, "number") for id_ in data.ids("chapter")] == [1, 2, 3, 4]
    assert [data.name("chapter", id_) for id_ in data.ids("chapter")][:2] == ["The Crew", "The Wreck"]
