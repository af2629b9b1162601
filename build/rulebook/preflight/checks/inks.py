"""P112: colours that are no ink of the book, and inks on what they are not for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject
from rulebook.preflight.contents import Ink
from rulebook.preflight.offices import NAMES, Used, used_inks
from rulebook.render.page import Ink as InkOfPage

# Colours are written as shares of one: a rounding of them is no other colour.
_ROUNDING = 1


def _run(subject: Subject) -> Iterator[Fault]:
    inks = subject.page.inks
    for sheet in subject.pdf.sheets:
        said: set[Ink] = set()
        for used in used_inks(subject, sheet):
            name = next((n for n, own in inks.items() if _same(used.ink, (own.red, own.green, own.blue))), None)
            if name is not None:
                yield from _out_of_office(inks, name, sheet.number, used)
            elif used.ink not in said:
                said.add(used.ink)
                message = f"{used.what} is in {_name(used.ink)}, which is none of the inks ({', '.join(inks)})"
                yield Fault(sheet.number, message, "name an ink of styles/page.yaml", used.x, used.y)


def _out_of_office(inks: Mapping[str, InkOfPage], name: str, page: int, used: Used) -> Iterator[Fault]:
    """The fault of an ink that is on what it is not for; where no ink says what it is for, there is none."""
    if used.office in inks[name].office or not any(ink.office for ink in inks.values()):
        return
    own = _listed([NAMES[office] for office in inks[name].office]) or "nothing"
    right = _listed([other for other, ink in inks.items() if used.office in ink.office])
    hint = f"{NAMES[used.office]} are in {right}" if right else f"no ink of this book is for {NAMES[used.office]}"
    message = f"{used.what} is in {name}, which is for {own}, not for {NAMES[used.office]}"
    yield Fault(page, message, f"{hint}: styles/page.yaml says what each is for", used.x, used.y)


def _listed(words: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def _same(ink: Ink, own: tuple[int, ...]) -> bool:
    return isinstance(ink, tuple) and all(abs(a - b) <= _ROUNDING for a, b in zip(ink, own, strict=True))


def _name(ink: Ink) -> str:
    return "#" + "".join(f"{part:02x}" for part in ink) if isinstance(ink, tuple) else str(ink)


CHECK = PrintCheck(
    code="P112",
    name="inks",
    summary="something is in a colour that is no ink of the book, or in an ink that is for something else",
    why="Each ink has an office, and a grey of its own where the book is printed without colour. A colour that nobody "
    "declared, or the machine’s own black, has neither. What an ink may be on stands in `styles/page.yaml`; what a "
    "thing is, in the PDF’s structure: a name that is defined, a number, a word of the text, furniture, a rule, a "
    "figure.",
    fails=Sample("<p>A text, and <em style='color: #ff0000'>one in red</em>.</p>"),
    passes=Sample("<p>A text, and <em style='color: var(--ink-black)'>one in black</em>.</p>"),
    run=_run,
)
