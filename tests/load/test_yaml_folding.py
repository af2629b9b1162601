"""The place of each character of a text, though its file has it folded or in quotes."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from rulebook.check.checks import rule_definition
from rulebook.finding import Finding
from rulebook.load import load_book
from rulebook.load.yaml_tree import MapNode, Scalar, parse_yaml
from tests.editing import edit
from tests.fuzzing import examples


def texts_of(source: str) -> list[Scalar]:
    findings: list[Finding] = []
    tree = parse_yaml("x.yaml", source, findings)
    assert isinstance(tree, MapNode), [str(f) for f in findings]
    scalars = [node for _, node in tree.items]
    assert all(isinstance(node, Scalar) for node in scalars)
    return [node for node in scalars if isinstance(node, Scalar)]


def place_of(scalar: Scalar, words: str) -> tuple[int, int]:
    """The line and column of the first of these words, told by the line of the text and by the text's start alike."""
    offset = scalar.text.index(words)
    before = scalar.text[:offset]
    row = before.count("\n")
    place = scalar.lines[row].after(offset - (before.rfind("\n") + 1))
    assert scalar.start.after(offset) == place
    return place.line, place.column


@pytest.mark.parametrize(
    ("source", "places"),
    [
        ("a: plain word\n", {"word": (1, 10)}),
        ("a: plain\n   and word\n", {"plain": (1, 4), "word": (2, 8)}),
        ("a: 'it''s ''so'' here'\n", {"it": (1, 5), "s": (1, 9), "so": (1, 13), "here": (1, 18)}),
        ("a: 'it''s\n\n    so'\n", {"s": (1, 9), "so": (3, 5)}),
        ('a: "say \\"so\\" here"\n', {"say": (1, 5), "so": (1, 11), "here": (1, 16)}),
        ('a: "caf\\u00e9 \\x41 word"\n', {"word": (1, 20)}),
        ('a: "one \\\n  two"\n', {"two": (2, 3)}),
        ('a: "one\\ntwo\\n\\nthree"\n', {"one": (1, 5), "two": (1, 10), "three": (1, 17)}),
        ('a: "one  \n  two\n\n  three"\n', {"two": (2, 3), "three": (4, 3)}),
        ("a: >\n  one\n  two\n\n  three\n    four\n  five\n", {"two": (3, 3), "three": (5, 3), "  four": (6, 3)}),
        ("a: >\n  one\n    two\n  three\n", {"three": (4, 3)}),
        ("a: >-\n  one one\n  one two\n", {"one": (2, 3), "two": (3, 7)}),
        ("a: |\n  one\n   two\n\n  three\n", {"one": (2, 3), "two": (3, 4), "three": (5, 3)}),
        ("a: >+\n  one\n\n\nb: two\n", {"one": (2, 3)}),
    ],
)  # fmt: skip
def test_each_word_is_placed_where_it_is_typed(source: str, places: dict[str, tuple[int, int]]) -> None:
    scalar = texts_of(source)[0]
    assert {words: place_of(scalar, words) for words in places} == places


WORDS = st.lists(
    st.sampled_from(["it", "it's", "“so”", "é", 'a "b"', "\\", "ox″", "1: 2", "#"]), min_size=1, max_size=12
)


@examples(150)
@given(WORDS.map(" ".join), st.sampled_from(["'", '"', ">", ""]), st.integers(8, 40), st.booleans())
def test_a_letter_is_found_again_in_its_file(text: str, style: str, width: int, ascii_only: bool) -> None:
    source = yaml.dump({"a": text, "b": "end"}, default_style=style or None, width=width, allow_unicode=not ascii_only)
    scalar = texts_of(source)[0]
    assert scalar.text == text
    rows = source.split("\n")
    for offset, character in enumerate(text):
        place = scalar.start.after(offset)
        typed = rows[place.line - 1][place.column - 1 :]
        if character != " " or typed:  # a space may be the end of a line
            assert typed.startswith((character, "\\")), (source, offset)


@st.composite
def typed_by_hand(draw: st.DrawFn, style: str) -> str:
    """A value whose lines are broken, indented and spaced as YAML lets an author do; each letter stands in it once."""
    letters = (chr(code) for code in range(0x4E00, 0x9FFF))
    marks = {"'": ["", "''"], '"': ["", '\\"', "\\u00e9", "\\x41", "\\n", "\\\\"], "": [""]}.get(style, ["", "#", "'"])

    def word() -> str:
        return "".join(next(letters) + draw(st.sampled_from(marks)) for _ in range(draw(st.integers(1, 3))))

    indent = draw(st.integers(1, 4))
    rows = []
    for number in range(draw(st.integers(1, 6))):
        if number and draw(st.integers(0, 3)) == 0:
            rows.append(" " * draw(st.sampled_from([0, indent])))
            continue
        deeper = draw(st.sampled_from([0, 0, 0, 1, 3])) if number else 0
        words = draw(st.sampled_from([" ", "  "])).join(word() for _ in range(draw(st.integers(1, 3))))
        rows.append(" " * (indent + deeper) + words + draw(st.sampled_from(["", "", " ", "   "])))
    if style in ("|", ">"):
        head = style + draw(st.sampled_from(["", "-", "+", f"{indent}", f"-{indent}"]))
        return "\n".join([head + draw(st.sampled_from(["", "  # why", " "])), *rows])
    rows[0] = rows[0].strip()
    if style == '"':
        rows = [f"{row}\\" if row.strip() and draw(st.booleans()) else row for row in rows[:-1]] + rows[-1:]
    return f"{style}{chr(10).join(rows)}{style}" if style else "\n".join(rows)


@pytest.mark.parametrize("style", ["'", '"', "|", ">", ""])
@examples(60)
@given(data=st.data())
def test_each_letter_of_a_value_typed_by_hand_is_placed(style: str, data: st.DataObject) -> None:
    source = f"a: {data.draw(typed_by_hand(style))}\nb: end\n"
    scalar = texts_of(source)[0]
    rows = source.split("\n")
    letters = [character for character in scalar.text if character >= "\u4e00"]
    assert letters
    for letter in letters:
        line, column = place_of(scalar, letter)
        assert rows[line - 1][column - 1] == letter, (source, letter)


FOLDED = """\
  - id: folded
    name: Folded
    text: >
      A knack of the deep, as
      they say in <b> the harbour.

      It is *not learned, and
      ends in `code` here.
    short: "They say \\"so\\", and \\
      it is <i> so."
"""


def test_what_is_wrong_with_a_folded_text_is_told_at_its_place(tiny_source: Path) -> None:
    knacks = tiny_source / "content" / "data" / "knacks.yaml"
    text = knacks.read_text(encoding="utf-8")
    first = text.count("\n") + 1
    knacks.write_text(text + FOLDED, encoding="utf-8")
    found = [f for f in load_book(tiny_source).findings if f.position.path.endswith("knacks.yaml")]
    places = {(f.position.line - first + 1, f.position.column, f.code) for f in found}
    assert {(5, 19, "S025"), (7, 13, "S027"), (8, 15, "S024"), (10, 13, "S025")} <= places, [str(f) for f in found]


def test_a_fault_in_a_folded_formula_is_told_at_its_place(tiny_source: Path) -> None:
    rules = next((tiny_source / "content" / "rules").glob("*.yaml"))
    edit(rules, "formulas:\n", "formulas:\n  odd(n): >-\n    n +\n    nn * 2\n  'odder(n)': 'n + ''a'' * m'\n")
    book = load_book(tiny_source).book
    assert book is not None
    line = rules.read_text(encoding="utf-8").split("\n").index("  odd(n): >-") + 1
    found = {(f.position.line - line, f.position.column) for f in rule_definition.CHECK.run(book)}
    assert (2, 5) in found
    assert (3, 28) in found
