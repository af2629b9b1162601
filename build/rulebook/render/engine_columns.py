"""A change to the engine: balanced columns that are as low as they can be."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from rulebook.render.patching import replaced
from rulebook.render.whole_lines import whole_lines


@dataclass(slots=True)
class _Columns:
    """Columns that stand side by side, while the engine sets them; heights in pixels."""

    count: int
    # Of the trial in which they are as high as the page: how far down the text of each goes, and the widest margin.
    bottoms: list[float] = field(default_factory=list)
    margin: float = 0
    # The height at which they are set instead of the engine's; None while it is not looked for, 0 where there is none.
    lower: float | None = None


@contextmanager
def columns_as_low_as_can_be(leading: float) -> Iterator[None]:
    """Balances columns at the first whole number of lines at which all of their content fits.

    Why: the engine begins at the mean of the columns when they are as high as the page, and goes up from there. A
    paragraph that is broken counts down to the foot of its column, be its last line higher, and so do margins that a
    break drops: the mean is then too high, and one column ends some lines under the other.
    """
    from weasyprint.layout import block

    stock = block.block_box_layout
    stock_columns = block.columns_layout
    counts: list[int] = []
    known: dict[tuple[int, float], _Columns] = {}

    def block_box_layout(
        context: Any, box: Any, bottom_space: float, skip: Any, cb: Any, empty: bool, *rest: Any, **options: Any
    ) -> Any:
        if not box.is_column or not counts or counts[-1] < 2 or math.isinf(bottom_space):
            return stock(context, box, bottom_space, skip, cb, empty, *rest, **options)
        _absolute, _fixed, margins, *styles = rest
        final = margins is None
        columns = known.setdefault((id(box.children[0]), box.position_y), _Columns(counts[-1]))
        if not final and empty:  # the trial at the height of the page
            result = stock(context, box, bottom_space, skip, cb, empty, *rest, **options)
            if result[0] is not None:
                columns.bottoms.append(_bottom(result[0]) - box.position_y)
                columns.margin = max(columns.margin, _widest_margin(result[0]))
            return result
        room = context.page_bottom - box.position_y
        if not final and columns.lower is None:  # the first trial to balance them

            def fits(height: float) -> bool:
                def lay(at: Any) -> Any:
                    return stock(context, box, room - height, at, cb, empty, [], [], [], *styles, **options)

                return _fits(context, columns.count, skip, lay)

            asked = whole_lines(room - bottom_space, leading)
            heights = (lines * leading for lines in range(_fewest(columns, leading), asked))
            columns.lower = next(filter(fits, heights), 0)
        if columns.lower:
            # As in the trial, in which nothing may be broken that may not, so that all does fit.
            empty = False
            bottom_space = room - columns.lower
        return stock(context, box, bottom_space, skip, cb, empty, *rest, **options)

    def columns_layout(context: Any, box: Any, *arguments: Any) -> Any:
        count = box.style["column_count"]
        counts.append(count if isinstance(count, int) else 1)
        try:
            return stock_columns(context, box, *arguments)
        finally:
            counts.pop()
            if not counts:
                known.clear()

    with replaced(block, "block_box_layout", block_box_layout), replaced(block, "columns_layout", columns_layout):
        yield


def _fits(context: Any, count: int, skip: Any, lay: Callable[[Any], Any]) -> bool:
    """Whether so many columns hold all from `skip` on; `lay` sets one from a place on. Nothing of them stays."""
    from weasyprint.layout import block

    shapes = len(context.excluded_shapes)
    drawn: list[Any] = []
    at, whole = skip, False
    while len(drawn) < count and not whole:
        column, at, *_ = lay(at)
        if column is None:
            break
        drawn.append(column)
        whole = at is None
    block.remove_placeholders(context, drawn, [], [])
    del context.excluded_shapes[shapes:]
    return whole


def _fewest(columns: _Columns, leading: float) -> int:
    """The lines of columns that are as low as their text lets them be, wherever it may be broken."""
    height = sum(columns.bottoms) - (columns.count - 1) * columns.margin
    return max(whole_lines(height / columns.count, leading), 1)


def _bottom(box: Any) -> float:
    """How far down the last thing in a box goes: a line, a picture, or a box that is empty."""
    inside = [child for child in getattr(box, "children", ()) if child.is_in_normal_flow()]
    if not inside or type(box).__name__ == "LineBox":
        return float(box.position_y + box.height) if isinstance(box.height, int | float) else float(box.position_y)
    return _bottom(inside[-1])


def _widest_margin(box: Any) -> float:
    margins = (child.margin_top for child in box.children if child.is_in_normal_flow())
    return max((float(margin) for margin in margins if isinstance(margin, int | float)), default=0)
