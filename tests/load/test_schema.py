"""Schemas: what makes one, and how it types a value; nothing is typed by half and nothing passes unseen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulebook.finding import Finding
from rulebook.load.schema import Typed, read_schema, typed_record
from rulebook.load.yaml_tree import parse_yaml
from rulebook.model import Flag, Items, Number, Prose, Reference, Word
from tests.editing import edit, faults, places

ID = {"type": "string"}


def schema_of(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"id": ID, **properties},
        "required": ["id"],
        "additionalProperties": False,
    }


def typed(text: str, **properties: Any) -> tuple[Typed, list[Finding]]:
    findings: list[Finding] = []
    node = parse_yaml("x.yaml", f"id: x\n{text}\n", findings)
    assert node is not None
    return typed_record(node, schema_of(**properties), findings, "a thing"), findings


@pytest.mark.parametrize(
    "text", ["No", "on", "1:30", "012", "+3", "1.10", "1_000", "2026-10-10", "1-2", "1–2", "true", "5"]
)
def test_text_stays_what_was_typed(text: str) -> None:
    record, findings = typed(f"a: {text}", a={"type": "string"})
    assert findings == []
    assert record.record is not None
    value = record.record.fields["a"]
    assert isinstance(value, Word)
    assert value.text == text


@pytest.mark.parametrize(("text", "value"), [("0", 0), ("12", 12), ("+3", 3), ("-3", -3)])
def test_a_whole_number_keeps_its_form(text: str, value: int) -> None:
    record, findings = typed(f"a: {text}", a={"type": "integer"})
    assert findings == []
    assert record.record is not None
    number = record.record.fields["a"]
    assert isinstance(number, Number)
    assert (number.value, number.text) == (value, text)


@pytest.mark.parametrize(
    "text",
    [
        "012",
        "1_000",
        "1.0",
        "1:30",
        "0x1F",
        "1e3",
        "1e999",
        "NaN",
        ".inf",
        "−3",
        "1–2",
        "five",
        "No",
        "9" * 30,
        "1 000",
    ],
)
def test_nothing_else_is_a_whole_number(text: str) -> None:
    _, findings = typed(f"a: {text}", a={"type": "integer"})
    assert places(findings) == ["x.yaml:2:4 S013"]
    assert findings[0].message == f"‘a’ of a thing is ‘{text}’; expected a whole number"


@pytest.mark.parametrize(
    ("text", "limits", "hint"),
    [
        ("−3", {}, "write ‘-3’, with a hyphen for its minus"),
        ("−3", {"minimum": -3}, "write ‘-3’, with a hyphen for its minus"),
        ("−3", {"minimum": -2}, "write a whole number from -2 on, in digits alone"),
        ("–3", {"minimum": 0}, "write a whole number from 0 on, in digits alone"),
        ("3.0", {"minimum": 0}, "write it in digits alone, as 2; the least is 0"),
    ],
)
def test_a_hint_says_how_a_whole_number_is_written(text: str, limits: dict[str, Any], hint: str) -> None:
    (finding,) = typed(f"a: {text}", a={"type": "integer", **limits})[1]
    assert (finding.code, finding.hint) == ("S013", hint)


def test_all_that_a_map_lacks_is_one_finding() -> None:
    inner = {"type": "object", "required": ["x", "y"], "properties": {"x": ID, "y": ID}}
    schema = {
        "type": "object",
        "required": ["a", "b", "c"],
        "properties": {"a": ID, "b": ID, "c": ID, "d": inner},
        "additionalProperties": False,
    }
    findings: list[Finding] = []
    tree = parse_yaml("x.yaml", "d: {}\nbb: one\n", findings)
    assert tree is not None
    typed_record(tree, schema, findings, "a thing")
    assert [(f.code, f.message, f.hint) for f in findings if f.code == "S012"] == [
        ("S012", "a thing has no ‘a’ and ‘c’", "add ‘a: …’ and ‘c: …’"),
        ("S012", "‘d’ of a thing has no ‘x’ and ‘y’", "add ‘x: …’ and ‘y: …’"),
    ]
    assert [f.hint for f in findings if f.code == "S011"] == ["did you mean ‘b’?"], (
        "and ‘b’ is not said to be missing too"
    )


@pytest.mark.parametrize("text", ["yes", "No", "on", "True", "1"])
def test_only_true_and_false_are_truth_values(text: str) -> None:
    assert places(typed(f"a: {text}", a={"type": "boolean"})[1]) == ["x.yaml:2:4 S013"]


def test_every_kind_of_value_is_typed() -> None:
    record, findings = typed(
        "a: true\nb: [x, y]\nc: tired\nd: [long, reach: +2]\ne: |\n  One.\n",
        a={"type": "boolean"},
        b={"type": "array", "items": ID},
        c={"type": "string", "x-ref": ["words"]},
        d={"type": "array", "items": {"type": ["string", "object"], "x-ref": ["knacks"], "x-parameter": True}},
        e={"type": "string", "x-markdown": True},
    )
    assert findings == []
    assert record.sound
    assert record.record is not None
    fields = record.record.fields
    assert isinstance(fields["a"], Flag)
    assert isinstance(fields["b"], Items)
    assert isinstance(fields["c"], Reference)
    assert isinstance(fields["d"], Items)
    assert [(r.id, r.parameter) for r in fields["d"].values if isinstance(r, Reference)] == [
        ("long", None),
        ("reach", "+2"),
    ]
    assert isinstance(fields["e"], Prose)


TEXT = {"type": "string", "minLength": 1}
PROSE = {"type": "string", "minLength": 1, "x-markdown": True}
LIST = {"type": "array", "items": TEXT, "minItems": 1}
REFERENCE = {"type": ["string", "object"], "x-ref": ["knacks"], "x-parameter": True}


@pytest.mark.parametrize(
    ("text", "schema", "expected"),
    [
        ("a: [b]", TEXT, ["x.yaml:2:4 S013"]),
        ("a: {b: c}", TEXT, ["x.yaml:2:4 S013"]),
        ("a: b", LIST, ["x.yaml:2:4 S013"]),
        ("a: []", LIST, ["x.yaml:2:4 S008"]),
        ("a:\n  - b\n  - [c]", LIST, ["x.yaml:4:5 S013"]),
        ("a: b", {"type": "string", "enum": ["left", "right"]}, ["x.yaml:2:4 S014"]),
        ("a: b", {"type": "string", "pattern": "^[0-9]$"}, ["x.yaml:2:4 S014"]),
        ("a: 5", {"type": "integer", "maximum": 4}, ["x.yaml:2:4 S014"]),
        ("a: b\nc: d", TEXT, ["x.yaml:3:1 S011"]),
        # One finding a fault: what the reader has found is not said again by the schema.
        ("a:", LIST, ["x.yaml:2:3 S008"]),
        ("a: ~", {"type": "integer"}, ["x.yaml:2:4 S009"]),
        ("a: ''", TEXT, ["x.yaml:2:4 S008"]),
        ("a: *x", LIST, ["x.yaml:2:4 S007"]),
        ("a: left #1", {"type": "string", "enum": ["left #1"]}, ["x.yaml:2:4 S010"]),
        # Short values.
        ("a: |\n  b\n  c", TEXT, ["x.yaml:2:4 S014"]),
        ("a: ' b'", TEXT, ["x.yaml:2:5 S014"]),
        ("a: >-\n  b\n  c", TEXT, []),
        # Text.
        ("a: b\n  c", PROSE, ["x.yaml:2:4 S014"]),
        ("a: >\n  b", PROSE, ["x.yaml:2:4 S014"]),
        ("a: |\n  b\n  <i>c</i>", PROSE, ["x.yaml:4:3 S025", "x.yaml:4:7 S025"]),
        ("a: b <i>", PROSE, ["x.yaml:2:6 S025"]),
        ("a: 'b <i>'", PROSE, ["x.yaml:2:7 S025"]),
        ("a: |\n  b\n\n      c", PROSE, ["x.yaml:5:7 S024"]),
        # References.
        ("a: {}", REFERENCE, ["x.yaml:2:4 S014"]),
        ("a: {b: 1, c: 2}", REFERENCE, ["x.yaml:2:4 S014"]),
        ("a: {b: [1]}", REFERENCE, ["x.yaml:2:8 S013"]),
        ("a: [b]", REFERENCE, ["x.yaml:2:4 S013"]),
        ("a: {b: 1}", {"type": ["string", "object"], "x-ref": ["knacks"]}, ["x.yaml:2:4 S014"]),
        ("a: {b: 1}", {"type": "string", "x-ref": ["knacks"]}, ["x.yaml:2:4 S013"]),
    ],
)
def test_faults_are_found_once_at_their_place(text: str, schema: dict[str, Any], expected: list[str]) -> None:
    assert places(typed(text, a=schema)[1]) == expected


@pytest.mark.parametrize(("text", "hint"), [("lefft", "did you mean ‘left’?"), ("b", "")])
def test_values_that_the_message_lists_are_not_listed_again(text: str, hint: str) -> None:
    (finding,) = typed(f"a: {text}", a={"type": "string", "enum": ["left", "right"]})[1]
    assert finding.message.endswith(f"is ‘{text}’; expected one of: left, right")
    assert finding.hint == hint


@pytest.mark.parametrize(
    ("text", "schema", "code", "message", "hint"),
    [
        ("[b, c]", {**LIST, "minItems": 3}, "S014", "holds 2; the least is 3", "list 1 more"),
        ("[]", {**LIST, "minItems": 3}, "S008", "is empty", "list 3 at least"),
        ("[]", LIST, "S008", "is empty", ""),
        ("bcde", {**TEXT, "minLength": 20}, "S014", "has 4 letters; the least is 20", "write 16 more"),
        ("b", {**TEXT, "minLength": 2}, "S014", "has 1 letter; the least is 2", "write 1 more"),
    ],
)
def test_what_is_too_short_is_counted_and_only_what_is_empty_is_called_so(
    text: str, schema: dict[str, Any], code: str, message: str, hint: str
) -> None:
    (finding,) = typed(f"a: {text}", a=schema)[1]
    assert (finding.code, finding.message, finding.hint) == (code, f"‘a’ of a thing {message}", hint)


RANGE = {"type": "string", "pattern": "^(–|[0-9]+|[0-9]+–[0-9]+)$"}


@pytest.mark.parametrize(
    ("text", "schema", "hint"),
    [
        ("6-8", RANGE, "write ‘6–8’"),
        ("6 – 8", RANGE, "write ‘6–8’"),
        ("6 - 8", RANGE, "write ‘6–8’"),
        ("'-'", RANGE, "write ‘–’"),
        ("six", RANGE, f"pattern: {RANGE['pattern']}"),
        ("six", {**RANGE, "description": "a range of a die"}, "a range of a die"),
        ("6-8", {**RANGE, "description": "a range of a die"}, "write ‘6–8’"),
        ("-2", {"type": "string", "pattern": "^(0|[+−]?[0-9]+)$"}, "write ‘−2’"),
        (
            "Hand-Weapon",
            {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"},
            "lower case letters, digits, hyphens between",
        ),
        ("hand–weapon", {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"}, "write ‘hand-weapon’"),
    ],
)
def test_a_hint_says_what_to_write_where_only_the_dash_is_wrong(text: str, schema: dict[str, Any], hint: str) -> None:
    (finding,) = typed(f"a: {text}", a=schema)[1]
    assert (finding.code, finding.hint) == ("S014", hint)


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("a thing", "a thing has"),
        ("the cards", "the cards have"),
        ("the sheets ‘b’", "the sheets ‘b’ have"),
        ("the rules of ‘b’", "the rules of ‘b’ have"),
    ],
)
def test_several_have_and_one_has(what: str, said: str) -> None:
    schema = {**schema_of(inner=schema_of()), "required": ["cost"]}
    findings: list[Finding] = []
    node = parse_yaml("x.yaml", "weight: 1\ninner: {}\n", findings)
    assert node is not None
    typed_record(node, schema, findings, what)
    assert {f.message for f in findings} == {
        f"{said} no key ‘weight’",
        f"{said} no ‘cost’",
        f"‘inner’ of {what} has no ‘id’",
    }


def test_a_missing_key_is_found_where_the_map_begins_and_a_misspelt_one_where_it_stands() -> None:
    schema = {**schema_of(cost=TEXT, name=TEXT), "required": ["id", "cost", "name"]}
    for text, expected in (
        ("- id: x\n  name: y\n", [("x.yaml:1:3 S012", "a thing has no ‘cost’")]),
        ("- id: x\n  name: y\n  csot: 3\n", [("x.yaml:3:3 S011", "a thing has no key ‘csot’")]),
        (
            "- id: x\n  weight: 3\n  name: y\n",
            [("x.yaml:2:3 S011", "a thing has no key ‘weight’"), ("x.yaml:1:3 S012", "a thing has no ‘cost’")],
        ),
    ):
        findings: list[Finding] = []
        node = parse_yaml("x.yaml", text, findings)
        assert node is not None
        typed_record(node.items[0], schema, findings, "a thing")  # type: ignore[union-attr, arg-type]
        assert sorted(zip(places(findings), [f.message for f in findings], strict=True)) == sorted(expected)


def test_a_map_with_faults_is_typed_as_far_as_it_goes() -> None:
    record, findings = typed("a: 5x\nb: c <i>\nd: e", a={"type": "integer"}, b=PROSE)
    assert sorted(places(findings)) == ["x.yaml:2:4 S013", "x.yaml:3:6 S025", "x.yaml:4:1 S011"]
    assert not record.sound
    assert record.faulty == {"a"}
    assert record.record is not None
    assert isinstance(record.record.fields["b"], Prose)


def read(folder: Path, text: str) -> tuple[object, list[Finding]]:
    (folder / "x.json").write_text(text, encoding="utf-8")
    findings: list[Finding] = []
    return read_schema(folder, folder / "x.json", findings), findings


def test_a_sound_schema_is_read(tmp_path: Path) -> None:
    schema = schema_of(a=TEXT, b=LIST, c=REFERENCE, d={**schema_of(), "description": "a map in a map"})
    assert read(tmp_path, json.dumps(schema)) == (schema, [])


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("{\n  'a': 1}", "x.json:2:3", "the schema is not JSON: "),
        ("", "x.json:1:1", "the schema is not JSON: "),
        ("[]", "x.json:1:1", "the schema is no map at its top"),
        ("{}", "x.json:1:1", "the schema does not describe an object"),
        ('{"type": "object", "type": "object"}', "x.json:1:20", "the schema is not JSON: the key ‘type’ stands twice"),
        ('{"type": "object", "minimum": NaN}', "x.json:1:31", "the schema is not JSON: NaN is no number"),
        ('{"minimum": ' + "1" * 5000 + "}", "x.json:1:13", "the schema is not JSON: "),
        ('{"properties": ' + '{"a":\n' * 70_000, "x.json:1:1", "the "),
        (
            json.dumps({**schema_of(), "$schema": "http://localhost:9/another"}),
            "x.json:1:124",
            "the ‘$schema’ at its top is not followed here; known: https://json-schema.org/draft/2020-12/schema",
        ),
        (json.dumps({"type": "object"}), "x.json:1:1", "the schema does not require an ‘id’ that is text"),
        (
            json.dumps(schema_of(id={"type": "integer"})),
            "x.json:1:50",
            "the schema does not require an ‘id’ that is text",
        ),
        (json.dumps(schema_of(a={"type": "text"})), "x.json:1:75", "the type ‘text’ at ‘a’ is not followed here"),
        (json.dumps(schema_of(a={"type": "number"})), "x.json:1:75", "the type ‘number’ at ‘a’ is not followed here"),
        (json.dumps(schema_of(a={"minLength": -1})), "x.json:1:80", "the schema is not a JSON Schema at "),
        (
            json.dumps(schema_of(a={"type": "string", "pattern": "("})),
            "x.json:1:96",
            "the schema is not a JSON Schema at ",
        ),
        (json.dumps(schema_of(a={"$ref": "#"})), "x.json:1:67", "the schema uses ‘$ref’ at ‘a’"),
        (json.dumps(schema_of(a={"$ref": "https://example.org/x"})), "x.json:1:67", "the schema uses ‘$ref’ at ‘a’"),
        (json.dumps(schema_of(a={"oneOf": [TEXT]})), "x.json:1:67", "the schema uses ‘oneOf’ at ‘a’"),
        (json.dumps(schema_of(a={"x-markdwon": True})), "x.json:1:67", "the schema uses ‘x-markdwon’ at ‘a’"),
        (json.dumps(schema_of(a={"x-markdown": "no"})), "x.json:1:81", "‘x-markdown’ at ‘a’ is neither true nor false"),
        (json.dumps(schema_of(a={"x-ref": "words"})), "x.json:1:76", "‘x-ref’ at ‘a’ is not a list of sets"),
        (
            json.dumps(schema_of(a={"type": "array", "items": [TEXT]})),
            "x.json:1:93",
            "the schema is no map at ‘a’, items",
        ),
        (
            json.dumps({**schema_of(), "additionalProperties": True}),
            "x.json:1:106",
            "the schema lets unknown keys pass at its top",
        ),
        (
            json.dumps({**schema_of(supplies=TEXT), "required": ["id", "supplys"]}),
            "x.json:1:129",
            "the schema requires ‘supplys’ at its top, which it does not have; did you mean ‘supplies’?",
        ),
        (
            json.dumps(schema_of(a={**schema_of(), "required": ["ident"]})),
            "x.json:1:140",
            "the schema requires ‘ident’ at ‘a’, which it does not have; known here: id",
        ),
        (
            json.dumps(schema_of(a={"type": "integer", "minimum": 3, "maximum": 2})),
            "x.json:1:97",
            "‘minimum’ at ‘a’ is 3, and ‘maximum’ is 2: nothing is both",
        ),
        (
            json.dumps(schema_of(a={**LIST, "minItems": 3, "maxItems": 2})),
            "x.json:1:141",
            "‘minItems’ at ‘a’ is 3, and ‘maxItems’ is 2: nothing is both",
        ),
        (
            json.dumps(schema_of(a={"type": "string", "minLength": 3, "maxLength": 2})),
            "x.json:1:98",
            "‘minLength’ at ‘a’ is 3, and ‘maxLength’ is 2: nothing is both",
        ),
    ],
)
def test_a_schema_that_would_be_half_obeyed_is_refused(tmp_path: Path, text: str, place: str, message: str) -> None:
    schema, findings = read(tmp_path, text)
    assert schema is None
    assert places(findings) == [f"{place} S015"]
    assert findings[0].message.startswith(message)


def test_a_broken_schema_is_the_only_finding(tiny_source: Path) -> None:
    path = tiny_source / "content" / "schemas" / "gear.json"
    edit(path, '"A piece of gear",', '"A piece of gear"')
    assert faults(tiny_source) == ["content/schemas/gear.json:4:3 S015"]


def test_a_schema_that_names_no_set_is_the_only_finding(tiny_source: Path) -> None:
    path = tiny_source / "content" / "schemas" / "gear.json"
    path.write_text(path.read_text(encoding="utf-8").replace('"knacks"\n', '"kancks"\n'), encoding="utf-8")
    assert faults(tiny_source) == ["content/schemas/gear.json:19:11 S015"]


@pytest.mark.parametrize(
    ("value", "place", "message", "hint"),
    [
        (">-\n  one\n\n  two", "5:3", "has several lines", "take out the empty line before this one"),
        (
            ">-  # why\n  one\n    two\n  three",
            "4:5",
            "has several lines",
            "let all its lines begin at the same column",
        ),
        (">-\n  one\n    two", "4:5", "has several lines", "let all its lines begin at the same column"),
        ("|\n  one\n  two", "2:4", "has several lines", "write it in one line, or ‘>-’ for ‘|’, which joins its lines"),
        ("|\n  one\n\n  two", "2:4", "has several lines", "write it in one line"),
        ("one\n\n  two", "4:3", "has several lines", "take out the empty line before this one"),
        ("'it''s one\n\n  two'", "4:3", "has several lines", "take out the empty line before this one"),
        ('"one\n\n  two"', "4:3", "has several lines", "take out the empty line before this one"),
        ('"one\\ntwo"', "2:8", "has several lines", "write a space for ‘\\n’"),
        ("' one'", "2:5", "begins with a space", "take the space out"),
        ("'one '", "2:8", "ends with a space", "take the space out"),
    ],
)
def test_a_short_value_of_several_lines_is_told_where_they_part(
    value: str, place: str, message: str, hint: str
) -> None:
    _, findings = typed(f"a: {value}", a=TEXT)
    assert [str(f) for f in findings] == [f"x.yaml:{place} S014 a short value {message}\n    Hint: {hint}"]


def test_a_text_whose_lines_are_folded_is_no_block_be_there_an_empty_line_in_it() -> None:
    _, findings = typed("a: >-\n  One.\n\n  Two.", a=PROSE)
    assert places(findings) == ["x.yaml:2:4 S014"]


def test_each_fault_of_a_schema_is_placed_on_its_line(tmp_path: Path) -> None:
    schema = schema_of(b={"type": "strng"}, a={**schema_of(), "requird": ["id"]})
    _, findings = read(tmp_path, json.dumps(schema, indent=2))
    rows = json.dumps(schema, indent=2).split("\n")
    pointed = [rows[f.position.line - 1][f.position.column - 1 :] for f in findings]
    assert sorted(pointed) == ['"requird": [', '"strng"']
