"""Ranges in running prose whose ends may stand apart: `1–3`, `1 to 3`, `two to four`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rulebook.rules.numbers.quantity import Kind
from rulebook.rules.numbers.reader import find_numerals

_JOINTS = frozenset({"–", " to "})


def unrisen(source: str, start: int, end: int, new: str) -> str:
    """What a range that rises would read as and rise no more, if `new` took the place of the words from `start` to
    `end`, which are the range or one end of it; empty where there is no such range, or it would still rise."""
    changed = source[:start] + new + source[end:]
    rising = any(rises for _, rises in _ranges_at(source, start, end))
    now = [text for text, rises in _ranges_at(changed, start, start + len(new)) if not rises]
    return now[0] if rising and now else ""


def _ranges_at(source: str, start: int, end: int) -> Iterator[tuple[str, bool]]:
    """The ranges of which a span is the whole or one end, each as it reads, and whether it rises."""
    numerals = [n for n in find_numerals(source) if n.quantity is not None]
    for one in numerals:
        ends = (one.quantity.low, one.quantity.high) if one.quantity is not None else (None, None)
        is_range = one.quantity is not None and one.quantity.kind is Kind.RANGE
        if is_range and one.start <= start and end <= one.end and ends[0] is not None and ends[1] is not None:
            yield one.text, ends[0] < ends[1]
    for low, high in pairwise(numerals):
        inside = low.start <= start and end <= high.end
        if not inside or source[low.end : high.start] not in _JOINTS or low.quantity is None or high.quantity is None:
            continue
        least, most = low.quantity.value, high.quantity.value
        if least is not None and most is not None:
            yield source[low.start : high.end], least < most
