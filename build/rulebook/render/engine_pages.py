"""The changes to the engine that concern whole pages: what their texts use, and what is set from it.

These belong to rulebook.render.engine, which asserts the engine's version and puts them in place.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from rulebook.render.foot import Foot, Plan, used_terms
from rulebook.render.index_pages import IndexPages
from rulebook.render.marks import Mark, marked_lines, marks_of_line_box, place_marks
from rulebook.render.patching import replaced
from rulebook.render.reserve import SPARE, Reserve


@dataclass(slots=True)
class PageCount:
    """How much work the pages were: how often one was asked for, and how often one was laid."""

    asked: int = 0
    laid: int = 0


@contextmanager
def uses_read(marks: tuple[Mark, ...]) -> Iterator[None]:
    """Notes for each line which marks of the document's text stand in it.

    Why: the engine knows of no use of a term. What it makes of the text has boxes of their own for elements alone,
    and three thousand elements in running text cost more time and memory than the rest of it.
    """
    from weasyprint import document
    from weasyprint.layout import block, inline

    stock_layout = document.layout_document
    stock_lines = block.iter_line_boxes

    def layout_document(html: Any, root: Any, *rest: Any) -> Any:
        place_marks(root, marks)
        return stock_layout(html, root, *rest)

    def iter_line_boxes(context: Any, box: Any, y: float, bottom_space: float, skip: Any, *rest: Any) -> Any:
        lines = stock_lines(context, box, y, bottom_space, skip, *rest)
        places, found = marks_of_line_box(box)
        return marked_lines(lines, box, skip, places, found) if found else lines

    with (
        replaced(document, "layout_document", layout_document),
        replaced(inline, "iter_line_boxes", iter_line_boxes),
        replaced(block, "iter_line_boxes", iter_line_boxes),
    ):
        yield


class _LayAgainError(Exception):
    """The page is to be laid again, with another reserve."""


@dataclass(slots=True)
class _Turn:
    """One page in the making."""

    context: Any
    reserve: Reserve
    page: Any = None


@dataclass(slots=True)
class _Feet:
    """The feet of a document's pages, while they are laid."""

    leading: float
    lines: int
    count: PageCount
    foot: Foot | None = None
    # Where each page began when it was last laid, what was kept free, and how much of that stayed empty.
    last: dict[int, tuple[str, int, int]] = field(default_factory=dict)
    turn: _Turn | None = None

    def search(self, number: int, begin: str) -> Reserve:
        """The search for a page's reserve: it starts from the page's last, or else from that of the page before."""
        if number not in self.last:
            return Reserve(self.last.get(number - 1, ("", 0, 0))[1])
        begun, lines, empty = self.last[number]
        return Reserve(lines, max(empty, SPARE) if begun == begin else SPARE)

    def judge(self) -> None:
        """Lets the page that has been laid stand, with its foot; or raises _LayAgainError."""
        turn = self.turn
        if turn is None:
            return
        self.count.laid += 1
        if self.foot is None:
            return
        page, context = turn.page, turn.context
        used = {term: at for term, at in used_terms(page).items() if term in self.foot.terms}
        plan = self.foot.plan(context, page, used)

        def foreseen(lines: int) -> int:
            end = page.content_box_y() + (self.lines - lines) * self.leading + self.leading / 2
            return self._plan(context, page, [term for term, at in used.items() if at <= end]).lines

        if not turn.reserve.stands(plan.lines, foreseen):
            raise _LayAgainError
        if plan.terms:
            root = page.children[0]
            root.children = [*root.children, self.foot.box(context, page, plan)]

    def _plan(self, context: Any, page: Any, terms: list[str]) -> Plan:
        if self.foot is None:
            raise LookupError("the document has no definitions")
        return self.foot.plan(context, page, terms)


@contextmanager
def terms_at_the_foot(leading: float, lines: int, count: PageCount) -> Iterator[None]:
    """Lists the terms that a page uses at its foot, from the definitions of the element `data-foot`.

    Why: the engine's footnotes print over the text where columns hold a block that spans them, and each call has a
    note of its own. What stands at the foot depends on what is on the page, and the other way round, so that a page
    is laid until the two agree; the engine lays each page once.
    """
    from weasyprint import document
    from weasyprint.layout import page as pages

    feet = _Feet(leading, lines, count)
    stock_layout, stock_make = document.layout_document, pages.make_page
    stock_height, stock_counters = pages.page_height, pages._standardize_page_based_counters

    def layout_document(html: Any, root: Any, *rest: Any) -> Any:
        section = _taken(root, "data-foot")
        feet.foot = Foot(section, leading, lines) if section is not None else None
        return stock_layout(html, root, *rest)

    def page_height(page: Any, context: Any, height: float) -> None:
        stock_height(page, context, height)
        if feet.turn is not None:
            feet.turn.page = page
            page.height -= feet.turn.reserve.lines * leading

    def standardize(style: Any, pseudo: Any) -> None:
        # Called for a page when all of it is laid, and before what its place means for the other pages is noted.
        if pseudo is None:
            feet.judge()
        stock_counters(style, pseudo)

    def make_page(context: Any, root: Any, page_type: Any, resume_at: Any, number: int, state: Any) -> Any:
        count.asked += 1
        begin = repr(resume_at)
        reserve = feet.search(number, begin)
        before = _State(context, number)
        try:
            while True:
                feet.turn = _Turn(context, reserve)
                before.put_back()
                try:
                    made = stock_make(context, root, page_type, resume_at, number, state)
                    break
                except _LayAgainError:
                    continue
        finally:
            feet.turn = None
        made[0].height += reserve.lines * leading
        feet.last[number] = begin, reserve.lines, reserve.lines - reserve.need
        return made

    with ExitStack() as stack:
        stack.enter_context(replaced(document, "layout_document", layout_document))
        stack.enter_context(replaced(pages, "make_page", make_page))
        stack.enter_context(replaced(pages, "page_height", page_height))
        stack.enter_context(replaced(pages, "_standardize_page_based_counters", standardize))
        yield


@contextmanager
def index_pages_set() -> Iterator[None]:
    """Sets the pages in the index (`data-home`, `data-pages`) from what the pages before it use.

    Why: the engine can give the page of one target, but not the pages of all uses, once each and in ranges.
    """
    from weasyprint import document, layout
    from weasyprint.layout import page as pages

    indexes: list[IndexPages] = []
    stock_layout, stock_make = document.layout_document, pages.make_page
    stock_all = layout.make_all_pages

    def layout_document(html: Any, root: Any, *rest: Any) -> Any:
        indexes[:] = [index] if (index := IndexPages(root)).lines else []
        return stock_layout(html, root, *rest)

    def make_page(context: Any, root: Any, page_type: Any, resume_at: Any, number: int, state: Any) -> Any:
        for index in indexes:
            index.set_texts()
        made = stock_make(context, root, page_type, resume_at, number, state)
        for index in indexes:
            index.note(made[0], number, context.page_maker[number - 1][-1]["anchors"])
        return made

    def make_all_pages(context: Any, *rest: Any) -> Iterator[Any]:
        last = 0
        for page in stock_all(context, *rest):
            last += 1
            yield page
        # Where a page has changed after the index was laid, the engine is asked for the index once more.
        for index in indexes:
            for number in index.stale(last):
                context.page_maker[number - 1][-1]["content_changed"] = True

    with (
        replaced(document, "layout_document", layout_document),
        replaced(pages, "make_page", make_page),
        replaced(layout, "make_all_pages", make_all_pages),
    ):
        yield


@contextmanager
def running_elements_where_they_belong() -> Iterator[None]:
    """A running element is of the page on which the element after it begins.

    Why: the engine gives it to the page on which it was tried. When the next element does not fit any more, the page
    before it already carries its tab.
    """
    from weasyprint.layout import LayoutContext

    stock = LayoutContext.get_running_element_for
    after: dict[Any, Any] = {}
    begun: dict[Any, int] = {}

    def get_running_element_for(self: Any, page: Any, name: str, keyword: str = "first") -> Any:
        root = page.children[0].element if page.children else None
        if keyword != "first" or root is None:
            return stock(self, page, name, keyword)
        if root not in after:
            after.clear()
            begun.clear()
            after[root] = None
            for parent in root.iter():
                after.update(pairwise(parent))
        here = {box.element for box in page.descendants()}
        found: list[tuple[int, Any]] = []
        for tried, boxes in sorted(self.running_elements.get(name, {}).items()):
            for box in boxes if tried <= self.current_page else ():
                element = box.element
                if begun.get(element) == self.current_page:
                    del begun[element]
                if element not in begun and (after.get(element) is None or after[element] in here):
                    begun[element] = self.current_page
                if element in begun:
                    found.append((begun[element], box))
        first = next((box for number, box in found if number == self.current_page), None)
        earlier = [box for number, box in found if number < self.current_page]
        return (first,) if first is not None else tuple(earlier[-1:])

    with replaced(LayoutContext, "get_running_element_for", get_running_element_for):
        yield


class _State:
    """What laying a page changes in the engine's context, as it was before."""

    _LISTS = ("footnotes", "current_page_footnotes", "reported_footnotes")

    def __init__(self, context: Any, number: int) -> None:
        self._context, self._number = context, number
        self._lists = [list(getattr(context, name)) for name in self._LISTS]
        self._broken = dict(context.broken_out_of_flow)
        self._running = {name: list(found.get(number, ())) for name, found in context.running_elements.items()}

    def put_back(self) -> None:
        for name, items in zip(self._LISTS, self._lists, strict=True):
            setattr(self._context, name, list(items))
        self._context.broken_out_of_flow = dict(self._broken)
        running = self._context.running_elements
        # A name that is new here has to be new again: else the engine lays the page once more in the next pass.
        for name in [name for name in running if name not in self._running]:
            del running[name]
        for name, elements in self._running.items():
            running[name].pop(self._number, None)
            if elements:
                running[name][self._number] = list(elements)


def _taken(root: Any, attribute: str) -> Any:
    """The box of the element with that attribute, which is taken out of the document; None when there is none."""
    for box in root.descendants():
        for child in box.children:
            if child.element is not None and child.element.get(attribute) is not None:
                box.children = [other for other in box.children if other is not child]
                return child
    return None
