"""What the index lists: the sets and kinds that the book declares, once each, in the alphabet, by letters."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.compose.book import compose_book
from rulebook.compose.homes import reading_order
from rulebook.compose.index import index_of, indexed_anchors, indexed_entries
from rulebook.compose.views import IndexLineView, IndexView
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


def line_of(index: IndexView, name: str) -> IndexLineView:
    (line,) = [line for group in index.groups for line in group.lines if line.name == name]
    return line


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
    uses = [anchor for group in index.groups for line in group.lines for anchor in line.uses]
    assert len(uses) == len(set(uses))
    assert {anchor.partition(":")[0] for anchor in uses} == {"words", "gear"}


def test_it_lists_nothing_that_has_no_place_to_lead_to(with_index: Path) -> None:
    edit(with_index / "content" / "book.yaml", "{set: gear}]", "{set: word-groups}]")
    anchors = {a for group in view(loaded(with_index)).groups for line in group.lines for a in line.uses}
    assert "word-groups" not in {anchor.partition(":")[0] for anchor in anchors}
    assert anchors


def test_what_has_one_name_has_one_line(with_index: Path) -> None:
    edit(with_index / "content" / "data" / "gear.yaml", "name: Rope", "name: Nerve")
    line = line_of(view(loaded(with_index)), "Nerve")
    assert line.uses == ("words:nerve", "gear:rope")
    assert {"gear:rope", "the-wreck"} <= {*line.homes}


def test_a_rule_is_where_its_home_states_it_and_its_definition_only_explains_it(with_index: Path) -> None:
    line = line_of(view(loaded(with_index)), "Diver")
    assert line.homes == ("the-crew",)
    assert line.besides == ("words:diver",)
    # What a table or a chapter lists has no other home.
    assert line_of(view(loaded(with_index)), "Rope").homes == ("gear:rope",)
    assert line_of(view(loaded(with_index)), "Rope").besides == ()
    words = with_index / "content" / "data" / "words.yaml"
    words.write_text(words.read_text("utf-8").replace("home: [the-crew]", "home: [the-crew-choosing-gear]", 1), "utf-8")
    assert line_of(view(loaded(with_index)), "Diver").homes == ("the-crew-choosing-gear",)


def test_the_rules_of_a_name_are_in_the_order_of_the_book(with_index: Path) -> None:
    book_file = with_index / "content" / "book.yaml"
    edit(book_file, "of: [{set: words}", "words: [{word: Danger, at: [the-wreck, the-crew]}]\n  of: [{set: words}")
    book = loaded(with_index)
    order = [c.id for c in book.chapters]
    line = line_of(view(book), "Danger")
    assert list(line.homes) == sorted(["the-wreck", "the-crew"], key=order.index)
    for group in view(book).groups:
        for found in group.lines:
            places = [reading_order(book)[anchor] for anchor in found.homes]
            assert places == sorted(places), found


def test_words_are_listed_beside_what_has_a_name(with_index: Path) -> None:
    book_file = with_index / "content" / "book.yaml"
    edit(book_file, "of: [{set: words}", "words: [{word: Lifeline, at: ['gear:rope']}]\n  of: [{set: words}")
    assert line_of(view(loaded(with_index)), "Lifeline").homes == ("gear:rope",)
    # A word that is listed already has the places besides its own.
    edit(book_file, "word: Lifeline, at: ['gear:rope']", "word: Nerve, at: [the-crew]")
    line = line_of(view(loaded(with_index)), "Nerve")
    assert "the-crew" in line.homes
    assert len(line.homes) > 1


@pytest.mark.parametrize(
    ("declared", "said"),
    [
        ("words: [{word: Lifeline, at: ['gear:roep']}]", "‘gear:roep’ is no place in the book"),
        ("words: [{word: Lifeline, at: [the-crew-choosing-gaer]}]", "‘the-crew-choosing-gaer’ is no place in the book"),
        ("words: [{word: Lifeline, at: []}]", ""),
        ("without: [the-crew-choosing-gaer]", "there is no title ‘the-crew-choosing-gaer’ to be left out"),
    ],
)
def test_a_word_that_leads_nowhere_is_found(with_index: Path, declared: str, said: str) -> None:
    book_file = with_index / "content" / "book.yaml"
    edit(book_file, "of: [{set: words}", f"{declared}\n  of: [{{set: words}}")
    found = load_book(with_index).findings
    assert [f.position.path for f in found] == ["content/book.yaml"]
    assert said in found[0].message
    if said:
        assert (found[0].code, found[0].hint.startswith("did you mean ‘")) == ("S021", True)
        assert found[0].position.column > declared.index("[")


def test_titles_can_be_left_out(with_index: Path) -> None:
    book_file = with_index / "content" / "book.yaml"
    edit(book_file, "{set: gear}]", "{set: gear}, {kind: heading}, {kind: table}]")
    assert "Choosing gear" in names(view(loaded(with_index)))
    before = names(view(loaded(with_index)))
    edit(book_file, "of: [{set: words}", "without: [the-crew-choosing-gear, the-tide-signals]\n  of: [{set: words}")
    assert set(before) - set(names(view(loaded(with_index)))) == {"Choosing gear", "Signals"}


def test_a_title_that_is_a_form_of_a_word_joins_its_line(with_index: Path) -> None:
    book_file = with_index / "content" / "book.yaml"
    edit(book_file, "{set: gear}]", "{set: gear}, {kind: heading}]")
    crew = with_index / "content" / "chapters" / "the-crew.md"
    crew.write_text(crew.read_text(encoding="utf-8") + "\n## Divers\n\nThey dive.\n", encoding="utf-8")
    index = view(loaded(with_index))
    assert "Divers" not in names(index)
    assert "the-crew-divers" in line_of(index, "Diver").homes


def test_tables_are_listed_by_their_caption_or_else_by_the_section_above(with_index: Path) -> None:
    edit(with_index / "content" / "book.yaml", "{set: gear}]", "{kind: table}]")
    lines = {a: line.name for g in view(loaded(with_index)).groups for line in g.lines for a in line.homes}
    assert lines["table:signals"] == "Signals"
    edit(with_index / "content" / "data" / "tables.yaml", "  - id: signals\n", "  - id: signals\n    caption: Flags\n")
    lines = {a: line.name for g in view(loaded(with_index)).groups for line in g.lines for a in line.homes}
    assert lines["table:signals"] == "Flags"


def test_a_title_is_listed_without_which_of_how_many_it_is(with_index: Path) -> None:
    edit(with_index / "content" / "book.yaml", "{set: gear}]", "{kind: table}, {kind: heading}]")
    edit(with_index / "content" / "data" / "catches.yaml", "[signals](#the-tide-signals)", "signals")
    edit(with_index / "content" / "chapters" / "the-tide.md", "## Signals\n", "## Signals (2/4) by Day (or Night)\n")
    lines = [line for group in view(loaded(with_index)).groups for line in group.lines if "Signals" in line.name]
    assert [line.name for line in lines] == ["Signals by Day"]
    assert "table:signals" in lines[0].homes


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
