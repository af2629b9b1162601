"""P109: justified lines with wide gaps between their words, and ragged lines that end too early."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise

from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject
from rulebook.preflight.contents import Glyph, Line, Run
from rulebook.render.page import Length

# A justified line ends so near the edge of its column, in points; type of a size is so near to it.
_FLUSH = 0.6
_SIZE = 0.05


@dataclass(frozen=True, slots=True)
class Spacing:
    """A justified line, and how wide its word spaces are, as a share of the normal."""

    line: Line
    share: float


@dataclass(frozen=True, slots=True)
class Shortfall:
    """A ragged line, and how far it ends before the edge, as a share of its column."""

    line: Line
    share: float


def spacings(subject: Subject) -> Iterator[Spacing]:
    """Every justified line of running text: those that end at the edge of their column, but for a block's last."""
    for block in _blocks(subject):
        for line, (_, edge) in block[:-1]:
            share = _share(line)
            if share is not None and abs(line.right - edge) < _FLUSH:
                yield Spacing(line, share)


def shortfalls(subject: Subject) -> Iterator[Shortfall]:
    """Every ragged line of text in the size of the text, but for a block's last and lines that end by themselves.

    A block is ragged when none of its lines ends at the edge. A line ends by itself, such as a line of verse, when the
    first word of the next had room in it.
    """
    size = subject.page.values.get("type-text")
    for block in _blocks(subject):
        if any(abs(line.right - edge) < _FLUSH for line, (_, edge) in block[:-1]):
            continue
        for (line, (left, edge)), (following, _) in pairwise(block):
            room = edge - line.right
            if isinstance(size, Length) and abs(line.size - size.pt) < _SIZE and _first_word(following) > room:
                yield Shortfall(line, room / (edge - left))


def _blocks(subject: Subject) -> Iterator[list[tuple[Line, tuple[float, float]]]]:
    """The lines of each block of running text on a page, and the edges of the column in which each begins."""
    for sheet in subject.pdf.sheets:
        columns = subject.columns(sheet)
        running = (x for x in sheet.lines if x.tag is not None and {"P", "LBody"} & set(x.tag.path))
        for _, group in groupby(running, key=lambda line: line.tag and line.tag.block):
            lines = ((line, _column(line, columns)) for line in group)
            yield [(line, column) for line, column in lines if column is not None]


def _column(line: Line, columns: tuple[tuple[float, float], ...]) -> tuple[float, float] | None:
    return next(((a, b) for a, b in columns if a - _FLUSH < line.left < b), None)


def _first_word(line: Line) -> float:
    """The width of a line's first word."""
    glyphs = sorted((g for run in line.runs for g in run.glyphs), key=lambda glyph: glyph.left)
    end = next((n for n, glyph in enumerate(glyphs) if not glyph.text.strip()), len(glyphs))
    return glyphs[end - 1].right - glyphs[0].left if end else 0.0


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
    loose = _loose(subject, measured)
    for spacing in loose:
        if spacing.share * 100 > limits.loosest:
            yield _fault(spacing, f"none may be over {limits.loosest} %")
    if len(loose) * 100 > limits.loose_lines * len(measured):
        share = 100 * len(loose) / len(measured)
        for spacing in loose:
            yield _fault(
                spacing, f"{share:.1f} % of the lines are over {limits.loose} %, and {limits.loose_lines} % may be"
            )
    for short in shortfalls(subject):
        if short.share * 100 > limits.rag:
            line = short.line
            yield Fault(
                line.page,
                f"the ragged line ‘{line.text.strip()[:60]}’ ends {short.share * 100:.0f} % of its column before the "
                f"edge; {limits.rag} % may be",
                "let a word break, or reword the sentence",
                line.left + 1,
                line.baseline,
            )


def _loose(subject: Subject, measured: list[Spacing]) -> list[Spacing]:
    return [s for s in measured if s.share * 100 > subject.limits.loose]


def _fault(spacing: Spacing, limit: str) -> Fault:
    line = spacing.line
    return Fault(
        line.page,
        f"the word spaces of ‘{line.text.strip()[:60]}’ are {spacing.share * 100:.0f} % of the normal; {limit}",
        "let a word break, or reword the sentence",
        line.left + 1,
        line.baseline,
    )


def _measure(subject: Subject) -> str:
    limits = subject.limits
    parts = []
    measured = list(spacings(subject))
    if measured:
        loose, widest = _loose(subject, measured), max(s.share for s in measured)
        parts.append(
            f"{len(measured)} justified lines, {100 * len(loose) / len(measured):.1f} % with word spaces over "
            f"{limits.loose} % of the normal ({limits.loose_lines} % may be), the widest {widest * 100:.0f} % "
            f"({limits.loosest} %)"
        )
    ragged = [short.share for short in shortfalls(subject)]
    if ragged:
        parts.append(
            f"{len(ragged)} ragged lines, {100 * sum(ragged) / len(ragged):.0f} % of the column short on average, "
            f"{100 * max(ragged):.0f} % at most ({limits.rag} %)"
        )
    return "; ".join(parts)


CHECK = PrintCheck(
    code="P109",
    name="loose-line",
    summary="a justified line is loose, with wide gaps between its words, or a ragged one ends too early",
    why="Wide gaps run down a column like rivers, and deep dents make its edge restless: both slow the reader. A few "
    "loose lines in a hundred cannot be helped.",
    fails=Sample(
        "<section class='chapter'><p>An incomprehensibilities' uncharacteristically counterrevolutionaries' "
        "internationalisation is a wide word, and so are others.</p></section>",
        style="p { hyphens: none; }",
    ),
    passes=Sample("<section class='chapter'><p>" + "Short words fit a line with ease. " * 6 + "</p></section>"),
    run=_run,
    measure=_measure,
)
