"""P102: text outside the page, or outside the type area."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject
from rulebook.preflight.contents import Box, Run

# The shares of a letter's size that its body rises over the baseline and falls below it.
_RISE, _FALL = 0.65, 0.2

# What the engine adds up may be off by this many points.
_ROUNDING = 0.5


def _run(subject: Subject) -> Iterator[Fault]:
    if subject.product is not None:
        yield from _out_of_areas(subject, subject.product.areas)
        return
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


def _out_of_areas(subject: Subject, areas: tuple[Box, ...]) -> Iterator[Fault]:
    """The texts of a product that stand whole in none of its areas: those of a line are one."""
    for sheet in subject.pdf.sheets:
        lines: dict[tuple[int, int], list[tuple[Run, Box]]] = {}
        for run in sheet.runs:
            if run.text.strip():
                box = _letters(run)
                if all(_out(box, area) > _ROUNDING for area in areas):
                    line = run.tag.block if run.tag else 0, round(run.baseline)
                    lines.setdefault(line, []).append((run, box))
        for found in lines.values():
            text = "".join(run.text for run, _ in found).strip()
            run, box = found[0]
            near = min(areas, key=lambda area: _out(box, area))
            out = max(min(_out(box, area) for area in areas) for _, box in found)
            where = (
                "the page’s margins" if len(areas) == 1 else "all of the page’s areas, such as a card within its frame,"
            )
            yield Fault(
                sheet.number,
                f"‘{text[:60]}’ stands {out:.1f} pt outside {where}",
                "shorten it, or let it break",
                # Within the area, where the block of the text is that is too wide for it.
                max(near.left + 1, min(box.left + 1, near.right - 1)),
                run.baseline,
            )


def _letters(run: Run) -> Box:
    """What the bodies of a run's letters cover, whichever way up they stand."""
    edges = [edge for glyph in run.glyphs if glyph.text.strip() for edge in (glyph.left, glyph.right)]
    upside_down = not run.upright
    rise, fall = (_FALL, _RISE) if upside_down else (_RISE, _FALL)
    return Box(min(edges), run.baseline - rise * run.size, max(edges), run.baseline + fall * run.size)


def _out(box: Box, area: Box) -> float:
    """By how much a box stands out of an area, on the worst of its sides; less than 0 when it does not."""
    return max(area.left - box.left, box.right - area.right, area.top - box.top, box.bottom - area.bottom)


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
