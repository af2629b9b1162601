"""Every check of a finished PDF: it finds what its sample is made to fail, and nothing in the one that passes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulebook.check.registry import CHECKS
from rulebook.load.codes import SUMMARIES
from rulebook.preflight.check import PrintCheck
from rulebook.preflight.registry import PRINT_CHECKS, print_check_of
from tests.preflight.samples import judge_sample

_CHECKS = pytest.mark.parametrize("check", PRINT_CHECKS, ids=lambda check: check.code)


@_CHECKS
def test_the_sample_that_fails_fails(check: PrintCheck, tmp_path: Path) -> None:
    judged = judge_sample(check, check.fails, tmp_path)
    found = judged.warnings if check.warning else judged.findings
    assert found
    assert {f.code for f in found} == {check.code}


@_CHECKS
def test_the_sample_that_passes_passes(check: PrintCheck, tmp_path: Path) -> None:
    judged = judge_sample(check, check.passes, tmp_path)
    assert (judged.findings, judged.warnings) == ((), ())


def test_codes_are_unique_and_of_the_family() -> None:
    codes = [check.code for check in PRINT_CHECKS]
    assert codes == sorted(set(codes))
    assert all(re.fullmatch(r"P[1-9]\d\d", code) for code in codes)
    assert not set(codes) & ({check.code for check in CHECKS} | set(SUMMARIES))
    names = [*(check.name for check in PRINT_CHECKS), *(check.name for check in CHECKS)]
    assert len(set(names)) == len(names)


def test_every_module_of_checks_is_registered() -> None:
    folder = Path(__file__).parents[2] / "build" / "rulebook" / "preflight" / "checks"
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    assert {check.run.__module__.rpartition(".")[2] for check in PRINT_CHECKS} == modules


def test_a_check_is_found_by_its_code() -> None:
    assert print_check_of("P106") is not None
    assert print_check_of("P999") is None
