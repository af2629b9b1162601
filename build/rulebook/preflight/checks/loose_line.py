"""P109: justified lines with wide gaps between their words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject
from rulebook.preflight.contents import Glyph, Line, Run

# A justified line ends so near the edge of its column, in points.
_FLUSH = 0.6


@dataclass(frozen=True, slots=True)
class Spacing:
    """A justified line, and how wide its word spaces are, as a share of the normal."""

    line: Line
    share: float


def spacings(subject: Subject) -> Iterator[Spacing]:
    """Every justified line of running text: those that end at the edge of their column, but for a block's last."""
    for sheet in subject.pdf.sheets:
        edges = [right for _, right in subject.columns(sheet)]
        running = (x for x in sheet.lines if x.tag is not None and {"P", "LBody"} & set(x.tag.path))
        for _, group in groupby(running, key=lambda line: line.tag and line.tag.block):
            for line in list(group)[:-1]:
                share = _share(line)
                if share is not None and any(abs(line.right - edge) < _FLUSH for edge in edges):
                    yield Spacing(line, share)


def _share(line: Line) -> float | None:
    """How wide the spaces between the words of a line are, against the font's own; None when it has none."""
    glyphs = sorted(((g, run) for run in line.runs for g in run.glyphs), key=lambda pair: pair[0].left)
    gaps = normal = 0.0
    before: Glyph | None = None
    spaces: list[tuple[Glyph, Run]] = []
    for glyph, run in glyphs:
        if not glyph.text.strip():
            spaces.append((glyph, run))
            continue
        if before is not None and spaces:
            gaps += glyph.left - before.right
            normal += sum(space.right - space.left for space, _ in spaces)
        before, spaces = glyph, []
    return gaps / normal if normal > 0 else None


def _run(subject: Subject) -> Iterator[Fault]:
    limits = subject.limits
    measured = list(spacings(subject))
    loose = [s for s in measured if s.share * 100 > limits.loose]
    for spacing in loose:
        if spacing.share * 100 > limits.loosest:
            yield _fault(spacing, f"none may be over {limits.loosest} %")
    if len(loose) * 100 > limits.loose_lines * len(measured):
        share = 100 * len(loose) / len(measured)
        for spacing in loose:
            yield _fault(
                spacing, f"{share:.1f} % of the lines are over {limits.loose} %, and {limits.loose_lines} % may be"
            )


def _fault(spacing: Spacing, limit: str) -> Fault:
    line = spacing.line
    return Fault(
        line.page,
        f"the word spaces of ‘{line.text.strip()[:60]}’ are {spacing.share * 100:.0f} % of the normal; {limit}",
        "let a word break, or reword the sentence",
        line.left + 1,
        line.baseline,
    )


CHECK = PrintCheck(
    code="P109",
    name="loose-line",
    summary="a justified line is loose, with wide gaps between its words",
    why="Wide gaps run down a column like rivers, and slow the reader. A few lines in a hundred cannot be helped.",
    fails=Sample(
        "<section class='chapter'><p>An incomprehensibilities' uncharacteristically counterrevolutionaries' "
        "internationalisation is a wide word, and so are others.</p></section>",
        style="p { hyphens: none; }",
    ),
    passes=Sample("<section class='chapter'><p>" + "Short words fit a line with ease. " * 6 + "</p></section>"),
    run=_run,
    warning=True,
)
