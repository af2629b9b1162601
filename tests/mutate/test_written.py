"""What could stand in the place of a written number."""

from __future__ import annotations

import pytest

from rulebook.mutate.data import other_ranges
from rulebook.mutate.written import other_numbers


@pytest.mark.parametrize(
    ("written", "others"),
    [
        ("7″", ("8″", "6″")),
        ("−1", ("+0", "−2", "+1")),
        ("54 %", ("55 %", "53 %")),
        ("0.67", ("0.68", "0.66")),
        ("Third", ("Fourth", "Second")),
        ("both", ("3", "1")),
        ("13/24", ("14/24", "12/24")),
        ("2–7", ("3–7", "2–8", "1–7", "2–6")),
        ("7+", ("8+", "6+")),
        ("D12", ("D13", "2D12", "D11")),
        ("Knocked Out", ()),
        ("3th", ()),
    ],
)
def test_one_unit_of_the_last_place(written: str, others: tuple[str, ...]) -> None:
    assert other_numbers(written) == others


@pytest.mark.parametrize(
    ("written", "others"),
    [("2–3", ("1–3", "3", "2", "2–4", "–")), ("4", ("3–4", "4–5", "–")), ("–", ("1",)), ("often", ())],
)
def test_each_bound_moves_by_one(written: str, others: tuple[str, ...]) -> None:
    assert other_ranges(written) == others
