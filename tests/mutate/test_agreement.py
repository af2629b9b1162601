"""What is found in memory, by what depends on a change alone, is what all the checks find in the changed files."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from rulebook.check.run import run_checks
from rulebook.load import load_book
from rulebook.mutate.mutant import Kind
from rulebook.mutate.prove import Prover
from rulebook.mutate.run import mutants_of
from rulebook.mutate.shown import SHOWN
from tests.editing import edit
from tests.mutate.small import PROSE, RULES, loaded, small_book, write_change


def _found_on_disk(root: Path) -> bool:
    result = load_book(root)
    return result.book is None or bool(run_checks(result.book).errors)


def _compare(root: Path) -> Counter[Kind]:
    book = loaded(root)
    assert run_checks(book).errors == ()
    prover = Prover(book)
    compared: Counter[Kind] = Counter()
    for mutant in mutants_of(book):
        for change in mutant.changes:
            path = root / mutant.place.start.path
            before = path.read_bytes()
            write_change(root, mutant, change.after)
            on_disk = _found_on_disk(root)
            path.write_bytes(before)
            said = f"{mutant.kind} {mutant.place.start} {mutant.before!r} to {change.after!r}"
            if prover.finds_nearby(mutant, change):
                assert on_disk, said
            if mutant.kind is not Kind.FIELD:
                assert prover.finds(mutant, change) == on_disk, said
            compared[mutant.kind] += 1
    return compared


def test_a_small_book_agrees_with_its_files(tmp_path: Path) -> None:
    compared = _compare(small_book(tmp_path))
    assert all(compared[kind] for kind in Kind if kind is not Kind.FIELD and kind not in SHOWN), compared


def test_a_finding_that_is_waived_is_none_in_memory_either(tmp_path: Path) -> None:
    # One stale number in a paragraph and one in an Example, a column that lacks a result, and a member of a roster that
    # breaks a rule: all four may stand.
    stale = ' On a slow day it is [12″]{is="far(3)"}.\n'
    prose = (
        PROSE.replace(" at most.\n", f" at most.{stale}")
        .replace("[Storm]", "[Calm]")
        .replace("[5]{let=roll}", "[6]{let=roll}")
    )
    root = small_book(tmp_path, prose=prose)
    charms = root / "content" / "data" / "charms.yaml"
    waives = (
        "[{code: E101, chapter: rules, text: 12″}, {code: E101, chapter: rules, text: Calm}, {code: T101, set: names}, "
        "{code: R101, set: team}]"
    )
    edit(charms, "short: +2 speed}", f"short: +2 speed, waives: {waives}}}")
    edit(root / "content" / "data" / "names.yaml", "roll: 4–6", "roll: 4–5")
    rule = "len(distinct(runner.charms)) == len(runner.charms)"
    edit(root / "content" / "rosters" / "team.yaml", rule, "len(runner.charms) <= 0")
    book = loaded(root)
    assert sorted(w.finding.code for w in run_checks(book).waived) == ["E101", "E101", "R101", "T101"]
    compared = _compare(root)
    assert compared[Kind.GIVEN], compared
    assert compared[Kind.RANGE], compared
    assert compared[Kind.ROSTER] == 3 * 2, compared


@pytest.mark.slow
def test_the_tiny_book_agrees_with_its_files(tiny_source: Path) -> None:
    compared = _compare(tiny_source)
    assert compared[Kind.RANGE] > 20
    assert compared[Kind.FIELD]


def test_what_only_a_whole_check_sees_is_found(tmp_path: Path) -> None:
    # No binding takes the last branch; that it adds a number to a length is found where definitions are checked.
    body = "n * stride if n > 0 else stride + 0"
    rules = RULES.replace("far(n): n * stride", f"far(n): {body}")
    book = loaded(small_book(tmp_path, rules))
    prover = Prover(book)
    changes = [
        (m, m.changes[0])
        for m in mutants_of(book)
        if (m.subject, m.before, m.place.offset) == ("far", "0", body.rindex("0"))
    ]
    assert len(changes) == 2
    assert not any(prover.finds_nearby(*change) for change in changes)
    assert all(prover.finds(*change) for change in changes)
