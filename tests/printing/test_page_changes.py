"""What has changed on each page, from the maps of two books."""

from __future__ import annotations

from collections import Counter

from rulebook.printing.page_changes import BookPages, page_changes
from rulebook.render.placed import Fragment, SourceBlock


def book(*blocks: tuple[str, int]) -> BookPages:
    placed = tuple(
        SourceBlock(f"content/a.md:{n}:1", "p", (text,), (Fragment(page, 0, 0, 1, 1),))
        for n, (text, page) in enumerate(blocks, 1)
    )
    words: dict[int, Counter[str]] = {}
    for text, page in blocks:
        words.setdefault(page, Counter()).update(text.split())
    return BookPages(placed, words, {page: str(page) for page in words})


def test_a_changed_word_is_marked_on_its_page_and_the_sentence_beside_it_is_left_out() -> None:
    old, new = book(("One stays. You gain 10 coins.", 1)), book(("One stays. You gain 3 coins.", 1))
    assert page_changes(old, new, (1,)) == {1: ("`content/a.md:1`: You gain ~~10~~ **3** coins.",)}


def test_text_that_has_only_moved_is_said_to_have_moved() -> None:
    old, new = book(("A b.", 1), ("C d.", 1)), book(("A b.", 1), ("C d.", 2))
    assert page_changes(old, new, (2,)) == {2: ("a page more than before: text that stood on page 1",)}


def test_what_is_gone_and_what_is_new_are_told_of() -> None:
    old, new = book(("A b.", 1), ("Gone for good.", 1)), book(("A b.", 1))
    assert page_changes(old, new, (1,)) == {1: ("`content/a.md:2`: ~~Gone for good.~~",)}
    assert page_changes(new, old, (1,)) == {1: ("`content/a.md:2`: **Gone for good.**",)}


def test_a_page_that_differs_without_a_word_is_said_to() -> None:
    same = book(("A b.", 1))
    assert page_changes(same, same, (1,)) == {1: ("the words are the same: lines, type or drawings differ",)}
    assert page_changes(same, same, ()) == {}
