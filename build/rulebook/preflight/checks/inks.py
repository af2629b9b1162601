"""P112: colours that are no ink of the book."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject
from rulebook.preflight.contents import Ink

# Colours are written as shares of one: a rounding of them is no other colour.
_ROUNDING = 1


def _run(subject: Subject) -> Iterator[Fault]:
    inks = {name: (ink.red, ink.green, ink.blue) for name, ink in subject.page.inks.items()}
    for sheet in subject.pdf.sheets:
        said: set[Ink] = set()
        used = [
            *(
                (run.ink, f"‘{run.text.strip()[:40]}’", run.left, run.baseline)
                for run in sheet.runs
                if run.text.strip()
            ),
            *(
                (p.ink, f"a {p.kind}", p.box.left if p.box else None, p.box.top if p.box else None)
                for p in sheet.paints
                if p.kind != "image"
            ),
        ]
        for ink, what, x, y in used:
            if ink not in said and not any(_same(ink, own) for own in inks.values()):
                said.add(ink)
                own = ", ".join(inks)
                yield Fault(sheet.number, f"{what} is in {_name(ink)}, which is none of the inks ({own})",
                            "name an ink of styles/page.yaml", x, y)  # fmt: skip


def _same(ink: Ink, own: tuple[int, ...]) -> bool:
    return isinstance(ink, tuple) and all(abs(a - b) <= _ROUNDING for a, b in zip(ink, own, strict=True))


def _name(ink: Ink) -> str:
    return ink if isinstance(ink, str) else "#" + "".join(f"{part:02x}" for part in ink)


CHECK = PrintCheck(
    code="P112",
    name="inks",
    summary="something is in a colour that is no ink of the book",
    why="Each ink has an office, and a grey of its own where the book is printed without colour. A colour that nobody "
    "declared, or the machine’s own black, has neither.",
    fails=Sample("<p>A text, and <em style='color: #ff0000'>one in red</em>.</p>"),
    passes=Sample("<p>A text, and <em style='color: var(--ink-black)'>one in black</em>.</p>"),
    run=_run,
)
