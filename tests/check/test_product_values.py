"""E109: the formulas of products, each judged at its place, for all that it will be asked of."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulebook.check.checks.product_value import CHECK
from rulebook.finding import Finding
from rulebook.load import load_book
from tests.conftest import REPOSITORY

# Who of the members has the mark of the leader.
LEADER = (
    "\"pilgrim.name == oathband.leader if 'leader' in oathband.given "
    'else pilgrim.valour == max(other.valour for other in pilgrims)"'
)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(REPOSITORY / "content", tmp_path / "content")
    shutil.copytree(REPOSITORY / "figures", tmp_path / "figures")
    return tmp_path


def _found(copy: Path, name: str, *edits: tuple[str, str]) -> Iterator[tuple[Finding, str]]:
    """What is found when a product has other words, each with the words at whose place it is found."""
    path = copy / "content" / "products" / f"{name}.yaml"
    text = path.read_text(encoding="utf-8")
    for old, new in edits:
        assert old in text
        text = text.replace(old, new, 1)
    path.write_text(text, encoding="utf-8")
    book = load_book(copy).book
    assert book is not None
    lines = text.split("\n")
    for finding in sorted(CHECK.run(book), key=lambda f: f.position):
        place = finding.position
        assert place.path == f"content/products/{name}.yaml"
        yield finding, lines[place.line - 1][place.column - 1 :]


def _said(copy: Path, name: str, *edits: tuple[str, str]) -> list[str]:
    """Each finding: its place by the word that begins there, and what comes after `cannot be computed`."""
    return [
        f"{at.split()[0].strip(',}')} | {finding.message.partition(' cannot be computed')[2].lstrip(': ')}"
        for finding, at in _found(copy, name, *edits)
    ]


def test_each_formula_of_a_rosters_sheets_is_judged_at_its_place(copy: Path) -> None:
    assert _said(
        copy,
        "rosters",
        ("members: max(side_figures)", "members: max(side_figurs)"),
        ("value: pilgrim_cost(pilgrim)", "value: 'pilgrim_cost(pilgrim, 2)'"),
        ("value: pilgrim.might, style", "value: pilgrim.mihgt, style"),
        ("{lead: Aim, value: pilgrim.aim, style: signed}", "{lead: Aim, value: len(4), style: signed}"),
        ("value: oathband.hoard}", "value: pilgrim.equipment}"),
    ) == [
        "side_figurs) | there is no value ‘side_figurs’",
        "pilgrim.equipment | there is no value ‘pilgrim’",
        "pilgrim_cost(pilgrim | ‘pilgrim_cost’ takes 1 value, and is given 2",
        "mihgt | ‘pilgrim.mihgt’ is read, which no file has",
        "4) | ‘len’ takes a text or a list, and is given a number",
    ]


def test_what_a_rosters_sheets_cannot_show_is_found(copy: Path) -> None:
    assert _said(
        copy,
        "rosters",
        ("members: max(side_figures)", "members: max(side_figures) - 100"),
        ("value: pilgrim.name, width", "value: pilgrim.name == 'x', width"),
        ("count: '3'}", "count: 5 / 2}"),
        ("count: '2', value", "count: \"'many'\", value"),
        (LEADER, "pilgrim.name"),
        ("{lead: Endurance lost, count: pilgrim.endurance}", "{lead: Endurance lost, count: 100000}"),
    ) == [
        "max(side_figures) | on an empty sheet: it gives −92; expected a whole number from 0 to 100",
        "pilgrim.name | for ‘The Breaker’: it gives false; expected a number, a text or a list",
        "'many'\" | for ‘The Breaker’: it gives ‘many’; expected a whole number from 0 to 100",
        "5 | for ‘The Breaker’: it gives 2.5; expected a whole number from 0 to 100",
        "pilgrim.name | for ‘The Breaker’: it gives ‘The Breaker’; expected true or false",
        "100000 | for ‘The Breaker’: it gives 100000; expected a whole number from 0 to 100",
    ]


def test_a_count_of_a_members_own_needs_another_for_the_empty_sheet(copy: Path) -> None:
    ((finding, at),) = _found(copy, "rosters", ("count: weapon_slots", "count: len(pilgrim.lore)"))
    assert at.startswith("pilgrim.lore")
    assert finding.message.endswith("cannot be computed on an empty sheet: there is no value ‘pilgrim’")
    assert finding.hint == "add ‘blank’ beside it: how many there are on an empty sheet"


@pytest.mark.parametrize(
    ("count", "gives"),
    [
        ("'-3'", "−3"),
        ("'0'", "0"),
        ("'61'", "61"),
        ("100000", "100000"),
        ("2.5", "2.5"),
        ("1 == 1", "true"),
        ("'\"eight\"'", "‘eight’"),
        ("side_figures", "a list"),
    ],
)
def test_a_number_of_tokens_that_nobody_would_cut_out_is_found(copy: Path, count: str, gives: str) -> None:
    ((finding, _),) = _found(copy, "first-night", ("mark: half-disc, count: '8'", f"mark: half-disc, count: {count}"))
    assert finding.message.endswith(f"cannot be computed: it gives {gives}; expected a whole number from 1 to 60")


def test_a_sheet_shows_a_number_or_a_text(copy: Path) -> None:
    assert _said(
        copy, "sheet", ("value: armour_slots", "value: side_figures"), ("value: item_slots", "value: item_slots == 2")
    ) == [
        "side_figures | it gives a list; expected a number or a text",
        "item_slots | it gives false; expected a number or a text",
    ]


def test_a_field_that_no_file_has_is_found_in_a_sheet(copy: Path) -> None:
    (fault,) = _found(
        copy,
        "rosters",
        ("piece in pilgrim.equipment if piece in weapons", "piece in pilgrim.equipmen if piece in weapons"),
    )
    assert fault[0].hint == "did you mean ‘equipment’?"
    assert "‘pilgrim.equipmen’ is read, which no file has" in fault[0].message
