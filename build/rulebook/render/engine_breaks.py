"""Changes to the engine: where columns and pages break, and what is kept together."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rulebook.render.patching import replaced


@contextmanager
def columns_that_may_stay_empty() -> Iterator[None]:
    """Keeps the columns before one in which nothing has room.

    Why: where a column would begin with a table that is too high for it, the engine gives up the columns before it too,
    moves their text to the next page, and leaves the rest of the page empty.
    """
    from weasyprint.layout import block

    stock = block.block_box_layout
    stock_columns = block.columns_layout
    firsts: dict[tuple[Any, ...], Any] = {}

    def block_box_layout(context: Any, box: Any, bottom_space: float, skip: Any, *rest: Any, **options: Any) -> Any:
        result = stock(context, box, bottom_space, skip, *rest, **options)
        if not box.is_column:
            return result
        # Of the columns side by side, the first is asked for first, and every other begins further on.
        first = firsts.setdefault((id(box.children[0]), box.position_y), repr(skip))
        if result[0] is not None or skip is None or repr(skip) == first:
            return result
        empty = box.copy_with_children([])
        empty.height = 0
        return empty, skip, {"break": "any", "page": None}, [], False, None

    def columns_layout(*arguments: Any) -> Any:
        firsts.clear()
        try:
            return stock_columns(*arguments)
        finally:
            firsts.clear()

    with replaced(block, "block_box_layout", block_box_layout), replaced(block, "columns_layout", columns_layout):
        yield


@contextmanager
def columns_without_top_margin() -> Iterator[None]:
    """Drops the margin over a block that begins a column because the column before it was full.

    Why: CSS Fragmentation drops margins at such a break, and the engine does so at the top of a page, but not of
    a column: a heading there stands a line lower than the text beside it.
    """
    from weasyprint.css.computed_values import ZERO_PIXELS
    from weasyprint.layout import block

    stock = block.block_box_layout
    without: dict[Any, Any] = {}

    def block_box_layout(context: Any, box: Any, bottom_space: float, skip: Any, *rest: Any, **options: Any) -> Any:
        if box.is_column and skip is not None:
            ((index, inside),) = skip.items()
            child = box.children[index]
            if inside is None and child.style["margin_top"] != ZERO_PIXELS:
                if child not in without:
                    without[child] = child.copy()
                    without[child].style = child.style.copy()
                    without[child].style["margin_top"] = ZERO_PIXELS
                box = box.copy_with_children([*box.children[:index], without[child], *box.children[index + 1 :]])
        return stock(context, box, bottom_space, skip, *rest, **options)

    with replaced(block, "block_box_layout", block_box_layout):
        yield


@contextmanager
def titles_kept_with_text() -> Iterator[None]:
    """Keeps a title that spans the columns on the page of the text below it.

    Why: inside a columns container the engine honours `break-after: avoid` between blocks of a column, but not
    between a spanning block and its neighbours: a chapter's title may be left alone at the foot of a page.
    """
    from weasyprint.layout import block

    stock = block.columns_layout

    def columns_layout(
        context: Any, box: Any, bottom_space: float, skip_stack: Any, cb: Any, page_is_empty: bool, *rest: Any
    ) -> Any:
        result = stock(context, box, bottom_space, skip_stack, cb, page_is_empty, *rest)
        drawn, resume_at, *others = result
        if drawn is None or resume_at is None:
            return result
        children = list(drawn.children)
        (index,) = resume_at
        while children and _title(children[-1]):
            children.pop()
            index -= 1
        if len(children) == len(drawn.children):
            return result
        if children:
            drawn.children = children
            return drawn, {index: None}, *others
        if page_is_empty:
            return result
        return None, {0: None}, {"break": "any", "page": None}, [], False

    with replaced(block, "columns_layout", columns_layout):
        yield


def _title(box: Any) -> bool:
    return bool(box.style["column_span"] == "all" and box.style["break_after"] == "avoid")


@contextmanager
def tables_across_the_measure() -> Iterator[None]:
    """Lets a table span the columns.

    Why: `column-span` stays on the table inside the box that holds it and its caption, where the columns
    container does not see it.
    """
    from weasyprint.formatting_structure import build

    properties = build.properties
    names = {*properties.TABLE_WRAPPER_BOX_PROPERTIES, "column_span"}
    with replaced(properties, "TABLE_WRAPPER_BOX_PROPERTIES", names):
        yield


@contextmanager
def tall_tables_broken(limit: float) -> Iterator[None]:
    """Keeps a table whole (`break-inside: avoid`) only if it is at most `limit` pixels high.

    Why: the engine moves whatever may not be broken to the next column or page, however high it is, and leaves
    the rest of the one before it empty. The height of a table is not known where its style is written.
    """
    from weasyprint.layout import block

    stock = block.block_box_layout
    measured: dict[tuple[Any, float], Any] = {}

    def block_box_layout(
        context: Any, box: Any, bottom_space: float, skip: Any, cb: Any, *rest: Any, **options: Any
    ) -> Any:
        table = box.get_wrapped_table() if box.is_table_wrapper else None
        if table is not None and table.style["break_inside"] == "avoid":
            key = table, cb.width
            if key not in measured:
                whole = stock(context, box.deepcopy(), -math.inf, None, cb, True, [], [], [], *rest[4:], **options)
                measured[key] = _breakable(table) if whole[0].height > limit else table
            box.children = [measured[key] if child is table else child for child in box.children]
        return stock(context, box, bottom_space, skip, cb, *rest, **options)

    with replaced(block, "block_box_layout", block_box_layout):
        yield


def _breakable(table: Any) -> Any:
    free = table.copy()
    free.style = table.style.copy()
    free.style["break_inside"] = "auto"
    return free
