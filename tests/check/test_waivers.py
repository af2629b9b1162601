"""Waivers: a finding that a ruling lets stand, and no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulebook.check.checks import waiver
from rulebook.check.run import run_checks, selected_checks
from rulebook.model import Book
from tests.check.books import book_yaml, sample_with

_CHARM = (
    "kind: charm\nentries:\n  - id: bell\n    name: Bell\n    text: Take +2 speed.\n    short: +3 speed\n"
    "    waives:\n      - {{{}}}\n"
)
_BOOK = book_yaml("  waivers: {set: charms, reason: text}\n")


def book_with(folder: Path, waives: str, book: str = _BOOK) -> Book:
    return sample_with(folder, book=book, data__charms=_CHARM.format(waives))


def said(book: Book) -> list[str]:
    return [f"{f.position.line}:{f.position.column} {f.message} ({f.hint})" for f in waiver.CHECK.run(book)]


@pytest.mark.parametrize(
    "waives",
    [
        "code: N101, set: charms",
        "code: N101, set: charms, entry: bell",
        "code: N101, set: charms, text: '+3'",
    ],
)
def test_what_is_waived_is_no_error_and_is_kept_with_its_reason(waives: str, tmp_path: Path) -> None:
    checked = run_checks(book_with(tmp_path, waives), selected_checks(["N101", "S110"]))
    assert checked.errors == ()
    (waived,) = checked.waived
    assert (waived.finding.code, waived.waiver.holder, waived.waiver.reason) == ("N101", "Bell", "Take +2 speed.")


def test_without_the_waiver_it_is_an_error(tmp_path: Path) -> None:
    checked = run_checks(
        sample_with(tmp_path, data__charms=_CHARM.partition("    waives")[0]), selected_checks(["N101"])
    )
    assert [f.code for f in checked.errors] == ["N101"]
    assert checked.waived == ()


@pytest.mark.parametrize(
    ("waives", "message"),
    [
        ("code: N101, set: terms", "nothing needs the waiver of N101 in ‘Bell’ (remove it, or mend its place: N101 is"),
        ("code: N101, chapter: rules", "nothing needs the waiver of N101"),
        (
            "code: N101, set: charms, text: speech",
            "nothing of what N101 finds in charms says ‘speech’ (write words of what is found at content/data/",
        ),
        ("code: T101, set: omens", "nothing needs the waiver of T101 in ‘Bell’ (remove it)"),
        ("code: N110, set: charms", "there is no check ‘N110’ whose findings can be waived (did you mean ‘"),
        ("code: S021, set: charms", "there is no check ‘S021’ whose findings can be waived (‘S021’ is told by every"),
        ("code: S110, set: charms", "there is no check ‘S110’ whose findings can be waived"),
        ("code: N101, set: charm", "there is no set ‘charm’ (did you mean ‘charms’?)"),
        ("code: N101, set: charms, entry: ball", "‘charms’ has no entry ‘ball’ (did you mean ‘bell’?)"),
        ("code: N101, chapter: rulse", "there is no chapter ‘rulse’ (did you mean ‘rules’?)"),
        ("code: N101, chapter: rules, set: charms", "it names a chapter and a set"),
        ("code: N101", "the waiver of N101 does not say where it holds (add ‘chapter: …’ or ‘set: …’)"),
        ("code: N101, entry: bell", "the waiver of N101 does not say where it holds"),
    ],
)
def test_a_waiver_that_waives_nothing_is_an_error(waives: str, message: str, tmp_path: Path) -> None:
    book = book_with(tmp_path, waives)
    (found,) = said(book)
    assert re.sub(r"^\d+:\d+ ", "", found).startswith(message)
    checked = run_checks(book, selected_checks(["N101", "S110"]))
    assert [f.code for f in checked.errors] == ["N101", "S110"], "it waives nothing"


def test_a_waiver_of_one_entry_leaves_the_next(tmp_path: Path) -> None:
    charms = _CHARM.format("code: N101, set: charms, entry: bell")
    charms += "  - {id: horn, name: Horn, text: Take +2 speed., short: +4 speed}\n"
    checked = run_checks(sample_with(tmp_path, book=_BOOK, data__charms=charms), selected_checks(["N101"]))
    assert [f.position.line for f in checked.errors] == [9]
    assert [w.finding.position.line for w in checked.waived] == [6]


def test_a_waiver_of_one_code_leaves_another_at_the_same_place(tmp_path: Path) -> None:
    charms = _CHARM.format("code: N101, set: charms").replace("+3 speed", "+3 'speed'")
    checked = run_checks(sample_with(tmp_path, book=_BOOK, data__charms=charms), selected_checks(["N101", "S101"]))
    assert {f.code for f in checked.errors} == {"S101"}
    assert [w.finding.code for w in checked.waived] == ["N101"]


def test_a_waiver_needs_a_reason(tmp_path: Path) -> None:
    book = book_with(tmp_path, "code: N101, set: charms", book_yaml("  waivers: {set: charms, reason: why}\n"))
    assert said(book) == ["8:9 the waiver of N101 gives no reason (say why in the entry that holds it)"]
    assert run_checks(book, selected_checks(["N101"])).waived == ()


def test_a_set_of_waivers_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    book = book_with(tmp_path, "code: N101, set: charms", book_yaml("  waivers: {set: charm, reason: text}\n"))
    (found,) = said(book)
    assert found.endswith("‘charm’, and there is no such set (did you mean ‘charms’?)")


def test_a_book_that_declares_no_waivers_has_none(tmp_path: Path) -> None:
    book = book_with(tmp_path, "code: N101, set: charms", book_yaml("  alphabetical: [charms]\n"))
    assert [f.code for f in run_checks(book, selected_checks(["N101", "S110"])).errors] == ["N101"]


def test_a_check_that_is_not_run_makes_no_waiver_unneeded(tmp_path: Path) -> None:
    book = book_with(tmp_path, "code: N101, set: charms")
    assert run_checks(book, selected_checks(ignore=["N101"])).waived == ()
    assert said(book) == []


@pytest.mark.parametrize(
    ("waives", "faulty"),
    [
        ("code: N110, set: charms", "N110"),
        ("code: N101, set: charm", "charm}"),
        ("code: N101, set: charms, entry: ball", "ball"),
        ("code: N101, chapter: rulse", "rulse"),
        ("code: N101, chapter: rules, set: charms", "charms}"),
        ("code: N101, chapter: rules", "rules"),
        ("code: N101, set: omens", "omens"),
        ("code: N101, set: charms, text: speech", "speech"),
        ("code: T101, set: omens", "{code"),
        ("code: N101, entry: bell", "{code"),
    ],
)
def test_a_fault_of_a_waiver_is_told_where_it_is(waives: str, faulty: str, tmp_path: Path) -> None:
    (found,) = said(book_with(tmp_path, waives))
    column = _CHARM.format(waives).split("\n")[7].index(faulty) + 1
    assert found.startswith(f"8:{column} ")


@pytest.mark.parametrize(
    ("waives", "again"),
    [
        ("code: N101, set: charms", "code: N101, set: charms"),
        ("code: N101, set: charms", "set: charms, code: N101, entry: bell"),
        ("code: N101, set: charms, text: '+3'", "code: N101, set: charms"),
    ],
)
def test_a_waiver_that_stands_twice_is_an_error(waives: str, again: str, tmp_path: Path) -> None:
    charms = _CHARM.format(waives) + f"      - {{{again}}}\n"
    book = sample_with(tmp_path, book=_BOOK, data__charms=charms)
    assert said(book) == [
        "9:9 the waiver of N101 in ‘Bell’ lets nothing stand that content/data/charms.yaml:8:9 does not "
        "(it stands twice: keep one)"
    ]
    assert [f.code for f in run_checks(book, selected_checks(["N101", "S110"])).errors] == ["S110"]


def test_two_waivers_of_two_findings_are_both_needed(tmp_path: Path) -> None:
    charms = _CHARM.format("code: N101, set: charms, entry: bell") + "      - {code: N101, set: charms}\n"
    charms += "  - {id: horn, name: Horn, text: Take +2 speed., short: +4 speed}\n"
    assert said(sample_with(tmp_path, book=_BOOK, data__charms=charms)) == []
