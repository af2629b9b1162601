"""Reading a player's file: every fault of form at its place, all at once, and nothing that is ever raised."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulebook.load.reading import MOST_BYTES
from rulebook.roster import judge, read_roster
from rulebook.roster.roster import value_at
from rulebook.rules.expression.limits import MOST_ITEMS
from tests.roster.founding import CREW, LEGAL, changed, read, the_book, the_tiny_book


def _found(path: Path, text: str | bytes) -> list[str]:
    return [f"{f.position.line}:{f.position.column} {f.code}" for f in read(the_book(), path, text).findings]


def test_a_file_is_read_with_what_it_leaves_out(tmp_path: Path) -> None:
    roster = read(the_book(), tmp_path / "a.yaml", LEGAL).roster
    assert roster is not None
    assert (roster.name, roster.whole, roster.own) == ("The Grey Watch", True, False)
    assert [member.name for member in roster.members] == ["Aldis", "Bran", "Cerdic"]
    points = value_at(roster.members[2].entry, "points.might")
    assert points is not None
    assert getattr(points, "value", None) == 0


def test_positions_name_the_file_as_it_was_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a").mkdir()
    path = Path("a") / "b.yaml"
    path.write_text("name: \u00a0x\nnmae: y\n", encoding="utf-8")
    (kind,) = the_book().rosters
    assert {f.position.path for f in read_roster(the_book(), kind, path).findings} == {"a/b.yaml"}


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("origin: wanderers", "origin: wandererz", "2:9 S021"),
        ("origin: wanderers", "orign: wanderers", "2:1 S011"),
        ("name: The Grey Watch\n", "", "1:1 S012"),
        ("pilgrims:", "pilgrim:", "3:1 S011"),
        ("points: {might: 1", "points: {mihgt: 1", "5:14 S011"),
        ("points: {might: 1", "points: {might: one", "5:21 S013"),
        ("points: {might: 1", "points: {might: -1", "5:21 S014"),
        ("points: {might: 1", "points: {might: 01", "5:21 S013"),
        ("points: {might: 1, valour: 2}", "points: 3", "5:13 S013"),
        ("  - name: Bran\n    points", "  - points", "8:5 S012"),
        ("name: Bran", "name: aldis", "8:11 S020"),
        ("name: Bran", "name: 7", "8:11 S014"),
        ("name: Bran", "name:", "8:10 S008"),
        ("lore: [guardian]", "lore: [guardain]", "6:12 S021"),
        ("lore: [guardian]", "lore: [guardian: 2]", "6:12 S014"),
        ("lore: [guardian]", "lore: guardian", "6:11 S013"),
        ("equipment: [hand-weapon", "equipment: [hand-wepon", "7:17 S021"),
        ("hoard: [rope", "hoard: [fated", "15:9 S021"),
        ("hoard:", "name: Again\nhoard:", "15:1 S006"),
        ("origin: wanderers", "origin: &a wanderers", "2:9 S007"),
        ("origin: wanderers", "origin: !!str wanderers", "2:9 S007"),
        ("origin: wanderers", "origin: wanderers # the third", "2:9 S010"),
        ("origin: wanderers", "origin:\twanderers", "2:8 S004"),
    ],
)
def test_a_fault_of_form_is_found_alone_at_its_place(old: str, new: str, place: str, tmp_path: Path) -> None:
    assert _found(tmp_path / "a.yaml", changed(LEGAL, (old, new))) == [place]


def test_a_name_nearly_known_is_suggested(tmp_path: Path) -> None:
    (finding,) = read(the_book(), tmp_path / "a.yaml", changed(LEGAL, ("war-bow", "warbow"))).findings
    assert finding.hint == "did you mean ‘war-bow’?"
    assert "‘warbow’ is no id of" in finding.message


def test_the_key_of_the_members_is_suggested_too(tmp_path: Path) -> None:
    (finding,) = read(the_book(), tmp_path / "a.yaml", changed(LEGAL, ("pilgrims:", "pilgrim:"))).findings
    assert finding.hint == "did you mean ‘pilgrims’?"


def test_a_colon_without_a_space_is_one_finding_a_key(tmp_path: Path) -> None:
    text = changed(LEGAL, ("points: {might: 1, valour: 2}", "points: {might:1, valour:2}"))
    found = read(the_book(), tmp_path / "a.yaml", text).findings
    assert [(f.code, f.position.line, f.hint) for f in found] == [
        ("S008", 5, "put a space after the colon: might: 1"),
        ("S008", 5, "put a space after the colon: valour: 2"),
    ]


def test_every_fault_is_found_at_once_and_the_sound_members_are_judged(tmp_path: Path) -> None:
    text = changed(
        LEGAL,
        ("origin: wanderers", "origin: nobody"),
        ("war-bow", "warbow"),
        ("might: 1", "might: 4"),
        ("lore: [tough]", "lroe: [tough]"),
    )
    found = read(the_book(), tmp_path / "a.yaml", text)
    assert [f"{f.position.line} {f.code}" for f in found.findings] == ["2 S021", "11 S021", "13 S011"]
    assert found.roster is not None
    assert [member.name for member in found.roster.members] == ["Aldis"]
    judged = judge(the_book(), found.roster)
    # Nothing is said of the whole, of which too little is known.
    assert [f.message.partition(":")[0] for f in judged.illegal] == ["attribute-maximum"]
    assert (judged.legal, judged.bill) == (False, None)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param("# nothing\n", id="a comment"),
        pytest.param("- a\n- b\n", id="a list"),
        pytest.param("Aldis", id="a word"),
        pytest.param("null", id="null"),
        pytest.param("pilgrims:\n", id="no members"),
        pytest.param("name: x\npilgrims: []\n", id="an empty list"),
        pytest.param("name: x\npilgrims: {a: b}\n", id="a map of members"),
        pytest.param("name: x\npilgrims: [[[]]]\n", id="lists of lists"),
        pytest.param("name: x\npilgrims: [a, 1, null, ~]\n", id="words for members"),
        pytest.param("name: x\npilgrims: [{name: [a]}]\n", id="a list for a name"),
        pytest.param("name: {a: b}\npilgrims: [{name: a}]\n", id="a map for the name"),
        pytest.param("name: x\npilgrims: [{name: a, lore: [{}]}]\n", id="an empty reference"),
        pytest.param("name: x\npilgrims: [{name: a, lore: [{fated: 1, dash: 2}]}]\n", id="two in one reference"),
        pytest.param("name: x\npilgrims: [{name: a, equipment: [{rope: 1}]}]\n", id="a reference with a value"),
        pytest.param("name: x\npilgrims: [{name: a, points: {might: " + "9" * 400 + "}}]\n", id="a huge number"),
        pytest.param("name: &a x\npilgrims: [*a]\n", id="an alias"),
        pytest.param("a: &a [x]\nb: &b [*a, *a]\nc: &c [*b, *b]\npilgrims: [*c]\n", id="aliases that grow"),
        pytest.param("name: x\n---\nname: y\n", id="two documents"),
        pytest.param("name: x\npilgrims:\n" + "- " * 400 + "x\n", id="deep"),
        pytest.param("name: x\npilgrims: " + "[" * 5000 + "\n", id="deeper, and not closed"),
        pytest.param("name: 'x\npilgrims: []\n", id="a quote that does not close"),
        pytest.param("{" * 1000, id="braces"),
        pytest.param("name: x\npilgrims:\n" + "".join(f"- name: n{i}\n" for i in range(5000)), id="many members"),
        pytest.param("name: " + "x" * 20_000 + "\npilgrims: [{name: a}]\n", id="a long line"),
        pytest.param("x" * (MOST_BYTES + 1), id="too large"),
        pytest.param(b"\x89PNG\r\n\x1a\n\x00\x00", id="binary"),
        pytest.param(bytes(range(256)) * 40, id="every byte"),
        pytest.param("name: x\n".encode("utf-16"), id="utf-16"),
        pytest.param("name: x\x00\npilgrims: [{name: a}]\n", id="a null character"),
        pytest.param("name: x\u202e\npilgrims: [{name: a}]\n", id="a mark that turns text round"),
    ],
)
def test_a_hostile_file_gives_findings(text: str | bytes, tmp_path: Path) -> None:
    found = read(the_book(), tmp_path / "a.yaml", text)
    assert found.findings
    assert all(f.position.path.endswith("a.yaml") and f.message for f in found.findings)
    if found.roster is not None:
        assert not judge(the_book(), found.roster).legal


@pytest.mark.parametrize("name", ["{member}", "{item}{found}", "[x]{is=1}", "‘a’", "%s", "a\\", "{", "Σ 漢字"])
def test_a_strange_name_is_a_name(name: str, tmp_path: Path) -> None:
    text = changed(LEGAL, ("name: Bran", f"name: '{name}'"), ("aim: 3", "aim: 4"))
    found = read(the_book(), tmp_path / "a.yaml", text)
    assert found.findings == ()
    assert found.roster is not None
    (finding,) = judge(the_book(), found.roster).illegal
    assert finding.message == f"attribute-maximum: {name} is raised to 4 in Aim"


def test_as_many_members_as_a_file_may_list_are_judged(tmp_path: Path) -> None:
    members = "".join(
        f"- {{name: n{i}, points: {{might: 3}}, lore: [{', '.join(['fated'] * 30)}],\n"
        f"   equipment: [{', '.join(['light-armour'] * 30)}]}}\n"
        for i in range(60)
    )
    hoard = ", ".join(["rope"] * 120)
    found = read(the_book(), tmp_path / "a.yaml", f"name: x\npilgrims:\n{members}hoard: [{hoard}]\n")
    assert found.findings == ()
    assert found.roster is not None
    judged = judge(the_book(), found.roster)
    assert judged.faults == ()
    broken = [f.message.partition(":")[0] for f in judged.illegal]
    assert sorted(set(broken)) == ["armour-slots", "leader-on-a-tie", "lore-limit", "supplies"]
    assert (len(broken), judged.bill is not None) == (122, True)


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        ("lore: [tough]", "lore: [" + ", ".join(["tough"] * 31) + "]", "13:11", "holds 31; the most is 30"),
        ("equipment: [heavy-armour", "equipment: [" + "rope, " * 30 + "mace", "14:16", "holds 33; the most is 30"),
        ("hoard: [rope", "hoard: [" + "rope, " * 119 + "rope", "15:8", "holds 121; the most is 120"),
    ],
)
def test_a_list_longer_than_any_could_be_is_found_at_its_place(
    old: str, new: str, place: str, message: str, tmp_path: Path
) -> None:
    (finding,) = read(the_book(), tmp_path / "a.yaml", changed(LEGAL, (old, new))).findings
    assert (f"{finding.position.line}:{finding.position.column}", finding.code) == (place, "S014")
    assert finding.message.endswith(message)


def test_a_list_of_which_formulas_would_not_see_the_end_is_found(tmp_path: Path) -> None:
    gear = "".join("    - rope\n" for _ in range(MOST_ITEMS + 1))
    text = changed(CREW, ("  - {name: Bo, gear: [boat-hook]}\n", f"  - name: Bo\n    gear:\n{gear}"))
    found = read(the_tiny_book(), tmp_path / "a.yaml", text)
    (finding,) = found.findings
    assert (finding.code, finding.position.line) == ("S014", 7)
    assert finding.message == "‘gear’ of the diver ‘Bo’ holds 2,001; the most is 2,000"
    assert found.roster is not None
    assert found.roster.listed == 4


@pytest.mark.parametrize(
    ("number", "message", "hint"),
    [
        ("−2", "‘−2’; expected a whole number", "write a whole number from 0 on, in digits alone"),
        ("2.0", "‘2.0’; expected a whole number", "write it in digits alone, as 2; the least is 0"),
        ("02", "‘02’; expected a whole number", "write it in digits alone, as 2; the least is 0"),
        ("-2", "‘-2’; the least is 0", ""),
        ("two", "‘two’; expected a whole number", ""),
        ("9" * 40, "expected a whole number", "40 digits are more than a number here may have"),
    ],
)
def test_how_a_number_is_written_is_said(number: str, message: str, hint: str, tmp_path: Path) -> None:
    (finding,) = read(the_book(), tmp_path / "a.yaml", changed(LEGAL, ("might: 1", f"might: {number}"))).findings
    assert finding.message.endswith(message)
    assert finding.hint == hint


@pytest.mark.parametrize("leader", ["3", "-", "+2 Aldis", "−1", "7th"])
def test_a_leader_has_the_form_of_a_name(leader: str, tmp_path: Path) -> None:
    text = changed(LEGAL, ("origin: wanderers\n", f"origin: wanderers\nleader: '{leader}'\n"))
    (finding,) = read(the_book(), tmp_path / "a.yaml", text).findings
    assert (finding.code, finding.position.line, finding.position.column) == ("S014", 3, 9)
    assert finding.hint == "a name that begins with no digit and no sign"


def test_one_member_more_is_found(tmp_path: Path) -> None:
    text = "name: x\npilgrims:\n" + "".join(f"- name: n{i}\n" for i in range(61))
    (finding,) = read(the_book(), tmp_path / "a.yaml", text).findings
    assert finding.message == "‘pilgrims’ of the oathband holds 61; the most is 60"


def test_what_is_no_file_is_a_finding(tmp_path: Path) -> None:
    (kind,) = the_book().rosters
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (tmp_path / "gone.yaml", tmp_path, pipe):
        found = read_roster(the_book(), kind, path)
        assert found.roster is None
        assert [f.code for f in found.findings] == ["S001"]
