"""What a PDF says of itself to a press: its standard, its printing condition, its boxes, and what it may not hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pypdf.generic import StreamObject

from rulebook.preflight.contents import Declared, Intent

BOXES = ("/MediaBox", "/CropBox", "/BleedBox", "/TrimBox", "/ArtBox")

_STANDARD = re.compile(rb"GTS_PDFXVersion(?:>|=\")([^<\"]*)")
_DEEPEST = 8


def declared_of(reader: Any) -> Declared:
    """What the file says."""
    root = reader.root_object
    metadata = root.get("/Metadata")
    packet = metadata.get_object().get_data() if metadata is not None else b""
    standard = _STANDARD.search(packet)
    information = reader.metadata or {}
    intents = root.get("/OutputIntents")
    names = root.get("/Names")
    return Declared(
        version=reader.pdf_header.removeprefix("%PDF-"),
        standard=standard[1].decode("utf-8", "replace") if standard else "",
        trapped=str(information.get("/Trapped", ""))[1:],
        identified=reader.trailer.get("/ID") is not None,
        intents=tuple(_intent(value.get_object()) for value in (intents.get_object() if intents is not None else ())),
        notes=tuple(number for number, page in enumerate(reader.pages, 1) if page.get("/Annots")),
        spaces=tuple(sorted({space for page in reader.pages for space in _spaces(page, 0)})),
        starts="/OpenAction" in root or "/AA" in root or (names is not None and "/JavaScript" in names.get_object()),
    )


def _intent(intent: Any) -> Intent:
    profile = intent.get("/DestOutputProfile")
    stream = profile.get_object() if profile is not None else None
    data = bytes(stream.get_data()) if isinstance(stream, StreamObject) else b""
    return Intent(str(intent.get("/S", ""))[1:], str(intent.get("/OutputConditionIdentifier", "")), data)


def _spaces(holder: Any, deep: int) -> Iterator[str]:
    """The spaces in which groups are mixed: the page's own, and those of what it draws."""
    group = holder.get("/Group")
    if group is not None and "/CS" in group.get_object():
        space = group.get_object()["/CS"].get_object()
        yield str(space[0] if isinstance(space, list) else space)[1:]
    resources = holder.get("/Resources")
    drawings = resources.get_object().get("/XObject") if resources is not None and deep < _DEEPEST else None
    for value in (drawings.get_object() if drawings is not None else {}).values():
        yield from _spaces(value.get_object(), deep + 1)
