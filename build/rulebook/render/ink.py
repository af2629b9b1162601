"""An ink of the page: what it is on a screen and on a press, and which a press cannot print as they are declared."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.load.yaml_tree import MapNode, Node
from rulebook.render.measures import entries_of, scalars_of
from rulebook.source import Position

_PRESS = re.compile(r"cmyk\((\d{1,3}) (\d{1,3}) (\d{1,3}) (\d{1,3})\)")
_FULL = 100

PAPER_INK, BLACK_INK = "paper", "black"
"""The ink that is the page itself, which prints nothing, and that of the text."""

_NOTHING, ONE_PLATE = (0, 0, 0, 0), (0, 0, 0, _FULL)

# These plates a press has anyway, or they stand for all plates and for none (ISO 32000-1, 8.6.6.4).
_RESERVED_SPOTS = frozenset({"all", "none", "black", "cyan", "magenta", "yellow"})


@dataclass(frozen=True, slots=True)
class Ink:
    """A colour, as red, green and blue from 0 to 255 (sRGB).

    `press` is what a press prints it from: cyan, magenta, yellow and black, in per cent. `spot` is the name of the ink
    itself, where it may be printed from a plate of its own; empty where it may not. `tint` is the tint of black, in per
    cent, that stands for it where a press prints black and spot colours alone. `office` is what the ink may be on:
    words of the text, the numbers and definitions that stand out of them, the furniture of the page, the tab at its
    edge and what is written on it, the watermark of a draft, rules, what a figure draws and says; empty where that is
    not said.
    """

    red: int
    green: int
    blue: int
    press: tuple[int, int, int, int] | None = None
    spot: str = ""
    tint: int | None = None
    office: tuple[str, ...] = ()

    @property
    def luminance(self) -> float:
        """Relative luminance from 0 to 1, as WCAG 2 defines it."""
        linear = [_linear(part / 255) for part in (self.red, self.green, self.blue)]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    @property
    def lightness(self) -> float:
        """CIE L* from 0 to 100: how grey the ink is in a monochrome print."""
        y = self.luminance
        return float(116 * y ** (1 / 3) - 16) if y > (6 / 29) ** 3 else y * (29 / 3) ** 3

    def contrast(self, other: Ink) -> float:
        """The contrast of two inks from 1 to 21, as WCAG 2 defines it."""
        light, dark = sorted((self.luminance, other.luminance), reverse=True)
        return (light + 0.05) / (dark + 0.05)

    @property
    def naive_press(self) -> tuple[int, int, int, int]:
        """What the screen's colour is in cyan, magenta, yellow and black by arithmetic alone: a first guess."""
        parts = [part / 255 for part in (self.red, self.green, self.blue)]
        most = max(parts)
        shares = [(most - part) / most if most else 0.0 for part in parts]
        cyan, magenta, yellow, black = (round(_FULL * share) for share in (*shares, 1 - most))
        return cyan, magenta, yellow, black

    @property
    def press_css(self) -> str:
        """The colour as a press prints it, for a style sheet; that of the screen where none is given."""
        return f"device-cmyk({' '.join(f'{part}%' for part in self.press)})" if self.press else str(self)

    def __str__(self) -> str:
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}"


def ink_of(screen: str, press: str = "", spot: str = "", tint: int | None = None, office: tuple[str, ...] = ()) -> Ink:
    """The ink that its declaration writes; its schema has seen to the form of each part."""
    red, green, blue = bytes.fromhex(screen[1:])
    found = _PRESS.fullmatch(press)
    if found is None:
        return Ink(red, green, blue, None, spot, tint, office)
    cyan, magenta, yellow, black = (int(part) for part in found.groups())
    return Ink(red, green, blue, (cyan, magenta, yellow, black), spot, tint, office)


def faults_of_inks(declared: Node | None, inks: Mapping[str, Ink]) -> Iterator[Finding]:
    """What a press cannot print as it is declared; `inks` are those of the map `declared` that are sound, by name."""
    spots: dict[str, str] = {}
    for key, inner in entries_of(declared):
        ink, name = inks.get(key.text), key.text
        if ink is None or not isinstance(inner, MapNode):
            continue
        places = {part: node.position for part, node in scalars_of(inner).items()}
        yield from _faults_of_mixture(name, ink, places)
        yield from _faults_of_plates(name, ink, places)
        if not ink.spot or (plate := _plate(ink.spot)) in _RESERVED_SPOTS:
            continue
        other = spots.setdefault(plate, name)
        if other != name:
            theirs = inks[other].spot
            message = f"the inks ‘{other}’ and ‘{name}’ have one spot colour, ‘{ink.spot}’"
            hint = "two inks of one plate cannot be told apart: give each its own"
            if theirs != ink.spot:
                message = f"‘{ink.spot}’ and the spot colour ‘{theirs}’ of the ink ‘{other}’ are one name to a press"
                hint = "capitals and spaces do not tell two plates apart: give each a name of its own"
            yield Finding(codes.WRONG_VALUE, places["spot"], message, hint)


def _faults_of_mixture(name: str, ink: Ink, places: Mapping[str, Position]) -> Iterator[Finding]:
    """What is wrong with the colour of an ink on a press."""
    if ink.press is None:
        return
    said, hint = f"the ink ‘{name}’ is {_cmyk(ink.press)} on a press", ""
    if name == PAPER_INK and ink.press != _NOTHING:
        said, hint = f"{said}, and is the paper itself, which prints nothing", f"write {_cmyk(_NOTHING)}"
    elif name == BLACK_INK and ink.press != ONE_PLATE:
        said = f"{said}; text is printed from the plate of black alone, or it is not sharp"
        hint = f"write {_cmyk(ONE_PLATE)}"
    elif name != PAPER_INK and ink.press == _NOTHING:
        said, hint = f"{said}, which prints nothing", f"its colour on a screen is about {_cmyk(ink.naive_press)}"
    if hint:
        yield Finding(codes.WRONG_VALUE, places["press"], said, hint)


def _faults_of_plates(name: str, ink: Ink, places: Mapping[str, Position]) -> Iterator[Finding]:
    """What is wrong with the plate or the tint from which an ink is printed beside spot colours."""
    own = {"spot": bool(ink.spot), "tint": ink.tint is not None}
    if name in (PAPER_INK, BLACK_INK):
        what = "the paper itself" if name == PAPER_INK else "the black that every press has"
        for part in (part for part, given in own.items() if given):
            message = f"the ink ‘{name}’ is {what}, and has no ‘{part}’"
            yield Finding(codes.WRONG_VALUE, places[part], message, "leave it out")
        return
    if ink.spot and _plate(ink.spot) in _RESERVED_SPOTS:
        message = f"‘{ink.spot}’ cannot be the name of a spot colour: it is that of a plate which every press has"
        yield Finding(codes.WRONG_VALUE, places["spot"], message, "name the ink that is to be mixed")
    if all(own.values()):
        message = f"the ink ‘{name}’ has a plate of its own, and so no use for a ‘tint’ of black"
        yield Finding(codes.WRONG_VALUE, places["tint"], message, "leave out ‘tint’, or ‘spot’")


def _plate(spot: str) -> str:
    """A spot colour's name as a press may read it."""
    return " ".join(spot.split()).casefold()


def _cmyk(parts: tuple[int, int, int, int]) -> str:
    return f"cmyk({' '.join(map(str, parts))})"


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
