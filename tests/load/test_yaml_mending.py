"""What is no YAML costs its own block: every fault of a file is told in one run, and nothing of what is sound."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.finding import Finding
from rulebook.load import load_book
from rulebook.load.yaml_mending import MOST_FAULTS, mended
from rulebook.load.yaml_tree import ListNode, MapNode, Scalar, parse_yaml

THREE = """\
kind: thing
entries:
  - id: one
    text: "not closed
  - id: two
    text: sound
  - id: three
    list: [a, b
  - id: four
    text: @reserved
  - id: five
    text: sound too
"""


def _read(text: str) -> tuple[MapNode, list[Finding]]:
    findings: list[Finding] = []
    node = parse_yaml("x.yaml", text, findings)
    assert isinstance(node, MapNode), findings
    return node, findings


def test_every_fault_is_told_at_its_own_line() -> None:
    _, findings = _read(THREE)
    assert [(f.code, f.position.line, f.position.column) for f in findings] == [
        ("S005", 4, 11),
        ("S005", 8, 16),
        ("S005", 10, 11),
    ]


def test_what_is_sound_is_read() -> None:
    node, _ = _read(THREE)
    entries = node.get("entries")
    assert isinstance(entries, ListNode)
    assert entries.broken
    ids = [entry.get("id") for entry in entries.items if isinstance(entry, MapNode)]
    assert [i.text for i in ids if isinstance(i, Scalar)] == ["one", "two", "three", "four", "five"]
    texts = [entry.get("text") for entry in entries.items if isinstance(entry, MapNode)]
    assert [t.text for t in texts if isinstance(t, Scalar) and not t.broken] == ["sound", "sound too"]
    assert [t.position.line for t in texts if isinstance(t, Scalar) and not t.broken] == [6, 12]


def test_a_fault_of_the_schema_is_told_beside_those_of_yaml(tiny_source: Path) -> None:
    gear = tiny_source / "content" / "data" / "gear.yaml"
    rows = gear.read_text(encoding="utf-8").split("\n")
    names = [n for n, row in enumerate(rows) if row.strip().startswith("name:")]
    costs = [n for n, row in enumerate(rows) if row.strip().startswith("cost:")]
    rows[names[0]] = rows[names[0]].replace("name: ", 'name: "')
    rows[costs[-1]] = rows[costs[-1]].split(":")[0] + ": dear"
    gear.write_text("\n".join(rows), encoding="utf-8")
    found = [(f.code, f.position.line) for f in load_book(tiny_source).findings]
    assert ("S005", names[0] + 1) in found
    assert any(line == costs[-1] + 1 for code, line in found if code != "S005")
    assert len(found) == 2, found


def _lines(root: Path, name: str) -> list[str]:
    return (root / "content" / "data" / f"{name}.yaml").read_text(encoding="utf-8").split("\n")


@pytest.mark.parametrize("mark", ['"', "'", "[", "{", "@"])
@pytest.mark.parametrize("name", ["gear", "catches", "hauls", "words"])
def test_nothing_else_is_found_where_a_value_is_spoilt(tiny_source: Path, name: str, mark: str) -> None:
    path = tiny_source / "content" / "data" / f"{name}.yaml"
    rows = _lines(tiny_source, name)
    tried = 0
    for number, row in enumerate(rows):
        key, colon, value = row.partition(": ")
        if not colon or not value or value[0] in "|>[{\"'" or key.strip() in ("id", "- id", "kind"):
            continue
        tried += 1
        spoilt = [*rows[:number], f"{key}: {mark}{value}", *rows[number + 1 :]]
        path.write_text("\n".join(spoilt), encoding="utf-8")
        found = load_book(tiny_source).findings
        assert found, spoilt[number]
        assert {f.position.path for f in found} == {f"content/data/{name}.yaml"}, (spoilt[number], found)
        assert all(abs(f.position.line - number - 1) <= 2 for f in found), (spoilt[number], found)
        assert len(found) <= 2, (spoilt[number], found)
    assert tried > 4


LIST = """\
kind: thing
entries:
  - id: one
    text: sound
  - id: two
    text: sound
  - id: three
    text: sound
"""

MAPS = """\
first:
  a: 1
second:
  lines:
    - {field: a}
    - {field: b}
  rows:
    - {field: c}
third: 3
"""


# A quote that does not close is closed by the next.
QUOTED = MAPS.replace("third: 3", "third: 'a quote'")


def _plain(node: object) -> object:
    """A tree as lists, maps and texts."""
    match node:
        case MapNode(items=items):
            return {key.text: _plain(inner) for key, inner in items}
        case ListNode(items=nodes):
            return [_plain(inner) for inner in nodes]
        case Scalar(text=text):
            return text
        case _:
            return None


@pytest.mark.parametrize(
    ("text", "line", "spoilt", "said"),
    [
        # An item: the first, one in the middle, the last; further in, further out, behind a tab.
        (LIST, "  - id: one", "   - id: one", "this line is indented by 3, which fits nothing around it; 2 would"),
        (LIST, "  - id: one", " - id: one", "this line is indented by 1, which fits nothing around it; 2 would"),
        (LIST, "  - id: one", "\t- id: one", "a tab stands in the indentation of this line; 2 spaces would fit"),
        (LIST, "  - id: two", "     - id: two", "this line is indented by 5, which fits nothing around it; 2 would"),
        (LIST, "  - id: two", "\t- id: two", "a tab stands in the indentation of this line; 2 spaces would fit"),
        (LIST, "  - id: three", "   - id: three", "this line is indented by 3, which fits nothing around it; 2 would"),
        (
            MAPS,
            "    - {field: a}",
            "     - {field: a}",
            "this line is indented by 5, which fits nothing around it; 4 would",
        ),
        (
            MAPS,
            "    - {field: b}",
            "   - {field: b}",
            "this line is indented by 3, which fits nothing around it; 4 would",
        ),
        # The first line of all.
        (LIST, "kind: thing", " kind: thing", "this line is indented by 1, which fits nothing around it; 0 would"),
        (LIST, "kind: thing", "\tkind: thing", "a tab stands in the indentation of this line; 0 spaces would fit"),
        # A header: with a mark that does not belong there, without its colon, at a wrong indentation.
        (MAPS, "second:", "'second:", "what stands below needs ‘second:’ here"),
        (MAPS, "second:", '"second:', "what stands below needs ‘second:’ here"),
        (MAPS, "second:", "[second:", "what stands below needs ‘second:’ here"),
        (MAPS, "second:", "{second:", "what stands below needs ‘second:’ here"),
        (MAPS, "second:", "@second:", "what stands below needs ‘second:’ here"),
        (MAPS, "second:", "second:]", "what stands below needs ‘second:’ here"),
        (MAPS, "second:", "second", "what stands below needs ‘second:’ here"),
        (MAPS, "second:", " second:", "this line is indented by 1, which fits nothing around it; 0 would"),
        (MAPS, "  rows:", "  rows", "what stands below needs ‘rows:’ here"),
        (MAPS, "  rows:", "   rows:", "this line is indented by 3, which fits nothing around it; 2 would"),
        (MAPS, "  rows:", " rows:", "this line is indented by 1, which fits nothing around it; 2 would"),
        (MAPS, "  rows:", "\trows:", "a tab stands in the indentation of this line; 2 spaces would fit"),
        (QUOTED, "  lines:", "  'lines:", "what stands below needs ‘lines:’ here"),
        (MAPS, "  lines:", "   lines:", "this line is indented by 3, which fits nothing around it; 2 would"),
        (LIST, "entries:", "'entries:", "what stands below needs ‘entries:’ here"),
    ],
)
def test_a_line_that_spoils_the_structure_is_told_alone_and_read_as_it_is_meant(
    text: str, line: str, spoilt: str, said: str
) -> None:
    rows = text.split("\n")
    number = rows.index(line)
    node, findings = _read("\n".join([*rows[:number], spoilt, *rows[number + 1 :]]))
    assert _plain(node) == _plain(_read(text)[0])
    (finding,) = findings
    assert (finding.code, finding.position.line, finding.message) == ("S005", number + 1, f"YAML: {said}")
    assert finding.position.column == len(spoilt) - len(spoilt.lstrip(" \t")) + 1


def test_what_stands_on_such_a_line_has_its_own_column() -> None:
    """The line is read elsewhere than it stands, and is told where it stands."""
    _, findings = _read(LIST.replace("  - id: two", "     - id: two # 2"))
    places = sorted((f.code, f.position.line, f.position.column) for f in findings)
    assert places == [("S005", 5, 6), ("S010", 5, 12)]


def test_several_such_lines_and_a_fault_of_another_kind_are_all_told() -> None:
    text = LIST.replace("  - id: one", "   - id: one").replace("  - id: three", "    - id: three")
    text = text.replace("id: two\n    text: sound", 'id: two\n    text: "not closed')
    node, findings = _read(text)
    assert sorted((f.code, f.position.line) for f in findings) == [("S005", 3), ("S005", 6), ("S005", 7)]
    entries = node.get("entries")
    assert isinstance(entries, ListNode)
    assert [_plain(e.get("id")) for e in entries.items if isinstance(e, MapNode)] == ["one", "two", "three"]


def test_an_item_whose_place_is_that_of_others_stays_there() -> None:
    """What is wrong with it is something else: no line is moved for another's fault."""
    for line in ("  - id two", "  - id:two", "  -id: two"):
        text = LIST.replace("  - id: two", line)
        findings: list[Finding] = []
        parse_yaml("x.yaml", text, findings)
        assert not any("which fits nothing around it" in f.message for f in findings), (line, findings)


def test_what_depends_on_a_list_that_lacks_an_item_is_told_nothing(tiny_source: Path) -> None:
    """A column that could not be read makes no row of the table too long."""
    path = tiny_source / "content" / "data" / "tables.yaml"
    column = "      - {head: 2–3, value: cells.1}"
    text = path.read_text(encoding="utf-8")
    assert text.count(column) == 1
    path.write_text(text.replace(column, column[4:]), encoding="utf-8")
    found = load_book(tiny_source).findings
    assert [(f.code, f.position.path) for f in found] == [("S005", "content/data/tables.yaml")]


@pytest.mark.parametrize("broken", ["[two", "{two", "@two", "'two", '"two', "two: x: y", "a: b: c two"])
def test_who_refers_to_an_entry_whose_id_is_broken_is_told_nothing(tiny_source: Path, broken: str) -> None:
    path = tiny_source / "content" / "data" / "tables.yaml"
    text = path.read_text(encoding="utf-8")
    assert text.count("  - id: gear\n") == 1
    path.write_text(text.replace("  - id: gear\n", f"  - id: {broken.replace('two', 'gear')}\n"), encoding="utf-8")
    found = load_book(tiny_source).findings
    assert {f.position.path for f in found} == {"content/data/tables.yaml"}, found
    assert len(found) == 1


def test_of_many_faults_so_many_are_told_and_that_there_are_more() -> None:
    text = "entries:\n" + "".join(f"  - id: e{n}\n    text: @{n}\n" for n in range(MOST_FAULTS + 10))
    findings: list[Finding] = []
    parse_yaml("x.yaml", text, findings)
    assert len(findings) == MOST_FAULTS + 1
    assert "more faults" in findings[-1].message


@given(st.text(alphabet="ab:- \n\"'[]{}|>@#\t", max_size=120))
def test_whatever_stands_there_it_ends_and_keeps_the_lines(text: str) -> None:
    found = mended(text)
    if found.text is not None:
        assert found.text.count("\n") == text.count("\n")
    assert len(found.faults) <= MOST_FAULTS
