"""Where composed text is marked: before each use of a term that its pages list, and of an entry of the index."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from markupsafe import Markup

from rulebook.compose.book import compose_book
from rulebook.compose.inline import Linker, inline_html
from rulebook.compose.marks import Marker, marked
from rulebook.compose.terms import TermMatcher, listed_name, terms_for
from rulebook.load import load_book
from rulebook.model import Book, Inline
from rulebook.source import Position
from tests.compose.test_terms import ACT, BORN_LEADER, LEADER, OUT
from tests.editing import edit

HERE = Position("x.md")
MARKER = Marker(TermMatcher((LEADER, BORN_LEADER, ACT, OUT)), TermMatcher(()))
LINKER = Linker(lambda target: f"The Act ({target})", MARKER)


def html(source: str, linker: Linker = LINKER) -> str:
    """An inline's HTML, a mark in it as `|`."""
    found = inline_html(Inline(source, (HERE,) * (source.count("\n") + 1)), linker)
    return re.sub(r'<span data-term="words:[a-z-]+"></span>', "|", found)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("An Act of a Leader.", "An |Act of a |Leader."),
        ("**Act.** A *Born Leader* may.", "<strong>|Act.</strong> A <em>|Born Leader</em> may."),
        ("He is Out\nof Action.", "He is |Out of Action."),
        ("Out *of* Action", "|Out <em>of</em> Action"),
        ("An Act ([→](#x)), an Act", 'An |Act (<a class="reference" href="#x">→\u00a0The Act (x)</a>), an |Act'),
        ("a & b, an Act", "a &amp; b, an |Act"),
        ("No term.", "No term."),
    ],
)  # fmt: skip
def test_marks_in_an_inline(source: str, expected: str) -> None:
    assert html(source) == expected


def test_no_marks_without_a_marker() -> None:
    assert html("An Act.", LINKER.unmarked) == "An Act."


def test_marks_within_a_part_of_a_text() -> None:
    marks = {3: Markup("|"), 6: Markup("/"), 9: Markup("!")}
    assert marked("d<fgh", marks, 3) == "|d&lt;f/gh"
    assert marked("", marks, 3) == ""


def index_marks(text: str, *, prose: bool = True) -> list[int]:
    marker = Marker(TermMatcher(()), TermMatcher((LEADER, BORN_LEADER)))
    return list(marker.marks(text, prose=prose))


def test_a_single_word_counts_for_the_index_only_within_a_sentence() -> None:
    assert index_marks("The Leader goes. Leader of all. “Leader” is a word: Leader. Is it, Leader?") == [4, 67]
    assert index_marks("Born Leader: a Leader.") == [0, 15]
    assert index_marks("The Leader", prose=False) == []


def test_the_terms_of_a_glossary_count_for_the_index_wherever_they_stand() -> None:
    marker = Marker(TermMatcher(()), TermMatcher((LEADER,)), glossaries=frozenset({"words"}))
    assert list(marker.marks("Leader. The Leader.", prose=False)) == [0, 12]


@pytest.fixture
def by_page(tiny_book: Path) -> Path:
    """The tiny book with its terms at the foot of each page, and an index."""
    edit(
        tiny_book / "content" / "book.yaml",
        "glossary: chapter\n",
        "glossary: page\nindex: {title: Index, before: the-colophon, of: [{set: words}, {set: gear}, {kind: table}]}\n",
    )
    return tiny_book


def composed(root: Path) -> tuple[Book, str]:
    loaded = load_book(root)
    assert loaded.book is not None, [str(f) for f in loaded.findings]
    return loaded.book, compose_book(loaded.book, root / "templates", 5)


def test_a_book_with_terms_by_page_has_marks_and_one_list(by_page: Path) -> None:
    book, found = composed(by_page)
    for chapter in book.chapters:
        part = found.partition(f'id="{chapter.id}"')[2].partition("</section>")[0]
        marked_terms = set(re.findall(r'data-term="([^"]+)"', part))
        assert marked_terms <= {term.anchor for term in terms_for(book, chapter)}
        assert bool(marked_terms) == (chapter.id in ("the-crew", "the-wreck", "the-tide")), chapter.id
    foot = found.partition('data-foot="page"')[2]
    names = re.findall(r'<b class="term-name">([^<]+)</b>', foot)
    assert names == sorted(names, key=str.casefold)
    assert "Referee" not in names
    assert '<section class="terms">' not in found


def test_a_book_with_terms_by_chapter_has_no_marks(tiny_book: Path) -> None:
    _, found = composed(tiny_book)
    assert "data-term" not in found
    assert "data-entry" not in found
    assert "data-foot" not in found


def test_nothing_is_marked_in_titles_captions_and_heads(by_page: Path) -> None:
    edit(by_page / "content" / "chapters" / "the-tide.md", "## Signals\n", "## Signals\n\n### Divers\n")
    edit(by_page / "content" / "data" / "tables.yaml", "  - id: signals\n", "  - id: signals\n    caption: Divers\n")
    edit(by_page / "content" / "data" / "tables.yaml", "head: 4–5", "head: Divers")
    _, found = composed(by_page)
    for tag in ("h1", "h2", "h3", "h4", "caption", "th"):
        for inner in re.findall(rf"<{tag}\b.*?</{tag}>", found, re.DOTALL):
            assert "data-term" not in inner, inner
            assert "data-entry" not in inner, inner


def test_nothing_is_marked_in_a_column_of_words(by_page: Path) -> None:
    edit(by_page / "content" / "data" / "signals.yaml", "brass", "Divers")
    _, counted = composed(by_page)
    edit(by_page / "content" / "data" / "tables.yaml", "value: cells.2}", "value: cells.2, role: words}")
    _, found = composed(by_page)
    assert '<span data-term="words:diver"></span>' in _cell(counted, "Divers")
    assert "data-term" not in _cell(found, "Divers")


def _cell(html: str, words: str) -> str:
    (found,) = (cell for cell in re.findall(r"<td\b.*?</td>", html, re.DOTALL) if words in cell)
    return str(found)


def test_the_short_form_of_a_term_stands_at_the_foot(by_page: Path) -> None:
    words = by_page / "content" / "data" / "words.yaml"
    edit(words, "    name: Nerve\n", "    name: Nerve\n    foot: Not to fear the bell.\n")
    _, found = composed(by_page)
    foot = found.partition('data-foot="page"')[2]
    assert '<b class="term-name">Nerve</b></a> Not to fear the bell.</li>' in foot


def test_the_terms_of_the_foot_are_in_the_alphabet_of_their_listed_names(by_page: Path) -> None:
    book, found = composed(by_page)
    anchors = re.findall(r'<li class="foot-term" data-term="([^"]+)"', found)
    entries = {e.anchor: e for s in book.sets.values() for e in s.entries}
    assert anchors == sorted(anchors, key=lambda a: listed_name(entries[a]).casefold())
