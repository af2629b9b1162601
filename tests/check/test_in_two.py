"""Loading and checking in two processes: what is found is the same as in one, and in the same order."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

from rulebook.check.check import Check
from rulebook.check.registry import CHECKS
from rulebook.check.run import Checked, run_checks
from rulebook.finding import Finding
from rulebook.load import load_book
from rulebook.load.codes import DUPLICATE_ID
from tests.check.books import SAMPLE
from tests.conftest import REPOSITORY
from tests.load.fault_operators import Source


def _both_ways(root: Path) -> tuple[tuple[Finding, ...], Checked | None]:
    """What is found by loading and by the checks, after asking that two processes find the same."""
    one, two = load_book(root), load_book(root, in_two=True)
    assert two.findings == one.findings
    assert two.book == one.book
    if one.book is None or two.book is None:
        return one.findings, None
    assert list(two.book.sets) == list(one.book.sets)
    assert list(two.book.chapters) == list(one.book.chapters)
    checked = run_checks(one.book)
    assert run_checks(two.book, in_two=True) == checked
    return one.findings, checked


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.code)
def test_each_check_finds_the_same(check: Check, tmp_path: Path) -> None:
    shutil.copytree(SAMPLE, tmp_path / "book")
    path = tmp_path / "book" / check.fails.path
    path.parent.mkdir(exist_ok=True)
    path.write_text(check.fails.text, encoding="utf-8")
    _, checked = _both_ways(tmp_path / "book")
    assert checked is not None
    assert check.code in {f.code for f in (*checked.errors, *checked.warnings)}


@pytest.mark.parametrize("seed", range(200, 204))
def test_loading_finds_the_same(tiny_source: Path, seed: int) -> None:
    assert len(Source(tiny_source).spoil(Random(seed), 20)) == 20
    assert len(_both_ways(tiny_source)[0]) == 20


def test_two_sets_of_one_name_are_found_once(tiny_source: Path) -> None:
    """The two may be read by different processes."""
    first = min((tiny_source / "content" / "data").glob("*.yaml"))
    shutil.copy(first, tiny_source / "content" / first.name)
    assert [f.code for f in _both_ways(tiny_source)[0]].count(DUPLICATE_ID) == 1


def test_the_book_itself_is_the_same() -> None:
    findings, checked = _both_ways(REPOSITORY)
    assert not findings
    assert checked is not None
    assert not checked.errors
