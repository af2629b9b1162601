"""Twenty faults drawn at random: one run of the check finds all of them, each at its file and line, and no others."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from rulebook.load import load_book
from tests.editing import faults
from tests.load.fault_operators import Source

COUNT = 20


def without_column(place: str) -> str:
    return re.sub(r":\d+ (?=S\d+$)", " ", place)


def drawn(book: Path, seed: int) -> list[str]:
    """The places at which the faults of one draw, now in the book, must be found."""
    source = Source(book)
    taken = source.spoil(Random(seed), COUNT)
    assert len(taken) == COUNT
    return sorted(source.place(fault) for fault in taken)


@pytest.mark.parametrize("seed", range(16))
def test_twenty_faults_are_found_in_one_run(tiny_source: Path, seed: int) -> None:
    expected = drawn(tiny_source, seed)
    assert sorted(map(without_column, faults(tiny_source))) == expected


def test_the_command_reports_them_all(tiny_source: Path) -> None:
    expected = drawn(tiny_source, 100)
    command = [sys.executable, "-m", "rulebook", "check", "--book", str(tiny_source)]
    result = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert result.returncode == 1
    found = re.findall(r"^(content/\S+:\d+):\d+ (S\d+) ", result.stderr, re.MULTILINE)
    assert sorted(f"{place} {code}" for place, code in found) == expected
    assert result.stderr.endswith("\n20 findings\n")


def test_every_operator_can_be_made_alone(tiny_source: Path) -> None:
    """Each operator at one place of its own; so no draw leans on a fault that is never found."""
    operators = sorted({fault.operator for fault in Source(tiny_source).faults()})
    assert len(operators) >= 25
    clean = {path: path.read_bytes() for path in (tiny_source / "content").rglob("*.*")}
    for operator in operators:
        source = Source(tiny_source)
        fault = Random(operator).choice([f for f in source.faults() if f.operator == operator])
        fault.spoil()
        source.write()
        assert [without_column(place) for place in faults(tiny_source)] == [source.place(fault)], operator
        for path, raw in clean.items():
            path.write_bytes(raw)
    assert faults(tiny_source) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_twenty_faults_in_the_big_book(book_copy: Path, seed: int) -> None:
    before = {without_column(place) for place in faults(book_copy)}
    expected = drawn(book_copy, seed)
    found = [without_column(f"{f.position} {f.code}") for f in load_book(book_copy).findings]
    if before:  # it is being written, and has faults of its own
        assert set(expected) <= set(found)
    else:
        assert sorted(found) == expected
