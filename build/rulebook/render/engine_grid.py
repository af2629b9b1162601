"""Changes to the engine: every line of text on the grid, and pages and columns of whole lines."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rulebook.render.patching import replaced
from rulebook.render.whole_lines import NEAR, whole_lines


@contextmanager
def exact_leading(foot: float) -> Iterator[None]:
    """Makes each line of text as high as its `line-height`, its baseline `foot` pixels above its lower edge.

    Why: CSS centres a font between the edges of its line, so that a heading in another font or size stands
    off the grid, and a smaller word makes its line higher. With whole lines of the grid as line heights, every
    baseline is then on the grid. Lines that hold anything higher, such as a figure, are left alone.
    """
    from weasyprint.formatting_structure import boxes
    from weasyprint.layout import inline
    from weasyprint.text.line_break import strut

    stock = inline.get_next_linebox

    def get_next_linebox(context: Any, linebox: Any, *rest: Any) -> Any:
        line, resume_at = stock(context, linebox, *rest)
        if line is None or not line.height:
            return line, resume_at
        height, _ = strut(line.style)
        if not _text_of_height(line, height + NEAR, boxes):
            return line, resume_at
        shift = height - foot - line.baseline
        for child in line.children:
            child.translate(dy=shift)
        line.height = height
        line.baseline += shift
        return line, resume_at

    with replaced(inline, "get_next_linebox", get_next_linebox):
        yield


def _text_of_height(box: Any, height: float, boxes: Any) -> bool:
    """Whether the box holds text alone, and inline blocks of text no higher than a line."""
    return all(
        isinstance(child, boxes.TextBox)
        or (isinstance(child, boxes.InlineBox) and _text_of_height(child, height, boxes))
        or (isinstance(child, boxes.InlineBlockBox) and child.margin_height() <= height)
        for child in box.children
    )


@contextmanager
def pages_of_whole_lines(leading: float, lines: int) -> Iterator[None]:
    """Gives a page room for all its lines.

    Why: margins are in hundredths of a millimetre, and leave the lines a hundredth of a pixel too little: the engine
    sets no text on the last.
    """
    from weasyprint.layout import page as pages

    stock = pages.page_height

    def page_height(page: Any, context: Any, height: float) -> None:
        stock(page, context, height)
        # A trifle more, by which columns that are as high as the page are not found too high in floats.
        more = lines * leading + NEAR / 2 - page.height
        if abs(more) < leading / 10:
            page.height += more
            page.margin_bottom -= more

    with replaced(pages, "page_height", page_height):
        yield


@contextmanager
def columns_on_the_grid(leading: float) -> Iterator[None]:
    """Makes balanced columns a whole number of lines high, and lays no column out twice at one height.

    Why: the engine balances at the mean height of the columns, which leaves what follows half a line off the
    grid. It then lengthens them, often pixel by pixel, laying all of them out each time and once more when it
    is done; with whole lines most of these trials are the same.
    """
    from weasyprint.layout import block

    stock = block.block_box_layout
    stock_columns = block.columns_layout
    trials: dict[tuple[Any, ...], Any] = {}

    def block_box_layout(
        context: Any,
        box: Any,
        bottom_space: float,
        skip: Any,
        cb: Any,
        empty: bool,
        absolute: list[Any],
        fixed: list[Any],
        margins: list[Any] | None,
        *rest: Any,
        **options: Any,
    ) -> Any:
        if not box.is_column:
            return stock(context, box, bottom_space, skip, cb, empty, absolute, fixed, margins, *rest, **options)
        height = context.page_bottom - box.position_y - bottom_space
        if not math.isinf(bottom_space):
            height = _up(height, leading)
            bottom_space = max(context.page_bottom - box.position_y - height, 0)
        key = (
            id(box.children[0]),
            box.position_y,
            round(height, 3) if bottom_space < math.inf else None,
            repr(skip),
            empty,
        )
        result = trials.get(key)
        if result is None and key[2] is not None:
            # Columns of another height have been tried and found wanting: their boxes need not be kept.
            for other in [other for other in trials if other[2] not in (None, key[2])]:
                del trials[other]
        if result is None or (margins is None and result[1]):
            placed = len(absolute), len(fixed)
            result = (
                stock(context, box, bottom_space, skip, cb, empty, absolute, fixed, margins, *rest, **options),
                placed != (len(absolute), len(fixed)),
            )
            if result[0][0] is not None:
                result[0][0].height = _up(result[0][0].height, leading)
            trials[key] = result
        elif margins is None and result[0][0] is not None:
            del trials[key]
            result[0][0].translate(dx=box.position_x - result[0][0].position_x)
        return result[0]

    def columns_layout(*arguments: Any) -> Any:
        trials.clear()
        try:
            return stock_columns(*arguments)
        finally:
            trials.clear()

    with replaced(block, "block_box_layout", block_box_layout), replaced(block, "columns_layout", columns_layout):
        yield


def _up(height: float, leading: float) -> float:
    """The height in whole lines."""
    return whole_lines(height, leading) * leading
