"""The grown book of the benchmark is as many times as large as it says, and still loads."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulebook.growth import grown_book
from rulebook.load import load_book
from tests.conftest import REPOSITORY

TINY = REPOSITORY / "tests" / "tiny"


@pytest.mark.parametrize("root", [TINY, REPOSITORY], ids=["tiny", "book"])
def test_all_of_a_book_grows(root: Path, tmp_path: Path) -> None:
    book, larger = load_book(root).book, load_book(grown_book(root, tmp_path / "larger", 3)).book
    assert book is not None
    assert larger is not None
    assert len(larger.chapters) == 3 * len(book.chapters)
    for id_, entry_set in book.sets.items():
        drawn = entry_set.kind in ("figure", "table")
        assert len(larger.sets[id_].entries) == (1 if drawn else 3) * len(entry_set.entries)
    for topic, more in zip(book.rules, larger.rules, strict=True):
        assert len(more.values) == 3 * len(topic.values)
        assert len(more.formulas) == 3 * len(topic.formulas)
        assert len(more.claims) == len(topic.claims)


def test_the_chapters_alone_grow(tmp_path: Path) -> None:
    larger = load_book(grown_book(TINY, tmp_path / "larger", 2, chapters_only=True)).book
    book = load_book(TINY).book
    assert book is not None
    assert larger is not None
    assert len(larger.chapters) == 2 * len(book.chapters)
    assert {id_: len(s.entries) for id_, s in larger.sets.items()} == {
        id_: len(s.entries) for id_, s in book.sets.items()
    }


def test_once_is_the_book_itself(tmp_path: Path) -> None:
    shutil.copytree(TINY / "content", tmp_path / "plain" / "content")
    grown = grown_book(TINY, tmp_path / "same", 1)
    for path in (tmp_path / "plain" / "content").rglob("*.md"):
        assert (grown / "content" / path.relative_to(tmp_path / "plain" / "content")).read_bytes() == path.read_bytes()
