"""What stands on the pages of a finished PDF, as the checks are given it. Lengths are in points.

Heights are counted from the head of the sheet downwards, widths from its left edge; pages from 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True, slots=True)
class Plates:
    """A colour as a press prints it: how much of the ink of each plate, in per cent, and the colour in words."""

    shares: tuple[tuple[str, float], ...]
    words: str

    @property
    def total(self) -> float:
        """How much ink lies there, in per cent of one plate."""
        return sum(share for _, share in self.shares)

    def __str__(self) -> str:
        return self.words


Ink = tuple[int, ...] | str | Plates
"""A colour: red, green and blue from 0 to 255, or what a press prints, or in words what is neither."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """A character, its left and right edge; `space` is whether it is a word space."""

    text: str
    left: float
    right: float

    @property
    def space(self) -> bool:
        return self.text == " "


@dataclass(frozen=True, slots=True)
class Tag:
    """The place of a text in the structure: the tags from the document down, and the number of its block.

    A block is what begins a line of its own (a paragraph, a heading, a cell); blocks are numbered in reading order, and
    so are tables and rows (0: in none).
    """

    path: tuple[str, ...]
    block: int
    table: int = 0
    row: int = 0

    @property
    def heading(self) -> bool:
        return any(len(name) == 2 and name[0] == "H" and name[1].isdigit() for name in self.path)


@dataclass(frozen=True, slots=True)
class Run:
    """Characters of one font on one baseline. `tag` is None for what is not part of the text (furniture).

    `over` says that they are printed over what lies beneath. `furniture` is what the file calls an artifact: Header,
    Footer, Watermark, or Pagination for the rest of a page's furniture.
    """

    glyphs: tuple[Glyph, ...]
    baseline: float
    size: float
    font: str
    ink: Ink
    tag: Tag | None
    upright: bool
    artifact: bool = False
    over: bool = False
    furniture: str = ""

    @property
    def text(self) -> str:
        return "".join(glyph.text for glyph in self.glyphs)

    @property
    def left(self) -> float:
        return self.glyphs[0].left

    @property
    def right(self) -> float:
        return max(glyph.right for glyph in self.glyphs)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, x: float, y: float, slack: float = 0.0) -> bool:
        """Whether a point lies in it, or `slack` outside of it."""
        return self.left - slack <= x <= self.right + slack and self.top - slack <= y <= self.bottom + slack


@dataclass(frozen=True, slots=True)
class Paint:
    """Something painted that is no text: `kind` is fill, stroke, image or shading.

    `over` says that it is printed over what lies beneath; `shown` is what a clip leaves of its box, `area` how much of
    that it fills at the most, in square points.
    """

    kind: str
    ink: Ink
    box: Box | None
    tag: Tag | None
    artifact: bool
    over: bool = False
    area: float = 0.0
    shown: Box | None = None


Corners = tuple[float, float, float, float]
"""Left, lower, right and upper edge, in points from the lower left corner."""


@dataclass(frozen=True, slots=True)
class Intent:
    """A printing condition that a file names. `profile` is its ICC profile; empty where the file has none."""

    standard: str
    identifier: str
    profile: bytes


@dataclass(frozen=True, slots=True)
class Declared:
    """What a file says of itself to a press.

    `standard` stands in its metadata, `version` at its head; `notes` are the pages with links or other notes on them,
    `spaces` the colour spaces in which translucent groups are mixed, `starts` whether opening the file does something.
    """

    version: str = ""
    standard: str = ""
    trapped: str = ""
    identified: bool = False
    intents: tuple[Intent, ...] = ()
    notes: tuple[int, ...] = ()
    spaces: tuple[str, ...] = ()
    starts: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """A link: its rectangle, and the name of the place it leads to, or an address of another document."""

    box: Box
    name: str
    address: str


@dataclass(frozen=True, slots=True)
class Line:
    """The text of one block on one baseline, in the order in which it is read."""

    page: int
    baseline: float
    runs: tuple[Run, ...]
    tag: Tag | None

    @property
    def left(self) -> float:
        return min(run.left for run in self.runs)

    @property
    def right(self) -> float:
        """The right edge of the last letter; a space at the end stands for nothing."""
        return max((g.right for run in self.runs for g in run.glyphs if g.text.strip()), default=self.left)

    @property
    def size(self) -> float:
        return max(run.size for run in self.runs)

    @property
    def text(self) -> str:
        return "".join(run.text for run in self.runs)


# Between words of a line there is less room than this, in sizes of their type; between columns there is more.
_GUTTER = 1.3


def _parts(runs: list[Run]) -> Iterator[tuple[Run, ...]]:
    """The runs of a block on one baseline, column by column."""
    part: list[Run] = []
    for run in sorted(runs, key=lambda run: run.left):
        if part and run.left - max(r.right for r in part) > _GUTTER * run.size:
            yield tuple(part)
            part = []
        part.append(run)
    if part:
        yield tuple(part)


@dataclass(frozen=True)
class Sheet:
    """One page: its size, its label, and all that stands on it in the order in which it is drawn.

    `boxes` are those that the page itself declares, by name (`TrimBox`), as they stand in the file.
    """

    number: int
    label: str
    width: float
    height: float
    runs: tuple[Run, ...]
    paints: tuple[Paint, ...]
    links: tuple[Link, ...]
    boxes: dict[str, Corners] = field(default_factory=dict)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The upright text of the structure, line by line, in reading order."""
        found: dict[tuple[int, int], list[Run]] = {}
        for run in self.runs:
            if run.tag is not None and run.upright and run.text.strip():
                found.setdefault((run.tag.block, round(run.baseline * 4)), []).append(run)
        lines = [
            Line(self.number, runs[0].baseline, part, runs[0].tag) for runs in found.values() for part in _parts(runs)
        ]
        return tuple(sorted(lines, key=lambda line: line.tag.block if line.tag else 0))

    @cached_property
    def furniture(self) -> tuple[Line, ...]:
        """The upright text that is not part of the structure: running head, folio, tab."""
        found: dict[int, list[Run]] = {}
        for run in self.runs:
            if run.tag is None and run.upright and run.text.strip():
                found.setdefault(round(run.baseline * 4), []).append(run)
        return tuple(Line(self.number, runs[0].baseline, tuple(runs), None) for runs in found.values())


@dataclass(frozen=True, slots=True)
class Font:
    """A font of the file: its name without its subset's tag, and whether its outlines are in the file."""

    name: str
    embedded: bool
    pages: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A bookmark: its title, its level from 0, and where it lands (page 0: nowhere)."""

    title: str
    level: int
    page: int
    top: float


@dataclass(frozen=True, slots=True)
class Place:
    """Where a name leads: a page (0: nowhere) and a height on it."""

    page: int
    top: float


@dataclass(frozen=True, slots=True)
class Drawing:
    """A figure of the structure, and what it says to those who cannot see it."""

    page: int
    alternative: str


@dataclass(frozen=True)
class Contents:
    """A finished PDF. `name` is what findings call it."""

    name: str
    title: str
    language: str
    sheets: tuple[Sheet, ...]
    fonts: tuple[Font, ...]
    bookmarks: tuple[Bookmark, ...]
    places: dict[str, Place]
    drawings: tuple[Drawing, ...]
    declared: Declared = field(default_factory=Declared)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """All lines of the text, in reading order."""
        return tuple(sorted((x for s in self.sheets for x in s.lines), key=lambda x: x.tag.block if x.tag else 0))
