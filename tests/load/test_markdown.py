"""Markdown: the blocks of a text, and what CommonMark would let pass and print wrong."""

from __future__ import annotations

import pytest

from rulebook.finding import Finding
from rulebook.load.markdown import DEEPEST_LIST, MarkdownSource, parse_markdown, slug
from rulebook.model import Aside, Block, Heading, ListBlock, Paragraph, Placement
from rulebook.source import Position
from tests.editing import places


def parsed(text: str, sections: bool = True) -> tuple[tuple[Block, ...], list[Finding]]:
    findings: list[Finding] = []
    lines = tuple(Position("x.md", number) for number in range(1, text.count("\n") + 2))
    return parse_markdown(MarkdownSource(text, lines, "tide", sections), findings), findings


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # What has fallen out of a list item, or into one.
        ("1. a\n - b", ["x.md:2:2 S028"]),
        ("1. a\n  - b", ["x.md:2:3 S028"]),
        ("- a\n - b", ["x.md:2:2 S028"]),
        ("- a\n      - b", ["x.md:2:7 S028"]),
        ("- a\nb", ["x.md:2:1 S028"]),
        ("- a\n\n b", ["x.md:3:2 S028"]),
        ("1. a\n\n  b", ["x.md:3:3 S028"]),
        ("- a\n\n  - b\n\n   - c", ["x.md:5:4 S028"]),
        ("  a", ["x.md:1:3 S028"]),
        ("a\n  b", ["x.md:2:3 S028"]),
        ("a\n2. b", ["x.md:2:1 S028"]),
        # A number without its point, and what follows from it: one cause.
        ("1. a\n2 b\n3. c", ["x.md:2:1 S028"]),
        ("1 a\n2. b\n   c\n3. d", ["x.md:1:1 S028"]),
        ("1 a\n2 b\n3 c", ["x.md:1:1 S028", "x.md:2:1 S028", "x.md:3:1 S028"]),
        ("1. a\n   b\n2 c\n   d\n3. e", ["x.md:3:1 S028"]),
        ("1. a\n\n   1. b\n   2 c\n   3. d\n\n2. e", ["x.md:4:4 S028"]),
        ("1. a\n4 b\n2. c", ["x.md:2:1 S028"]),
        ("1. a\n2.b\n3. c", ["x.md:2:1 S028"]),
        ("1. a\n2: b\n3. c", ["x.md:2:1 S028"]),
        ("1. a\n(2) b\n3. c", ["x.md:2:1 S028"]),
        ("1.a\n2. b\n3. c", ["x.md:1:1 S028"]),
        ("(1) a\n2. b\n3. c", ["x.md:1:1 S028"]),
        # A list without a free line before it.
        ("a\n2. b\n   c\n3. d\n4. e", ["x.md:2:1 S028"]),
        # A heading that is underlined, of whichever level.
        ("a\n===\n\nb\n---\n\nc", ["x.md:1:1 S024", "x.md:4:1 S024"]),
        ("1. a\n\n       b", ["x.md:3:8 S024"]),
        ("-\n- a", ["x.md:1:1 S008"]),
        ("1. a\n2. b\n5. c", ["x.md:3:1 S024"]),
        ("1. a\n1. b", ["x.md:2:1 S024"]),
        ("4. a\n6. b", ["x.md:2:1 S024"]),
        # Raw HTML.
        ("a <b>c</b>", ["x.md:1:3 S025", "x.md:1:7 S025"]),
        ("<div>\na\n</div>", ["x.md:1:1 S025", "x.md:3:1 S025"]),
        ("one\n<script>alert(1)</script>", ["x.md:2:1 S025", "x.md:2:17 S025"]),
        ("<SCRIPT src=x>", ["x.md:1:1 S025"]),
        ("<!-- a -->", ["x.md:1:1 S025"]),
        ("<?php ?>", ["x.md:1:1 S025"]),
        ("<https://example.org>", ["x.md:1:1 S025"]),
        ("- a <br> b", ["x.md:1:5 S025"]),
        ("## a <i>", ["x.md:1:6 S025"]),
        ("a&nbsp;b &#60;", ["x.md:1:2 S024", "x.md:1:10 S024"]),
        # Links.
        ("[a](javascript:alert(1))", ["x.md:1:5 S026"]),
        ("[a](JavaScript:alert(1))", ["x.md:1:5 S026"]),
        ("[a](file:///etc/passwd)", ["x.md:1:5 S026"]),
        ("[a](http://example.org)", ["x.md:1:5 S026"]),
        ("[a](//example.org)", ["x.md:1:5 S026"]),
        ("[a](data:text/html,x)", ["x.md:1:5 S026"]),
        ("[a](the-crew.md)", ["x.md:1:5 S026"]),
        ("[a]()", ["x.md:1:5 S026"]),
        ("[a](#b 'c')", ["x.md:1:1 S026"]),
        ("[a](file:x)[b](file:y) [c](file:z)", ["x.md:1:5 S026", "x.md:1:16 S026", "x.md:1:28 S026"]),
        # Marks that would be printed.
        ("one\na **b", ["x.md:2:3 S027"]),
        ("a *b", ["x.md:1:3 S027"]),
        ("a `b", ["x.md:1:3 S027"]),
        ("a ~~b~~", ["x.md:1:3 S027", "x.md:1:6 S027"]),
        ("[a] (#b)", ["x.md:1:3 S027"]),
        ("[a][b]", ["x.md:1:3 S027"]),
        ("[7″]{let=drop}", []),
        ("[7″] {let=drop}", ["x.md:1:6 S027"]),
        ("[7″]{lets=drop}", ["x.md:1:1 S034"]),
        ("a [7″]{let=drop is=b}", ["x.md:1:3 S034"]),
        ("a []{let=drop}", ["x.md:1:3 S034"]),
        ('a [7″]{let="drop"}', ["x.md:1:3 S034"]),
        ("a [*7*]{let=drop}", ["x.md:1:3 S034"]),
        ("[see [7″]{let=drop}](#x)", ["x.md:1:6 S034"]),
        ("a [7″]{is=\"f('x')\"} and [[3]{is=a}](b)", ["x.md:1:26 S034", "x.md:1:37 S026"]),
        ("a[^1]", ["x.md:1:2 S027"]),
        ("##a", ["x.md:1:1 S027"]),
        ("## A b {#ab}", ["x.md:1:8 S027"]),
        ("one {.small} two {#", ["x.md:1:5 S027", "x.md:1:18 S027"]),
        ("a set {1, 2} and {#}", ["x.md:1:18 S027"]),
        ("```\na\n\n<b>", ["x.md:1:1 S027", "x.md:4:1 S025"]),
        # Markdown that the format does not use.
        ("a `b` c", ["x.md:1:3 S024"]),
        ("![a](b.png)", ["x.md:1:1 S024"]),
        ("> a <b>", ["x.md:1:1 S024", "x.md:1:5 S025"]),
        ("---", ["x.md:1:1 S024"]),
        ("    a", ["x.md:1:5 S024"]),
        ("a\n---", ["x.md:1:1 S024"]),
        ("# a", ["x.md:1:1 S024"]),
        ("#### a", ["x.md:1:1 S024"]),
        ("##", ["x.md:1:1 S008"]),
        ("a  \nb", ["x.md:1:2 S024"]),
        ("a\\\nb", ["x.md:1:2 S024"]),
        ("| a | b |\n|---|---|\n| c | d |", ["x.md:1:1 S024", "x.md:2:1 S024", "x.md:3:1 S024"]),
        ("[a]: https://example.org\n\nb", ["x.md:1:1 S024"]),
        # Containers.
        ("::: note\na", ["x.md:1:1 S023"]),
        (":::", ["x.md:1:1 S023"]),
        ("::: note\na\n:::\n:::", ["x.md:4:1 S023"]),
        ("::: note\na\n::: example\nb\n:::\n:::", ["x.md:1:1 S023"]),
        ("::: note\na\n\n::: example\nb\n:::", ["x.md:1:1 S023"]),
        (" ::: note\na\n:::", ["x.md:1:1 S023"]),
        (":::: note\na\n::::", ["x.md:1:1 S023", "x.md:3:1 S023"]),
        (":::note\na\n:::", ["x.md:1:1 S023"]),
        ("::: table gear\na\nb\n:::", ["x.md:1:1 S023"]),
        ("::: table gear\na", ["x.md:1:1 S023"]),
        ("::: table gear", ["x.md:1:1 S023"]),
        ("::: note\n:::", ["x.md:1:1 S008"]),
        ("::: note\n- a\n:::", ["x.md:1:1 S023"]),
        ("::: note a\nb\n:::", ["x.md:1:1 S022"]),
        ("::: exmple\n<b>\n:::", ["x.md:1:1 S022", "x.md:2:1 S025"]),
        ("::: table\n:::", ["x.md:1:1 S022"]),
        ("::: entries hauls count\n:::", ["x.md:1:1 S022"]),
        ("::: entries hauls count = 3\n:::", ["x.md:1:1 S022"] * 3),
    ],
)
def test_faults_are_found_at_their_place(text: str, expected: list[str]) -> None:
    assert places(parsed(text)[1]) == expected


def test_a_number_without_its_point_is_told_as_such() -> None:
    (fault,) = parsed("9. a\n10 b\n11. c")[1]
    assert fault.message == "an item of a list does not begin with ‘10. ’"
    assert fault.hint == "write ‘10. ’: the number, a point and a space"


def test_an_underlined_heading_is_told_with_its_line() -> None:
    (fault,) = parsed("a\n===")[1]
    assert (fault.message, fault.hint) == (
        "a heading is underlined",
        "begin it with ‘## ’, and remove the line below it",
    )


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("::: note a\nb\n:::", "write what it holds on the lines below"),
        ("::: tabel a\n:::", "did you mean ‘table’?"),
        ("::: x\n:::", "known here: entries, epigraph, example, figure, list, note, table, text"),
        ("::: table\n:::", "write ‘::: table ID’"),
        ("::: entries a b\n:::", "write ‘field=value’, without spaces"),
    ],
)
def test_every_fault_of_a_directive_has_a_hint(text: str, hint: str) -> None:
    assert [(f.code, f.hint) for f in parsed(text)[1]] == [("S022", hint)]


@pytest.mark.parametrize(
    "text",
    [
        "- a\n  b\n\n  c\n- d\n\n  1. e\n     f\n  2. g",
        "10. a\n11. b\n\n    c",
        "a < b, 3<5 & c",
        "snake_case and a*b*c",
        "5 × 3″, −2 and 1–3",
        "#1 is best",
        "*a* **b** [c](#d) [→](#d) [e](https://example.org/f_g_)",
        "::: note\na\n:::\n::: table gear\n:::\n::: entries hauls count=3 id=x\n:::",
        "a - b\nc",
        # A sentence may begin with a number, and one that is bound is no item's.
        "1 a\nb",
        "12 a\n13 b",
        "(1) a\n(2) b",
        "1.5 a\n2 b",
        "[1]{is=one_thing} a\n[2]{is=other} b",
    ],
)
def test_what_is_sound_is_not_found(text: str) -> None:
    assert parsed(text)[1] == []


def test_an_unclosed_container_hides_nothing_after_it() -> None:
    blocks, findings = parsed("::: note\na\n\n## B\n\n::: table c\n:::\n\n<d>\n")
    assert places(findings) == ["x.md:1:1 S023", "x.md:9:1 S025"]
    assert "Heading" in [type(block).__name__ for block in blocks]
    assert [b.target for b in blocks if isinstance(b, Placement)] == ["c"]


def test_a_container_that_is_not_closed_names_where_the_next_begins() -> None:
    _, findings = parsed("::: note\na\n\n::: example\nb\n:::")
    assert findings[0].message == "‘::: note’ is not closed when ‘::: example’ begins on line 4"
    _, findings = parsed("::: table gear\n\na\n:::")
    assert findings[0].message == "‘::: table’ places data and holds no text: line 3 is in it"


def test_an_unknown_directive_is_named_with_the_nearest() -> None:
    _, findings = parsed("::: exmple\na\n:::")
    assert findings[0].message == "there is no directive ‘exmple’"
    assert findings[0].hint == "did you mean ‘example’?"


def test_lists_nest_so_deep_and_nothing_is_dropped_in_silence() -> None:
    nested = ["  " * depth + "- a" for depth in range(40)]
    assert parsed("\n".join(nested[:DEEPEST_LIST]))[1] == []
    assert places(parsed("\n".join(nested))[1]) == ["x.md:4:7 S024"]


def test_a_title_has_its_id_whatever_is_given_it() -> None:
    """So that what refers to it is not lost as well."""
    blocks, findings = parsed("## A b {#other}\n\nText.")
    assert isinstance(blocks[0], Heading)
    assert blocks[0].id.endswith("a-b")
    assert [finding.hint for finding in findings] == [
        "remove it: a title has the id that its words give, and nothing is styled by name"
    ]


def test_a_heading_in_a_field_is_refused() -> None:
    assert places(parsed("a\n\n## b", sections=False)[1]) == ["x.md:3:1 S024"]


def test_blocks_and_their_places() -> None:
    blocks, findings = parsed(
        "**Head.** One.\nTwo *three*.\n\n## The Tide’s End\n\n3. a\n\n   b\n4. c\n\n::: note\nd\n:::\n\n"
        "::: entries hauls count=3\n:::"
    )
    assert findings == []
    paragraph, heading, listed, aside, placement = blocks
    assert isinstance(paragraph, Paragraph)
    assert paragraph.run_in
    assert paragraph.text.source == "**Head.** One.\nTwo *three*."
    assert paragraph.text.position_at(paragraph.text.source.index("three")) == Position("x.md", 2, 6)
    assert isinstance(heading, Heading)
    assert (heading.level, heading.id, heading.title.position) == (2, "tide-the-tides-end", Position("x.md", 4, 4))
    assert isinstance(listed, ListBlock)
    assert (listed.ordered, listed.start, [len(item) for item in listed.items]) == (True, 3, [2, 1])
    inner = listed.items[0][1]
    assert isinstance(inner, Paragraph)
    assert inner.text.position == Position("x.md", 8, 4)
    assert isinstance(aside, Aside)
    assert (aside.kind, aside.position) == ("note", Position("x.md", 11))
    assert isinstance(placement, Placement)
    assert (placement.directive, placement.target) == ("entries", "hauls")
    assert [(f.field, f.value) for f in placement.filters] == [("count", "3")]


@pytest.mark.parametrize(
    ("text", "run_in"),
    [
        ("**A head.** b", True),
        ("**A head?** b", True),
        ("**A name** b", False),
        ("a **b.** c", False),
        ("**A.**b", False),
    ],
)
def test_a_run_in_head_ends_in_a_stop(text: str, run_in: bool) -> None:
    (paragraph,), _ = parsed(text)
    assert isinstance(paragraph, Paragraph)
    assert paragraph.run_in is run_in


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Movement, terrain & Sight", "movement-terrain-and-sight"),
        ("The Foe’s Turn", "the-foes-turn"),
        ("Café 2–3", "cafe-2-3"),
        ("  — ", ""),
    ],
)
def test_slug(title: str, expected: str) -> None:
    assert slug(title) == expected
