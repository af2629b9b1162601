"""What a printing has frozen: changed, gone, or with another thing under its id."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from rulebook.check.checks import frozen_id
from rulebook.model import Book
from rulebook.printing.ids import ids_of
from rulebook.printing.record import FrozenId, Printing
from tests.check.books import sample_with


def _ids(book: Book) -> dict[str, FrozenId]:
    anchors = [entry.anchor for entry_set in book.sets.values() for entry in entry_set.entries]
    return {i.id: i for i in ids_of(book, dict.fromkeys(anchors, "7"))}


def _found(book: Book, frozen: Iterable[FrozenId]) -> list[str]:
    """What is found when the newest printing has these ids; of each finding its message."""
    (printing,) = book.printings
    newest: Printing = replace(printing, ids=tuple(frozen))
    return [finding.message for finding in frozen_id.CHECK.run(replace(book, printings=(newest,)))]


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return sample_with(tmp_path)


def _retitled(ids: dict[str, FrozenId], **titles: str) -> list[FrozenId]:
    """The ids with other titles of some, which are named with `__` for `:`, `_` for `-`."""
    new = {name.replace("__", ":").replace("_", "-"): title for name, title in titles.items()}
    assert new.keys() <= ids.keys(), ids.keys()
    return [replace(i, title=new.get(i.id, i.title)) for i in ids.values()]


def test_a_book_that_is_as_it_was_has_nothing(book: Book) -> None:
    assert _found(book, _ids(book).values()) == []


def test_ids_that_two_things_have_exchanged_are_both_found(book: Book) -> None:
    ids = _ids(book)
    first, second = ids["first-race"], ids["second-race"]
    found = _found(book, _retitled(ids, first_race=second.title, second_race=first.title))
    assert found == [
        f"the id ‘first-race’ was that of the chapter ‘{second.title}’ in printing 1.0 and is now that of "
        f"‘{first.title}’, while ‘{second.title}’ has the id ‘second-race’",
        f"the id ‘second-race’ was that of the chapter ‘{first.title}’ in printing 1.0 and is now that of "
        f"‘{second.title}’, while ‘{first.title}’ has the id ‘first-race’",
    ]


def test_an_id_that_was_passed_on_is_found_where_its_thing_has_a_new_one(book: Book) -> None:
    ids = _ids(book)
    # What was printed as the first race is the second now, whose id the printing did not have.
    frozen = [i for i in _retitled(ids, first_race=ids["second-race"].title) if i.id != "second-race"]
    (found,) = _found(book, frozen)
    assert found.endswith(f"while ‘{ids['second-race'].title}’ has the id ‘second-race’")


def test_a_thing_that_is_only_called_otherwise_is_the_same(book: Book) -> None:
    assert _found(book, _retitled(_ids(book), first_race="The Old Race")) == []


def test_a_title_that_another_thing_had_before_too_is_no_exchange(book: Book) -> None:
    ids = _ids(book)
    assert _found(book, _retitled(ids, first_race=ids["second-race"].title)) == []


@pytest.mark.parametrize(("title", "other", "found"), [("Storm", "omens:storm", 1), ("Bell", "charms:bell", 0)])
def test_an_entry_is_looked_for_in_its_own_set(book: Book, title: str, other: str, found: int) -> None:
    frozen = [i for i in _retitled(_ids(book), omens__calm=title) if i.id != other]
    assert len(_found(book, frozen)) == found


def test_that_a_title_was_written_over_two_lines_is_no_other(book: Book) -> None:
    ids = _ids(book)
    assert _found(book, _retitled(ids, first_race=f"  {ids['first-race'].title}".replace(" ", "\n"))) == []
