"""A fault of a definition is found where it is, and once: what follows from it is not told again."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.check.run import run_checks, selected_checks
from rulebook.finding import Finding
from tests.check.books import sample_with

CHAPTER = """\
---
title: Rules
---
Each runner has a Speed of [3″]{is=stride} a step, and [6″]{is="far(2)"} then.
Again [3″]{is=stride}, and [12″]{is="double(2)"}.

No runner carries the same charm again.

::: table omens
:::

::: table names
:::

::: entries charms
:::

::: entries terms
:::
"""
RULES = """\
home: rules
values:
  stride: 3″
formulas:
  far(n): stride * n
  double(n): far(n) * 2
claims:
  - {says: Two strides are twice as far as one., holds: double(2) == 4 * far(1)}
"""


def found(folder: Path, rules: str, chapter: str = CHAPTER) -> list[Finding]:
    book = sample_with(folder, rules__running=rules, chapters__rules=chapter)
    return list(run_checks(book, selected_checks(["E", "N"])).errors)


def test_a_sound_book_has_no_finding(tmp_path: Path) -> None:
    assert found(tmp_path, RULES) == []


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        # A home that is no chapter: nothing else is asked of it.
        ("home: rules", "home: ruls", "1:7", "‘ruls’, the home of these rules, is no chapter"),
        # A name that is none, or is taken.
        ("  stride: 3″", "  str-ide: 3″\n  stride: 3″", "3:3", "‘str-ide’: ‘str-ide’ is no name of a value"),
        ("  far(n): ", "  far: ", "5:3", "‘far’: ‘far’ is no head of a formula"),
        ("  far(n): ", "  far(n: ", "5:3", "‘far’: ‘far(n’ is no head of a formula"),
        ("  far(n): ", "  far (n): ", "5:3", "‘far ’: ‘far (n)’ is no head of a formula"),
        # A value that cannot be read, and one that cannot be computed.
        ("stride: 3″", "stride: 3 ″ ″", "3:13", "‘stride’: "),
        ("stride: 3″", "stride: 3″ / 0", "3:11", "‘stride’: 3″ is divided by zero"),
        # A formula with a name that is unknown, one that cannot be read, and one that never ends.
        ("stride * n", "strid * n", "5:11", "‘far’: there is no value ‘strid’"),
        ("stride * n", "stride * * n", "5:20", "‘far’: "),
        ("stride * n", "double(n) / 2", "5:11", "‘far’: these definitions go round in a loop: far → double → far"),
    ],
)
def test_one_cause_has_one_finding(old: str, new: str, place: str, message: str, tmp_path: Path) -> None:
    assert old in RULES
    errors = found(tmp_path, RULES.replace(old, new, 1))
    assert [f.code for f in errors] == ["E102"], [str(f) for f in errors]
    assert errors[0].message.startswith(message), errors[0].message
    assert str(errors[0].position) == f"content/rules/running.yaml:{place}"


def test_a_home_that_is_misspelt_is_suggested(tmp_path: Path) -> None:
    (error,) = found(tmp_path, RULES.replace("home: rules", "home: ruls"))
    assert error.hint == "did you mean ‘rules’?"


def test_two_heads_of_one_name_are_each_told_at_their_own_place(tmp_path: Path) -> None:
    rules = RULES.replace("  far(n): stride * n\n", "  f: 1\n  f(x: 1\n  u (a): a\n  far(n): stride * n\n")
    errors = found(tmp_path, rules)
    assert [(f.position.line, f.position.column, f.found) for f in errors] == [
        (5, 3, "f: 1"),
        (6, 3, "f(x: 1"),
        (7, 3, "u (a): a"),
    ]


def test_a_quoted_head_is_told_behind_its_quote(tmp_path: Path) -> None:
    rules = RULES.replace("  far(n): stride * n\n", "  far(n): stride * n\n  'odd(n, 2)': n\n")
    assert [(f.position.line, f.position.column) for f in found(tmp_path, rules)] == [(6, 11)]


def test_what_has_another_cause_is_still_found(tmp_path: Path) -> None:
    """A faulty formula silences neither a number that is wrong, nor what it is not used in."""
    rules = RULES.replace("far(n) * 2", "fare(n) * 2").replace("stride: 3″", "stride: 4″\n  rest: 2")
    chapter = CHAPTER.replace("Again", 'At [2]{is="rest / 0"} and [2]{is=rst},')
    errors = found(tmp_path, rules, chapter)
    assert [(f.code, f.message.partition(";")[0].partition(":")[0]) for f in errors] == [
        ("E101", "the text says ‘3″’"),
        ("E101", "the text says ‘6″’"),
        ("E101", "‘rest / 0’ cannot be computed"),
        ("E101", "‘rst’ cannot be computed"),
        ("E101", "the text says ‘3″’"),
        ("E105", "‘rest’ is stated by no sentence of its home, ‘rules’"),
        ("E102", "‘double’"),
    ]


def test_a_formula_that_only_a_faulty_one_uses_is_not_said_to_be_unused(tmp_path: Path) -> None:
    rules = RULES.replace("far(n) * 2", "far(n) * * spare(n)").replace("  far(n)", "  spare(n): n + 1\n  far(n)")
    assert [f.code for f in found(tmp_path, rules)] == ["E102"]


def test_a_name_that_is_taken_is_told_once(tmp_path: Path) -> None:
    """A number word cannot be a name: whatever uses it says nothing new."""
    errors = found(tmp_path, RULES.replace("double(", "twice("), CHAPTER.replace("double(", "twice("))
    assert [(f.code, str(f.position)) for f in errors] == [("E102", "content/rules/running.yaml:6:3")]


@pytest.mark.parametrize(
    ("old", "new", "place", "message", "hint"),
    [
        (
            "stride: 3″",
            "strid: 3″",
            "3:3",
            "‘strid’ is used by nothing, and ‘stride’, which is used 3 times, is undefined",
            "call it ‘stride’",
        ),
        (
            "  far(n): ",
            "  farr(n): ",
            "5:3",
            "‘farr’ is used by nothing, and ‘far’, which is used 3 times, is undefined",
            "call it ‘far’",
        ),
    ],
)
def test_a_definition_that_is_misspelt_is_told_where_it_stands(
    old: str, new: str, place: str, message: str, hint: str, tmp_path: Path
) -> None:
    """Its uses are right, however many they are."""
    (error,) = found(tmp_path, RULES.replace(old, new, 1))
    assert (error.code, error.message, error.hint) == ("E102", message, hint)
    assert str(error.position) == f"content/rules/running.yaml:{place}"
