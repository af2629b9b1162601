"""Colours to plates: each ink of a page as a press prints it, written in the place of red, green and blue.

The engine sets a page in the colours of a screen, of which each is an ink of the page; here each becomes black alone,
a spot colour, or a mixture of the four process colours. What no ink can be named for is a fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rulebook.preflight.drawing import IDENTITY, Matrix, times
from rulebook.preflight.stream import placed_operations
from rulebook.press.editions import INK, PRESS, SPOT, BookOrder
from rulebook.render.page import Ink, Page

# The names of what a rewritten stream asks of its resources.
OVER, KNOCK, OVER_LINES = "/EditionOver", "/EditionKnock", "/EditionOverLines"
SPACE = "/Edition"

_PAPER, _BLACK = "paper", "black"

# Colours are written as shares of one: a rounding of them is no other colour.
_ROUNDING = 1

# So near to the edge of the trimmed page, in points, something is meant to reach it.
_NEAR = 0.05

_FULL = 100

# Operators that give a colour in another way, by what is wrong with it.
_OTHERS = {
    b"sh": "a shading",
    b"CS": "a colour space",
    b"cs": "a colour space",
    b"SC": "a colour space",
    b"sc": "a colour space",
    b"SCN": "a pattern",
    b"scn": "a pattern",
}


@dataclass(frozen=True, slots=True)
class Plate:
    """An ink as it is printed: `process` in per cent of cyan, magenta, yellow and black, or its own plate's name.

    `over` says that it is printed over what lies beneath; `grey` that it is a grey of a printer with black alone.
    """

    process: tuple[int, int, int, int]
    spot: str = ""
    over: bool = False
    grey: bool = False

    def operators(self, *, stroke: bool) -> bytes:
        """The operators that choose it, for lines or for all else."""
        state = b"" if stroke or self.grey else f"{OVER if self.over else KNOCK} gs ".encode()
        if self.grey:
            return b"%g %s" % (1 - self.process[3] / _FULL, b"G" if stroke else b"g")
        if self.spot:
            return state + f"{space_name(self.spot)} {'CS 1 SCN' if stroke else 'cs 1 scn'}".encode()
        parts = " ".join(f"{part / _FULL:g}" for part in self.process)
        return state + f"{parts} {'K' if stroke else 'k'}".encode()


def space_name(spot: str) -> str:
    """The name of a spot colour's space in the resources of a page."""
    return SPACE + (spot if spot.isascii() and spot.isalnum() else spot.encode().hex())


@dataclass(frozen=True)
class Separation:
    """How each colour of the screen is printed. `ground` is what a page begins with, where nothing is chosen yet."""

    by_colour: Mapping[tuple[int, int, int], Plate]
    ground: Plate

    @property
    def spots(self) -> dict[str, tuple[int, int, int, int]]:
        """The spot colours, each with the process colours that stand for it."""
        return {plate.spot: plate.process for plate in self.by_colour.values() if plate.spot}

    def plate(self, colour: tuple[int, int, int]) -> Plate | None:
        """The plate of a colour, parts from 0 to 255."""
        found = self.by_colour.get(colour)
        if found is not None:
            return found
        near = (own for own in self.by_colour if all(abs(a - b) <= _ROUNDING for a, b in zip(own, colour, strict=True)))
        return next((self.by_colour[own] for own in near), None)


def separation_for(order: BookOrder, page: Page) -> Separation | None:
    """How the inks of a page are printed in an edition; None where they stay as they are."""
    if order.edition == INK:
        plates = {name: Plate((0, 0, 0, 0 if name == _PAPER else _FULL), grey=True) for name in page.inks}
    elif order.edition == PRESS:
        plates = {name: _press_plate(name, ink, order.inks) for name, ink in page.inks.items()}
    else:
        return None
    by_colour = {(ink.red, ink.green, ink.blue): plates[name] for name, ink in page.inks.items()}
    ground = Plate((0, 0, 0, _FULL), over=order.edition == PRESS, grey=order.edition == INK)
    return Separation(by_colour, ground)


def _press_plate(name: str, ink: Ink, inks: str) -> Plate:
    process = ink.press or (0, 0, 0, _FULL)
    if inks == SPOT and ink.spot:
        return Plate(process, ink.spot)
    if inks == SPOT and ink.tint is not None:
        return Plate((0, 0, 0, ink.tint))
    # The one black is printed over whatever lies beneath it, so that no white shows beside a letter.
    return Plate(process, over=name == _BLACK and process == (0, 0, 0, _FULL))


@dataclass
class Rewriting:
    """Rewrites content streams. `faults` are what cannot be printed, in words.

    `trim` is the size of the trimmed page and `bleed` how far what reaches its edge is to run over it, in points.
    """

    separation: Separation
    trim: tuple[float, float] = (0.0, 0.0)
    bleed: float = 0.0
    faults: list[str] = field(default_factory=list)

    def page(self, data: bytes) -> bytes:
        """The stream of a page: it begins in black, and what reaches the edge runs into the bleed."""
        return self._ground() + self.stream(data, bleeds=bool(self.bleed))

    def stream(self, data: bytes, *, bleeds: bool = False) -> bytes:
        """A content stream with its colours as they are printed."""
        parts: list[bytes] = []
        kept = 0
        matrices: list[Matrix] = []
        matrix = IDENTITY
        for operands, operator, begin, end in placed_operations(data):
            written: bytes | None = None
            match operator:
                case b"rg" | b"RG":
                    written = self._colour(operands, stroke=operator == b"RG")
                case b"g" | b"G":
                    written = self._colour([operands[0]] * 3, stroke=operator == b"G")
                case b"k" | b"K":
                    self.faults.append("a colour of the press, which the page does not declare")
                case b"q":
                    matrices.append(matrix)
                case b"Q":
                    matrix = matrices.pop() if matrices else matrix
                case b"cm":
                    a, b, c, d, e, f = (float(value) for value in operands)
                    matrix = times((a, b, c, d, e, f), matrix)
                case b"re" if bleeds:
                    written = self._bled([float(value) for value in operands], matrix)
                case _ if operator in _OTHERS:
                    self.faults.append(_OTHERS[operator])
                case _:
                    pass
            if written is not None:
                parts += (data[kept:begin], written)
                kept = end
        return b"".join((*parts, data[kept:]))

    def _ground(self) -> bytes:
        ground = self.separation.ground
        return ground.operators(stroke=False) + b"\n" + ground.operators(stroke=True) + b"\n"

    def _colour(self, parts: Iterable[float], *, stroke: bool) -> bytes | None:
        red, green, blue = (round(float(part) * 255) for part in parts)
        plate = self.separation.plate((red, green, blue))
        if plate is None:
            self.faults.append(f"the colour #{red:02x}{green:02x}{blue:02x}")
            return None
        return plate.operators(stroke=stroke)

    def _bled(self, rectangle: list[float], matrix: Matrix) -> bytes | None:
        """A rectangle that reaches an edge of the trimmed page, on into the bleed; None for any other."""
        x, y, width, height = rectangle
        a, b, c, d, e, f = matrix
        if b or c or not a or not d or not width or not height:
            return None
        left, right = sorted((a * x + e, a * (x + width) + e))
        low, high = sorted((d * y + f, d * (y + height) + f))
        wide, tall = self.trim
        edges = (
            left - self.bleed if abs(left) < _NEAR else left,
            low - self.bleed if abs(low) < _NEAR else low,
            right + self.bleed if abs(right - wide) < _NEAR else right,
            high + self.bleed if abs(high - tall) < _NEAR else high,
        )
        if edges == (left, low, right, high):
            return None
        x1, x2 = (edges[0] - e) / a, (edges[2] - e) / a
        y1, y2 = (edges[1] - f) / d, (edges[3] - f) / d
        return f"{min(x1, x2):.6f} {min(y1, y2):.6f} {abs(x2 - x1):.6f} {abs(y2 - y1):.6f} re".encode()
