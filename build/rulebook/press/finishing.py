"""From the PDF that the engine made to the file of an edition: plates, boxes, marks, and what it says of itself."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pypdf import PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    BooleanObject,
    ByteStringObject,
    DecodedStreamObject,
    DictionaryObject,
    FloatObject,
    NameObject,
    NumberObject,
    StreamObject,
)

from rulebook.finding import Finding, in_order
from rulebook.press.edition_page import press_of
from rulebook.press.editions import PRESS, BookOrder, EditionError, Editions, PressMeasures
from rulebook.press.marks import crop_marks
from rulebook.press.metadata import HEADER, VERSION, output_intent, xmp_packet
from rulebook.press.separations import (
    KNOCK,
    OVER,
    OVER_LINES,
    Rewriting,
    Separation,
    separation_for,
    space_name,
)
from rulebook.render.page import Page
from rulebook.source import Position

UNPRINTABLE = "P011"

# What a page keeps of a form or of itself: a press file has no links, no tags and no bookmarks.
_PAGE_KEYS = frozenset({"/Type", "/Contents", "/Resources", "/MediaBox", "/Parent"})

# Of the document's own information, what the file for a press says too.
_INFORMATION = ("/Title", "/Author", "/Subject", "/Keywords", "/CreationDate", "/ModDate", "/Producer")


def finish(path: Path, target: Path, order: BookOrder, page: Page, editions: Editions, name: str) -> int:
    """Write the PDF at `path`, set on `page`, as the edition that is ordered; the number of its pages.

    Findings call the file `name`. Raises EditionError when something in it cannot be printed, OSError.
    """
    separation = separation_for(order, page)
    if separation is None:
        raise ValueError(f"the edition ‘{order.edition}’ is as the engine makes it")
    reader = PdfReader(path)
    if order.edition == PRESS:
        writer = _for_press(reader, page, press_of(editions), separation, name)
    else:
        writer = _in_black(reader, separation, name)
    with target.open("wb") as file:
        writer.write(file)
    return len(writer.pages)


def _in_black(reader: PdfReader, separation: Separation, name: str) -> PdfWriter:
    """The same document, with links and structure, in greys."""
    writer = PdfWriter(clone_from=reader)
    writer.pdf_header = reader.pdf_header
    _separate(writer, Rewriting(separation), name)
    return writer


def _for_press(reader: PdfReader, page: Page, press: PressMeasures, separation: Separation, name: str) -> PdfWriter:
    writer = PdfWriter()
    for source in reader.pages:
        for key in [key for key in source if key not in _PAGE_KEYS]:
            del source[key]
        writer.add_page(source)
    width, height = page.paper.width.pt, page.paper.height.pt
    while len(writer.pages) % press.multiple:
        writer.add_blank_page(width, height)
    _separate(writer, Rewriting(separation, (width, height), press.bleed.pt), name)
    marks = crop_marks(width, height, press, separation)
    around = press.around_pt
    for sheet in writer.pages:
        drawn = _data_of(sheet)
        moved = f"q 1 0 0 1 {around:.4f} {around:.4f} cm\n".encode()
        _set_contents(writer, sheet, moved + b"q\n" + drawn + b"\nQ\n" + marks + b"\nQ\n")
        _add_press_resources(sheet, separation)
        sheet[NameObject("/MediaBox")] = _box(0, 0, width + 2 * around, height + 2 * around)
        sheet[NameObject("/BleedBox")] = _box(*_grown(around, width, height, press.bleed.pt))
        sheet[NameObject("/TrimBox")] = _box(*_grown(around, width, height, 0))
    _describe(writer, reader, press, separation)
    # At the end: a page that is added brings its file's version with it.
    writer.pdf_header = HEADER
    return writer


def _grown(around: float, width: float, height: float, by: float) -> tuple[float, float, float, float]:
    return around - by, around - by, around + width + by, around + height + by


def _box(*corners: float) -> ArrayObject:
    return ArrayObject(FloatObject(round(corner, 4)) for corner in corners)


def _separate(writer: PdfWriter, rewriting: Rewriting, name: str) -> None:
    """Rewrite every content stream. Raises EditionError with all that cannot be printed."""
    findings: list[Finding] = []
    done: set[int] = set()
    for number, page in enumerate(writer.pages, 1):
        rewriting.faults = []
        _set_contents(writer, page, rewriting.page(_data_of(page)))
        for form in _forms(page.get("/Resources"), done):
            form.set_data(rewriting.stream(form.get_data()))
            _settle_group(form, rewriting.separation)
        rewriting.faults += _picture_faults(page.get("/Resources"))
        for fault in dict.fromkeys(rewriting.faults):
            message = f"page {number}: there is {fault}, which is none of the inks of the page"
            hint = "an edition is printed from the inks of styles/page.yaml alone"
            findings.append(Finding(UNPRINTABLE, Position(name, number), message, hint))
    if findings:
        raise EditionError(in_order(findings))


def _forms(resources: Any, done: set[int]) -> Iterator[Any]:
    """The drawings that a page draws, and those within them, each once."""
    for form in _named(resources, "/XObject"):
        if form.get("/Subtype") == "/Form" and id(form) not in done:
            done.add(id(form))
            yield form
            yield from _forms(form.get("/Resources"), done)


def _settle_group(form: Any, separation: Separation) -> None:
    """Mix what is translucent in the colours of the edition; a group in which all is opaque needs no mixing.

    Why: the engine makes a group that is mixed in red, green and blue of every drawing.
    """
    group = form.get("/Group")
    if group is None:
        return
    if _opaque(form.get("/Resources")):
        del form["/Group"]
    else:
        space = "/DeviceGray" if separation.ground.grey else "/DeviceCMYK"
        group.get_object()[NameObject("/CS")] = NameObject(space)


def _opaque(resources: Any) -> bool:
    """Whether no state that a stream may choose lets anything through."""
    return all(
        float(state.get("/ca", 1)) == float(state.get("/CA", 1)) == 1
        and state.get("/SMask", "/None") == "/None"
        and state.get("/BM", "/Normal") in ("/Normal", "/Compatible")
        for state in _named(resources, "/ExtGState")
    )


def _picture_faults(resources: Any) -> list[str]:
    pictures = any(drawing.get("/Subtype") == "/Image" for drawing in _named(resources, "/XObject"))
    return ["a picture in pixels"] if pictures else []


def _named(resources: Any, key: str) -> Iterator[Any]:
    """What resources have of one kind, such as drawings; nothing where there are none."""
    kind = resources.get_object().get(key) if resources is not None else None
    yield from (value.get_object() for value in (kind.get_object() if kind is not None else {}).values())


def _data_of(page: Any) -> bytes:
    contents = page.get_contents()
    return bytes(contents.get_data()) if contents is not None else b""


def _set_contents(writer: PdfWriter, page: Any, data: bytes) -> None:
    stream = DecodedStreamObject()
    stream.set_data(data)
    old = page.get("/Contents")
    number = getattr(page.raw_get("/Contents"), "idnum", None) if old is not None else None
    packed = stream.flate_encode()
    if number is not None and not isinstance(old.get_object(), ArrayObject):
        writer._objects[number - 1] = packed
        packed.indirect_reference = page.raw_get("/Contents")
    else:
        page[NameObject("/Contents")] = writer._add_object(packed)


def _add_press_resources(page: Any, separation: Separation) -> None:
    """The states and spaces that the rewritten streams name, for the page and all that it draws."""
    own = page.setdefault(NameObject("/Resources"), DictionaryObject()).get_object()
    for resources in (own, *(form["/Resources"].get_object() for form in _forms(own, set()) if "/Resources" in form)):
        states = _part(resources, "/ExtGState")
        states[NameObject(OVER)] = _state(over=True)
        states[NameObject(KNOCK)] = _state(over=False)
        states[NameObject(OVER_LINES)] = _state(over=True, lines=True)
        spaces = _part(resources, "/ColorSpace")
        for spot, process in separation.spots.items():
            spaces[NameObject(space_name(spot))] = _spot_space(spot, process)


def _part(resources: Any, key: str) -> Any:
    if key not in resources:
        resources[NameObject(key)] = DictionaryObject()
    return resources[key].get_object()


def _state(*, over: bool, lines: bool = False) -> DictionaryObject:
    """A state in which areas and letters, or lines too, are printed over what lies beneath, or are not."""
    state = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/ExtGState"),
            NameObject("/op"): BooleanObject(over),
            # A process colour of which there is nothing takes nothing away either.
            NameObject("/OPM"): NumberObject(1 if over else 0),
        }
    )
    if lines:
        state[NameObject("/OP")] = BooleanObject(over)
    return state


def _spot_space(spot: str, process: tuple[int, int, int, int]) -> ArrayObject:
    """The space of a spot colour: a tint of it is as much of the mixture that stands for it."""
    tint = DictionaryObject(
        {
            NameObject("/FunctionType"): NumberObject(2),
            NameObject("/Domain"): _numbers(0, 1),
            NameObject("/C0"): _numbers(0, 0, 0, 0),
            NameObject("/C1"): _numbers(*(part / 100 for part in process)),
            NameObject("/N"): NumberObject(1),
        }
    )
    # A space of its own name, as PDF writes one: letters beyond ASCII and spaces would have to be written as codes.
    return ArrayObject([NameObject("/Separation"), NameObject(f"/{spot}"), NameObject("/DeviceCMYK"), tint])


def _numbers(*values: float) -> ArrayObject:
    return ArrayObject(FloatObject(value) for value in values)


def _describe(writer: PdfWriter, reader: PdfReader, press: PressMeasures, separation: Separation) -> None:
    """What the file says of itself: its standard, its printing condition, and an identifier of its content alone."""
    information = {key: str(value) for key, value in (reader.metadata or {}).items() if key in _INFORMATION}
    condition = press.condition.profile.read_bytes()
    digest = hashlib.sha256(condition)
    for page in writer.pages:
        digest.update(_data_of(page))
    digest.update(repr((sorted(information.items()), sorted(separation.spots.items()))).encode())
    identifier = digest.hexdigest()[:32]
    writer.metadata = {**information, "/Trapped": NameObject("/False"), "/GTS_PDFXVersion": VERSION}
    packet = DecodedStreamObject()
    packet.set_data(xmp_packet(information, identifier))
    packet[NameObject("/Type")] = NameObject("/Metadata")
    packet[NameObject("/Subtype")] = NameObject("/XML")
    root = writer.root_object
    root[NameObject("/Metadata")] = writer._add_object(packet)
    language = reader.root_object.get("/Lang")
    if language is not None:
        root[NameObject("/Lang")] = language
    profile: StreamObject = DecodedStreamObject()
    profile.set_data(condition)
    profile = profile.flate_encode()
    profile[NameObject("/N")] = NumberObject(4)
    reference = writer._add_object(profile)
    root[NameObject("/OutputIntents")] = ArrayObject([output_intent(press.condition, reference)])
    writer._ID = ArrayObject([ByteStringObject(bytes.fromhex(identifier))] * 2)
