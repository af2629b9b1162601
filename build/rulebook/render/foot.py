"""The terms at the foot of a page: measured once, chosen by the lines of the page, placed on its last lines."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

from rulebook.render.balance import balanced
from rulebook.render.marks import uses_on
from rulebook.render.whole_lines import whole_lines

# Where the foot takes a greater share of the page than this, its columns are one more.
GREAT_SHARE = 2 / 5


@dataclass(frozen=True, slots=True)
class Plan:
    """How terms stand at a foot: in columns of so many each, `lines` of the grid in all."""

    terms: tuple[str, ...]
    counts: tuple[int, ...]
    small_lines: int
    lines: int


class Foot:
    """The definitions of a document, which stand in a section of its own until a page lists some of them.

    `section` is the box of the element `data-foot`: a title, and a list with an item (`data-term`) for each term in
    the order in which they are listed. `leading` is in pixels, `lines` those of the type area.
    """

    def __init__(self, section: Any, leading: float, lines: int) -> None:
        self._section = section
        self._list = next(box for box in section.descendants() if _is_list(box))
        self._items = {box.element.get("data-term"): box for box in self._list.children}
        self._leading, self._lines = leading, lines
        self._columns: int = self._list.style["column_count"]
        self._small: float = 0.0
        self._frame: Any = None
        self._set: dict[tuple[str, int], Any] = {}
        self._plans: dict[tuple[str, ...], Plan] = {}

    @property
    def terms(self) -> Collection[str]:
        """The anchors of the terms that may be listed."""
        return self._items.keys()

    def plan(self, context: Any, page: Any, terms: Collection[str]) -> Plan:
        """How those terms stand at the foot of a page."""
        listed = tuple(term for term in self._items if term in terms)
        if listed not in self._plans:
            self._plans[listed] = self._planned(context, page, listed)
        return self._plans[listed]

    def _planned(self, context: Any, page: Any, terms: tuple[str, ...]) -> Plan:
        if not terms:
            return Plan((), (), 0, 0)
        for more in (0, 1):
            columns = self._columns + more
            heights = [self._height(self._item(context, page, term, columns)) for term in terms]
            counts, small_lines = balanced(heights, columns)
            frame = self._empty(context, page)
            height = frame.margin_top + frame.height + small_lines * self._small
            lines = whole_lines(height, self._leading)
            if lines <= self._lines * GREAT_SHARE:
                break
        return Plan(terms, counts, small_lines, lines)

    def box(self, context: Any, page: Any, plan: Plan) -> Any:
        """The box of the foot of a page, which ends with the last line of the grid."""
        columns = len(plan.counts)
        width, gap = self._column(page, columns)
        section = self._empty(context, page).deepcopy()
        holder = next(box for box in section.descendants() if _is_list(box))
        holder.height = plan.small_lines * self._small
        section.height += holder.height
        x, y = holder.content_box_x(), holder.content_box_y()
        placed: list[Any] = []
        for column, count in enumerate(plan.counts):
            top = y
            for term in plan.terms[len(placed) : len(placed) + count]:
                item = self._item(context, page, term, columns).deepcopy()
                item.translate(x + column * (width + gap) - item.position_x, top - item.position_y)
                top += item.margin_height()
                placed.append(item)
        holder.children = placed
        bottom = page.content_box_y() + self._lines * self._leading
        section.translate(
            page.content_box_x() - section.position_x, bottom - section.position_y - section.margin_height()
        )
        return section

    def _column(self, page: Any, columns: int) -> tuple[float, float]:
        gap: float = self._list.style["column_gap"].value
        return (page.width - (columns - 1) * gap) / columns, gap

    def _item(self, context: Any, page: Any, term: str, columns: int) -> Any:
        """A term's box, set in one of so many columns."""
        key = term, columns
        if key not in self._set:
            self._set[key] = _laid(context, page, self._items[term], self._column(page, columns)[0])
            self._small = self._small or next(_lines(self._set[key])).height
        return self._set[key]

    def _height(self, item: Any) -> int:
        lines: int = round(item.margin_height() / self._small)
        return lines

    def _empty(self, context: Any, page: Any) -> Any:
        """The section with its title and without terms."""
        if self._frame is None:
            section = _without_items(self._section)
            self._frame = _laid(context, page, section, page.width)
        return self._frame


def _is_list(box: Any) -> bool:
    return bool(box.element_tag == "ul")


def _without_items(box: Any) -> Any:
    children = [] if _is_list(box) else [_without_items(child) for child in box.children]
    return box.copy_with_children(children) if hasattr(box, "copy_with_children") else box


def _lines(box: Any) -> Iterator[Any]:
    return (inner for inner in box.descendants() if type(inner).__name__ == "LineBox")


def _laid(context: Any, page: Any, box: Any, width: float) -> Any:
    """A block laid out by itself in that width, at the page's top left corner."""
    from weasyprint.layout.block import block_level_layout

    holder = copy.copy(page)
    holder.width = width
    box = box.deepcopy()
    box.position_x, box.position_y = page.content_box_x(), page.content_box_y()
    bottom, context.page_bottom = context.page_bottom, math.inf
    context.create_block_formatting_context()
    try:
        return block_level_layout(context, box, -math.inf, None, holder, True, [], [])[0]
    finally:
        context.finish_block_formatting_context()
        context.page_bottom = bottom


def used_terms(page: Any) -> dict[str, float]:
    """The terms that a page uses, each with how far down the flow of the text it is used first, in pixels.

    The flow is as long as the page is high: a line at the top of the second of two columns is half their height down.
    """
    found: dict[str, float] = {}
    down = _downs(page)
    for line, mark in uses_on(page):
        if mark.kind == "term" and mark.anchor not in found:
            found[mark.anchor] = down(line)
    return found


def _downs(page: Any) -> Callable[[Any], float]:
    """How far down the flow each line ends; the columns of a chapter share their height among them."""
    shares: dict[int, tuple[float, float, int]] = {}
    for box in page.descendants():
        columns = [child for child in box.children if child.is_column] if box.children else []
        for column in columns:
            beside = [other for other in columns if other.position_y == column.position_y]
            place = beside.index(column)
            for line in _lines(column):
                shares[id(line)] = column.position_y, place * column.height, len(beside)

    def down(line: Any) -> float:
        top, before, count = shares.get(id(line), (line.position_y, 0.0, 1))
        return float(top + (before + line.position_y + line.height - top) / count)

    return down
