"""A tagged PDF as a screen reader has it: the texts of its structure, in reading order, with their tags and pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pypdf import PdfReader
from pypdf.generic import ArrayObject, ContentStream, DictionaryObject, IndirectObject, StreamObject, TextStringObject

# What the engine sets at a line's end where it breaks a word.
HYPHEN = "\u2010"


@dataclass(frozen=True, slots=True)
class Tagged:
    """A text of one line: the tags from the document down to it, the number of its page (from 1), and its words.

    `block` tells the element that holds it, of those that begin a line: two texts of one block run on. `height` is
    where its line stands on the page, in the page's own units. `table` is the number of its table, 0 outside of one.
    """

    tags: tuple[str, ...]
    page: int
    text: str
    block: int
    height: float
    table: int = 0


_BLOCKS = frozenset({"P", "TOCI", "LBody", "Lbl", "TD", "TH", "Caption", "H1", "H2", "H3", "H4", "H5", "H6"})


class TaggedPdf:
    """One PDF, read through its structure tags."""

    def __init__(self, path: Path) -> None:
        self._reader = PdfReader(path)
        self._pages = {page.indirect_reference.idnum: n for n, page in enumerate(self._reader.pages, 1)}  # type: ignore[union-attr]
        self._blocks = 0
        self._tables = 0

    @property
    def count(self) -> int:
        return len(self._pages)

    @cached_property
    def texts(self) -> tuple[Tagged, ...]:
        """Every text of the structure; what is no part of it (furniture) is not there."""
        root = self._reader.trailer["/Root"]["/StructTreeRoot"]  # type: ignore[index]
        return tuple(self._walk(root["/K"], (), 0, 0))

    def _walk(self, node: object, tags: tuple[str, ...], page: int, block: int) -> Iterator[Tagged]:
        if isinstance(node, IndirectObject):
            node = node.get_object()
        if isinstance(node, ArrayObject):
            for inner in node:
                yield from self._walk(inner, tags, page, block)
        elif isinstance(node, int):
            for height, text in self._marked[page].get(int(node), ()):
                yield Tagged(tags, page, text, block, height, self._tables if "Table" in tags else 0)
        elif isinstance(node, DictionaryObject):
            if "/Pg" in node:
                page = self._pages[node.raw_get("/Pg").idnum]
            if node.get("/Type") == "/MCR":
                yield from self._walk(node.raw_get("/MCID"), tags, page, block)
            elif "/S" in node and "/K" in node:
                tag = str(node["/S"])[1:]
                self._tables += tag == "Table"
                if tag in _BLOCKS:
                    self._blocks += 1
                    block = self._blocks
                yield from self._walk(node["/K"], (*tags, tag), page, block)

    @cached_property
    def _marked(self) -> dict[int, dict[int, list[tuple[float, str]]]]:
        """What is drawn of each marked piece of each page, with its height."""
        return {number: self._pieces(number) for number in range(1, self.count + 1)}

    def _pieces(self, number: int) -> dict[int, list[tuple[float, str]]]:
        page = self._reader.pages[number - 1]
        fonts = {name: characters_of(font.get_object()) for name, font in page["/Resources"]["/Font"].items()}  # type: ignore[index]
        found: dict[int, list[tuple[float, str]]] = {}
        stack: list[int | None] = []
        font: dict[int, str] = {}
        height = 0.0
        for operands, operator in ContentStream(page.get_contents(), self._reader).operations:
            match operator:
                case b"BDC":
                    properties = operands[1]
                    marked = isinstance(properties, DictionaryObject) and "/MCID" in properties
                    stack.append(int(properties["/MCID"]) if marked else None)
                case b"BMC":
                    stack.append(None)
                case b"EMC":
                    stack.pop()
                case b"Tf":
                    font = fonts[operands[0]]
                case b"Tm":
                    height = float(operands[5])
                case b"TJ" | b"Tj":
                    if stack and stack[-1] is not None:
                        parts = operands[0] if operator == b"TJ" else operands
                        words = "".join(decoded(part, font) for part in parts)
                        found.setdefault(stack[-1], []).append((height, words))
                case _:
                    pass
        return found


def characters_of(font: DictionaryObject) -> dict[int, str]:
    """The characters of a font's glyphs, from its table for reading."""
    unicode = font["/ToUnicode"].get_object()
    assert isinstance(unicode, StreamObject)
    table = unicode.get_data().decode("latin-1")
    found: dict[int, str] = {}
    for section in re.findall(r"beginbfchar(.*?)endbfchar", table, re.DOTALL):
        for glyph, text in re.findall(r"<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]+)>", section):
            found[int(glyph, 16)] = bytes.fromhex(text).decode("utf-16-be")
    assert "beginbfrange" not in table
    return found


def decoded(part: object, font: dict[int, str]) -> str:
    if isinstance(part, bytes):
        codes = part
    elif isinstance(part, TextStringObject):
        codes = part.original_bytes
    else:
        return ""
    return "".join(font.get(int.from_bytes(codes[n : n + 2], "big"), "\ufffd") for n in range(0, len(codes), 2))


def joined(texts: Iterable[Tagged]) -> str:
    """The texts of a block, or of two that run on, as one: a broken word is whole, and a line ends in a space."""
    whole = ""
    before: tuple[int, float] | None = None
    for text in texts:
        line = text.page, round(text.height, 2)
        if before is not None and line != before:
            if whole.endswith(HYPHEN):
                whole = whole[:-1]
            elif whole and not whole[-1].isspace() and whole[-1] not in "-–/—":
                whole += " "
        before = line
        whole += text.text
    return whole
