"""P116: what the engine complained of while the book was set."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject


def _run(subject: Subject) -> Iterator[Fault]:
    for line in subject.expected.log if subject.expected else ():
        yield Fault(0, f"the engine said: {line}")


CHECK = PrintCheck(
    code="P116",
    name="engine-log",
    summary="the engine complained of something while the book was set",
    why="The engine goes on where something is missing, and only says so: a book whose engine complains is not whole. "
    "The map that the build writes beside the PDF holds what it said.",
    fails=Sample("<p><a href='#nowhere'>There</a></p>"),
    passes=Sample("<p><a href='#a'>There</a></p><p id='a'>Here.</p>"),
    run=_run,
)
