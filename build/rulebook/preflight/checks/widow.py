"""P108: paragraphs of which a single line is left on one side of a break."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject
from rulebook.render.placed import Fragment


def _run(subject: Subject) -> Iterator[Fault]:
    if subject.expected is None:
        return
    least = subject.limits.widow
    for block in subject.expected.blocks:
        if block.kind != "p":
            continue
        counted = [(fragment, _lines_in(subject, fragment)) for fragment in block.fragments]
        parts = [(fragment, lines) for fragment, lines in counted if lines]
        for number, (fragment, lines) in enumerate(parts):
            if lines < least and len(parts) > 1:
                place = "begins" if number == 0 else "ends" if number == len(parts) - 1 else "goes on"
                yield Fault(
                    fragment.page,
                    f"a paragraph {place} with {lines} line by itself in a column; {least} stay together",
                    "let orphans and widows be as many in the styles, or reword",
                    source=block.source,
                )


def _lines_in(subject: Subject, fragment: Fragment) -> int:
    """How many lines of text stand in a rectangle of a page."""
    if fragment.page > len(subject.pdf.sheets):
        return 0
    lines = subject.pdf.sheets[fragment.page - 1].lines
    inside = {
        round(line.baseline)
        for line in lines
        if fragment.top < line.baseline < fragment.bottom and fragment.left - 1 <= line.left < fragment.right
    }
    return len(inside)


CHECK = PrintCheck(
    code="P108",
    name="widow",
    summary="a break leaves too few lines of a paragraph by themselves",
    why="The first or the last line of a paragraph alone in a column looks like a heading, or like nothing at all. "
    "It needs the map that the build writes beside the PDF.",
    fails=Sample(
        "<section class='chapter'><p data-source='a.md:3:1'>"
        + "Words that fill some lines of a column. " * 2
        + "</p></section>",
        style=".chapter p { orphans: 1; widows: 1 } .chapter { height: 13pt; column-fill: auto }",
    ),
    passes=Sample(
        "<section class='chapter'><p data-source='a.md:3:1'>"
        + "Words that fill some lines of a column. " * 4
        + "</p></section>"
    ),
    run=_run,
)
