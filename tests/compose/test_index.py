"""What the index lists: the sets and kinds that the book declares, once each, in the alphabet, by letters."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.compose.book import compose_book
from rulebook.compose.index import index_of, indexed_anchors, indexed_entries
from rulebook.compose.views import IndexView
from rulebook.load import load_book
from rulebook.model import Book
from tests.editing import edit
from tests.page_text import parse_html

INDEX = "glossary: chapter\nindex:\n  title: Index\n  before: the-colophon\n  of: [{set: words}, {set: gear}]\n"


@pytest.fixture
def with_index(tiny_book: Path) -> Path:
    edit(tiny_book / "content" / "book.yaml", "glossary: chapter\n", INDEX)
    return tiny_book


def loaded(root: Path) -> Book:
    found = load_book(root)
    assert found.book is not None, [str(f) for f in found.findings]
    return found.book


def view(book: Book) -> IndexView:
    found = index_of(book)
    assert found is not None
    return found


def test_an_article_is_no_word_to_look_for(with_index: Path) -> None:
    edit(with_index / "content" / "book.yaml", "before: the-colophon\n", "before: the-colophon\n  articles: [Long]\n")
    before = names(view(loaded(with_index)))
    gear = with_index / "content" / "data" / "gear.yaml"
    known = next(line for line in gear.read_text(encoding="utf-8").splitlines() if "name: " in line)
    name = known.partition("name: ")[2]
    edit(gear, known, known.replace(name, "Long hook"))
    after = names(view(loaded(with_index)))
    assert set(after) - set(before) == {"Hook, Long"}


def names(index: IndexView) -> list[str]:
    return [line.name for group in index.groups for line in group.lines]


def test_no_index_where_none_is_declared(tiny_book: Path) -> None:
    assert index_of(loaded(tiny_book)) is None
    assert "index" not in {e.attributes.get("id") for e in parse_html(_html(tiny_book)).elements()}


def test_it_lists_the_printed_entries_of_its_sets_in_the_alphabet(with_index: Path) -> None:
    book = loaded(with_index)
    index = view(book)
    assert names(index) == sorted(names(index), key=str.casefold)
    assert {"Rope", "Storm Lamp", "Nerve"} <= set(names(index))
    for group in index.groups:
        assert {line.name[0].upper() for line in group.lines} == {group.letter}
    anchors = [anchor for group in index.groups for line in group.lines for anchor in line.anchors]
    assert len(anchors) == len(set(anchors))
    assert {anchor.partition(":")[0] for anchor in anchors} == {"words", "gear"}


def test_it_lists_nothing_that_has_no_place_to_lead_to(with_index: Path) -> None:
    edit(with_index / "content" / "book.yaml", "{set: gear}]", "{set: word-groups}]")
    anchors = {a for group in view(loaded(with_index)).groups for line in group.lines for a in line.anchors}
    assert "word-groups" not in {anchor.partition(":")[0] for anchor in anchors}
    assert anchors


def test_what_has_one_name_has_one_line(with_index: Path) -> None:
    edit(with_index / "content" / "data" / "gear.yaml", "name: Rope", "name: Nerve")
    index = view(loaded(with_index))
    assert [line.anchors for group in index.groups for line in group.lines if line.name == "Nerve"] == [
        ("words:nerve", "gear:rope")
    ]


def test_tables_are_listed_by_their_caption_or_else_by_the_section_above(with_index: Path) -> None:
    edit(with_index / "content" / "book.yaml", "{set: gear}]", "{kind: table}]")
    lines = {a: line.name for g in view(loaded(with_index)).groups for line in g.lines for a in line.anchors}
    assert lines["table:signals"] == "Signals"
    edit(with_index / "content" / "data" / "tables.yaml", "  - id: signals\n", "  - id: signals\n    caption: Flags\n")
    lines = {a: line.name for g in view(loaded(with_index)).groups for line in g.lines for a in line.anchors}
    assert lines["table:signals"] == "Flags"


def test_a_title_is_listed_without_which_of_how_many_it_is(with_index: Path) -> None:
    edit(with_index / "content" / "book.yaml", "{set: gear}]", "{kind: table}, {kind: heading}]")
    edit(with_index / "content" / "data" / "catches.yaml", "[signals](#the-tide-signals)", "signals")
    edit(with_index / "content" / "chapters" / "the-tide.md", "## Signals\n", "## Signals (2/4) by Day (or Night)\n")
    lines = [line for group in view(loaded(with_index)).groups for line in group.lines if "Signals" in line.name]
    assert [line.name for line in lines] == ["Signals by Day"]
    assert "table:signals" in lines[0].anchors


def test_where_names_are_looked_for(with_index: Path) -> None:
    edit(with_index / "content" / "book.yaml", "{set: gear}]", "{set: gear, chapters: [the-wreck]}]")
    book = loaded(with_index)
    sets = {c.id: {e.set for e in indexed_entries(book, c)} for c in book.chapters}
    assert sets["the-wreck"] == {"words", "gear"}
    assert sets["the-crew"] == {"words"}
    assert sets["the-words"] == set()
    by_id = {c.id: {a.partition(":")[0] for a in indexed_anchors(book, c)} for c in book.chapters}
    assert by_id["the-crew"] == {"words", "gear"}
    assert by_id["the-words"] == set()


def test_it_stands_where_the_book_says_and_in_the_contents(with_index: Path) -> None:
    tree = parse_html(_html(with_index))
    titles = [e.attributes["id"] for e in tree.of_class("chapter-title")]
    assert titles.index("index") == titles.index("the-colophon") - 1
    assert any(e.attributes.get("href") == "#index" for e in tree.of_class("contents-line"))
    edit(with_index / "content" / "book.yaml", "  before: the-colophon\n", "")
    titles = [e.attributes["id"] for e in parse_html(_html(with_index)).of_class("chapter-title")]
    assert titles[-1] == "index"


def test_each_home_in_the_index_is_in_the_book(with_index: Path) -> None:
    edit(with_index / "content" / "book.yaml", "{set: gear}]", "{set: gear}, {kind: table}, {kind: figure}]")
    tree = parse_html(_html(with_index))
    ids = {e.attributes["id"] for e in tree.elements() if "id" in e.attributes}
    homes = [e.attributes["data-home"] for e in tree.of_class("index-home")]
    assert homes
    assert set(homes) <= ids


def _html(root: Path) -> str:
    return compose_book(loaded(root), root / "templates", 5)
