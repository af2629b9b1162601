"""The page: its measures and inks, read from one file by the style sheets and by the pipeline.

`page.yaml` is a map of groups, each a map of values: lengths in mm or pt (`20mm`, `9.5pt`), inks (`#rrggbb`, or a map
of what the ink is on a `screen` and on a `press`, the name of its `spot` colour or the `tint` of black that stands for
it beside spot colours) and whole numbers. The groups and names the pipeline itself needs are typed below; a style sheet
may use others, so any further name is kept and passed on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

MM_PER_INCH = 25.4
POINTS_PER_INCH = 72
PIXELS_PER_INCH = 96

# Half a hundredth of a millimetre: finer than any printer, coarser than the rounding of the file.
TOLERANCE_MM = 0.005

_LENGTH = re.compile(r"(?P<number>\d+(?:\.\d+)?)(?P<unit>mm|pt)")
_INK = re.compile(r"#[0-9a-f]{6}")
_PRESS = re.compile(r"cmyk\((\d{1,3}) (\d{1,3}) (\d{1,3}) (\d{1,3})\)")
_INK_PARTS = frozenset({"screen", "press", "spot", "tint", "office"})

# What an ink may be for: words of the text, the numbers and definitions that stand out of them, the furniture of the
# page, the tab at its edge and what is written on it, the watermark of a draft, rules, what a figure draws and says.
OFFICES = frozenset(
    {
        *("words", "number", "definition", "furniture", "tab", "tab-words", "watermark"),
        *("rule", "figure", "figure-words"),
    }
)
_NAME = re.compile(r"[a-z][a-z-]*")


class PageError(ValueError):
    """The page cannot be read: the message names the file and every fault in it, one a line."""


@dataclass(frozen=True, slots=True)
class Length:
    """A length as it is written in the file, with its value in each unit."""

    number: float
    unit: str

    @property
    def mm(self) -> float:
        return self.number if self.unit == "mm" else self.number * MM_PER_INCH / POINTS_PER_INCH

    @property
    def pt(self) -> float:
        return self.number if self.unit == "pt" else self.number * POINTS_PER_INCH / MM_PER_INCH

    @property
    def px(self) -> float:
        """CSS pixels, of which an inch has 96: the unit in which the engine counts."""
        return self.pt * PIXELS_PER_INCH / POINTS_PER_INCH

    def __str__(self) -> str:
        return f"{self.number:g}{self.unit}"


@dataclass(frozen=True, slots=True)
class Ink:
    """A colour, as red, green and blue from 0 to 255 (sRGB).

    `press` is what a press prints it from: cyan, magenta, yellow and black, in per cent. `spot` is the name of the ink
    itself, where it may be printed from a plate of its own; empty where it may not. `tint` is the tint of black, in per
    cent, that stands for it where a press prints black and spot colours alone. `office` is what the ink may be on
    (names of OFFICES); empty where that is not said.
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
    def press_css(self) -> str:
        """The colour as a press prints it, for a style sheet; that of the screen where none is given."""
        return f"device-cmyk({' '.join(f'{part}%' for part in self.press)})" if self.press else str(self)

    def __str__(self) -> str:
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}"


Value = Length | Ink | int


@dataclass(frozen=True, slots=True)
class Paper:
    """The trimmed sheet."""

    width: Length
    height: Length


@dataclass(frozen=True, slots=True)
class Margin:
    """The white around the type area; inner is at the spine."""

    inner: Length
    outer: Length
    head: Length
    foot: Length


@dataclass(frozen=True, slots=True)
class Grid:
    """The columns, and the lines on which every baseline stands (`baseline` below the top of its line)."""

    columns: int
    gutter: Length
    lines: int
    leading: Length
    baseline: Length

    @property
    def whole_table(self) -> int:
        """How many lines high a table may be, to be kept whole: half the page."""
        return self.lines // 2


@dataclass(frozen=True, slots=True)
class Page:
    """The page's measures. `values` holds all of them, by path (`margin-inner`), in the file's order."""

    paper: Paper
    margin: Margin
    grid: Grid
    inks: Mapping[str, Ink]
    values: Mapping[str, Value]

    @property
    def measure_mm(self) -> float:
        """The width of the type area, in mm."""
        return self.paper.width.mm - self.margin.inner.mm - self.margin.outer.mm

    @property
    def depth_mm(self) -> float:
        """The height of the type area, in mm."""
        return self.paper.height.mm - self.margin.head.mm - self.margin.foot.mm

    @property
    def column_mm(self) -> float:
        """The width of a column, in mm."""
        return (self.measure_mm - (self.grid.columns - 1) * self.grid.gutter.mm) / self.grid.columns

    def css(self, *, press: bool = False) -> str:
        """A style sheet that gives every value as a custom property of the root element.

        With `press` the inks are those of the press, in which the engine sets text and rules, but no drawing.
        """
        values = {
            name: value.press_css if press and isinstance(value, Ink) else str(value)
            for name, value in self.values.items()
        }
        lines = [f"  --{name}: {value};" for name, value in values.items()]
        return "\n".join((":root {", *lines, "}", ""))


_TYPED: dict[str, dict[str, type]] = {
    "paper": {"width": Length, "height": Length},
    "margin": {"inner": Length, "outer": Length, "head": Length, "foot": Length},
    "grid": {"columns": int, "gutter": Length, "lines": int, "leading": Length, "baseline": Length},
}
_AN_INK = "an ink, such as #1a1714 or {screen: '#8f6321', press: cmyk(0 31 77 44), spot: Bronze}"
_KINDS = {Length: "a length in mm or pt, such as 20mm", int: "a whole number", Ink: _AN_INK}


def load_page(path: Path) -> Page:
    """The page that the file describes.

    Raises PageError, with every fault, when the file is missing, is no YAML map of maps, has a value that
    is neither length, ink nor whole number, lacks a name that the pipeline needs, or has lines that do not
    fill the type area.
    """
    groups = _groups(path)
    faults: list[str] = []
    values: dict[str, Value] = {}
    for group, entries in groups.items():
        for name, text in entries.items():
            value = _value(text)
            wanted = Ink if group == "ink" else _TYPED.get(group, {}).get(name)
            if not _NAME.fullmatch(name):
                faults.append(f"{group}.{name}: a name is lower-case letters and hyphens")
            elif value is None:
                faults.append(f"{group}.{name}: {text!r} is neither a length in mm or pt, an ink nor a whole number")
            elif wanted and not isinstance(value, wanted):
                faults.append(f"{group}.{name}: {text!r} is not {_KINDS[wanted]}")
            else:
                values[f"{group}-{name}"] = value
    for group, names in _TYPED.items():
        faults.extend(f"{group}.{name} is missing" for name in names if name not in groups.get(group, {}))
    if faults:
        raise _error(path, faults)
    page = _page(values)
    _refuse_a_grid_that_does_not_fit(path, page)
    return page


def _groups(path: Path) -> dict[str, dict[str, object]]:
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise _error(path, [f"cannot be read: {error.strerror}"]) from error
    except yaml.YAMLError as error:
        raise _error(path, [f"is not YAML: {' '.join(str(error).split())}"]) from error
    if not isinstance(data, dict):
        raise _error(path, ["is not a map of groups (paper, margin, grid, ink, ...)"])
    faults = [f"{group}: is not a map of names and values" for group in data if not isinstance(data[group], dict)]
    if faults:
        raise _error(path, faults)
    return {str(group): {str(name): value for name, value in data[group].items()} for group in data}


def length_of(text: str) -> Length | None:
    """The length that a text writes, such as 20mm; None where it writes none."""
    match = _LENGTH.fullmatch(text)
    return Length(float(match["number"]), match["unit"]) if match else None


def _value(text: object) -> Value | None:
    if isinstance(text, bool):
        return None
    if isinstance(text, int):
        return text
    if isinstance(text, str) and (length := length_of(text)):
        return length
    if isinstance(text, str) and _INK.fullmatch(text):
        return Ink(*bytes.fromhex(text[1:]))
    return _ink(text) if isinstance(text, dict) else None


def _ink(parts: dict[object, object]) -> Ink | None:
    """The ink that is given by its parts; None when they are not those of an ink."""
    screen = parts.get("screen")
    press, spot, tint = parts.get("press"), parts.get("spot", ""), parts.get("tint")
    office = parts.get("office", [])
    if (
        not (isinstance(screen, str) and _INK.fullmatch(screen))
        or not isinstance(spot, str)
        or not (tint is None or (type(tint) is int and 0 <= tint <= 100))
        or not (isinstance(office, list) and all(isinstance(one, str) and one in OFFICES for one in office))
        or parts.keys() - _INK_PARTS
    ):
        return None
    red, green, blue = bytes.fromhex(screen[1:])
    if press is None:
        return Ink(red, green, blue, None, spot, tint, tuple(office))
    found = _PRESS.fullmatch(press) if isinstance(press, str) else None
    if found is None or any(int(part) > 100 for part in found.groups()):
        return None
    cyan, magenta, yellow, black = (int(part) for part in found.groups())
    return Ink(red, green, blue, (cyan, magenta, yellow, black), spot, tint, tuple(office))


def _page(values: Mapping[str, Value]) -> Page:
    """The page of values whose names and kinds have been checked."""
    lengths = {name: value for name, value in values.items() if isinstance(value, Length)}
    numbers = {name: value for name, value in values.items() if isinstance(value, int)}
    return Page(
        paper=Paper(lengths["paper-width"], lengths["paper-height"]),
        margin=Margin(
            inner=lengths["margin-inner"],
            outer=lengths["margin-outer"],
            head=lengths["margin-head"],
            foot=lengths["margin-foot"],
        ),
        grid=Grid(
            columns=numbers["grid-columns"],
            gutter=lengths["grid-gutter"],
            lines=numbers["grid-lines"],
            leading=lengths["grid-leading"],
            baseline=lengths["grid-baseline"],
        ),
        inks={
            name.removeprefix("ink-"): value
            for name, value in values.items()
            if name.startswith("ink-") and isinstance(value, Ink)
        },
        values=values,
    )


def _refuse_a_grid_that_does_not_fit(path: Path, page: Page) -> None:
    lines_mm = page.grid.lines * page.grid.leading.mm
    if abs(lines_mm - page.depth_mm) > TOLERANCE_MM:
        raise _error(
            path,
            [
                f"grid.lines: {page.grid.lines} lines of {page.grid.leading} are {lines_mm:.2f}mm, "
                f"the margins leave {page.depth_mm:.2f}mm"
            ],
        )
    if page.grid.columns < 1 or page.column_mm <= 0:
        raise _error(path, [f"grid.columns: {page.grid.columns} do not fit into {page.measure_mm:.2f}mm"])


def _error(path: Path, faults: list[str]) -> PageError:
    return PageError("\n".join(f"{path}: {fault}" for fault in faults))


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
