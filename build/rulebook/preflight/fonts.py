"""The fonts of a PDF: which character each code is, and how wide."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from pypdf.generic import DictionaryObject, StreamObject

_SECTION = re.compile(r"begin(bfchar|bfrange)(.*?)end\1", re.DOTALL)
_PAIR = re.compile(r"<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]+)>")
_TRIPLE = re.compile(r"<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]+)>\s*(?:<([0-9a-fA-F]+)>|\[([^\]]*)\])")
_HEX = re.compile(r"<([0-9a-fA-F]+)>")

# What a character is when the font does not say: shown, and found nowhere.
UNKNOWN = "\ufffd"

_DEFAULT_WIDTH = 1000.0


@dataclass(frozen=True, slots=True)
class CodedFont:
    """A font as text is drawn with it: bytes a code, characters and widths (in thousandths of its size) by code."""

    name: str
    embedded: bool
    code_bytes: int
    characters: dict[int, str]
    widths: dict[int, float]
    default: float

    def read(self, codes: bytes) -> list[tuple[str, float]]:
        """Each character of a string with its width."""
        size = self.code_bytes
        numbers = [int.from_bytes(codes[at : at + size], "big") for at in range(0, len(codes), size)]
        return [(self.characters.get(n, UNKNOWN), self.widths.get(n, self.default)) for n in numbers]


def coded_font(font: Any) -> CodedFont:
    """A font of a page's resources."""
    name = str(font.get("/BaseFont", "/unnamed"))[1:].split("+", 1)[-1]
    inner = font
    composite = font.get("/Subtype") == "/Type0"
    if composite:
        inner = font["/DescendantFonts"].get_object()[0].get_object()
    descriptor = inner.get("/FontDescriptor")
    descriptor = descriptor.get_object() if descriptor is not None else {}
    embedded = any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3")) or (
        font.get("/Subtype") == "/Type3"
    )
    characters = _characters(font.get("/ToUnicode"))
    if composite:
        default = float(inner.get("/DW", _DEFAULT_WIDTH))
        return CodedFont(name, embedded, 2, characters, _composite_widths(inner.get("/W")), default)
    if not characters:
        characters = {code: chr(code) for code in range(256)}
    first = int(font.get("/FirstChar", 0))
    listed = font.get("/Widths")
    widths = {first + n: float(w) for n, w in enumerate(listed.get_object() if listed is not None else ())}
    return CodedFont(name, embedded, 1, characters, widths, 500.0)


def _characters(unicode: Any) -> dict[int, str]:
    stream = unicode.get_object() if unicode is not None else None
    found: dict[int, str] = {}
    if not isinstance(stream, StreamObject):
        return found
    for kind, section in _SECTION.findall(stream.get_data().decode("latin-1")):
        if kind == "bfchar":
            for code, text in _PAIR.findall(section):
                found[int(code, 16)] = _text(text)
            continue
        for first, last, begin, each in _TRIPLE.findall(section):
            texts = _HEX.findall(each)
            for number, code in enumerate(range(int(first, 16), int(last, 16) + 1)):
                if begin:
                    text = _text(begin)
                    found[code] = text[:-1] + chr(ord(text[-1]) + number)
                elif number < len(texts):
                    found[code] = _text(texts[number])
    return found


def _text(digits: str) -> str:
    return bytes.fromhex(digits).decode("utf-16-be", "replace") or UNKNOWN


def _composite_widths(listed: Any) -> dict[int, float]:
    """The widths of a composite font: `first [w w …]` and `first last w`, mixed."""
    widths: dict[int, float] = {}
    items = list(listed.get_object()) if listed is not None else []
    at = 0
    while at + 1 < len(items):
        first, second = int(items[at]), items[at + 1].get_object()
        if isinstance(second, list):
            widths.update({first + n: float(width) for n, width in enumerate(second)})
            at += 2
        elif at + 2 < len(items):
            widths.update(dict.fromkeys(range(first, int(second) + 1), float(items[at + 2])))
            at += 3
        else:
            break
    return widths


class FontBook:
    """The fonts of a file, each read once."""

    def __init__(self) -> None:
        self._read: dict[int, CodedFont] = {}

    def of(self, resources: Any) -> dict[str, CodedFont]:
        """The fonts that a page's resources name."""
        named = resources.get("/Font") if isinstance(resources, DictionaryObject) else None
        if named is None:
            return {}
        found = {}
        for name, reference in named.get_object().items():
            font = reference.get_object()
            number = getattr(named.get_object().raw_get(name), "idnum", id(font))
            if number not in self._read:
                self._read[number] = coded_font(font)
            found[str(name)] = self._read[number]
        return found
