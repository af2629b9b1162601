"""Values of entries, as HTML and as words."""

from __future__ import annotations

import pytest
from markupsafe import Markup

from rulebook.compose.inline import Linker
from rulebook.compose.values import (
    display_name,
    has_lists,
    part_html,
    reference_name,
    value_at,
    value_html,
    value_text,
)
from rulebook.load import load_book
from rulebook.model import Book, Entry, EntryPart, Items, Prose, Record, Reference, Value
from rulebook.source import Position
from tests.conftest import TINY

HERE = Position("x.yaml")
LINKER = Linker(str.upper)


def whole(name: str) -> str:
    """A name in a list, which is not broken."""
    return f'<span class="whole">{name}</span>'


@pytest.fixture(scope="module")
def tiny() -> Book:
    book = load_book(TINY).book
    assert book is not None
    return book


def entry(book: Book, anchor: str) -> Entry:
    found = book.entry(*anchor.split(":"))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("anchor", "path", "html"),
    [
        ("gear:boat-hook", "name", "Boat-hook"),
        ("gear:boat-hook", "cost", "6"),
        ("gear:boat-hook", "sealed", "false"),
        ("gear:boat-hook", "knacks", whole("Long (4″)") + ", " + whole("Heavy")),
        ("gear:rope", "knacks", "–"),
        ("gear:boat-hook", "knacks.1.text", "Its bearer sinks when they swim."),
        ("gear:boat-hook", "knacks.7", "–"),
        ("gear:boat-hook", "nothing.at.all", "–"),
        ("stats:nerve", "base", "+1"),
        ("words:nerve", "stat", "Nerve"),
        ("words:nerve", "stat.base", "+1"),
        ("words:lead-diver", "home", whole("The Crew") + ", " + whole("Book of Salt")),
        ("catches:crate", "rolls.flood", "10–14"),
        ("signals:two", "cells.2", "brass"),
        ("knacks:bright", "text", "It lights X inches about its bearer, <em>under water too</em>."),
        ("words:flood", "text", 'The tide that comes; see the <a class="link" href="#words:ebb">Ebb</a>.'),
    ],
)
def test_a_value_at_a_path(tiny: Book, anchor: str, path: str, html: str) -> None:
    value = value_at(tiny, entry(tiny, anchor).fields, tuple(path.split(".")))
    assert value_html(tiny, value, LINKER) == html
    if html == "–" and path != "knacks":
        assert value is None
    if "<" not in html and value is not None and html != "–":
        assert value_text(tiny, value) == html


def test_text_is_escaped(tiny: Book) -> None:
    assert value_html(tiny, entry(tiny, "words:referee").fields["elsewhere"], LINKER) == "the referee’s own booklet"
    reference = Reference(("knacks",), "long", "<4>", HERE)
    assert value_html(tiny, reference, LINKER) == "Long (&lt;4&gt;)"


def test_a_map_has_no_text_and_a_lost_reference_no_name(tiny: Book) -> None:
    with pytest.raises(TypeError, match="a map has no one text"):
        value_html(tiny, Record({}, HERE), LINKER)
    with pytest.raises(LookupError, match="‘gone’ names nothing"):
        reference_name(tiny, Reference(("knacks",), "gone", None, HERE))


def test_a_listed_name_has_its_parameter_or_abbreviation(tiny: Book) -> None:
    assert display_name(entry(tiny, "knacks:long")) == "Long (X″)"
    assert display_name(entry(tiny, "words:nerve")) == "Nerve (N)"
    assert display_name(entry(tiny, "gear:rope")) == "Rope"


def part(path: str, style: str = "text", lead: str = "", beside: str = "") -> EntryPart:
    return EntryPart(tuple(path.split(".")), style, lead, beside, Record({}, HERE))


@pytest.mark.parametrize(
    ("anchor", "how", "html"),
    [
        ("catches:bell", part("saying", "quote"), '<q class="quote">“One stroke, and the gulls are gone.”</q>'),
        ("words:nerve", part("stat.base", "bracket"), '<span class="base">[+1]</span>'),
        ("words:diver", part("stat.base", "bracket"), ""),
        ("hauls:ledger", part("prize", lead="Prize:"), '<span class="lead">Prize:</span> 20 shillings.'),
        ("lockers:dry", part("gear", "names"), whole("Storm Lamp") + ", " + whole("Rope")),
        (
            "words:lead-diver",
            part("home", "reference", beside="elsewhere"),
            '<span class="references">(<a class="reference" href="#the-crew">→\u00a0The Crew</a>; '
            '<a class="reference" href="#book-of-salt" data-page=",">→\u00a0Book of Salt</a>)</span>',
        ),
        (
            "words:referee",
            part("home", "reference", beside="elsewhere"),
            '<span class="references">(<span class="beside">→ the referee’s own booklet</span>)</span>',
        ),
        ("words:referee", part("home", "reference"), ""),
        # One reference, and to an entry: the link leads to where the entry stands.
        (
            "hauls:ledger",
            part("seen", "reference"),
            '<span class="references">(<a class="reference" href="#catches:crate">→\u00a0A crate</a>)</span>',
        ),
    ],
)
def test_a_part_of_an_entry_is_set_as_its_view_says(tiny: Book, anchor: str, how: EntryPart, html: str) -> None:
    set_html = part_html(tiny, entry(tiny, anchor), how, LINKER)
    assert isinstance(set_html, Markup)
    assert set_html == html


def test_prose_with_a_list_is_known(tiny: Book) -> None:
    def prose(anchor: str) -> Prose:
        value: Value = entry(tiny, anchor).fields["text"]
        assert isinstance(value, Prose)
        return value

    assert has_lists(prose("word-groups:waters"))
    assert not has_lists(prose("word-groups:people"))


def test_an_empty_list_has_no_words(tiny: Book) -> None:
    assert value_text(tiny, Items((), HERE)) == ""
    assert value_text(tiny, None) == ""
