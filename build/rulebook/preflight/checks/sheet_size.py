"""P101: pages of another size than the paper."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject


def _run(subject: Subject) -> Iterator[Fault]:
    paper = subject.page.paper
    near = subject.limits.near
    for sheet in subject.pdf.sheets:
        if abs(sheet.width - paper.width.pt) > near or abs(sheet.height - paper.height.pt) > near:
            yield Fault(
                sheet.number,
                f"the page is {sheet.width:.1f} × {sheet.height:.1f} pt; "
                f"the paper is {paper.width.pt:.1f} × {paper.height.pt:.1f} pt",
                "the size is paper.width and paper.height in styles/page.yaml",
            )


CHECK = PrintCheck(
    code="P101",
    name="sheet-size",
    summary="a page is not of the paper’s size",
    why="A page of another size is scaled by the printer, and with it every measure of the book.",
    fails=Sample("<p>A short text.</p>", style="@page { size: 200mm 297mm; }"),
    passes=Sample("<p>A short text.</p>"),
    run=_run,
)
