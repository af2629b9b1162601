"""P114: page numbers, of the contents and of references, that are not those of the place they lead to."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject
from rulebook.preflight.contents import Box, Link, Run, Sheet
from rulebook.preflight.expected import Opening

_NUMBER = re.compile(r"(?:^|[\s.])(\d+)$")

# A space wider than this, in sizes of the type, stands before the number in a line of the contents.
_LEADER = 1.5

# A gap wider than this, in sizes of the type, is between words.
_SPACE = 0.15


def _run(subject: Subject) -> Iterator[Fault]:
    pdf = subject.pdf
    reached = set()
    for sheet in pdf.sheets:
        for link in _whole(sheet):
            place = pdf.places.get(link.name)
            if place is None or not place.page:
                continue
            label = pdf.sheets[place.page - 1].label
            number, listed = _printed(sheet, link)
            if listed:
                reached.add(link.name)
            if number is not None and number != label:
                yield Fault(
                    sheet.number,
                    f"it says page {number} of ‘{link.name}’, which stands on page {label}",
                    "set the book again",
                    link.box.left + 1,
                    link.box.bottom - 1,
                )
    # A document without contents need not list anything.
    if subject.expected is None or not reached:
        return
    for opening in subject.expected.openings:
        if _has_a_line(opening) and opening.anchor not in reached:
            yield Fault(0, f"the contents do not name ‘{opening.title}’", "give it a line there")


def _has_a_line(opening: Opening) -> bool:
    """Whether the contents list it: no run-in heads, and sections only of the chapters of the numbered books."""
    return opening.kind != "run-in" and (opening.kind != "section" or opening.part > 0)


def _whole(sheet: Sheet) -> list[Link]:
    """The links of a page; those that lead from one line to one place are one."""
    found: dict[tuple[str, int], Link] = {}
    for link in sheet.links:
        key = link.name, round(link.box.bottom)
        before = found.get(key)
        box = link.box if before is None else _around(before.box, link.box)
        found[key] = Link(box, link.name, link.address)
    return list(found.values())


def _around(a: Box, b: Box) -> Box:
    return Box(min(a.left, b.left), min(a.top, b.top), max(a.right, b.right), max(a.bottom, b.bottom))


def _printed(sheet: Sheet, link: Link) -> tuple[str | None, bool]:
    """The page that a link names, and whether it stands in the contents: by its tag, or its number set apart."""
    box = link.box
    inside = (r for r in sheet.runs if box.holds(r.left, r.baseline, 1) and box.holds(r.right, r.baseline, 1))
    runs = sorted((run for run in inside if run.text.strip()), key=lambda run: run.left)
    text = _words(runs)
    match = _NUMBER.search(text.replace("\u00a0", " "))
    if match is None:
        return None, False
    listed = _apart(runs, match[1]) or any(run.tag is not None and "TOC" in run.tag.path for run in runs)
    if listed or text == match[1] or text.startswith("→"):
        return match[1], listed
    return None, False


def _words(runs: list[Run]) -> str:
    """The words of runs from left to right; where a gap stands between two, it counts as a space."""
    text = ""
    for before, run in zip([None, *runs], runs, strict=False):
        gap = before is not None and run.left - before.right > _SPACE * run.size
        text += f" {run.text}" if gap else run.text
    return text.strip()


def _apart(runs: list[Run], number: str) -> bool:
    glyphs = [g for run in runs for g in run.glyphs if g.text.strip() and g.text != "."]
    if len(glyphs) <= len(number):
        return False
    first, before = glyphs[-len(number)], glyphs[-len(number) - 1]
    return first.left - before.right > _LEADER * runs[-1].size


CHECK = PrintCheck(
    code="P114",
    name="page-number",
    summary="a page number of the contents or of a reference is wrong, or the contents lack a line",
    why="The number is what a reader of the printed book has instead of the link. What must stand in the contents is "
    "told from the map that the build writes beside the PDF.",
    fails=Sample(
        "<p><a href='#a' class='wrong'>→ The Ferry 7</a></p><p id='a'>Here.</p>",
    ),
    passes=Sample("<p><a href='#a' class='reference'>→ The Ferry</a></p><p id='a'>Here.</p>"),
    run=_run,
)
