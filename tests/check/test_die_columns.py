"""A column with a die that shows another field than the ranges is at fault itself, and not each of its rows."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.check.run import run_checks, selected_checks
from tests.check.books import SAMPLE, sample_with


def found(folder: Path, **files: str) -> list[tuple[str, str]]:
    checked = run_checks(sample_with(folder, **files), selected_checks(["T101"]))
    return [(str(f.position), f.message) for f in checked.errors]


def test_a_column_without_any_range_is_told_once(tmp_path: Path) -> None:
    tables = (SAMPLE / "content" / "data" / "tables.yaml").read_text(encoding="utf-8")
    changed = tables.replace("{head: D6, value: roll,", "{head: D6, value: name,", 1)
    assert found(tmp_path, data__tables=changed) == [
        (
            "content/data/tables.yaml:7:27",
            "no cell of the column ‘D6’ of the table ‘omens’ is a range of D6: the first is ‘Calm’",
        )
    ]


@pytest.mark.parametrize(
    ("rolls", "columns"),
    [
        # One that is right says that the field is the right one; so do digits, however they are joined.
        (("1–3", "high"), [36]),
        (("1-3", "4-6"), [34, 36]),
        (("1 to 3", "4 to 6"), [34, 36]),
    ],
)
def test_a_range_that_is_typed_wrong_is_told_at_its_row(
    rolls: tuple[str, str], columns: list[int], tmp_path: Path
) -> None:
    omens = "kind: omen\nentries:\n  - {{id: calm, name: Calm, roll: {}}}\n  - {{id: storm, name: Storm, roll: {}}}\n"
    places = [place for place, _ in found(tmp_path, data__omens=omens.format(*rolls))]
    assert [int(place.rpartition(":")[2]) for place in places] == columns
