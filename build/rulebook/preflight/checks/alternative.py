"""P115: figures without words for those who cannot see them."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject

_DRAWING = (
    "<figure class='figure' id='a'><svg xmlns='http://www.w3.org/2000/svg' role='img' width='20pt' height='13pt' "
    "viewBox='0 0 20 13'>{title}<path d='M0 5L20 5' stroke='#a39b8f' fill='none'/></svg></figure>"
    "<p><a href='#a'>There</a></p>"
)
_OPENINGS = (("figure", "a", "A line"),)


def _run(subject: Subject) -> Iterator[Fault]:
    for drawing in subject.pdf.drawings:
        if not drawing.alternative:
            yield Fault(drawing.page, "a figure has no text alternative", "say in words what it shows")
    # A drawing that says nothing passes for an ornament: which figures there must be, the map tells.
    for opening in subject.expected.openings if subject.expected else ():
        page = subject.pdf.places[opening.anchor].page if opening.anchor in subject.pdf.places else 0
        if opening.kind == "figure" and all(drawing.page != page for drawing in subject.pdf.drawings):
            yield Fault(page, f"the figure ‘{opening.title}’ has no text alternative", "say in words what it shows")
    for sheet in subject.pdf.sheets:
        for paint in sheet.paints:
            if paint.kind == "image" and paint.tag is None and not paint.artifact:
                yield Fault(sheet.number, "an image is neither a figure nor an ornament", "tag it as one of them")


CHECK = PrintCheck(
    code="P115",
    name="alternative",
    summary="a figure has no text alternative",
    why="Who has the book read out hears of a figure what its alternative says, and without one nothing.",
    fails=Sample(_DRAWING.format(title=""), openings=_OPENINGS),
    passes=Sample(_DRAWING.format(title="<title>A line from left to right.</title>"), openings=_OPENINGS),
    run=_run,
)
