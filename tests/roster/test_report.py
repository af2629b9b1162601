"""The report of a judged roster, in full."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from rulebook.roster import judge
from rulebook.roster.judging import judged_own
from rulebook.roster.report import report_roster
from tests.conftest import REPOSITORY
from tests.roster.founding import CREW, LEGAL, changed, judged, read, the_book, the_tiny_book


def test_the_bill_adds_up_by_member_and_by_column(tmp_path: Path) -> None:
    bill = judged(the_book(), tmp_path / "a.yaml", LEGAL).bill
    assert bill is not None
    assert bill.heads == ("Recruiting", "Attributes", "Lore", "Equipment")
    assert [(line.name, [int(p) for p in line.prices], int(line.total)) for line in bill.lines] == [
        ("Aldis", [50, 15, 20, 40], 125),
        ("Bran", [50, 15, 40, 45], 150),
        ("Cerdic", [50, 0, 20, 70], 140),
    ]
    assert [(line.name, int(line.total)) for line in bill.shared] == [("Hoard", 20)]
    assert [int(sum_) for sum_ in (bill.total, bill.limit, bill.left)] == [435, 600, 165]
    assert isinstance(bill.total, Fraction)


def test_the_premade_oathband_costs_what_its_chapter_says() -> None:
    (found,) = judged_own(the_book())
    assert found.bill is not None
    assert [int(line.total) for line in found.bill.lines] == [130, 125, 145, 140]
    assert found.bill.total == 540


def test_attributes_are_computed_from_points_lore_and_equipment(tmp_path: Path) -> None:
    text = changed(
        LEGAL, ("lore: [tough]", "lore: [tough, swift, warrior]"), ("spotter]", "swift]"), ("cloak]", "oath-token]")
    )
    found = judged(the_book(), tmp_path / "a.yaml", text).roster
    names = ("might", "aim", "valour", "ward", "pace", "endurance")
    assert [[member.computed[name] for name in names] for member in found.members] == [
        ["1", "0", "2", "2", "0", "6"],
        ["0", "3", "1", "0", "1", "6"],
        ["0", "0", "0", "4", "1", "7"],
    ]


def test_heavy_armour_slows_whoever_is_no_warrior(tmp_path: Path) -> None:
    found = judged(the_book(), tmp_path / "a.yaml", LEGAL).roster
    assert found.members[2].computed["pace"] == "−1"


def test_a_report_of_another_game_in_full(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    assert report_roster(judged(the_tiny_book(), path, CREW)) == (
        f"""\
The Gulls (Crew; 4 divers)

       Gear  Total
Ada       4      4
Bo        6      6
Cy        0      0
Di       11     11
Total    21     21

21 of 48 shillings: 27 left

     Hands free
Ada           0
Bo            0
Cy            2
Di            0

{path}:5:23 note dry: Boat-hook, which Bo carries, is not sealed"""
    )


def test_what_is_spent_beyond_the_limit_is_said(tmp_path: Path) -> None:
    text = changed(CREW, ("gear: [rope, rope]", "gear: [storm-lamp, storm-lamp, storm-lamp, storm-lamp, storm-lamp]"))
    assert "62 of 48 shillings: 14 too many" in report_roster(judged(the_tiny_book(), tmp_path / "a.yaml", text))


def test_a_roster_that_is_not_whole_has_no_bill(tmp_path: Path) -> None:
    found = read(the_tiny_book(), tmp_path / "a.yaml", changed(CREW, ("gear: [boat-hook]", "gaer: [boat-hook]")))
    assert found.roster is not None
    said = report_roster(judge(the_tiny_book(), found.roster))
    assert said.startswith("The Gulls (Crew; 3 of 4 divers without faults)\n\n     Hands free\n")
    assert "shillings" not in said


def test_the_example_of_the_repository_is_legal_and_nearly_spent(tmp_path: Path) -> None:
    text = (REPOSITORY / "examples" / "oathband.yaml").read_text(encoding="utf-8")
    found = judged(the_book(), tmp_path / "a.yaml", text)
    assert (found.legal, found.notes) == (True, ())
    assert found.bill is not None
    assert found.bill.total == 595
    assert "595 of 600 Supplies: 5 left" in (REPOSITORY / "README.md").read_text(encoding="utf-8")
    assert report_roster(found) in (REPOSITORY / "README.md").read_text(encoding="utf-8")
