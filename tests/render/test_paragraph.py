"""The breaks of a paragraph, in a type in which each letter is 10 wide and each space 5."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, combinations, pairwise
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.render.paragraph import SHORT, SHORT_LAST_LINE, SHRINK, STRETCH, Break, Line, break_paragraph

LETTER, SPACE = 10.0, 5.0


def lines(
    text: str, measure: float, *, hyphens: str = "", indent: float = 0.0, start: int = 0, ragged: bool = False
) -> list[str]:
    """The text in lines; it may be hyphenated where `hyphens` (the same text) has a `|`."""
    positions = list(accumulate((SPACE if c == " " else LETTER for c in text), initial=0.0))
    spaces = list(accumulate((c == " " for c in text), initial=0))
    breaks = {i + 1: Break(i, i + 1) for i, c in enumerate(text) if c == " "}
    at = 0
    for part in hyphens.split("|")[:-1]:
        at += len(part)
        breaks[at] = Break(at, at, LETTER)
    found = break_paragraph(
        positions, spaces, [breaks[i] for i in sorted(breaks)], measure, start=start, indent=indent, ragged=ragged
    )
    assert found is not None
    starts = [start, *(line.start_of_next for line in found)]
    return [text[a:b].rstrip(" ") for a, b in pairwise(starts)]


def test_one_line() -> None:
    assert lines("aa bb", 100) == ["aa bb"]


def test_a_line_is_drawn_together_rather_than_stretched() -> None:
    # Filled word by word without shrinking a space, the first line would end before the fs.
    assert lines("a b ccc d e ffffff gg h iii", 150) == ["a b ccc d e ffffff", "gg h iii"]


def test_a_space_shrinks_so_far_and_no_farther() -> None:
    text = "aa bb cc dd"
    shrunk = 8 * LETTER + 3 * SPACE * (1 - SHRINK)
    assert lines(text, shrunk) == [text]
    assert len(lines(text, shrunk - 0.1)) == 2


def test_a_hyphen_where_it_saves_a_loose_line() -> None:
    text = "aaaa bbbbbbbb cc"
    assert lines(text, 85) == ["aaaa", "bbbbbbbb", "cc"]
    assert lines(text, 85, hyphens="aaaa bbb|bbbbb cc") == ["aaaa bbb", "bbbbb cc"]


def test_no_hyphen_without_need() -> None:
    text = "aaaa bbbb cccc dddd"
    assert lines(text, 85, hyphens="aaaa bbbb cc|cc dddd") == ["aaaa bbbb", "cccc dddd"]


def test_the_last_line_is_not_stretched() -> None:
    assert lines("aaaa bbbb c", 85) == ["aaaa bbbb", "c"]


def test_the_first_line_is_indented() -> None:
    assert lines("aaaa bbbb cccc", 85) == ["aaaa bbbb", "cccc"]
    assert lines("aaaa bbbb cccc", 85, indent=20) == ["aaaa", "bbbb cccc"]
    assert lines("aaaa bbbb cc dd", 85, indent=-35)[0] == "aaaa bbbb cc"


def test_no_three_hyphens_in_a_row() -> None:
    text = "a a a a a cccc a a a dddd a a a eeee a"
    hyphens = "a a a a a c|ccc a a a d|ddd a a a e|eee a"
    # Each line but the last is full, and ends in a hyphen, but for what a third in a row costs.
    assert lines(text, 100, hyphens=hyphens) == ["a a a a a", "cccc a a a", "dddd a a a", "eeee a"]
    two = "a a a a a c|ccc a a a d|ddd a"
    assert lines("a a a a a cccc a a a dddd a", 100, hyphens=two) == ["a a a a a c", "ccc a a a d", "ddd a"]


def test_a_ragged_paragraph_has_no_deep_dent() -> None:
    text = "aaaa bb cccccc dd eeeeee ff"
    # Filled word by word, the second line would end after the cs.
    assert lines(text, 110, ragged=True) == ["aaaa bb", "cccccc dd", "eeeeee ff"]


def test_a_ragged_line_is_neither_drawn_together_nor_stretched() -> None:
    text = "aa bb cc dd"
    natural = 8 * LETTER + 3 * SPACE
    assert lines(text, natural, ragged=True) == [text]
    assert len(lines(text, natural - 0.1, ragged=True)) == 2


def test_a_ragged_line_ends_in_a_hyphen_only_against_a_deep_dent() -> None:
    long = "a" * 22
    assert lines(f"{long} bbbbbb", 250, ragged=True, hyphens=f"{long} b|bbbbb") == [long, "bbbbbb"]
    assert lines("aaaa bbbbbbbb", 110, ragged=True, hyphens="aaaa bbb|bbbbb") == ["aaaa bbb", "bbbbb"]


def test_from_the_middle() -> None:
    assert lines("aaaa bbbb cccc dddd", 85, start=5) == ["bbbb cccc", "dddd"]


def test_a_word_wider_than_the_measure() -> None:
    positions = [float(10 * i) for i in range(12)]
    assert break_paragraph(positions, [0] * 12, [], 50) is None


@given(st.lists(st.integers(1, 9), min_size=1, max_size=9), st.integers(90, 200))
def test_no_other_way_is_better(words: list[int], measure: int) -> None:
    text = " ".join("a" * word for word in words)
    gaps = [i for i, c in enumerate(text) if c == " "]
    ways = [_lines_at(text, chosen) for size in range(len(gaps) + 1) for chosen in combinations(gaps, size)]
    best = min((_cost(way, measure) for way in ways), default=inf)
    assert _cost(lines(text, measure), measure) == pytest.approx(best)


def _lines_at(text: str, gaps: Sequence[int]) -> list[str]:
    edges = [-1, *gaps, len(text)]
    return [text[a + 1 : b] for a, b in pairwise(edges)]


def _cost(way: list[str], measure: float) -> float:
    """The demerits of a way to set the text, from their definition."""
    total = 0.0
    for number, line in enumerate(way):
        spaces = line.count(" ")
        room = measure - LETTER * (len(line) - spaces) - SPACE * spaces
        last = number == len(way) - 1
        if room < -spaces * SPACE * SHRINK - 1e-6:
            return inf
        give = spaces * SPACE * (STRETCH if room > 0 else SHRINK)
        badness = 0.0 if room == 0 or (last and room > 0) else min(100 * (abs(room) / give) ** 3, 1e5) if give else 1e5
        total += (10 + badness) ** 2
        if last and number and (measure - room) / measure < SHORT:
            total += SHORT_LAST_LINE
    return total


def test_the_width_of_a_line() -> None:
    found = break_paragraph([0.0, 10.0, 15.0, 25.0], [0, 0, 1, 1], [Break(1, 2)], 12)
    assert found == [Line(2, 10.0), Line(3, 10.0)]
