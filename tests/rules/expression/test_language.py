"""The language, by its specifications in the files beside: what is right, what is wrong, and exact odds."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.rules.expression import result_in_words
from tests.rules.cases import Case, cases_of
from tests.rules.expression.script import described, faults_of, read_script, run

HERE = Path(__file__).parent


@pytest.mark.parametrize("case", [*cases_of(HERE / "good.txt"), *cases_of(HERE / "odds.txt")], ids=str)
def test_is_right(case: Case) -> None:
    evaluation = run(read_script(case.given))
    value, *working = case.expected.split("\n")
    assert result_in_words(evaluation.value) == value
    if working:
        assert [f"by {line}" for line in evaluation.working.lines()] == working


@pytest.mark.parametrize("case", cases_of(HERE / "bad.txt"), ids=str)
def test_is_wrong(case: Case) -> None:
    assert "\n".join(described(error) for error in faults_of(read_script(case.given))) == case.expected
