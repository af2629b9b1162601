"""Where to break the lines of a paragraph: all of them at once, so that none is loose or short without need.

The method is that of Knuth and Plass ("Breaking paragraphs into lines", Software: Practice and Experience 11,
1981), without their fitness classes. Widths are in any one unit. Nothing here knows the engine.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

# How far a word space may stretch or shrink before a line is as bad as it should ever be, in word spaces.
STRETCH = 0.5
SHRINK = 0.28

# How far from the measure a ragged line may end before it is as bad as it should ever be, as a share of the measure.
RAG = 0.15

# What adding up floats may be off, in the same unit.
ROUNDING = 1e-9

# Demerits: what a hyphen, a break that reads badly, two hyphens in a row, three of them, a hyphen in the last line but
# one and a last line shorter than a tenth of the measure cost. In the units of the cube of a line's stretch times a
# hundred (the first two) and of its square (the others). Three hyphens in a row are as bad as spaces of 2.7 times their
# width.
HYPHEN = 60.0
AWKWARD = 300.0
HYPHENS_IN_A_ROW = 8_000.0
HYPHENS_IN_A_LADDER = 15e6
HYPHEN_BEFORE_LAST = 20_000.0
SHORT_LAST_LINE = 6_000.0
SHORT = 0.1


@dataclass(frozen=True, slots=True)
class Break:
    """A place where a line may end: its text ends before `end`, the next line begins at `start` (characters).

    `hyphen` is the width of the hyphen that is then set, 0 for none; `awkward` is a break that reads badly.
    """

    end: int
    start: int
    hyphen: float = 0.0
    awkward: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A chosen line: where the next one starts (the text's length for the last) and its natural width."""

    start_of_next: int
    width: float


@dataclass(slots=True)
class _Node:
    """A break reached in the best way: the least demerits, the way there, and the hyphens in a row at its end."""

    at: Break
    demerits: float
    previous: _Node | None
    width: float
    hyphens: int = 0


def break_paragraph(
    positions: Sequence[float],
    spaces: Sequence[int],
    breaks: Sequence[Break],
    measure: float,
    *,
    start: int = 0,
    indent: float = 0.0,
    ragged: bool = False,
) -> list[Line] | None:
    """The lines of the text from `start` on, or None when a word is wider than the measure.

    `positions` holds the place of each character from the left of the text set in one line, and its end;
    `spaces` how many word spaces lie before each character, and before the end. `breaks` are in order; the
    end of the text is none of them. The first line is `indent` narrower (wider where it is negative). The lines of a
    `ragged` paragraph are not justified, and end as near the measure as they can.
    """
    end = len(positions) - 1
    natural_space = _word_space(positions, spaces)
    first = _Node(Break(start, start), 0.0, None, 0.0)
    active = [first]
    for place in (*(b for b in breaks if b.start > start), Break(end, end)):
        last = place.start == end
        best: _Node | None = None
        kept: list[_Node] = []
        for node in active:
            width = positions[place.end] - positions[node.at.start] + place.hyphen
            width += indent if node is first else 0.0
            count = spaces[place.end] - spaces[node.at.start]
            room = measure - width
            ratio = _shortfall(room, measure) if ragged else _ratio(room, count * natural_space)
            if ratio < -1 - ROUNDING:
                continue
            kept.append(node)
            demerits = node.demerits + _demerits(place, node, ratio, width / measure, last)
            if best is None or demerits < best.demerits:
                best = _Node(place, demerits, node, width, node.hyphens + 1 if place.hyphen else 0)
        active = kept
        if best is not None:
            active.append(best)
        elif not kept:
            return None
    # The last place examined is the end of the text: when it was reached, it was appended last.
    return _way(active[-1]) if active[-1].at.start == end else None


def _word_space(positions: Sequence[float], spaces: Sequence[int]) -> float:
    widths = [positions[i + 1] - positions[i] for i in range(len(positions) - 1) if spaces[i + 1] > spaces[i]]
    return sum(widths) / len(widths) if widths else 0.0


def _ratio(room: float, spaces: float) -> float:
    """How far the line is stretched (above 0) or shrunk (below 0; under -1 it does not fit)."""
    if room >= 0:
        return room / (spaces * STRETCH) if spaces else (0.0 if room < 1e-6 else math.inf)
    return room / (spaces * SHRINK) if spaces else -math.inf


def _shortfall(room: float, measure: float) -> float:
    """How far a ragged line ends before the measure (under -1 it does not fit)."""
    return room / (measure * RAG) if room >= -ROUNDING else -math.inf


def _demerits(place: Break, node: _Node, ratio: float, fill: float, last: bool) -> float:
    if last and ratio >= 0:
        ratio = 0.0
    # A line with one word, which nothing can stretch, is bad but possible.
    badness = min(100 * abs(ratio) ** 3, 1e5)
    penalty = (HYPHEN if place.hyphen else 0.0) + (AWKWARD if place.awkward else 0.0)
    demerits = (10 + badness + penalty) ** 2
    if place.hyphen and node.hyphens:
        demerits += HYPHENS_IN_A_ROW if node.hyphens == 1 else HYPHENS_IN_A_LADDER
    if last and node.at.hyphen:
        demerits += HYPHEN_BEFORE_LAST
    if last and fill < SHORT and node.previous is not None:
        demerits += SHORT_LAST_LINE
    return demerits


def _way(node: _Node) -> list[Line]:
    lines: list[Line] = []
    while node.previous is not None:
        lines.append(Line(node.at.start, node.width))
        node = node.previous
    return lines[::-1]
