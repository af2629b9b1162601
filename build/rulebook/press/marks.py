"""Crop marks: lines outside the bleed that say where the sheet is cut, in every ink that a press has on it."""

from __future__ import annotations

from rulebook.press.editions import PressMeasures
from rulebook.press.separations import OVER_LINES, Separation, space_name

# All four process colours, one over the other: a mark is on each plate.
_PROCESS = b"1 1 1 1 K"
_BLACK = b"0 0 0 1 K"


def crop_marks(width: float, height: float, press: PressMeasures, separation: Separation) -> bytes:
    """The marks of a trimmed page of that size, in points from its lower left corner, as operators.

    Each is on every plate: black and the spot colours, or the four process colours where one of them is used.
    """
    near = press.bleed.pt + press.mark_gap.pt
    far = near + press.mark_length.pt
    lines = [
        *((x, y + sign * near, x, y + sign * far) for x in (0.0, width) for y, sign in ((0.0, -1), (height, 1))),
        *((x + sign * near, y, x + sign * far, y) for y in (0.0, height) for x, sign in ((0.0, -1), (width, 1))),
    ]
    path = "\n".join(f"{x1:.4f} {y1:.4f} m {x2:.4f} {y2:.4f} l" for x1, y1, x2, y2 in lines).encode()
    weight = f"{press.mark_weight.pt:g} w".encode()
    strokes = (colour + b"\n" + path + b"\nS" for colour in _colours(separation))
    return b"\n".join((b"/Artifact BMC", b"q", OVER_LINES.encode() + b" gs", weight, *strokes, b"Q", b"EMC"))


def _colours(separation: Separation) -> list[bytes]:
    """One colour for each plate that is not there yet: laid over each other, a mark is on all of them."""
    mixed = any(any(plate.process[:3]) for plate in separation.by_colour.values() if not plate.spot)
    process = _PROCESS if mixed else _BLACK
    return [process, *(f"{space_name(spot)} CS 1 SCN".encode() for spot in sorted(separation.spots))]
