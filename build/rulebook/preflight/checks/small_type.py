"""P130: type that is too small to read."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject

# Sizes are reckoned from matrices: a rounding of them is no smaller type.
_ROUNDING = 0.05


def _run(subject: Subject) -> Iterator[Fault]:
    least = subject.limits.least
    for sheet in subject.pdf.sheets:
        said: set[float] = set()
        for run in sheet.runs:
            size = round(run.size, 2)
            if run.text.strip() and size < least - _ROUNDING and size not in said:
                said.add(size)
                yield Fault(
                    sheet.number,
                    f"‘{run.text.strip()[:40]}’ is set in {size:g} pt; the least is {least:g} pt",
                    "set it larger, and shorten it if it has no room; the least is preflight.least in styles/page.yaml",
                    run.left,
                    run.baseline,
                )


CHECK = PrintCheck(
    code="P130",
    name="small-type",
    summary="type is smaller than the least that the book declares",
    why="What is printed to be used at a table is read at arm’s length, in a poor light. What makes a text smaller "
    "until it fits ends at the least size, and fails there.",
    fails=Sample("<p>A text, and <span style='font-size: 6pt'>one in small type</span>.</p>"),
    passes=Sample("<p>A text, and <span style='font-size: 8pt'>one in small type</span>.</p>"),
    run=_run,
)
