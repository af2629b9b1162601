"""What a page draws: its content stream, read operator by operator into runs of text and paint."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pypdf.generic import DictionaryObject

from rulebook.preflight.contents import Box, Glyph, Ink, Paint, Plates, Run, Tag
from rulebook.preflight.fonts import CodedFont, FontBook
from rulebook.preflight.stream import operations

Matrix = tuple[float, float, float, float, float, float]

IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)

# A drawing within a drawing: no book nests more, and a file that draws itself ends.
_DEEPEST = 8

# Text of these rendering modes is not seen.
_INVISIBLE = frozenset({3, 7})

_FILLS = frozenset({b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*"})
_STROKES = frozenset({b"S", b"s", b"B", b"B*", b"b", b"b*"})
_ENDS = _FILLS | _STROKES | {b"n"}
_FILL_COLOURS = frozenset({b"g", b"rg", b"k", b"sc", b"scn"})
_STROKE_COLOURS = frozenset({b"G", b"RG", b"K", b"SC", b"SCN"})

_IN_SPACE = frozenset({b"sc", b"scn", b"SC", b"SCN"})

_PROCESS = ("Cyan", "Magenta", "Yellow", "Black")

MACHINE_BLACK = "no ink at all (the machine’s black)"


def times(a: Matrix, b: Matrix) -> Matrix:
    """What is first moved by `a`, then by `b`."""
    return (
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    )


@dataclass(frozen=True, slots=True)
class _State:
    """What `q` keeps."""

    matrix: Matrix
    fill: Ink = MACHINE_BLACK
    stroke: Ink = MACHINE_BLACK
    font: CodedFont | None = None
    size: float = 0.0
    letter_space: float = 0.0
    word_space: float = 0.0
    rise: float = 0.0
    leading: float = 0.0
    invisible: bool = False
    fill_space: Any = None
    stroke_space: Any = None
    over: bool = False
    stroke_over: bool = False
    clip: Box | None = None


@dataclass(slots=True)
class _Marked:
    """A marked piece that is open: its tag, whether it is an artifact, and of what kind."""

    tag: Tag | None
    artifact: bool
    furniture: str = ""


@dataclass
class PageDrawing:
    """Reads what one page draws. `height` is the sheet's, in points; `tags` are the page's, by number.

    `corner` is the lower left corner of the sheet as the file counts.
    """

    height: float
    fonts: FontBook
    tags: Mapping[int, Tag]
    corner: tuple[float, float] = (0.0, 0.0)
    runs: list[Run] = field(default_factory=list)
    paints: list[Paint] = field(default_factory=list)
    _marked: list[_Marked] = field(default_factory=list)

    def read(self, stream: Any, resources: Any, begun: _State | None = None, deep: int = 0) -> None:
        """Read a content stream, and the forms that it draws; `begun` is the state in which a form begins."""
        if stream is None or deep > _DEEPEST:
            return
        fonts = self.fonts.of(resources)
        state, kept = begun or _State((1, 0, 0, 1, -self.corner[0], -self.corner[1])), list[_State]()
        text = line = IDENTITY
        path: list[tuple[float, float]] = []
        starts: list[int] = []
        clips = False
        opened = len(self._marked)
        for operands, operator in operations(stream.get_data()):
            match operator:
                case b"q":
                    kept.append(state)
                case b"Q":
                    state = kept.pop() if kept else state
                case b"cm":
                    state = replace(state, matrix=times(_matrix(operands), state.matrix))
                case b"BT":
                    text = line = IDENTITY
                case b"Tm":
                    text = line = _matrix(operands)
                case b"Td" | b"TD":
                    if operator == b"TD":
                        state = replace(state, leading=-float(operands[1]))
                    text = line = times((1, 0, 0, 1, float(operands[0]), float(operands[1])), line)
                case b"TL":
                    state = replace(state, leading=float(operands[0]))
                case b"T*":
                    text = line = times((1, 0, 0, 1, 0, -state.leading), line)
                case b"Tf":
                    state = replace(state, font=fonts.get(str(operands[0])), size=float(operands[1]))
                case b"Tc":
                    state = replace(state, letter_space=float(operands[0]))
                case b"Tw":
                    state = replace(state, word_space=float(operands[0]))
                case b"Ts":
                    state = replace(state, rise=float(operands[0]))
                case b"Tr":
                    state = replace(state, invisible=int(operands[0]) in _INVISIBLE)
                case b"TJ":
                    text = self._show(operands[0], text, state)
                case b"Tj":
                    text = self._show(operands, text, state)
                case b"'":
                    text = line = times((1, 0, 0, 1, 0, -state.leading), line)
                    text = self._show(operands, text, state)
                case b"BDC":
                    self._marked.append(self._piece(operands))
                case b"BMC":
                    self._marked.append(_Marked(None, str(operands[0]) == "/Artifact"))
                case b"EMC":
                    if len(self._marked) > opened:
                        self._marked.pop()
                case b"re":
                    x, y, width, height = (float(o) for o in operands)
                    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
                    starts.append(len(path))
                    path += (self._point(state, *corner) for corner in corners)
                case b"m" | b"l":
                    if operator == b"m":
                        starts.append(len(path))
                    path.append(self._point(state, float(operands[0]), float(operands[1])))
                case b"c" | b"v" | b"y":
                    path += (
                        self._point(state, float(operands[n]), float(operands[n + 1]))
                        for n in range(0, len(operands), 2)
                    )
                case b"W" | b"W*":
                    clips = True
                case b"sh":
                    self._paint("shading", "a shading", None, state)
                case b"gs":
                    state = _with_state(state, _named(resources, "/ExtGState", operands))
                case b"cs":
                    state = replace(state, fill_space=_named(resources, "/ColorSpace", operands))
                case b"CS":
                    state = replace(state, stroke_space=_named(resources, "/ColorSpace", operands))
                case b"Do":
                    self._draw(str(operands[0]), resources, state, deep)
                case _ if operator in _FILL_COLOURS:
                    state = replace(state, fill=_ink(operands, state.fill_space if operator in _IN_SPACE else None))
                case _ if operator in _STROKE_COLOURS:
                    state = replace(state, stroke=_ink(operands, state.stroke_space if operator in _IN_SPACE else None))
                case _ if operator in _ENDS:
                    if operator in _FILLS and path:
                        area = _area(path, starts, evenly=operator.endswith(b"*"))
                        self._paint("fill", state.fill, _bounds(path), state, area)
                    if operator in _STROKES and path:
                        self._paint("stroke", state.stroke, _bounds(path), state)
                    if clips and path:
                        state = replace(state, clip=_within(_bounds(path), state.clip))
                    path, starts, clips = [], [], False
                case _:
                    pass
        del self._marked[opened:]

    def _point(self, state: _State, x: float, y: float) -> tuple[float, float]:
        a, b, c, d, e, f = state.matrix
        return a * x + c * y + e, self.height - (b * x + d * y + f)

    def _paint(self, kind: str, ink: Ink, box: Box | None, state: _State, area: float = 0.0) -> None:
        over = state.stroke_over if kind == "stroke" else state.over
        shown = _within(box, state.clip) if box is not None else state.clip
        if shown is not None:
            area = min(area, (shown.right - shown.left) * (shown.bottom - shown.top))
        self.paints.append(Paint(kind, ink, box, self._tag, self._artifact, over, area, shown))

    @property
    def _tag(self) -> Tag | None:
        return next((piece.tag for piece in reversed(self._marked) if piece.tag is not None), None)

    @property
    def _artifact(self) -> bool:
        return any(piece.artifact for piece in self._marked)

    @property
    def _furniture(self) -> str:
        return next((piece.furniture for piece in reversed(self._marked) if piece.furniture), "")

    def _piece(self, operands: Any) -> _Marked:
        properties = operands[1] if len(operands) > 1 else None
        number = properties.get("/MCID") if isinstance(properties, dict) else None
        tag = self.tags.get(int(number)) if number is not None else None
        kind = properties.get("/Subtype", properties.get("/Type", "")) if isinstance(properties, dict) else ""
        artifact = str(operands[0]) == "/Artifact"
        return _Marked(tag, artifact, str(kind).removeprefix("/") if artifact else "")

    def _draw(self, name: str, resources: Any, state: _State, deep: int) -> None:
        drawn = resources.get("/XObject", {}) if isinstance(resources, DictionaryObject) else {}
        form = drawn.get_object().get(name) if hasattr(drawn, "get_object") else None
        form = form.get_object() if form is not None else None
        if form is None:
            return
        if form.get("/Subtype") == "/Image":
            corners = [self._point(state, x, y) for x, y in ((0, 0), (1, 0), (0, 1), (1, 1))]
            self._paint("image", "an image", _bounds(corners), state)
            return
        matrix = times(_matrix(form.get("/Matrix", IDENTITY)), state.matrix)
        own = form.get("/Resources")
        begun = replace(state, matrix=matrix)
        self.read(form, own.get_object() if own is not None else resources, begun, deep + 1)

    def _show(self, parts: Any, text: Matrix, state: _State) -> Matrix:
        """Draw the strings and moves of one operator; the text matrix after it."""
        font, size = state.font, state.size
        if font is None:
            return text
        whole = times(text, state.matrix)
        scale = math.hypot(whole[0], whole[1])
        a, b = whole[0], whole[1]
        at = 0.0
        glyphs: list[Glyph] = []
        for part in parts:
            codes = _codes(part)
            if codes is None:
                at -= float(part) / 1000 * size
                continue
            for character, width in font.read(codes):
                end = at + width / 1000 * size
                glyphs.append(Glyph(character, whole[4] + at * a, whole[4] + end * a))
                at = end + state.letter_space + (state.word_space if character == " " else 0.0)
        if glyphs and not state.invisible:
            upright = abs(b) < 1e-6 and a > 0
            baseline = self.height - (whole[5] + state.rise * whole[3])
            ink, tag = state.fill, self._tag
            drawn = size * math.hypot(whole[2], whole[3]) if scale else 0.0
            marked = self._artifact, state.over, self._furniture
            self.runs.append(Run(tuple(glyphs), baseline, drawn, font.name, ink, tag, upright, *marked))
        return times((1, 0, 0, 1, at, 0), text)


def _codes(part: Any) -> bytes | None:
    """The bytes of a string; None for a move."""
    return part if isinstance(part, bytes) else None


def _matrix(values: Any) -> Matrix:
    a, b, c, d, e, f = (float(value) for value in values)
    return a, b, c, d, e, f


def _bounds(points: list[tuple[float, float]]) -> Box:
    across, down = [x for x, _ in points], [y for _, y in points]
    return Box(min(across), min(down), max(across), max(down))


def _area(path: list[tuple[float, float]], starts: list[int], *, evenly: bool) -> float:
    """How much the parts of a path fill; by the even-odd rule, a part that lies in the one before is a hole in it."""
    ends = [*starts[1:], len(path)]
    parts = [path[start:end] for start, end in zip(starts, ends, strict=True) if end > start]
    total, outer = 0.0, None
    for part in sorted(parts, key=_extent, reverse=True):
        box = _bounds(part)
        hole = evenly and outer is not None and _holds(outer, box)
        total += -_extent(part) if hole else _extent(part)
        outer = None if hole else box
    return max(total, 0.0)


def _within(box: Box, clip: Box | None) -> Box:
    """What a clip leaves of a box; a box without extent where it leaves nothing."""
    if clip is None:
        return box
    left, top = max(box.left, clip.left), max(box.top, clip.top)
    return Box(left, top, max(left, min(box.right, clip.right)), max(top, min(box.bottom, clip.bottom)))


def _holds(outer: Box, box: Box) -> bool:
    """Whether a box lies in another, but for a rounding."""
    return outer.holds(box.left, box.top, 0.01) and outer.holds(box.right, box.bottom, 0.01)


def _extent(points: list[tuple[float, float]]) -> float:
    """The area within a line of points."""
    pairs = zip(points, [*points[1:], points[0]], strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)) / 2


def _named(resources: Any, key: str, operands: Any) -> Any:
    """What a page's resources have under the name that an operator gives; the name itself where they have nothing."""
    name = str(operands[0])
    named = resources.get(key) if isinstance(resources, DictionaryObject) else None
    found = named.get_object().get(name) if named is not None else None
    return found.get_object() if found is not None else name


def _with_state(state: _State, chosen: Any) -> _State:
    if not isinstance(chosen, DictionaryObject):
        return state
    if "/OP" in chosen:
        both = _true(chosen["/OP"])
        state = replace(state, stroke_over=both, over=both)
    return replace(state, over=_true(chosen["/op"])) if "/op" in chosen else state


def _true(value: Any) -> bool:
    return bool(getattr(value, "value", value))


def _ink(operands: Any, space: Any = None) -> Ink:
    numbers = [float(value) for value in operands if isinstance(value, int | float)]
    if len(numbers) != len(operands):
        return "a pattern"
    if isinstance(space, list) and len(space) > 1 and space[0] == "/Separation" and len(numbers) == 1:
        spot = str(space[1])[1:]
        return Plates(((spot, 100 * numbers[0]),), f"{100 * numbers[0]:g} % of {spot}")
    if isinstance(space, list):
        return f"a colour of the space {space[0]}"
    match numbers:
        case [grey]:
            return Plates((("Black", 100 * (1 - grey)),), f"the grey {grey:g}")
        case [_, _, _]:
            return tuple(round(value * 255) for value in numbers)
        case [_, _, _, _]:
            shares = tuple((name, 100 * share) for name, share in zip(_PROCESS, numbers, strict=True) if share)
            return Plates(shares, "the colour " + " ".join(f"{value:g}" for value in numbers))
        case _:
            return "the colour " + " ".join(f"{value:g}" for value in numbers)
