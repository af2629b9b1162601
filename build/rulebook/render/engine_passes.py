"""Changes to the engine: its passes over the pages, the links between them, and the memory that they take."""

from __future__ import annotations

import copy
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rulebook.render.patching import replaced

_NOTE_PSEUDO_ELEMENTS = frozenset({"footnote-call", "footnote-marker", "note-call", "note-marker", "note-callback"})


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
