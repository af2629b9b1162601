"""P102: text outside the page, or outside the type area."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject
from rulebook.preflight.contents import Box


def _run(subject: Subject) -> Iterator[Fault]:
    slack = subject.limits.overhang
    for sheet in subject.pdf.sheets:
        area = subject.type_area(sheet)
        paper = Box(0, 0, sheet.width, sheet.height)
        for line in (*sheet.lines, *sheet.furniture):
            # What is not part of the text is furniture, whose own check says where it stands.
            where = paper if line.tag is None else area
            room = 0 if line.tag is None else slack
            if where.holds(line.left, line.baseline, room) and where.holds(line.right, line.baseline, room):
                continue
            out = max(where.left - line.left, line.right - where.right, where.top - line.baseline,
                      line.baseline - where.bottom)  # fmt: skip
            name = "page" if line.tag is None else "type area"
            yield Fault(
                sheet.number,
                f"‘{line.text.strip()[:60]}’ stands {out:.1f} pt outside the {name}",
                "shorten it, or let it break",
                max(area.left, min(line.left, area.right)),
                line.baseline,
            )


CHECK = PrintCheck(
    code="P102",
    name="outside",
    summary="text stands outside the page or its type area",
    why="A word, cell or box that is too wide runs into the margin, or off the paper, where nobody reads it; "
    "the engine says nothing of it.",
    fails=Sample("<p style='white-space: nowrap; width: 400pt'>" + "A text that may not break. " * 8 + "</p>"),
    passes=Sample("<p>" + "A text that may break. " * 8 + "</p>"),
    run=_run,
)
