"""The fields of a PDF form, finished: names and descriptions, the order of the tab key, and how each value looks.

The engine places the fields and tags them, but leaves the looks of a text to the reader's program, with a font in
which nothing can be typed. Here each field is given the book's own font by the letters of the alphabet, and an
appearance, so that it prints alike everywhere; letters beyond the common ones are added for the values that need them.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulebook.export.writing import write_whole
from rulebook.finding import Finding
from rulebook.glyph_texts import glyph_texts, unicode_map
from rulebook.source import Position

if TYPE_CHECKING:
    from pypdf import PdfWriter

UNFIT = "P009"

SIZE = 9.5
PADDING = 2.0
_FIELD_FONT = "Text"
_PRINTED = 4
_MULTILINE = 1 << 12


@dataclass(frozen=True, slots=True)
class FieldFinish:
    """What a field is called, what is told of it, and its value; `centred` when that stands in the middle.

    `source` is where the value was written, when that is known.
    """

    name: str
    tip: str
    value: str
    centred: bool = False
    source: Position | None = None


def finish_fields(pdf: Path, fields: Sequence[FieldFinish], output: Path, least: float) -> tuple[Finding, ...]:
    """Write the PDF with its fields finished to `output`; with findings, nothing is written.

    A value is made smaller until it fits, down to `least` points. A finding tells of a value that does not fit then, or
    has a letter that the font lacks, and of a field that is declared and not there. Raises OSError when the output
    cannot be written.
    """
    from pypdf import PdfReader, PdfWriter
    from pypdf.generic import ArrayObject, FloatObject, NameObject, TextStringObject

    reader = PdfReader(pdf)
    identifier = reader.trailer.get("/ID")
    writer = PdfWriter(clone_from=reader)
    form: Any = writer.root_object["/AcroForm"].get_object()
    wanted = {field.name: field for field in fields}
    findings: list[Finding] = []
    found: set[str] = set()
    font = _Font(writer, _embedded(form), "".join(field.value for field in fields))
    for page in writer.pages:
        widgets = [ref.get_object() for ref in page.get("/Annots", ())]
        widgets = [widget for widget in widgets if widget.get("/Subtype") == "/Widget"]
        if widgets:
            page[NameObject("/Tabs")] = NameObject("/S")
        for widget in widgets:
            field = wanted.get(str(widget["/T"]))
            if field is None or field.name in found:
                findings.append(_finding(pdf, str(widget["/T"]), "it is not declared, or is there twice"))
                continue
            found.add(field.name)
            widget[NameObject("/TU")] = TextStringObject(field.tip)
            left, bottom, right, top = _box(widget)
            widget[NameObject("/Rect")] = ArrayObject(FloatObject(round(v, 3)) for v in (left, bottom, right, top))
            if widget["/FT"] == "/Tx":
                problem, hint = font.show(widget, field, least)
                findings += [_finding(pdf, field.name, problem, hint, field.source)] if problem else []
            else:
                _finish_box(writer, widget)
    findings += [_finding(pdf, name, "it is not in the PDF") for name in wanted if name not in found]
    if findings:
        return tuple(findings)
    form.pop("/NeedAppearances", None)
    form[NameObject("/DR")] = font.resources
    form[NameObject("/DA")] = TextStringObject(font.default(SIZE))
    if isinstance(identifier, ArrayObject):
        writer._ID = ArrayObject(identifier)
    write_whole(output, _bytes_of(writer))
    return ()


def _bytes_of(writer: PdfWriter) -> bytes:
    buffer = io.BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


def _finding(pdf: Path, name: str, message: str, hint: str = "", source: Position | None = None) -> Finding:
    return Finding(UNFIT, source or Position(f"{pdf.stem}.html"), f"the field ‘{name}’: {message}", hint)


def _embedded(form: Any) -> Any:
    """The font that the engine embedded whole, since fields are set in it."""
    for widget in form["/Fields"]:
        words = str(widget.get_object().get("/DA", "")).split()
        if "Tf" in words:
            name = words[words.index("Tf") - 2]
            return form["/DR"].get_object()["/Font"].get_object()[name].get_object()
    raise ValueError("the document has no field for text")


class _Font:
    """The font of the fields, by one byte a letter: the common letters, and those that the values need besides."""

    def __init__(self, writer: PdfWriter, embedded: Any, values: str) -> None:
        from fontTools.ttLib import TTFont
        from pypdf.generic import (
            ArrayObject,
            DecodedStreamObject,
            DictionaryObject,
            FloatObject,
            NameObject,
            NumberObject,
        )

        self.writer = writer
        described = embedded["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
        stream: Any = described.get("/FontFile2") or described["/FontFile3"]
        program = TTFont(io.BytesIO(stream.get_object().get_data()))
        self.letters: Mapping[int, str] = program.getBestCmap()
        # The engine knows the letters of a font that it embeds whole, but not those of its small capitals and figures.
        said = DecodedStreamObject()
        said.set_data(unicode_map(glyph_texts(program)))
        embedded[NameObject("/ToUnicode")] = writer._add_object(said.flate_encode())
        units = program["head"].unitsPerEm
        advances = program["hmtx"].metrics
        self.ascent = program["hhea"].ascent / units
        self.descent = -program["hhea"].descent / units
        self.codes = {chr(c): byte for byte in range(32, 256) if (c := _common(byte)) and c in self.letters}
        others = sorted({c for c in values if c not in self.codes and ord(c) in self.letters and c > " "})
        free = [*range(1, 32)] + [b for b in range(127, 160) if not _common(b)]
        self.codes |= dict(zip(others, free, strict=False))
        self.widths = {c: advances[self.letters[ord(c)]][0] / units for c in self.codes}
        by_code = {code: round(1000 * self.widths[c]) for c, code in self.codes.items()}
        differences: list[Any] = []
        for char, code in sorted(((c, self.codes[c]) for c in others if c in self.codes), key=lambda pair: pair[1]):
            differences += [NumberObject(code), NameObject(f"/uni{ord(char):04X}")]
        encoding = DictionaryObject(
            {
                NameObject("/Type"): NameObject("/Encoding"),
                NameObject("/BaseEncoding"): NameObject("/WinAnsiEncoding"),
                **({NameObject("/Differences"): ArrayObject(differences)} if differences else {}),
            }
        )
        descriptor = DictionaryObject(described)
        # Its letters are those of the common alphabet: neither symbols nor chosen by glyph.
        descriptor[NameObject("/Flags")] = NumberObject(32)
        name = NameObject("/" + str(described["/FontName"]).lstrip("/").split("+")[-1])
        descriptor[NameObject("/FontName")] = name
        font = DictionaryObject(
            {
                NameObject("/Type"): NameObject("/Font"),
                NameObject("/Subtype"): NameObject("/TrueType"),
                NameObject("/BaseFont"): name,
                NameObject("/FirstChar"): NumberObject(0),
                NameObject("/LastChar"): NumberObject(255),
                NameObject("/Widths"): ArrayObject(FloatObject(by_code.get(code, 0)) for code in range(256)),
                NameObject("/Encoding"): encoding,
                NameObject("/FontDescriptor"): writer._add_object(descriptor),
            }
        )
        fonts = DictionaryObject({NameObject(f"/{_FIELD_FONT}"): writer._add_object(font)})
        self.resources = DictionaryObject({NameObject("/Font"): fonts})

    def default(self, size: float) -> str:
        return f"/{_FIELD_FONT} {size:g} Tf 0 g"

    def show(self, widget: Any, field: FieldFinish, least: float) -> tuple[str, str]:
        """Give a field its value and its look; what is wrong with the value, and a hint, or empty texts."""
        from pypdf.generic import NameObject, NumberObject, TextStringObject

        lacking = sorted({c for c in field.value if c not in self.codes})
        if lacking:
            return f"the font has no {', '.join(lacking)}", "write it with other letters"
        left, bottom, right, top = _box(widget)
        width, height = right - left, top - bottom
        several = bool(int(widget.get("/Ff", 0)) & _MULTILINE)
        size = SIZE
        while size > least and self.width(field.value, size) > width - 2 * PADDING:
            size = max(size - 0.25, least)
        over = self.width(field.value, size) - (width - 2 * PADDING)
        if over > 0:
            too_long = f"‘{field.value}’ does not fit, not even at {size:g} points: it is {over:.1f} points too wide"
            return too_long, "shorten it, or give the field more of its row"
        widget[NameObject("/V")] = TextStringObject(field.value)
        widget[NameObject("/DV")] = TextStringObject("")
        widget[NameObject("/DA")] = TextStringObject(self.default(size))
        widget[NameObject("/F")] = NumberObject(_PRINTED)
        if field.centred:
            widget[NameObject("/Q")] = NumberObject(1)
        start = (width - self.width(field.value, size)) / 2 if field.centred else PADDING
        base = height - self.ascent * size if several else (height - (self.ascent - self.descent) * size) / 2
        codes = bytes(self.codes[c] for c in field.value).hex()
        text = f"BT /{_FIELD_FONT} {size:g} Tf 0 g {start:.3f} {base:.3f} Td <{codes}> Tj ET " if codes else ""
        self.look(widget, f"/Tx BMC q {text}Q EMC", width, height)
        return "", ""

    def width(self, text: str, size: float) -> float:
        return float(size * sum(self.widths[c] for c in text))

    def look(self, widget: Any, content: str, width: float, height: float) -> None:
        from pypdf.generic import DictionaryObject, NameObject

        stream = _stream(content, width, height)
        stream[NameObject("/Resources")] = self.resources
        appearance = DictionaryObject({NameObject("/N"): self.writer._add_object(stream)})
        widget[NameObject("/AP")] = appearance


def _box(widget: Any) -> tuple[float, float, float, float]:
    """The box of a field in points, its lower left corner first: the engine gives the upper one."""
    xs, ys = (sorted(float(v) for v in widget["/Rect"][i::2]) for i in (0, 1))
    return xs[0], ys[0], xs[1], ys[1]


def _common(byte: int) -> int:
    """The code point of a byte in the common encoding, or 0."""
    try:
        return ord(bytes([byte]).decode("cp1252"))
    except UnicodeDecodeError:
        return 0


def _stream(content: str, width: float, height: float) -> Any:
    from pypdf.generic import ArrayObject, DecodedStreamObject, FloatObject, NameObject

    stream = DecodedStreamObject()
    stream.set_data(content.encode("ascii"))
    stream[NameObject("/Type")] = NameObject("/XObject")
    stream[NameObject("/Subtype")] = NameObject("/Form")
    stream[NameObject("/BBox")] = ArrayObject(FloatObject(v) for v in (0, 0, round(width, 3), round(height, 3)))
    return stream


def _finish_box(writer: PdfWriter, widget: Any) -> None:
    """A box to tick: a cross when it is ticked, nothing when it is not. Its frame is the page's."""
    from pypdf.generic import DictionaryObject, NameObject, NumberObject

    left, bottom, right, top = _box(widget)
    width, height = right - left, top - bottom
    edge, far, high = 1.5, width - 1.5, height - 1.5
    cross = (
        f"q 1 w 0 G {edge:.2f} {edge:.2f} m {far:.2f} {high:.2f} l {edge:.2f} {high:.2f} m {far:.2f} {edge:.2f} l S Q"
    )
    on, off = (writer._add_object(_stream(content, width, height)) for content in (cross, "q Q"))
    looks = DictionaryObject({NameObject("/on"): on, NameObject("/Off"): off})
    widget[NameObject("/AP")] = DictionaryObject({NameObject("/N"): looks})
    widget[NameObject("/F")] = NumberObject(_PRINTED)
    widget.pop("/MK", None)
