"""`rulebook explain`: a page of a check, however its code is typed; and of other codes, who tells them."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from rulebook.check.checks import computed_number
from rulebook.check.pages import page_of
from rulebook.load.codes import SUMMARIES
from rulebook.preflight.registry import PRINT_CHECKS
from rulebook.verbs.explain import explain


@pytest.mark.parametrize("code", ["E101", "e101", "computed-number", "Computed-Number"])
def test_a_check_is_known_by_its_code_and_by_its_name(code: str) -> None:
    found = CliRunner().invoke(explain, [code])
    assert (found.exit_code, found.output) == (0, page_of(computed_number.CHECK))


def test_a_check_of_the_pdf_has_a_page_too() -> None:
    for check in PRINT_CHECKS:
        assert CliRunner().invoke(explain, [check.code.lower()]).output == page_of(check)


@pytest.mark.parametrize("code", sorted(SUMMARIES))
def test_a_code_of_the_loader_is_said_to_be_one(code: str) -> None:
    found = CliRunner().invoke(explain, [code])
    assert found.exit_code == 1
    assert f"‘{code}’ is told by every verb that loads the book, before any check: {SUMMARIES[code]}" in found.output


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("P009", "‘P009’ is told by the verbs that make a product"),
        ("c003", "‘C003’ is told by the verbs that make a product"),
        ("E1001", "there is no check ‘E1001’; did you mean ‘E101’?"),
        ("e10", "there is no check ‘e10’; codes that begin so: E101, E102, E103, E104, E105, E106, E107, E108, E109"),
        ("computed-numbers", "did you mean ‘computed-number’?"),
        ("Ω", "there is no check ‘Ω’; ‘rulebook explain’ lists the checks"),
    ],
)
def test_any_other_word_is_answered_with_what_is_known(code: str, said: str) -> None:
    found = CliRunner().invoke(explain, [code])
    assert found.exit_code == 1
    assert said in found.output
    assert "Traceback" not in found.output
