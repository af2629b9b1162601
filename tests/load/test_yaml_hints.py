"""A slip in YAML is told once, at the line that has it, with what to write."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.finding import Finding
from rulebook.load import load_book
from rulebook.load.suggest import did_you_mean
from rulebook.load.yaml_tree import parse_yaml
from tests.editing import edit


def said(text: str) -> list[str]:
    findings: list[Finding] = []
    parse_yaml("x.yaml", text, findings)
    return [f"{f.position.line}:{f.position.column} {f.message} | {f.hint}" for f in findings]


NO_KEY = "YAML: did not find expected key"
MISREAD = "YAML: mapping values are not allowed in this context"
GOES_ON = (
    "this line is read as going on from the one before: look at the indentation of both, and for a key or a dash that "
    "is missing; a text that holds ‘: ’ must be quoted"
)
CUT = "a comment cuts a list or map short"
QUOTE = "a # after a space begins a comment: quote a value that begins so"
NO_ITEM = "look for a comma too many, and for a bracket that does not close or is closed by another"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a:\n  - id: x\n    name: One: two\n", f"3:14 {MISREAD} | a value that holds ‘: ’ must be quoted"),
        ("a:\n  -id: x\n    name: y\n", "2:3 YAML: ‘-id: x’ begins no item | put a space after the dash: - id: x"),
        ("a:\n  -x\n  - y: z\n", "2:3 YAML: ‘-x’ begins no item | put a space after the dash: - x"),
        ("a:\n  id: x\n    name: y\n", f"3:9 {MISREAD} | {GOES_ON}"),
        ("a:\n  - x\n    y: z\n", f"3:6 {MISREAD} | {GOES_ON}"),
        (
            "a:\n  b 3\n  c: 4\n",
            "2:3 YAML: could not find expected ':' | write ‘key: value’, or indent what belongs to the line before",
        ),
        (
            "a: - b\n",
            "1:4 YAML: block sequence entries are not allowed in this context | put an item on a line of its own; "
            "a text that begins with a dash must be quoted",
        ),
        (
            "a: [+1]{is=x} more\nb: c\n",
            f"1:8 {NO_KEY} | the value ends at its ‘]’: take out what follows, or quote all of it",
        ),
        (
            "a: 'b' c\nd: e\n",
            f"1:8 {NO_KEY} | the value ends at its quote: take out what follows, or quote all of it",
        ),
        ("a: {b: #11564b, c: d}\n", f"1:8 YAML: {CUT} | {QUOTE}"),
        ("a:\n  - {b: 'x # y', c: #d}\n", f"2:21 YAML: {CUT} | {QUOTE}"),
        ("a: [b,, c]\n", f"1:7 YAML: did not find expected node content | {NO_ITEM}"),
        ("a: [}\n", f"1:5 YAML: did not find expected node content | {NO_ITEM}"),
        (
            "a: |x\n  b\n",
            "1:5 YAML: did not find expected comment or line break | begin the text on the line below ‘|’ or ‘>’",
        ),
        (
            "a: {b c, d: e}\n",
            "1:5 ‘b c’ is a key without a value | put a colon after the key: b: c",
        ),
        ("a: !b\n", "1:4 the tag !b is used | leave the tag out; if it is part of the value, quote the value"),
        (
            "a:\n  - id: x\n    b: y\n    id: z\n    b: z\n",
            "4:5 the keys ‘id’, ‘b’ stand twice: first from line 2 on, again from line 4 on | if another item of a "
            "list begins here, put ‘- ’ before ‘id’; else keep one of each",
        ),
    ],
)
def test_a_slip_is_told_once_at_its_line(text: str, expected: str) -> None:
    assert said(text) == [expected]


def test_doubled_keys_that_stand_apart_are_told_apart() -> None:
    assert [one.partition(" ")[0] for one in said("a: b\nc: d\na: e\nf: g\nc: h\n")] == ["3:1", "5:1"]


@pytest.mark.parametrize(
    ("found", "hint"),
    [
        ("one two", "‘one’ and ‘two’ are 2 names; in brackets, put a comma between them: one, two"),
        ("one; two", "‘one’ and ‘two’ are 2 names; in brackets, put a comma between them: one, two"),
        (
            "one \"two\" 'one'",
            "‘one’ and ‘two’ and ‘one’ are 3 names; in brackets, put a comma between them: one, two, one",
        ),
        ("one - two", "‘one’ and ‘two’ are 2 names; put each dash below the first"),
        ("one three", "known here: one, two"),
        ("onee", "did you mean ‘one’?"),
    ],
)
def test_names_that_a_comma_should_divide(found: str, hint: str) -> None:
    assert did_you_mean(found, ["one", "two"]) == hint


@pytest.mark.parametrize(
    ("file", "old", "new", "hint"),
    [
        ("data/gear.yaml", "- bright: +3", "- bright +3", "write ‘bright: +3’"),
        ("data/gear.yaml", "- bright: +3", "- bright:+3", "write ‘bright: +3’"),
        ("data/lockers.yaml", "[boat-hook]", "boat-hook", "write it in brackets: [boat-hook]"),
    ],
)
def test_what_to_write_is_said(tiny_source: Path, file: str, old: str, new: str, hint: str) -> None:
    edit(tiny_source / "content" / file, old, new)
    (finding,) = load_book(tiny_source).findings
    assert finding.hint == hint


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: {b: f(1, 2, 3), c: d}\n", ["1:8 ‘b’ ends at its comma: ‘f(1’"]),
        ("a: {b: f(1, 2), c: }\n", ["1:8 ‘b’ ends at its comma: ‘f(1’", "1:20 a value is empty"]),
        ("a:\n  b: (x\n  c:\n", ["3:5 a value is empty"]),
        ("a: {b: '(x', c}\n", ["1:15 a value is empty"]),
        ("a: {b: 'f(1, 2, 3)', c: d}\n", []),
    ],
)
def test_a_value_that_its_own_comma_cuts_is_told_once(text: str, expected: list[str]) -> None:
    assert [line.partition(" | ")[0] for line in said(text)] == expected
