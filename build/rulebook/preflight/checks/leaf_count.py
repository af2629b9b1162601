"""P126: pages that do not make whole sheets."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.plural import counted
from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject
from rulebook.preflight.contents import Sheet


def _run(subject: Subject) -> Iterator[Fault]:
    press = subject.edition.press if subject.edition else None
    if press is None:
        return
    sheets = subject.pdf.sheets
    if len(sheets) % press.multiple:
        yield Fault(0, f"it has {counted(len(sheets), 'page')}, which is no multiple of {press.multiple}")
    blanks = [not _has_something(sheet) for sheet in sheets]
    while blanks and blanks[-1]:
        blanks.pop()
    for number, blank in enumerate(blanks, 1):
        if blank:
            yield Fault(number, "the page is blank, and stands before others")
    if len(sheets) - len(blanks) >= press.multiple:
        yield Fault(0, f"{len(sheets) - len(blanks)} blank pages stand at the end, which is a whole sheet")


def _has_something(sheet: Sheet) -> bool:
    return any(run.text.strip() for run in sheet.runs)


CHECK = PrintCheck(
    code="P126",
    name="leaf-count",
    summary="the pages of a press file do not make whole sheets",
    why="A sheet that is folded once has four pages. What is left over is added by the press, where it likes.",
    fails=Sample("<p>A text.</p>", altered="the last page is taken out of the file", edition="press"),
    passes=Sample("<p>A text.</p>", edition="press"),
    run=_run,
    edition="press",
)
