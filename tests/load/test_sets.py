"""Sets: a file of entries of one kind. A fault in one place makes no second finding elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.load import load_book
from tests.editing import edit, faults


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        # The file's own two keys.
        ("gear", "kind: gear", "kind: gaer", ["gear.yaml:1:7 S021"]),
        ("gear", "kind: gear\n", "", ["gear.yaml:1:1 S012"]),
        ("gear", "kind: gear", "knid: gear", ["gear.yaml:1:1 S011"]),
        ("gear", "kind: gear", "kind: ~", ["gear.yaml:1:7 S009"]),
        ("gear", "entries:", "entris:", ["gear.yaml:2:1 S011"]),
        ("gear", "kind: gear\n", "kind: gear\nkind: gear\n", ["gear.yaml:2:1 S006"]),
        ("gear", "kind: gear\n", "kind: gear\nnote: x\n", ["gear.yaml:2:1 S011"]),
        # Ids: the entry is still known to those who refer to it, by its id or by its name.
        ("gear", "  - id: boat-hook\n    name", "  - name", ["gear.yaml:3:5 S012"]),
        ("gear", "id: boat-hook", "idd: boat-hook", ["gear.yaml:3:5 S011"]),
        ("gear", "id: boat-hook", "id: Boat-Hook", ["gear.yaml:3:9 S014"]),
        ("gear", "id: boat-hook", "id:", ["gear.yaml:3:8 S008"]),
        ("gear", "id: boat-hook", "id: boat_hook", ["gear.yaml:3:9 S014"]),
        ("knacks", "id: bright-eyed", "id: bright", ["knacks.yaml:23:9 S020"]),
        # Fields: those who refer to the entry say nothing.
        ("gear", "    cost: 6\n", "", ["gear.yaml:3:5 S012"]),
        ("gear", "cost: 6", "csot: 6", ["gear.yaml:6:5 S011"]),
        ("gear", "cost: 6", "cost: six", ["gear.yaml:6:11 S013"]),
        ("gear", "cost: 6", "cost: 012", ["gear.yaml:6:11 S013"]),
        ("gear", "cost: 6", "cost: 1_000", ["gear.yaml:6:11 S013"]),
        ("gear", "cost: 6", "cost: -1", ["gear.yaml:6:11 S014"]),
        ("gear", "cost: 6\n    sealed: false", "cost: 6\n    sealed: No", ["gear.yaml:7:13 S013"]),
        ("gear", "cost: 6", "cost: 6\n    cost: 7", ["gear.yaml:7:5 S006"]),
        ("knacks", "parameter: X″", "parameter: Y", ["knacks.yaml:5:16 S014"]),
        ("knacks", "parameter: X″", "paramter: X″", ["knacks.yaml:5:5 S011"]),
        ("knacks", "      Its bearer sinks when they swim.\n", "", ["knacks.yaml:13:11 S008"]),
        ("knacks", "Its bearer sinks when", "Its <b>bearer sinks when", ["knacks.yaml:14:11 S025"]),
        ("knacks", "short: Its bearer sinks.", "short: #1 sinks", ["knacks.yaml:15:11 S008"]),
        ("knacks", "short: Its bearer sinks.", "short: Sinks #1 now", ["knacks.yaml:15:12 S010"]),
        ("knacks", "forms: [heavier]", "forms: heavier", ["knacks.yaml:16:12 S013"]),
        ("knacks", "forms: [heavier]", "forms: [heavier, ~]", ["knacks.yaml:16:22 S009"]),
        ("words", "tag: Referee", "tag: Refree", ["words.yaml:28:10 S014"]),
        ("catches", "rolls: {ebb: 1–2,", "rolls: {ebb: 1-2,", ["catches.yaml:5:18 S014"]),
        ("catches", "rolls: {ebb: 1–2,", "rolls: {ebbb: 1–2,", ["catches.yaml:5:13 S011"]),
        ("catches", "rolls: {ebb: 1–2, ", "rolls: {ebb: 1–2, ebb: 3, ", ["catches.yaml:5:23 S006"]),
        ("catches", "rolls: {ebb: 1–2, ", "rolls: {", ["catches.yaml:5:12 S012"]),
        # A file that cannot be read as YAML: what refers to its entries says nothing.
        ("gear", "name: Rope", "name: Rope: a long one", ["gear.yaml:15:15 S005"]),
        ("words", "name: Ebb", "name: 'Ebb", ["words.yaml:35:11 S005"]),
        ("tables", "caption: Gear that", "caption: Gear: that", ["tables.yaml:10:18 S005"]),
        ("words", "    name: Ebb", "\tname: Ebb", ["words.yaml:35:1 S004"]),
        ("words", "kind: word", "", ["words.yaml:2:1 S012"]),
        # Order and form of entries.
        ("lockers", "id: wet\n    name: The wet locker\n    gear: [boat-hook]\n", "wet\n", ["lockers.yaml:6:5 S013"]),
        ("lockers", "  - id: wet", "  -\n  - id: wet", ["lockers.yaml:6:4 S008"]),
    ],
)  # fmt: skip
def test_one_fault_is_one_finding_at_its_place(
    tiny_source: Path, file: str, old: str, new: str, expected: list[str]
) -> None:
    edit(tiny_source / "content" / "data" / f"{file}.yaml", old, new)
    assert faults(tiny_source) == [f"content/data/{place}" for place in expected]


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "kind: gear\nentries: []\n", "kind: gear\nentries:\n"])
def test_an_empty_set_is_one_finding(tiny_source: Path, text: str) -> None:
    (tiny_source / "content" / "data" / "gear.yaml").write_text(text, encoding="utf-8")
    found = faults(tiny_source)
    assert [place.rpartition(" ")[2] for place in found if place.startswith("content/data/gear.yaml")] == ["S008"]


def test_a_byte_order_mark_and_foreign_line_ends_move_no_place(tiny_source: Path) -> None:
    path = tiny_source / "content" / "data" / "knacks.yaml"
    edit(path, "Its bearer sinks when they swim.", "Its bearer sinks <b>.")
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert faults(tiny_source) == ["content/data/knacks.yaml:14:24 S025"]


def test_a_foreign_line_break_moves_no_place(tiny_source: Path) -> None:
    path = tiny_source / "content" / "data" / "knacks.yaml"
    edit(path, "reaches X inches.\n      Nothing", "reaches\u2028X\x85inches.\n      Nothing")
    edit(path, "Its bearer sinks when", "Its bearer <b> when")
    assert faults(tiny_source) == [
        "content/data/knacks.yaml:7:33 S004",
        "content/data/knacks.yaml:7:35 S004",
        "content/data/knacks.yaml:14:18 S025",
    ]


def test_a_suggestion_names_what_was_meant(tiny_source: Path) -> None:
    data = tiny_source / "content" / "data"
    edit(data / "gear.yaml", "cost: 6", "csot: 6")
    edit(data / "words.yaml", "tag: Referee", "tag: Refree")
    edit(data / "signals.yaml", "kind: signal", "kind: signals")
    found = load_book(tiny_source).findings
    assert [(f.message, f.hint) for f in found] == [
        ("a gear ‘boat-hook’ has no key ‘csot’", "did you mean ‘cost’?"),
        ("there is no kind ‘signals’", "did you mean ‘signal’? Or describe it in content/schemas/signals.json"),
        ("‘tag’ of a word ‘referee’ is ‘Refree’; expected one of: Referee", "did you mean ‘Referee’?"),
    ]


def test_a_kind_of_the_authors_own_is_to_be_described(tiny_source: Path) -> None:
    edit(tiny_source / "content" / "data" / "signals.yaml", "kind: signal", "kind: omen")
    (finding,) = load_book(tiny_source).findings
    assert (str(finding.position), finding.message) == ("content/data/signals.yaml:1:7", "there is no kind ‘omen’")
    assert finding.hint.startswith("describe it in content/schemas/omen.json; known here: catch, figure, gear, ")


def test_a_schema_that_is_gone_is_told_at_the_sets_of_its_kind_alone(book_copy: Path) -> None:
    """And neither the sheet that shows their entries nor what else reads them says that it finds none."""
    (book_copy / "content" / "schemas" / "weapon.json").unlink()
    hint = "did you mean ‘season’? Or describe it in content/schemas/weapon.json"
    assert [(str(f.position), f.code, f.hint) for f in load_book(book_copy).findings] == [
        ("content/data/melee-weapons.yaml:1:7", "S021", hint),
        ("content/data/ranged-weapons.yaml:1:7", "S021", hint),
    ]


def test_what_can_be_no_kind_is_not_to_be_described(tiny_source: Path) -> None:
    edit(tiny_source / "content" / "data" / "signals.yaml", "kind: signal", "kind: ../Omen")
    (finding,) = load_book(tiny_source).findings
    assert finding.hint.startswith("known here: catch, ")


def test_a_doubled_id_names_the_first(tiny_source: Path) -> None:
    edit(tiny_source / "content" / "data" / "knacks.yaml", "id: bright-eyed", "id: bright")
    (finding,) = load_book(tiny_source).findings
    assert finding.message == "the id ‘bright’ is used twice: first on line 17"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("content/data/My Set.yaml", ["content/data/My Set.yaml:1:1 S014"]),
        ("content/data/chapter.yaml", ["content/data/chapter.yaml:1:1 S020"]),
        ("content/data/table.yaml", ["content/data/table.yaml:1:1 S020"]),
        ("content/gear.yaml", ["content/gear.yaml:1:1 S020"]),
        ("content/data/gear.yml", ["content/data/gear.yml:1:1 S031"]),
        ("content/schemas/gear.jsn", ["content/schemas/gear.jsn:1:1 S031"]),
        ("content/chapters/notes.txt", ["content/chapters/notes.txt:1:1 S031"]),
        ("content/data/.swap", []),
    ],
)
def test_files_that_are_not_expected_are_found(tiny_source: Path, name: str, expected: list[str]) -> None:
    text = "kind: signal\nentries:\n  - id: x\n    roll: 1–6\n    cells: [a]\n"
    (tiny_source / name).write_text(text, encoding="utf-8")
    assert faults(tiny_source) == expected


def test_a_folder_or_pipe_in_place_of_a_file_is_one_finding(tiny_source: Path) -> None:
    path = tiny_source / "content" / "data" / "gear.yaml"
    path.unlink()
    path.mkdir()
    assert faults(tiny_source) == ["content/data/gear.yaml:1:1 S001"]


def test_without_schemas_there_is_one_finding(tiny_source: Path) -> None:
    for path in (tiny_source / "content" / "schemas").iterdir():
        path.unlink()
    assert faults(tiny_source) == ["content/schemas:1:1 S001"]
