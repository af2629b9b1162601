"""Tables: each row has as many cells as the table has columns, and each column shows what the kind has."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.load import load_book
from tests.editing import edit, faults

EVERY_ROW = ["signals.yaml:5:12 S030", "signals.yaml:8:12 S030", "signals.yaml:11:12 S030"]


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        # A row with a cell too many, too few or empty.
        ("signals", "[tar, letters, brass, salt]", "[tar, letters, brass]", ["signals.yaml:8:12 S030"]),
        ("signals", "[tar, letters, brass, salt]", "[tar, letters, brass, salt, soap]", ["signals.yaml:8:12 S030"]),
        ("signals", "[tar, letters, brass, salt]", "[tar, letters, '', salt]", ["signals.yaml:8:27 S008"]),
        ("signals", "[tar, letters, brass, salt]", "[tar, letters brass, salt]", ["signals.yaml:8:12 S030"]),
        ("signals", "    cells: [tar, letters, brass, salt]\n", "", ["signals.yaml:6:5 S012"]),
        ("signals", "roll: 3–4", "roll: 3-4", ["signals.yaml:7:11 S014"]),
        # A column of the table.
        ("tables", "value: rolls.ebb", "value: rolls.eb", ["tables.yaml:26:31 S021"]),
        ("tables", "value: rolls.ebb", "value: rols.ebb", ["tables.yaml:26:31 S021"]),
        ("tables", "value: rolls.ebb", "value: rolls", ["tables.yaml:26:31 S014"]),
        ("tables", "value: rolls.ebb", "value: name.first", ["tables.yaml:26:31 S021"]),
        ("tables", "- {head: '6', value: cells.3}", "- {head: '6', value: cells.4}", EVERY_ROW),
        ("tables", "      - {head: '6', value: cells.3}\n", "", EVERY_ROW),
        ("tables", "- {head: Knacks, value: knacks}", "- {head: Knacks}", ["tables.yaml:7:9 S012"]),
        ("tables", "{head: Stat, value: name", "{head: '', value: name", ["tables.yaml:19:16 S008"]),
        ("tables", "Stat, value: name, role: row-head", "Stat, value: name, role: row", ["tables.yaml:19:41 S014"]),
        # The table itself.
        ("tables", "set: stats", "set: stast", ["tables.yaml:17:10 S021"]),
        ("tables", "set: stats", "set: ~", ["tables.yaml:17:10 S009"]),
        ("tables", "where: {sealed: 'true'}", "where: {seal: 'true'}", ["tables.yaml:12:13 S021"]),
        ("tables", "where: {sealed: 'true'}", "where: {sealed: 'yes'}", ["tables.yaml:12:21 S032"]),
        ("tables", "  - id: sealed-gear\n", "  - id: Sealed-Gear\n", ["tables.yaml:9:9 S014"]),
    ],
)  # fmt: skip
def test_faults_are_found_at_their_place(tiny_source: Path, file: str, old: str, new: str, expected: list[str]) -> None:
    edit(tiny_source / "content" / "data" / f"{file}.yaml", old, new)
    assert sorted(faults(tiny_source)) == sorted(f"content/data/{place}" for place in expected)


def test_the_message_counts_the_cells(tiny_source: Path) -> None:
    edit(tiny_source / "content" / "data" / "signals.yaml", "[tar, letters, brass, salt]", "[tar, letters, brass]")
    (finding,) = load_book(tiny_source).findings
    assert finding.message == "‘cells’ of ‘two’ has 3 cells; the table ‘signals’ has 4"


def test_a_row_without_the_value_of_a_column_is_found(tiny_source: Path) -> None:
    edit(tiny_source / "content" / "data" / "tables.yaml", "{head: Use, value: use}", "{head: Use, value: note}")
    schema = tiny_source / "content" / "schemas" / "stat.json"
    edit(schema, '"properties": {\n', '"properties": {\n    "note": {"type": "string"},\n')
    edit(tiny_source / "content" / "data" / "stats.yaml", "    base: 2\n", "    base: 2\n    note: Strong.\n")
    assert faults(tiny_source) == ["content/data/stats.yaml:8:5 S030", "content/data/stats.yaml:12:5 S030"]


def test_a_faulty_row_hides_no_fault_of_the_others(tiny_source: Path) -> None:
    path = tiny_source / "content" / "data" / "signals.yaml"
    edit(path, "roll: 1–2", "roll: one")
    edit(path, "[glass, wax, oranges, powder]", "[glass, wax, oranges]")
    assert faults(tiny_source) == ["content/data/signals.yaml:4:11 S014", "content/data/signals.yaml:11:12 S030"]


def test_two_tables_of_one_id_are_found_wherever_they_stand(tiny_source: Path) -> None:
    data = tiny_source / "content" / "data"
    text = "kind: table\nentries:\n  - id: stats\n    set: stats\n    columns:\n      - {head: Stat, value: name}\n"
    (data / "more-tables.yaml").write_text(text, encoding="utf-8")
    (finding,) = load_book(tiny_source).findings
    assert finding.message == "the table ‘stats’ stands also at content/data/more-tables.yaml:3:5"
    (data / "more-tables.yaml").write_text(text + text.partition("entries:\n")[2], encoding="utf-8")
    assert "content/data/more-tables.yaml:7:9 S020" in faults(tiny_source)


def test_a_faulty_table_hides_no_row_with_a_cell_too_few(tiny_source: Path) -> None:
    data = tiny_source / "content" / "data"
    edit(data / "tables.yaml", "    set: signals\n", "    set: signals\n    note: x\n")
    edit(data / "signals.yaml", "[glass, wax, oranges, powder]", "[glass, wax, oranges]")
    assert faults(tiny_source) == ["content/data/signals.yaml:11:12 S030", "content/data/tables.yaml:32:5 S011"]
