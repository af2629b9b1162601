"""P122: colours of a press file that are no ink of the edition."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.preflight.check import EditionSubject, Fault, PrintCheck, Sample, Subject
from rulebook.preflight.contents import Ink, Paint, Plates, Run


def undeclared(edition: EditionSubject, subject: Subject) -> Iterator[Fault]:
    """Every colour that is none of the inks of an edition, once a page."""
    for sheet in subject.pdf.sheets:
        said: set[str] = set()
        pieces: tuple[Run | Paint, ...] = (*sheet.runs, *sheet.paints)
        for piece in pieces:
            if isinstance(piece, Run) and not piece.text.strip():
                continue
            if isinstance(piece, Paint) and _is_mark(piece, subject):
                continue
            if not _declared(piece.ink, edition) and _name(piece.ink) not in said:
                said.add(_name(piece.ink))
                what = f"‘{piece.text.strip()[:40]}’" if isinstance(piece, Run) else f"a {piece.kind}"
                inks = ", ".join(edition.plates)
                yield Fault(
                    sheet.number,
                    f"{what} is in {_name(piece.ink)}, which is none of the inks of the edition ({inks})",
                    "an edition is printed from the inks of styles/page.yaml alone",
                )


def _declared(ink: Ink, edition: EditionSubject) -> bool:
    return isinstance(ink, Plates) and edition.declares(ink.shares)


def _is_mark(paint: Paint, subject: Subject) -> bool:
    """Whether it lies wholly outside the bleed, where the marks are, which are on every plate."""
    press = subject.edition.press if subject.edition else None
    if press is None or paint.box is None or paint.kind != "stroke":
        return False
    box, over = paint.box, subject.trimmed(press, press.bleed.pt)
    outside = box.right < over.left or box.left > over.right or box.bottom < over.top or box.top > over.bottom
    # The marks are drawn as one path, whose box is all of the sheet.
    return paint.artifact and (
        outside or (box.left < over.left and box.right > over.right and isinstance(paint.ink, Plates))
    )


def _name(ink: Ink) -> str:
    return "#" + "".join(f"{part:02x}" for part in ink) if isinstance(ink, tuple) else str(ink)


def _run(subject: Subject) -> Iterator[Fault]:
    if subject.edition is not None:
        yield from undeclared(subject.edition, subject)


CHECK = PrintCheck(
    code="P122",
    name="edition-inks",
    summary="something in a press file is in a colour that is no ink of the edition",
    why="Text in four colours shows a coloured fringe when the plates are a hair apart, red, green and blue are turned "
    "into inks by whoever comes first, and an ink that nobody ordered is a plate that somebody pays for.",
    fails=Sample("<p>A text.</p>", altered="a line is drawn in red, green and blue", edition="press"),
    passes=Sample("<p>A text, and <em style='color: var(--ink-bronze)'>one in an ink</em>.</p>", edition="press"),
    run=_run,
    edition="press",
)
