"""Every check in the registry: its code, its samples, its documentation."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

import rulebook
from rulebook.check.check import Check, Sample
from rulebook.check.registry import CHECKS, RETIRED, check_of
from rulebook.finding import Finding
from rulebook.load import load_book
from rulebook.load.codes import SUMMARIES

SAMPLE = Path(__file__).parent / "sample"

_CHECKS = pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.code)


def _findings(check: Check, sample: Sample, folder: Path) -> list[Finding]:
    shutil.copytree(SAMPLE, folder / "book")
    path = folder / "book" / sample.path
    path.parent.mkdir(exist_ok=True)
    path.write_text(sample.text, encoding="utf-8")
    loaded = load_book(folder / "book")
    assert loaded.book is not None, [str(f) for f in loaded.findings]
    return list(check.run(loaded.book))


@_CHECKS
def test_the_sample_that_fails_fails(check: Check, tmp_path: Path) -> None:
    findings = _findings(check, check.fails, tmp_path)
    assert findings
    assert {f.code for f in findings} == {check.code}
    assert all((tmp_path / "book" / f.position.path).is_file() for f in findings)
    assert check.fails.path in {f.position.path for f in findings}


@_CHECKS
def test_the_sample_that_passes_passes(check: Check, tmp_path: Path) -> None:
    assert _findings(check, check.passes, tmp_path) == []


@_CHECKS
def test_the_plain_sample_book_passes(check: Check, tmp_path: Path) -> None:
    whole = load_book(SAMPLE).book
    assert whole is not None
    assert list(check.run(whole)) == []


def test_codes_are_unique_and_of_a_family() -> None:
    codes = [check.code for check in CHECKS]
    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch(r"[STGXENRP][1-9]\d\d", code) for code in codes)
    assert not set(codes) & (set(SUMMARIES) | RETIRED)
    assert len({check.name for check in CHECKS}) == len(codes)


def test_every_module_of_checks_is_registered() -> None:
    folder = Path(__file__).parents[2] / "build" / "rulebook" / "check" / "checks"
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    assert len(modules) == len(CHECKS)
    assert {check.run.__module__.rpartition(".")[2] for check in CHECKS} == modules


def test_a_check_is_found_by_its_code() -> None:
    assert check_of("T101") is not None
    assert check_of("T999") is None


def test_no_code_has_two_names() -> None:
    names: dict[str, set[str]] = {}
    for path in Path(rulebook.__file__).parent.rglob("*.py"):
        for name, code in re.findall(r'^([A-Z_]+) = "([A-Z]\d{3})"$', path.read_text(encoding="utf-8"), re.MULTILINE):
            names.setdefault(code, set()).add(name)
    assert names
    assert {code: found for code, found in names.items() if len(found) > 1} == {}
