"""What a PDF paints: each piece of text, each filled area and each line, with its colour and the tags it stands in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from pypdf import PdfReader
from pypdf.generic import ContentStream, DictionaryObject, IndirectObject

from tests.tagged_pdf import characters_of, decoded

ARTIFACT = "Artifact"

_FILLS = frozenset({b"f", b"F", b"f*"})
_STROKES = frozenset({b"S", b"s"})
_BOTH = frozenset({b"B", b"B*", b"b", b"b*"})
# Colour that is not given as red, green and blue, shadings, and the patterns that a colour space can hold.
_OTHER_COLOURS = frozenset({b"g", b"G", b"k", b"K", b"cs", b"CS", b"sc", b"SC", b"scn", b"SCN", b"sh", b"BI"})

Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Painted:
    """A piece of a page (from 1): `text`, `fill` or `stroke`, and its colour, each part from 0 to 255.

    `tags` are those of the document's structure down to it, or `Artifact` alone; nothing for what is in neither.
    """

    page: int
    kind: str
    colour: Colour
    words: str
    tags: tuple[str, ...]


@dataclass(slots=True)
class _State:
    fill: Colour = (0, 0, 0)
    stroke: Colour = (0, 0, 0)


class PaintedPdf:
    """One PDF, read through its operators. Raises ValueError at colour that is not red, green and blue."""

    def __init__(self, path: Path) -> None:
        self._reader = PdfReader(path)
        pages = {page.indirect_reference.idnum: n for n, page in enumerate(self._reader.pages, 1)}  # type: ignore[union-attr]
        self._tags: dict[tuple[int, int], tuple[str, ...]] = {}
        self._collect(self._reader.trailer["/Root"]["/StructTreeRoot"]["/K"], (), 0, pages)  # type: ignore[index]

    def _collect(self, node: object, tags: tuple[str, ...], page: int, pages: dict[int, int]) -> None:
        """Notes the tags of each marked piece of each page."""
        if isinstance(node, IndirectObject):
            node = node.get_object()
        if isinstance(node, list):
            for inner in node:
                self._collect(inner, tags, page, pages)
        elif isinstance(node, int):
            self._tags[page, int(node)] = tags
        elif isinstance(node, DictionaryObject):
            page = pages[node.raw_get("/Pg").idnum] if "/Pg" in node else page
            if node.get("/Type") == "/MCR":
                self._collect(node["/MCID"], tags, page, pages)
            elif "/S" in node:
                self._collect(node.get("/K", []), (*tags, str(node["/S"])[1:]), page, pages)

    def pieces(self) -> Iterator[Painted]:
        """Everything that is painted, in the order in which it is."""
        for number, page in enumerate(self._reader.pages, 1):
            content = page.get_contents()
            assert content is not None
            yield from self._stream(number, content, page["/Resources"].get_object(), (), _State())

    def _stream(
        self, number: int, stream: object, resources: object, around: tuple[str, ...], state: _State
    ) -> Iterator[Painted]:
        assert isinstance(resources, DictionaryObject)
        fonts = {name: characters_of(font.get_object()) for name, font in resources.get("/Font", {}).items()}
        font: dict[int, str] = {}
        stack: list[tuple[str, ...]] = [around]
        saved: list[_State] = []
        for operands, operator in ContentStream(stream, self._reader).operations:
            if operator == b"BDC":
                properties = operands[1]
                mark = properties.get("/MCID") if isinstance(properties, DictionaryObject) else None
                tags = self._tags[number, int(mark)] if mark is not None else (str(operands[0])[1:],)
                stack.append(tags)
            elif operator == b"BMC":
                stack.append((str(operands[0])[1:],))
            elif operator == b"EMC":
                stack.pop()
            elif operator == b"q":
                saved.append(replace(state))
            elif operator == b"Q":
                state = saved.pop()
            elif operator == b"rg":
                state.fill = _colour(operands)
            elif operator == b"RG":
                state.stroke = _colour(operands)
            elif operator in _OTHER_COLOURS:
                raise ValueError(f"page {number}: {operator.decode()} {operands}")
            elif operator == b"Tf":
                font = fonts[operands[0]]
            elif operator in (b"TJ", b"Tj"):
                words = "".join(decoded(part, font) for part in (operands[0] if operator == b"TJ" else operands))
                yield Painted(number, "text", state.fill, words, stack[-1])
            elif operator == b"Do":
                inner = resources["/XObject"][operands[0]]  # type: ignore[index]
                if inner["/Subtype"] == "/Image":
                    raise ValueError(f"page {number}: an image")
                own = inner.get("/Resources", resources)
                yield from self._stream(number, inner, own.get_object(), stack[-1], replace(state))
            if operator in _FILLS | _BOTH:
                yield Painted(number, "fill", state.fill, "", stack[-1])
            if operator in _STROKES | _BOTH:
                yield Painted(number, "stroke", state.stroke, "", stack[-1])


def _colour(operands: list[object]) -> Colour:
    red, green, blue = (round(float(str(part)) * 255) for part in operands)
    return red, green, blue
