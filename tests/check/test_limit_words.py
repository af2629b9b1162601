"""N105: which words beside a number are a limit, and which of them say the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.check.checks import limit_words
from tests.check.books import sample_with

STRIDE = "[3″]{is=stride}"


def found(folder: Path, first: str, second: str) -> list[str]:
    text = f"---\ntitle: Rules\n---\n{first.format(STRIDE)}\n\n{second.format(STRIDE)}\n"
    return [finding.message for finding in limit_words.CHECK.run(sample_with(folder, chapters__rules=text))]


@pytest.mark.parametrize(
    ("first", "second", "here", "there"),
    [
        ("Go up to {}.", "Go exactly {}.", "exactly 3″", "at most 3″"),
        ("Go exactly {}.", "Go up to {}.", "at most 3″", "exactly 3″"),
        ("Run as far as {}.", "Run {}.", "3″ and no limit", "at most 3″"),
        ("Go no farther than {}.", "Go less far: nearer than {}.", "less than 3″", "at most 3″"),
        ("Stand no closer than {}.", "Stand farther than {}.", "more than 3″", "at least 3″"),
        ("A step of {} or lower is low.", "A step of {} or higher is high.", "at least 3″", "at most 3″"),
    ],
)
def test_two_limits_are_two_rules(tmp_path: Path, first: str, second: str, here: str, there: str) -> None:
    (message,) = found(tmp_path, first, second)
    assert f"is {here} here" in message
    assert f"and {there} " in message


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Go as far as {}.", "Go no farther than {}."),
        ("Go exactly {}.", "Go {}."),
        ("Stand no closer than {}.", "Nobody closer than {} may stand."),
        ("A step of {} or lower is low.", "One higher than {} is high."),
    ],
)
def test_what_says_the_same_is_let_be(tmp_path: Path, first: str, second: str) -> None:
    assert found(tmp_path, first, second) == []
