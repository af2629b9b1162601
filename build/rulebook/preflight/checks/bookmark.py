"""P117: bookmarks that are missing, or land elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject, squeezed
from rulebook.preflight.contents import Bookmark

# So many lines of the grid below the place where a bookmark lands, its heading must stand.
_LINES = 10


def _run(subject: Subject) -> Iterator[Fault]:
    titles = []
    for bookmark in subject.pdf.bookmarks:
        title = squeezed(bookmark.title).casefold()
        titles.append(title)
        if not bookmark.page:
            yield Fault(0, f"the bookmark ‘{bookmark.title}’ leads nowhere")
        elif title not in _text_at(subject, bookmark):
            yield Fault(
                bookmark.page,
                f"the bookmark ‘{bookmark.title}’ does not land on its heading",
                "set the book again",
                y=bookmark.top,
            )
    if subject.expected is None:
        return
    left = list(titles)
    for opening in subject.expected.openings:
        if opening.kind == "figure":
            continue  # Figures have their place in the contents.
        title = squeezed(opening.title).casefold()
        found = next((n for n, mark in enumerate(left) if mark.endswith(title)), None)
        if found is None:
            yield Fault(0, f"‘{opening.title}’ has no bookmark, or it is out of its order", "give its heading a level")
        else:
            del left[: found + 1]


def _text_at(subject: Subject, bookmark: Bookmark) -> str:
    low = bookmark.top + _LINES * subject.page.grid.leading.pt
    lines = subject.pdf.sheets[bookmark.page - 1].lines
    near = [line.text for line in lines if bookmark.top - 2 <= line.baseline <= low]
    return squeezed("".join(near)).casefold()


CHECK = PrintCheck(
    code="P117",
    name="bookmark",
    summary="a heading has no bookmark, or a bookmark does not land on its heading",
    why="On a screen the bookmarks are the contents. Which headings must have one is told from the map that the build "
    "writes beside the PDF.",
    fails=Sample(
        "<section class='chapter'><h2 class='chapter-title' id='a'>The Ferry</h2><p>A text.</p></section>",
        style=".chapter-title { bookmark-level: none; }",
        openings=(("chapter", "a", "The Ferry"),),
    ),
    passes=Sample(
        "<section class='chapter'><h2 class='chapter-title' id='a'>The Ferry</h2><p>A text.</p></section>",
        openings=(("chapter", "a", "The Ferry"),),
    ),
    run=_run,
)
