"""What a finished edition is judged by."""

from __future__ import annotations

from rulebook.preflight.check import EditionSubject
from rulebook.press.editions import INK, PRESS, BookOrder, Editions
from rulebook.press.separations import Plate, separation_for
from rulebook.render.page import Page

_PROCESS = ("Cyan", "Magenta", "Yellow", "Black")


def edition_subject(order: BookOrder, page: Page, editions: Editions) -> EditionSubject | None:
    """What the PDF of an order is judged by; None where it is judged as the book on a screen is."""
    separation = separation_for(order, page)
    if separation is None:
        return None
    plates = {
        name: _shares(plate)
        for name, ink in page.inks.items()
        if (plate := separation.plate((ink.red, ink.green, ink.blue))) is not None
    }
    return EditionSubject(
        name=order.edition,
        plates=plates,
        press=editions.press if order.edition == PRESS else None,
        ink=editions.ink if order.edition == INK else None,
    )


def _shares(plate: Plate) -> tuple[tuple[str, float], ...]:
    if plate.spot:
        return ((plate.spot, 100.0),)
    return tuple((name, float(share)) for name, share in zip(_PROCESS, plate.process, strict=True) if share)
