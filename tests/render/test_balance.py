"""Blocks in balanced columns: compared with every way there is."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.render.balance import balanced


@pytest.mark.parametrize(
    ("heights", "columns", "counts", "height"),
    [
        ([], 2, (0, 0), 0),
        ([3], 2, (1, 0), 3),
        ([1, 1, 1], 2, (2, 1), 2),
        ([1, 1, 1, 1], 3, (2, 2, 0), 2),
        ([5, 1, 1, 1], 2, (1, 3), 5),
        ([1, 1, 1, 5], 2, (3, 1), 5),
        ([2, 2, 2, 2, 2], 2, (3, 2), 6),
    ],
)
def test_examples(heights: list[int], columns: int, counts: tuple[int, ...], height: int) -> None:
    assert balanced(heights, columns) == (counts, height)


@given(st.lists(st.integers(1, 6), min_size=1, max_size=8), st.integers(1, 3))
def test_no_way_is_lower(heights: list[int], columns: int) -> None:
    counts, height = balanced(heights, columns)
    assert len(counts) == columns
    assert sum(counts) == len(heights)
    assert height == max(_column_heights(heights, counts))
    lowest = min(
        max(sum(heights[a:b]) for a, b in zip((0, *cuts), (*cuts, len(heights)), strict=True))
        for cuts in combinations_with_replacement(range(len(heights) + 1), columns - 1)
    )
    assert height == lowest


def _column_heights(heights: list[int], counts: tuple[int, ...]) -> list[int]:
    found, begin = [], 0
    for count in counts:
        found.append(sum(heights[begin : begin + count]))
        begin += count
    return found


def test_no_columns() -> None:
    with pytest.raises(ValueError, match="0 columns"):
        balanced([1], 0)
