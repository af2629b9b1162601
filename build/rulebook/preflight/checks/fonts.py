"""P105: fonts that are not the book's, or whose outlines are not in the file."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject
from rulebook.render.fonts import foreign_fonts


def _run(subject: Subject) -> Iterator[Fault]:
    own = ", ".join(sorted(subject.families)) or "none"
    for font in subject.pdf.fonts:
        if foreign_fonts([font.name], subject.families):
            yield Fault(
                font.pages[0],
                f"the font {font.name} is not one of the book’s ({own})",
                "declare it with @font-face, or correct the family’s name",
            )
        if not font.embedded:
            yield Fault(
                font.pages[0], f"the font {font.name} is not in the file", "a printer would put another in its place"
            )


CHECK = PrintCheck(
    code="P105",
    name="fonts",
    summary="a font is not the book’s own, or is not embedded",
    why="A family that is missing is replaced without a word, by whatever the machine has: other letters, other "
    "widths, other pages.",
    fails=Sample("<p>A short text.</p>", altered="the outlines of a font are taken out of the file"),
    passes=Sample("<p>A short text.</p>"),
    run=_run,
)
