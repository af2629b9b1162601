"""P111: a wrong folio, running head or tab, and what stands in the margins besides."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject, squeezed
from rulebook.preflight.contents import Box, Line, Sheet
from rulebook.preflight.expected import Opening
from rulebook.render.page import Length

# What a running head and a title may differ in: small capitals are other letters to some readers.
_PLAIN = str.casefold


def _run(subject: Subject) -> Iterator[Fault]:
    for sheet in subject.pdf.sheets:
        if sheet.number >= subject.limits.furniture_from:
            yield from _page(subject, sheet)


def _page(subject: Subject, sheet: Sheet) -> Iterator[Fault]:
    grid, area = subject.page.grid, subject.type_area(sheet)
    head_at = area.top - subject.limits.head_line * grid.leading.pt + grid.baseline.pt
    folio_at = area.bottom + (subject.limits.folio_line - 1) * grid.leading.pt + grid.baseline.pt
    heads = _at(subject, sheet, head_at)
    folios = _at(subject, sheet, folio_at)
    number = sheet.label
    if [line.text.strip() for line in folios] != [number]:
        found = " and ".join(f"‘{line.text.strip()}’" for line in folios) or "nothing"
        yield Fault(sheet.number, f"the folio is {found}; it must be ‘{number}’", y=folio_at)
    tabs = []
    for line in sheet.furniture:
        if line in heads or line in folios or area.holds(line.left, line.baseline, subject.limits.overhang):
            continue  # What stands in the type area and is no text is ornament: a leader, the head of a table again.
        if _in_tab_margin(subject, sheet, line):
            tabs.append(line)
        else:
            hint = "the head and the folio have a line each, in styles/page.yaml"
            yield Fault(sheet.number, f"‘{line.text.strip()[:40]}’ stands in the margin", hint, y=line.baseline)
    if subject.expected is None or not any(o.kind == "chapter" for o in subject.expected.openings):
        return
    yield from _head(subject, sheet, heads)
    yield from _tab(subject, sheet, tabs)


def _at(subject: Subject, sheet: Sheet, baseline: float) -> list[Line]:
    near = subject.limits.near
    return [line for line in sheet.furniture if abs(line.baseline - baseline) <= near]


def _in_tab_margin(subject: Subject, sheet: Sheet, line: Line) -> bool:
    area = subject.type_area(sheet)
    return (line.left > area.right or line.right < area.left) and area.top < line.baseline < area.bottom


def _head(subject: Subject, sheet: Sheet, heads: list[Line]) -> Iterator[Fault]:
    found = squeezed(" ".join(line.text for line in heads))
    recto = sheet.number % 2 == 1
    wanted = _chapter(subject, sheet.number) if recto else _book(subject, sheet.number)
    if wanted is not None and _PLAIN(found) != _PLAIN(squeezed(wanted)):
        text = " ".join(line.text.strip() for line in heads)
        yield Fault(sheet.number, f"the running head is ‘{text}’; it must be ‘{wanted}’")


def _chapter(subject: Subject, page: int) -> str | None:
    """The last chapter that begins on the page, or the one that runs on."""
    begun = [o for o in _openings(subject, "chapter") if subject.pdf.places[o.anchor].page <= page]
    return begun[-1].title if begun else None


def _book(subject: Subject, page: int) -> str:
    """The last numbered book that begins on the page, or the one that runs on; else the work."""
    expected = subject.expected
    openings = [o for kind in ("part", "chapter") for o in _openings(subject, kind)]
    places = subject.pdf.places
    begun = [(places[o.anchor].page, places[o.anchor].top, o) for o in openings if places[o.anchor].page <= page]
    last = max(begun, key=lambda b: b[:2])[2] if begun else None
    parts = {o.part: o.title for o in openings if o.kind == "part"}
    work = expected.work if expected else ""
    return parts.get(last.part, work) if last else work


def _tab(subject: Subject, sheet: Sheet, tabs: list[Line]) -> Iterator[Fault]:
    """The tab names the first numbered book that begins on the page, or the one that runs on."""
    places = subject.pdf.places
    groups: list[Opening] = []
    for opening in _openings(subject, "chapter"):
        # Each numbered book has its tab from its band on; what stands before and after them has none.
        if not groups or groups[-1].part != opening.part:
            part = next((o for o in _openings(subject, "part") if o.part == opening.part and opening.part), opening)
            groups.append(part)
    on_page = [o for o in groups if places[o.anchor].page == sheet.number]
    before = [o for o in groups if places[o.anchor].page < sheet.number]
    current = on_page[0] if on_page else before[-1] if before else None
    wanted = current.mark if current is not None and current.part else ""
    found = " ".join(line.text.strip() for line in tabs)
    if found != wanted:
        yield Fault(sheet.number, f"the tab is ‘{found}’; it must be {f'‘{wanted}’' if wanted else 'empty'}")
    elif wanted and current is not None and (fault := _place_of_tab(subject, sheet, current)):
        yield fault


def _place_of_tab(subject: Subject, sheet: Sheet, current: Opening) -> Fault | None:
    """Whether the tab is drawn where styles/page.yaml has it: `tab.first` down, each `tab.step` lower."""
    first, step, height = (subject.page.values.get(f"tab-{name}") for name in ("first", "step", "height"))
    if not (isinstance(first, Length) and isinstance(step, Length) and isinstance(height, Length)):
        return None
    area = subject.type_area(sheet)
    top = area.top + first.pt + (current.part - 1) * step.pt
    bottom = top + height.pt
    boxes = [p.box for p in sheet.paints if p.kind == "fill" and p.box is not None and _beside(p.box, area)]
    near = 1.0
    if any(abs(box.top - top) < near and abs(box.bottom - bottom) < near for box in boxes):
        return None
    found = ", ".join(f"{box.top:.0f} to {box.bottom:.0f} pt" for box in boxes) or "nowhere"
    return Fault(sheet.number, f"the tab is drawn {found}; it must stand from {top:.0f} to {bottom:.0f} pt")


def _beside(box: Box, area: Box) -> bool:
    return box.right < area.left or box.left > area.right


def _openings(subject: Subject, kind: str) -> list[Opening]:
    """The openings of a kind that the PDF has, in order."""
    expected = subject.expected
    openings = expected.openings if expected else ()
    return [o for o in openings if o.kind == kind and o.anchor in subject.pdf.places]


CHECK = PrintCheck(
    code="P111",
    name="furniture",
    summary="a folio, running head or tab is wrong, or something else stands in the margin",
    why="The margins lead a reader to a page. A recto names its chapter, a verso its book, the tab the numbered book; "
    "which chapter that is, is told from the map that the build writes beside the PDF.",
    fails=Sample(
        "<p>One.</p><p style='break-before: page'>Two.</p>", style="@page :left { @bottom-left { content: '7' } }"
    ),
    passes=Sample("<p>One.</p><p style='break-before: page'>Two.</p>"),
    run=_run,
)
