"""P113: links that lead nowhere."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject


def _run(subject: Subject) -> Iterator[Fault]:
    for sheet in subject.pdf.sheets:
        for link in sheet.links:
            if link.address:
                continue
            place = subject.pdf.places.get(link.name)
            if place is None or not place.page:
                name = f"‘{link.name}’, which is nowhere" if link.name else "nothing"
                yield Fault(sheet.number, f"a link leads to {name}", "name an id that the book has",
                            link.box.left + 1, link.box.bottom - 1)  # fmt: skip


CHECK = PrintCheck(
    code="P113",
    name="dead-link",
    summary="a link leads nowhere",
    why="A reader who follows a reference must arrive.",
    fails=Sample(
        "<p><a href='#a'>There</a></p><p id='a'>Here.</p>", altered="the name of a place is taken out of the file"
    ),
    passes=Sample("<p><a href='#a'>There</a></p><p id='a'>Here.</p>"),
    run=_run,
)
