"""Suggestions: the nearest name, or the few that there are, and never a long wait."""

from __future__ import annotations

import time

from rulebook.load.suggest import MOST_NAMES, did_you_mean, is_near, nearest_of


def test_the_nearest_name_is_suggested() -> None:
    assert did_you_mean("boat-hok", ["rope", "boat-hook"]) == "did you mean ‘boat-hook’?"


def test_a_few_names_are_listed_and_many_are_not() -> None:
    assert did_you_mean("x", ["rope", "lamp"]) == "known here: lamp, rope"
    assert did_you_mean("x", [f"name-{n}" for n in range(13)]) == ""
    assert did_you_mean("x", []) == ""


def test_beside_a_list_of_all_names_only_the_nearest_is_said() -> None:
    assert nearest_of("roep", ["rope", "lamp"]) == "did you mean ‘rope’?"
    assert nearest_of("x", ["rope", "lamp"]) == ""
    assert nearest_of("name-1x", [f"name-{n}" for n in range(MOST_NAMES + 1)]) == ""


def test_a_name_is_near_when_it_is_one_misspelt() -> None:
    assert is_near("boat-hok", ["boat-hook"])
    assert not is_near("lantern", ["boat-hook"])


def test_very_long_names_and_very_many_do_not_hold_up_the_check() -> None:
    start = time.perf_counter()
    assert did_you_mean("a" * 100_000, ["a" * 100_001, "b"]) == "known here: " + "a" * 100_001 + ", b"
    for number in range(100):
        did_you_mean(f"name-{number}x", [f"name-{n}" for n in range(MOST_NAMES + 1)])
    assert time.perf_counter() - start < 5
