"""Blocks of whole lines in columns: as few lines high as can be, none of them broken. Nothing here knows the engine."""

from __future__ import annotations

from collections.abc import Sequence


def balanced(heights: Sequence[int], columns: int) -> tuple[tuple[int, ...], int]:
    """How many blocks stand in each column, in their order, and how high the highest column is.

    Of the ways that are equally low, the one with the most in the first columns. Raises ValueError without columns.
    """
    if columns < 1:
        raise ValueError(f"{columns} columns")
    height = max([-(-sum(heights) // columns), *heights])
    while (counts := _filled(heights, columns, height)) is None:
        height += 1
    return counts, height if heights else 0


def _filled(heights: Sequence[int], columns: int, height: int) -> tuple[int, ...] | None:
    """The counts of columns filled one after another to that height; None when they do not hold all."""
    counts = [0]
    room = height
    for block in heights:
        if block > room:
            counts.append(0)
            room = height
        counts[-1] += 1
        room -= block
    return (*counts, *(0 for _ in range(columns - len(counts)))) if len(counts) <= columns else None
