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
        ("E102", "‘double’"),
    ]


def test_a_value_that_is_stated_by_a_misspelt_name_is_not_said_to_be_unstated(tmp_path: Path) -> None:
    chapter = CHAPTER.replace("Again", "At [2]{is=rst},")
    rules = RULES.replace("stride: 3″", "stride: 3″\n  rest: 2")
    assert [f.code for f in found(tmp_path / "one", rules, chapter)] == ["E101"]
    other = chapter.replace("is=rst", "is=stries")
    assert [f.code for f in found(tmp_path / "other", rules, other)] == ["E101", "E105"]


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


def test_a_value_that_lost_its_unit_is_told_where_it_is_defined(tmp_path: Path) -> None:
    """Neither at the texts that state it, nor at what is computed from it."""
    rules = RULES.replace("stride: 3″", "stride: 3").replace("stride * n", "stride * n + 0″")
    (error,) = found(tmp_path, rules)
    assert (error.code, str(error.position)) == ("E102", "content/rules/running.yaml:3:11")
    assert error.message == (
        "‘stride’ has no unit, and 2 texts give it one: ‘3″’ first, at content/chapters/rules.md:4:29"
    )
    assert error.hint == "write the number with its mark (″), or the texts without"


def test_a_percentage_that_lost_its_mark_is_told_where_it_is_defined(tmp_path: Path) -> None:
    rules = RULES.replace("stride: 3″", "stride: 3″\n  odds: 25")
    chapter = CHAPTER.replace("Again", "At [25 %]{is=odds} and [25 %]{is=odds},")
    errors = found(tmp_path, rules, chapter)
    assert [(f.code, str(f.position)) for f in errors] == [("E102", "content/rules/running.yaml:4:9")]
    assert errors[0].message.startswith("‘odds’ has no unit, and 2 texts give it one: ‘25 %’ first, at ")


def test_a_part_that_is_said_in_percent_has_lost_no_mark(tmp_path: Path) -> None:
    rules = RULES.replace("stride: 3″", "stride: 3″\n  odds: 1/3")
    chapter = CHAPTER.replace("Again", "At [25 %]{is=odds} and [25 %]{is=odds},")
    assert [f.code for f in found(tmp_path, rules, chapter)] == ["E101", "E101"]


@pytest.mark.parametrize(
    ("other", "name", "place"),
    [
        ("values:\n  stride: 4″\n", "stride", "3:3"),
        ("formulas:\n  far(n): n\n", "far", "5:3"),
    ],
)
def test_what_two_files_define_is_told_once(other: str, name: str, place: str, tmp_path: Path) -> None:
    """Which is meant nobody can say: what states it, and what is computed from it, is not judged."""
    book = sample_with(
        tmp_path, rules__again=f"home: second-race\n{other}", rules__running=RULES, chapters__rules=CHAPTER
    )
    (error,) = run_checks(book, selected_checks(["E", "N"])).errors
    assert (error.code, str(error.position)) == ("E102", f"content/rules/running.yaml:{place}")
    assert error.message == f"‘{name}’: ‘{name}’ is defined twice: first at content/rules/again.yaml:3:3"


EXAMPLE = """
::: example
[Two]{let=steps} steps are [6″]{is="far(steps)"}; [two]{is=steps} more make [12″]{is="double(steps)"}.
:::
"""


def test_a_given_number_of_a_faulty_formula_is_not_said_to_be_idle(tmp_path: Path) -> None:
    rules = RULES.replace("stride * n", "stride * 2")
    errors = found(
        tmp_path, rules, CHAPTER + EXAMPLE.replace('; [two]{is=steps} more make [12″]{is="double(steps)"}', "")
    )
    assert [(f.code, f.message) for f in errors] == [("E102", "‘far’: the parameter ‘n’ of ‘far’ is not used")]


def test_a_given_name_that_is_misspelt_is_told_where_it_is_given(tmp_path: Path) -> None:
    (error,) = found(tmp_path, RULES, CHAPTER + EXAMPLE.replace("let=steps", "let=stpes"))
    assert (error.code, error.position.column) == ("E104", 2)
    assert error.message == (
        "‘stpes’ is given and nothing is computed from it; ‘steps’, which is used here, is not given"
    )
    assert error.hint == "call it ‘steps’"


def test_a_use_of_a_given_name_that_is_misspelt_is_told_where_it_is_used(tmp_path: Path) -> None:
    (error,) = found(tmp_path, RULES, CHAPTER + EXAMPLE.replace("double(steps)", "double(stpes)"))
    assert (error.code, error.hint) == ("E101", "did you mean ‘steps’?")


def test_a_given_number_that_is_said_again_is_not_idle_while_a_formula_is_faulty(tmp_path: Path) -> None:
    rules = RULES.replace("stride * n", "stride * (n").replace("far(n) * 2", "far(n) * 2 + n * 0")
    assert [f.code for f in found(tmp_path, rules, CHAPTER + EXAMPLE)] == ["E102"]


def test_a_name_that_an_example_does_not_give_is_told_once(tmp_path: Path) -> None:
    example = EXAMPLE.replace("let=steps", "let=hops").replace("[two]{is=steps}", "[two]{is=hops}")
    errors = found(tmp_path, RULES, CHAPTER + example)
    assert [(f.code, f.message, f.hint) for f in errors] == [
        (
            "E101",
            "‘far(steps)’ cannot be computed: there is no value ‘steps’",
            "give it where it is stated: […]{let=steps}",
        )
    ]


def test_outside_of_an_example_each_name_that_is_unknown_is_told(tmp_path: Path) -> None:
    """Nothing gives it there: each is a place to mend."""
    chapter = CHAPTER.replace("Again", "At [2]{is=unheard} and [2]{is=unheard},")
    assert [f.code for f in found(tmp_path, RULES, chapter)] == ["E101", "E101"]
