"""P103: words that are printed over each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject
from rulebook.preflight.contents import Run, Sheet

# The share of a letter's size that its body rises over the baseline: what must be free of another line's letters.
_BODY = 0.45


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    left: float
    right: float
    baseline: float
    size: float


def _run(subject: Subject) -> Iterator[Fault]:
    for sheet in subject.pdf.sheets:
        words = sorted(_words(sheet), key=lambda word: word.baseline)
        for number, word in enumerate(words):
            for other in words[number + 1 :]:
                if other.baseline - word.baseline >= _BODY * max(word.size, other.size):
                    if other.baseline - word.baseline > sheet.height / 20:
                        break
                    continue
                common = min(word.right, other.right) - max(word.left, other.left)
                if common > subject.limits.overlap:
                    yield Fault(
                        sheet.number,
                        f"‘{word.text}’ and ‘{other.text}’ are printed over each other",
                        "give them room",
                        max(word.left, other.left),
                        word.baseline,
                    )


def _words(sheet: Sheet) -> Iterator[_Word]:
    for run in sheet.runs:
        # Text at an angle is a watermark.
        if run.upright:
            yield from _words_of(run)


def _words_of(run: Run) -> Iterator[_Word]:
    for blank, group in groupby(run.glyphs, key=lambda glyph: not glyph.text.strip()):
        glyphs = list(group)
        if not blank:
            yield _Word("".join(g.text for g in glyphs), glyphs[0].left, glyphs[-1].right, run.baseline, run.size)


CHECK = PrintCheck(
    code="P103",
    name="overlap",
    summary="words are printed over each other",
    why="Two texts in one place are two texts that nobody reads. It happens where a height is fixed and its text "
    "grows.",
    fails=Sample("<p>The first line of two.</p><p style='margin-top: -13pt'>The second line of two.</p>"),
    passes=Sample("<p>The first line of two.</p><p>The second line of two.</p>"),
    run=_run,
)
