"""P127: colour in the edition that is printed in black alone."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject
from rulebook.preflight.checks.edition_inks import undeclared


def _run(subject: Subject) -> Iterator[Fault]:
    edition = subject.edition
    if edition is not None and edition.ink is not None:
        yield from undeclared(edition, subject)


CHECK = PrintCheck(
    code="P127",
    name="black-alone",
    summary="something in the low-ink edition is neither black nor paper",
    why="A grey is dots of black that a cheap printer smears, and a colour empties three cartridges at once.",
    fails=Sample("<p>A text.</p>", altered="a line is drawn in red, green and blue", edition="ink"),
    passes=Sample("<p>A text, and <em style='color: var(--ink-bronze)'>one in an ink</em>.</p>", edition="ink"),
    run=_run,
    edition="ink",
)
