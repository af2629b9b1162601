"""Every change to the engine, in one place: what is changed, why, and for which version.

Each change has a test in tests/render/test_engine.py that sets the same text with the engine as it comes, and
fails when the change is no longer needed.
"""

from __future__ import annotations

import copy
import gc
import math
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import accumulate
from typing import Any

from rulebook.render.engine_columns import columns_as_low_as_can_be
from rulebook.render.engine_pages import (
    PageCount,
    index_pages_set,
    running_elements_where_they_belong,
    terms_at_the_foot,
    uses_read,
)
from rulebook.render.loading import load_engine
from rulebook.render.marks import Mark
from rulebook.render.page import Page
from rulebook.render.patching import replaced
from rulebook.render.setting import Paragraph, plain_text
from rulebook.render.whole_lines import NEAR, whole_lines

VERSION = "70.0"

# Words that may be broken, and that the patterns for British English leave whole.
HYPHENATED = (
    *("al-ready", "be-tween", "ei-ther", "every-thing", "nei-ther", "no-body"),
    *("what-ever", "when-ever", "which-ever", "with-in", "with-out"),
)

_NOTE_PSEUDO_ELEMENTS = frozenset({"footnote-call", "footnote-marker", "note-call", "note-marker", "note-callback"})


class EngineVersionError(RuntimeError):
    """The installed engine is not the version for which the changes are made."""


def require_version() -> None:
    """Raises EngineVersionError unless WeasyPrint is exactly VERSION."""
    version = load_engine().__version__
    if version != VERSION:
        raise EngineVersionError(f"the page is set with WeasyPrint {VERSION}, not {version}")


@contextmanager
def engine_changes(
    page: Page, *, notes: bool = False, marks: tuple[Mark, ...] | None = None, count: PageCount | None = None
) -> Iterator[None]:
    """Within it, the engine sets text as the page asks; at the end it is as it was.

    `notes` says that the document has footnotes or side notes; `marks` are those taken out of its text, without
    which no page has a foot and the index no pages; `count` is told how often pages are laid.

    Raises EngineVersionError.
    """
    require_version()
    leading, baseline = page.grid.leading.px, page.grid.baseline.px
    with ExitStack() as stack:
        stack.enter_context(exact_leading(leading - baseline))
        stack.enter_context(pages_of_whole_lines(leading, page.grid.lines))
        stack.enter_context(columns_on_the_grid(leading))
        stack.enter_context(columns_that_may_stay_empty())
        stack.enter_context(columns_without_top_margin())
        if not notes:  # the engine tries columns again for the room that notes take
            stack.enter_context(columns_as_low_as_can_be(leading))
        stack.enter_context(titles_kept_with_text())
        stack.enter_context(tables_across_the_measure())
        stack.enter_context(whole_text_before_inline())
        stack.enter_context(tall_tables_broken(page.grid.whole_table * leading))
        stack.enter_context(paragraphs_as_wholes())
        stack.enter_context(common_words_hyphenated())
        stack.enter_context(families_noted())
        stack.enter_context(pages_of_links_renewed())
        stack.enter_context(boxes_let_go())
        stack.enter_context(running_elements_where_they_belong())
        if marks is not None:
            stack.enter_context(uses_read(marks))
            stack.enter_context(terms_at_the_foot(leading, page.grid.lines, count or PageCount()))
            stack.enter_context(index_pages_set())
        if not notes:
            stack.enter_context(no_styles_for_notes())
        yield


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


def _text_of_height(box: Any, height: float, boxes: Any) -> bool:
    """Whether the box holds text alone, and inline blocks of text no higher than a line."""
    return all(
        isinstance(child, boxes.TextBox)
        or (isinstance(child, boxes.InlineBox) and _text_of_height(child, height, boxes))
        or (isinstance(child, boxes.InlineBlockBox) and child.margin_height() <= height)
        for child in box.children
    )


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


@contextmanager
def paragraphs_as_wholes() -> Iterator[None]:
    """Breaks paragraphs, justified or ragged, into the best lines, and sets each line once.

    Why: the engine fills line after line and only ever stretches a space, which in a narrow column leaves one line in
    twelve with spaces of more than twice their width, and a ragged edge with deep dents. It also sets the same line
    anew for each trial of the columns and each pass over the pages.
    """
    from weasyprint.layout import block, inline

    paragraphs: dict[tuple[Any, ...], tuple[tuple[tuple[str, int], ...], Paragraph]] = {}
    stock = inline.iter_line_boxes

    def iter_line_boxes(
        context: Any, box: Any, y: float, bottom_space: float, skip: Any, cb: Any, *rest: Any
    ) -> Iterator[tuple[Any, Any]]:
        leaves = plain_text(box)
        if not leaves or context.excluded_shapes or any(rest[2:]):
            yield from stock(context, box, y, bottom_space, skip, cb, *rest)
            return
        # One at a time of the forms a paragraph takes while the page numbers in it are being found.
        key = box.element, cb.width, leaves[0].text, len(leaves)
        form = tuple((leaf.text, id(leaf.style)) for leaf in leaves)
        if key not in paragraphs or paragraphs[key][0] != form:
            paragraphs[key] = form, Paragraph(box, cb, leaves)
        _, paragraph = paragraphs[key]
        yield from paragraph.lines(context, y, skip, cb)

    with (
        replaced(inline, "iter_line_boxes", iter_line_boxes),
        replaced(block, "iter_line_boxes", iter_line_boxes),
    ):
        yield


@contextmanager
def common_words_hyphenated() -> Iterator[None]:
    """Lets the common words of HYPHENATED break, beside those that the engine's patterns know how to break.

    Why: the patterns for British English leave them whole, and there is hardly a paragraph without one of them.
    """
    from weasyprint.text.line_break import pyphen

    words = pyphen.Pyphen(lang="en_GB").hd
    points = {
        word.replace("-", ""): [pyphen.DataInt(at) for at in accumulate(len(part) for part in word.split("-")[:-1])]
        for word in HYPHENATED
    }
    # What has been worked out for a word is kept there.
    cache, words.cache = words.cache, points
    try:
        yield
    finally:
        words.cache = cache


@contextmanager
def boxes_let_go() -> Iterator[None]:
    """Frees the boxes of one pass over the pages before the next begins.

    Why: boxes refer to each other in rings, so that those of the pass before live on until Python's collector comes
    by on its own; the peak of memory is a seventh higher for it.
    """
    from weasyprint import layout

    stock = layout.make_all_pages

    def make_all_pages(*arguments: Any) -> Iterator[Any]:
        gc.collect()
        yield from stock(*arguments)

    with replaced(layout, "make_all_pages", make_all_pages):
        yield


@contextmanager
def pages_of_links_renewed() -> Iterator[None]:
    """Renews `target-counter(attr(href), page)` whenever the link's target moves to another page.

    Why: the engine notes what a page number waits for under the name of its target, which it finds in a string or an
    address and not in an attribute. When a target moves in a later pass over the pages, no such number learns of it,
    and the contents give the page of the pass before.
    """
    from weasyprint.css.targets import TargetCollector

    stock = TargetCollector.cache_target_page_counters

    def cache_target_page_counters(
        collector: Any, anchor: str, counters: dict[str, list[int]], index: int, page_maker: list[Any]
    ) -> None:
        target = collector.target_lookup_items.get(anchor)
        before = target.cached_page_counter_values if target else None
        stock(collector, anchor, counters, index, page_maker)
        if collector.collecting or target is None or before == target.cached_page_counter_values:
            return
        for (box, token), waiting in collector.counter_lookup_items.items():
            # The name under which the engine files what an attribute gives is None.
            if token != "content" or None not in waiting.missing_target_counters:
                continue
            if box.element is None or box.element.get("href") != f"#{anchor}":
                continue
            if waiting.page_maker_index is None or waiting.page_maker_index >= len(page_maker):
                waiting.pending = True
                continue
            page_maker[waiting.page_maker_index][-1]["content_changed"] = True
            waiting.parse_again(waiting.cached_page_counter_values)

    with replaced(TargetCollector, "cache_target_page_counters", cache_target_page_counters):
        yield


@contextmanager
def no_styles_for_notes() -> Iterator[None]:
    """Makes no styles for the calls and markers of notes: for documents that have none.

    Why: the engine's own style sheet gives five of them to every element there is. In this book they are three
    quarters of all styles, with the memory and the time that it takes to make them.
    """
    import weasyprint

    sheet = copy.copy(weasyprint.UA_STYLESHEET)
    sheet.matcher = copy.copy(sheet.matcher)
    sheet.matcher.other_selectors = [
        entry for entry in sheet.matcher.other_selectors if entry[3] not in _NOTE_PSEUDO_ELEMENTS
    ]
    with replaced(weasyprint, "UA_STYLESHEET", sheet):
        yield


@contextmanager
def families_noted() -> Iterator[None]:
    """Notes the first font family that each text asks for, in `wanted` of its font configuration.

    Why: the engine takes another font for a family that it does not have, and says nothing.
    """
    from weasyprint.text import line_break

    stock = line_break.get_font_description

    def get_font_description(style: Any) -> Any:
        wanted = getattr(style.font_config, "wanted", None)
        if wanted is not None:
            wanted.add(style["font_family"][0])
        return stock(style)

    with replaced(line_break, "get_font_description", get_font_description):
        yield


@contextmanager
def whole_text_before_inline() -> Iterator[None]:
    """Keeps a text whole that fits but for the space at its end.

    Why: where text comes before an inline element, the space that ends it is measured too. If only that space
    is too much, the engine takes the text for unbreakable, and breaks or hyphenates it after its first word.
    """
    from weasyprint.layout import inline

    stock = inline.split_first_line

    def split_first_line(
        text: str, style: Any, context: Any, max_width: float | None, *rest: Any, **options: Any
    ) -> Any:
        result = stock(text, style, context, max_width, *rest, **options)
        if (
            result[2] is None
            or max_width is None
            or math.isinf(max_width)
            or not text.endswith(" ")
            or not text.strip(" ")
            or style["white_space"] != "normal"
            or options.get("minimum")
        ):
            return result
        bare = stock(text.rstrip(" "), style, context, max_width, *rest, **options)
        if bare[2] is not None or bare[3] > max_width:
            return result
        whole = stock(text, style, context, math.inf, *rest, **options)
        return (*whole[:3], min(whole[3], max_width), *whole[4:])

    with replaced(inline, "split_first_line", split_first_line):
        yield
