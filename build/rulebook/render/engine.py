"""Every change to the engine, put in place together, and for which version; each says what it changes and why.

Each change has a test in tests/render/test_engine.py that sets the same text with the engine as it comes, and
fails when the change is no longer needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from rulebook.render.engine_breaks import (
    columns_that_may_stay_empty,
    columns_without_top_margin,
    tables_across_the_measure,
    tall_tables_broken,
    titles_kept_with_text,
)
from rulebook.render.engine_columns import columns_as_low_as_can_be
from rulebook.render.engine_grid import columns_on_the_grid, exact_leading, pages_of_whole_lines
from rulebook.render.engine_lines import (
    common_words_hyphenated,
    families_noted,
    paragraphs_as_wholes,
    whole_text_before_inline,
)
from rulebook.render.engine_pages import (
    PageCount,
    index_pages_set,
    running_elements_where_they_belong,
    terms_at_the_foot,
    uses_read,
)
from rulebook.render.engine_passes import boxes_let_go, no_styles_for_notes, pages_of_links_renewed
from rulebook.render.loading import load_engine
from rulebook.render.marks import Mark
from rulebook.render.page import Page

VERSION = "70.0"


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
