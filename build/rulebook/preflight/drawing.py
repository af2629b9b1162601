"""What a page draws: its content stream, read operator by operator into runs of text and paint."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pypdf.generic import DictionaryObject

from rulebook.preflight.contents import Box, Glyph, Ink, Paint, Run, Tag
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


@dataclass(slots=True)
class _Marked:
    """A marked piece that is open: its tag, and whether it is an artifact."""

    tag: Tag | None
    artifact: bool


@dataclass
class PageDrawing:
    """Reads what one page draws. `height` is the sheet's, in points; `tags` are the page's, by number."""

    height: float
    fonts: FontBook
    tags: Mapping[int, Tag]
    runs: list[Run] = field(default_factory=list)
    paints: list[Paint] = field(default_factory=list)
    _marked: list[_Marked] = field(default_factory=list)

    def read(self, stream: Any, resources: Any, matrix: Matrix = IDENTITY, deep: int = 0) -> None:
        """Read a content stream, and the forms that it draws."""
        if stream is None or deep > _DEEPEST:
            return
        fonts = self.fonts.of(resources)
        state, kept = _State(matrix), list[_State]()
        text = line = IDENTITY
        path: list[tuple[float, float]] = []
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
                    corners = ((x, y), (x + width, y), (x, y + height), (x + width, y + height))
                    path += (self._point(state, *corner) for corner in corners)
                case b"m" | b"l":
                    path.append(self._point(state, float(operands[0]), float(operands[1])))
                case b"c" | b"v" | b"y":
                    path += (
                        self._point(state, float(operands[n]), float(operands[n + 1]))
                        for n in range(0, len(operands), 2)
                    )
                case b"sh":
                    self._paint("shading", "a shading", None)
                case b"Do":
                    self._draw(str(operands[0]), resources, state, deep)
                case _ if operator in _FILL_COLOURS:
                    state = replace(state, fill=_ink(operands))
                case _ if operator in _STROKE_COLOURS:
                    state = replace(state, stroke=_ink(operands))
                case _ if operator in _ENDS:
                    if operator in _FILLS and path:
                        self._paint("fill", state.fill, _bounds(path))
                    if operator in _STROKES and path:
                        self._paint("stroke", state.stroke, _bounds(path))
                    path = []
                case _:
                    pass
        del self._marked[opened:]

    def _point(self, state: _State, x: float, y: float) -> tuple[float, float]:
        a, b, c, d, e, f = state.matrix
        return a * x + c * y + e, self.height - (b * x + d * y + f)

    def _paint(self, kind: str, ink: Ink, box: Box | None) -> None:
        self.paints.append(Paint(kind, ink, box, self._tag, self._artifact))

    @property
    def _tag(self) -> Tag | None:
        return next((piece.tag for piece in reversed(self._marked) if piece.tag is not None), None)

    @property
    def _artifact(self) -> bool:
        return any(piece.artifact for piece in self._marked)

    def _piece(self, operands: Any) -> _Marked:
        properties = operands[1] if len(operands) > 1 else None
        number = properties.get("/MCID") if isinstance(properties, dict) else None
        tag = self.tags.get(int(number)) if number is not None else None
        return _Marked(tag, str(operands[0]) == "/Artifact")

    def _draw(self, name: str, resources: Any, state: _State, deep: int) -> None:
        drawn = resources.get("/XObject", {}) if isinstance(resources, DictionaryObject) else {}
        form = drawn.get_object().get(name) if hasattr(drawn, "get_object") else None
        form = form.get_object() if form is not None else None
        if form is None:
            return
        if form.get("/Subtype") == "/Image":
            corners = [self._point(state, x, y) for x, y in ((0, 0), (1, 0), (0, 1), (1, 1))]
            self._paint("image", "an image", _bounds(corners))
            return
        matrix = times(_matrix(form.get("/Matrix", IDENTITY)), state.matrix)
        own = form.get("/Resources")
        self.read(form, own.get_object() if own is not None else resources, matrix, deep + 1)

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
            self.runs.append(Run(tuple(glyphs), baseline, drawn, font.name, ink, tag, upright, self._artifact))
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


def _ink(operands: Any) -> Ink:
    numbers = [float(value) for value in operands if isinstance(value, int | float)]
    if len(numbers) != len(operands):
        return "a pattern"
    match numbers:
        case [grey]:
            return f"the grey {grey:g}"
        case [_, _, _]:
            return tuple(round(value * 255) for value in numbers)
        case _:
            return "the colour " + " ".join(f"{value:g}" for value in numbers)
