"""The volume as a whole: its numbers, where links lead, and templates that may not guess."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from jinja2 import TemplateSyntaxError, UndefinedError

from rulebook.compose.book import book_view, compose_book, roman
from rulebook.load import load_book
from rulebook.model import Book
from tests.conftest import REPOSITORY, TINY
from tests.editing import edit


def loaded(book: Path) -> Book:
    found = load_book(book)
    assert found.findings == ()
    assert found.book is not None
    return found.book


@pytest.mark.parametrize(
    ("number", "numeral"),
    [(1, "I"), (3, "III"), (4, "IV"), (5, "V"), (9, "IX"), (14, "XIV"), (19, "XIX"), (39, "XXXIX")],
)
def test_roman(number: int, numeral: str) -> None:
    assert roman(number) == numeral


def test_roman_numerals_are_all_different_and_end_where_they_say() -> None:
    assert len({roman(number) for number in range(1, 40)}) == 39
    for number in (0, -1, 40):
        with pytest.raises(ValueError, match="is not a number of books"):
            roman(number)


def test_every_link_leads_to_one_place() -> None:
    html = compose_book(loaded(TINY), REPOSITORY / "templates", 5)
    ids = re.findall(r' id="([^"]+)"', html)
    links = re.findall(r' href="#([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert set(links) <= set(ids)
    assert len(links) > 20


def test_a_table_spans_the_measure_from_so_many_columns() -> None:
    tables = {
        columns: re.findall(
            r'<table class="data (\w+)" id="table:(\w+)', compose_book(loaded(TINY), REPOSITORY / "templates", columns)
        )
        for columns in (4, 5, 6)
    }
    assert [name for kind, name in tables[4] if kind == "matrix"] == ["catches", "signals"]
    assert [name for kind, name in tables[5] if kind == "matrix"] == ["signals"]
    assert [name for kind, name in tables[6] if kind == "matrix"] == []


def test_the_title_in_a_reference_has_no_marks(tiny_source: Path) -> None:
    edit(tiny_source / "content" / "chapters" / "the-wreck.md", "## Hauls", "## *Hauls*")
    html = compose_book(loaded(tiny_source), REPOSITORY / "templates", 5)
    assert '<a class="reference" href="#the-wreck-hauls">→\u00a0Hauls</a>' in html


def test_chapters_have_their_number_and_place() -> None:
    view = book_view(loaded(TINY), 5, REPOSITORY / "templates")
    assert [(c.number, c.place) for c in (*view.front, *(c for p in view.parts for c in p.chapters), *view.back)] == [
        ("", "front"),
        ("1", "numbered"),
        ("2", "numbered"),
        ("3", "numbered"),
        ("4", "numbered"),
        ("", "back"),
    ]
    assert [part.numeral for part in view.parts] == ["I", "II"]


def test_text_from_the_source_is_escaped_everywhere(tiny_source: Path) -> None:
    content = tiny_source / "content"
    edit(content / "book.yaml", "title: 'Tidewrack: Salvage'", "title: 'Tide & <wrack>'")
    edit(content / "book.yaml", "  terms: Words used here", "  terms: Words & <b>")
    edit(content / "chapters" / "the-tide.md", "title: The Tide", "title: The <Tide>")
    edit(content / "data" / "signals.yaml", "brass", "<brass>")
    edit(content / "data" / "tables.yaml", "head: 4–5", "head: <4>")
    html = compose_book(loaded(tiny_source), REPOSITORY / "templates", 5)
    assert not re.search(r"<(wrack|Tide|brass|4|b)>", html)
    for text in ("Tide &amp; &lt;wrack&gt;", "Words &amp; &lt;b&gt;", "The &lt;Tide&gt;", "&lt;brass&gt;", "&lt;4&gt;"):
        assert text in html


@pytest.mark.parametrize("wrong", ["book.subtitel", "nothing", "book.parts[0].nmae", "book.front[99]"])
def test_an_undefined_template_variable_is_an_error(tiny_book: Path, wrong: str) -> None:
    edit(tiny_book / "templates" / "book" / "book.html.j2", "{{ book.subtitle }}", f"{{{{ {wrong} }}}}")
    with pytest.raises(UndefinedError):
        compose_book(loaded(tiny_book), tiny_book / "templates", 5)


def test_a_broken_template_is_an_error(tiny_book: Path) -> None:
    edit(tiny_book / "templates" / "book" / "book.html.j2", "{{ book.subtitle }}", "{{ book.subtitle }")
    with pytest.raises(TemplateSyntaxError):
        compose_book(loaded(tiny_book), tiny_book / "templates", 5)


def test_no_template_runs_over_the_content(tiny_source: Path) -> None:
    edit(tiny_source / "content" / "chapters" / "the-tide.md", "The Referee turns", "The {{ 7 + 7 }} {% Referee turns")
    assert "The {{ 7 + 7 }} {% Referee turns" in compose_book(loaded(tiny_source), REPOSITORY / "templates", 5)


def test_the_same_book_is_the_same_html() -> None:
    first, second = (compose_book(loaded(TINY), REPOSITORY / "templates", 5) for _ in range(2))
    assert first == second
