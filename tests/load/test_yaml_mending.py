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
