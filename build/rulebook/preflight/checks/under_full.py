"""P110: pages that end early, or have a wide empty band."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject
from rulebook.preflight.contents import Sheet


def _run(subject: Subject) -> Iterator[Fault]:
    last = len(subject.pdf.sheets)
    for sheet in subject.pdf.sheets:
        area = subject.type_area(sheet)
        depth = area.bottom - area.top
        ends = sorted(_heights(sheet))
        if not ends:
            yield Fault(sheet.number, "the page is empty", "take away a break that nothing needs")
            continue
        filled = 100 * (ends[-1] - area.top) / depth
        # Before what begins a page of its own, and at the end, a page ends where its text ends.
        if sheet.number == last or _is_followed_by_break(subject, sheet):
            continue
        if filled < subject.limits.fill:
            yield Fault(
                sheet.number,
                f"the page is filled to {filled:.0f} %; {subject.limits.fill} % is the least",
                "move a table or a figure, or let it break",
            )
            continue
        band = max((b - a for a, b in zip((area.top, *ends), ends, strict=False)), default=0.0)
        if 100 * band / depth > subject.limits.empty:
            yield Fault(
                sheet.number,
                f"a band of {100 * band / depth:.0f} % of the page is empty; {subject.limits.empty} % is the most",
                "move a table or a figure, or let it break",
            )


def _heights(sheet: Sheet) -> Iterator[float]:
    """The baselines of the page's text, and the edges of what is drawn in figures."""
    for line in sheet.lines:
        yield line.baseline
    for paint in sheet.paints:
        if paint.tag is not None and paint.box is not None and 0 < paint.box.bottom < sheet.height:
            yield paint.box.bottom
            yield paint.box.top


def _is_followed_by_break(subject: Subject, sheet: Sheet) -> bool:
    """Whether the page stands before the furniture begins, or the next one begins with a heading of the first level.

    A line over that heading, such as “Book I”, is of no section.
    """
    if sheet.number < subject.limits.furniture_from:
        return True
    following = subject.pdf.sheets[sheet.number]
    paths = [
        line.tag.path
        for line in sorted(following.lines, key=lambda line: (line.baseline, line.left))
        if line.tag is not None
    ]
    if len(paths) > 1 and "Sect" not in paths[0] and not _begins(paths[0]):
        paths = paths[1:]
    return bool(paths) and _begins(paths[0])


def _begins(path: tuple[str, ...]) -> bool:
    """Whether a text is the title of a book or a chapter."""
    return "H1" in path or "H2" in path


CHECK = PrintCheck(
    code="P110",
    name="under-full",
    summary="a page ends early, or has a wide empty band",
    why="A page that ends early looks like the end of the book. The last page may, and one before what begins on a "
    "page of its own.",
    fails=Sample("<p>One.</p><p style='break-before: page'>Two.</p><p style='break-before: page'>Three.</p>"),
    passes=Sample("<p>One.</p>"),
    run=_run,
)
