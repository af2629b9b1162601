"""P118: a file that does not say what it is."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject


def _run(subject: Subject) -> Iterator[Fault]:
    pdf, expected = subject.pdf, subject.expected
    if not pdf.lines:
        yield Fault(0, "the text has no structure: nothing tells a heading from a paragraph", "set it with tags")
    for what, found, wanted in (
        ("title", pdf.title, expected.work if expected else ""),
        ("language", pdf.language, expected.language if expected else ""),
    ):
        if not found:
            yield Fault(0, f"the file does not say its {what}")
        elif wanted and found != wanted:
            yield Fault(0, f"the file’s {what} is ‘{found}’; it must be ‘{wanted}’")


CHECK = PrintCheck(
    code="P118",
    name="document",
    summary="the file has no structure, or does not say its title or language",
    why="A reader that speaks needs the language, the order of the text, and which of it are headings; a window and a "
    "library show the title.",
    fails=Sample("<p>A text.</p>", altered="the title is taken out of the file"),
    passes=Sample("<p>A text.</p>"),
    run=_run,
)
