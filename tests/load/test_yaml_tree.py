"""YAML as typed: no scalar is guessed, and what would mislead in silence is found at its place."""

from __future__ import annotations

import pytest

from rulebook.finding import Finding
from rulebook.load.yaml_tree import DEEPEST, ListNode, MapNode, Node, Scalar, parse_yaml
from tests.editing import places


def tree(text: str) -> tuple[Node | None, list[Finding]]:
    findings: list[Finding] = []
    return parse_yaml("x.yaml", text, findings), findings


def scalar(text: str) -> Scalar:
    """The one value of `key: …`, which must be without faults."""
    node, findings = tree(text)
    assert findings == []
    assert isinstance(node, MapNode)
    value = node.items[0][1]
    assert isinstance(value, Scalar)
    return value


@pytest.mark.parametrize(
    "typed",
    [
        *(
            "No",
            "no",
            "on",
            "off",
            "yes",
            "Y",
            "true",
            "1:30",
            "012",
            "0o14",
            "0x1F",
            "+3",
            "-3",
            "−3",
            "1.10",
            "1_000",
        ),
        *(
            "2026-10-10",
            "2026-10-10 12:00:00",
            "1-2",
            "1–2",
            "1e999",
            ".inf",
            ".NaN",
            "NaN",
            "nul",
            "<",
            "=",
            "6″",
            "1,000",
        ),
    ],
)
def test_a_plain_scalar_stays_what_was_typed(typed: str) -> None:
    value = scalar(f"key: {typed}\n")
    assert value.text == typed
    assert (value.position.line, value.position.column) == (1, 6)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A null or an empty value.
        ("a: ~\n", ["x.yaml:1:4 S009"]),
        ("a: null\n", ["x.yaml:1:4 S009"]),
        ("a:\n  - NULL\n", ["x.yaml:2:5 S009"]),
        ("a:\nb: c\n", ["x.yaml:1:3 S008"]),
        ("a: ''\n", ["x.yaml:1:4 S008"]),
        ('a: "  "\n', ["x.yaml:1:4 S008"]),
        ("a: |\n\n", ["x.yaml:1:4 S008"]),
        ("a:\n  - b\n  -\n", ["x.yaml:3:4 S008"]),
        # A comment that is taken for no part of the value.
        ("text: #1\nb: c\n", ["x.yaml:1:6 S008"]),
        ("text: Roll #1 now\n", ["x.yaml:1:7 S010"]),
        ("a: [b, #1\n  c]\n", ["x.yaml:1:8 S010"]),
        ("a: [ #1\n  c]\n", ["x.yaml:1:6 S010"]),
        ("a: {b: c, #1\n  d: e}\n", ["x.yaml:1:11 S010"]),
        ("a: ['b', #1\n  c]\n", ["x.yaml:1:10 S010"]),
        # Keys.
        ("a: 1\nb: 2\na: 3\n", ["x.yaml:3:1 S006"]),
        ("{a: 1, b: 2, a: 3}\n", ["x.yaml:1:14 S006"]),
        ("- {a: 1, a: 2}\n- a: 1\n  a: 2\n", ["x.yaml:1:10 S006", "x.yaml:3:3 S006"]),
        ("? [a, b]\n: c\n", ["x.yaml:1:3 S007"]),
        ("&k a: b\n", ["x.yaml:1:1 S007"]),
        ("!!str a: b\n", ["x.yaml:1:1 S007"]),
        # What gives a source more than one meaning.
        ("a: &x b\n", ["x.yaml:1:4 S007"]),
        ("a: &x b\nc: *x\n", ["x.yaml:1:4 S007", "x.yaml:2:4 S007"]),
        ("a: !!int 3\n", ["x.yaml:1:4 S007"]),
        ("a: !dice 3\n", ["x.yaml:1:4 S007"]),
        ("a: ! 3\n", ["x.yaml:1:4 S007"]),
        ("a: !!python/object/apply:os.system [x]\n", ["x.yaml:1:4 S007"]),
        ("a: &x {b: c}\nd:\n  <<: *x\n", ["x.yaml:1:4 S007", "x.yaml:3:3 S007"]),
        ("a: b\n---\nc: d\n", ["x.yaml:2:1 S007"]),
        ("%YAML 1.1\n---\na: b\n", ["x.yaml:1:1 S007"]),
        ("%TAG ! tag:x,2000:\n---\na: b\n", ["x.yaml:1:1 S007"]),
        ("%SPELL x\n---\na: b\n", ["x.yaml:1:7 S005"]),
        # What no author types, written as an escape.
        ('a: "b\\tc"\n', ["x.yaml:1:4 S004"]),
        ('a: "b\\0c"\n', ["x.yaml:1:4 S004"]),
        ('a: "b\\u2028c"\n', ["x.yaml:1:4 S004"]),
        ('a: "e\\u0301"\n', ["x.yaml:1:4 S003"]),
        # What is not YAML.
        ("a: b: c\n", ["x.yaml:1:5 S005"]),
        ("a: 'b\nc: d\n", ["x.yaml:1:4 S005"]),
        ("a: @b\n", ["x.yaml:1:4 S005"]),
        ("a:\n\tb: c\n", ["x.yaml:2:1 S005"]),
        ("a: [b\n", ["x.yaml:2:1 S005"]),
        ("a: b\n c: d\n", ["x.yaml:2:3 S005"]),
        ("", ["x.yaml:1:1 S008"]),
        ("# a comment alone\n", ["x.yaml:1:1 S008"]),
        ("---\n", ["x.yaml:2:1 S008"]),
        ("[" * 500, ["x.yaml:1:26 S007"]),
    ],
)
def test_faults_are_found_at_their_place(text: str, expected: list[str]) -> None:
    _, findings = tree(text)
    assert places(findings) == expected


@pytest.mark.parametrize(
    "text",
    [
        "# a comment of its own\na: b\n",
        "a: 'Roll #1 now'\n",
        "a: Roll#1\n",
        "a: 'b' # said of a quoted value\n",
        "a: | # said of a block\n  b\n",
        "a:\n  # on a line of its own\n  - b\n",
        "a: '~'\n",
        "a: 'null'\n",
        "a: '<<'\n",
        "a: 5 < 6 & 7 * 8\n",
        "---\na: b\n",
        "a: {b: c}\nb: {b: c}\n",
    ],
)
def test_what_is_sound_is_not_found(text: str) -> None:
    assert tree(text)[1] == []


def test_a_doubled_key_names_both_lines_and_the_first_value_stands() -> None:
    node, findings = tree("a: 1\nb: 2\na: 3\n")
    assert findings[0].message == "the key ‘a’ stands twice: first on line 1, again on line 3"
    assert isinstance(node, MapNode)
    assert [(key.text, value.text) for key, value in node.items if isinstance(value, Scalar)] == [
        ("a", "1"),
        ("b", "2"),
    ]


def test_a_comment_that_cuts_a_value_shows_what_is_left() -> None:
    _, findings = tree("text: Roll #1 now\n")
    assert findings[0].message == "a comment follows ‘Roll’ on its line"
    assert "quote the value" in findings[0].hint
    _, findings = tree("text: #1\n")
    assert findings[0].hint == "a # after a space begins a comment; quote the value"


def test_an_unclosed_quote_is_found_where_it_begins() -> None:
    _, findings = tree("a: b\nc: 'd\ne: f\n")
    assert places(findings) == ["x.yaml:2:4 S005"]
    assert findings[0].hint == "the quote that begins here does not close"


def test_what_is_wrong_with_a_value_is_known_to_later_stages() -> None:
    node, _ = tree("[~, '', a #1\n, *x, b]")
    assert isinstance(node, ListNode)
    assert [value.faulty for value in node.items if isinstance(value, Scalar)] == [True, True, True, True, False]


def test_values_nest_as_deep_as_is_allowed_and_no_deeper() -> None:
    assert tree("[" * DEEPEST + "a" + "]" * DEEPEST)[1] == []
    node, findings = tree("[" * (DEEPEST + 1) + "a" + "]" * (DEEPEST + 1))
    assert node is None
    assert places(findings) == [f"x.yaml:1:{DEEPEST + 2} S007"]


def test_each_line_of_a_block_has_its_place() -> None:
    value = scalar("key: |\n  One 😀.\n\n    Two.\n  Three.\n")
    assert value.text == "One 😀.\n\n  Two.\nThree."
    assert [(p.line, p.column) for p in value.lines] == [(2, 3), (3, 1), (4, 3), (5, 3)]


def test_columns_count_characters() -> None:
    node, findings = tree("{é😀″: 1, b: ~}\n")
    assert node is not None
    assert places(findings) == ["x.yaml:1:13 S009"]


def test_a_quoted_value_begins_after_its_quote() -> None:
    assert [(p.line, p.column) for p in scalar("key: 'b'\n").lines] == [(1, 7)]


def test_a_value_over_several_lines_is_known_as_folded() -> None:
    assert scalar("key: b\n  c\n").folded
    assert scalar("key: >-\n  b\n  c\n").folded
    assert scalar("key: 'b\n  c'\n").folded
    assert not scalar("key: b c\n").folded
    assert not scalar("key: |\n  b\n  c\n").folded


def test_lines_are_counted_from_where_the_text_begins_in_its_file() -> None:
    findings: list[Finding] = []
    parse_yaml("x.md", "a: ~\n", findings, first_line=2)
    assert places(findings) == ["x.md:2:4 S009"]


@pytest.mark.parametrize(("text", "place"), [("a: {b: c", "x.yaml:1:9"), ("a: [b,\n  c", "x.yaml:2:4")])
def test_what_is_missing_at_the_end_is_found_where_the_text_ends(text: str, place: str) -> None:
    _, findings = tree(text)
    assert places(findings) == [f"{place} S005"]
