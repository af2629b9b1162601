"""Opening a finished PDF, and reading what stands in it."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pypdf import PdfReader
from pypdf.errors import PyPdfError
from pypdf.generic import Destination, DictionaryObject

from rulebook.plain_file import plain_bytes
from rulebook.preflight.contents import Bookmark, Box, Contents, Corners, Font, Link, Place, Sheet
from rulebook.preflight.declared import BOXES, declared_of
from rulebook.preflight.drawing import PageDrawing
from rulebook.preflight.fonts import FontBook
from rulebook.preflight.structure import structure_of

# More than any book, less than what would exhaust memory.
_MOST_BYTES = 1_000_000_000


class UnreadablePdfError(Exception):
    """The file is no PDF, is not whole, or is locked; the message says so in a line."""


def read_pdf(path: Path, name: str = "") -> Contents:
    """What stands in a PDF; `name` is what findings call it (its path, when it is empty).

    Raises UnreadablePdfError, and OSError when the file cannot be opened.
    """
    data = plain_bytes(path, _MOST_BYTES)
    if not data.lstrip()[:5] == b"%PDF-":
        raise UnreadablePdfError(f"{path} is not a PDF: it does not begin with ‘%PDF-’")
    if b"%%EOF" not in data[-2048:]:
        raise UnreadablePdfError(f"{path} is not whole: its end (‘%%EOF’) is missing; make it again")
    with _quiet():
        try:
            reader = PdfReader(path, strict=True)
            if reader.is_encrypted:
                raise UnreadablePdfError(f"{path} is locked with a password: save it without one")
            if not len(reader.pages):
                raise UnreadablePdfError(f"{path} has no pages")
            return _contents(reader, name or str(path))
        except UnreadablePdfError:
            raise
        # A torn file can break any step of its reading: whatever it was, it is the file's fault.
        except (PyPdfError, ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError) as error:
            raise UnreadablePdfError(f"{path} cannot be read: something in it is damaged; make it again") from error


@contextmanager
def _quiet() -> Iterator[None]:
    """Within it, the reader's own complaints are kept off the terminal: what is wrong is said once."""
    logger = logging.getLogger("pypdf")
    before = logger.level, logger.propagate
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(before[0])
        logger.propagate = before[1]


def _contents(reader: PdfReader, name: str) -> Contents:
    numbers = {p.indirect_reference.idnum: n for n, p in enumerate(reader.pages, 1) if p.indirect_reference}
    structure = structure_of(reader, numbers)
    by_page: dict[int, dict[int, Any]] = {}
    for (of_page, mark), tag in structure.tags.items():
        by_page.setdefault(of_page, {})[mark] = tag
    fonts = FontBook()
    labels = reader.page_labels
    sheets = []
    used: dict[tuple[str, bool], list[int]] = {}
    for number, page in enumerate(reader.pages, 1):
        box = page.mediabox
        height = float(box.height)
        # Places are counted from the corner of the sheet, which need not be where the file counts from.
        corner = float(box.left), float(box.bottom)
        drawing = PageDrawing(height, fonts, by_page.get(number, {}), corner)
        resources = page.get("/Resources")
        drawing.read(page.get_contents(), resources.get_object() if resources is not None else None)
        sheets.append(
            Sheet(
                number,
                labels[number - 1],
                float(box.width),
                height,
                tuple(drawing.runs),
                tuple(drawing.paints),
                tuple(_links(page, height)),
                {key[1:]: _corners(page[key]) for key in BOXES if key in page},
            )
        )
        drawn = {run.font for run in drawing.runs}
        for font in fonts.of(resources.get_object() if resources is not None else None).values():
            if font.name in drawn:
                used.setdefault((font.name, font.embedded), []).append(number)
    metadata = reader.metadata
    heights = {sheet.number: sheet.height for sheet in sheets}
    return Contents(
        name=name,
        title=str(metadata.title or "") if metadata else "",
        language=str(reader.root_object.get("/Lang", "")),
        sheets=tuple(sheets),
        fonts=tuple(Font(name, embedded, tuple(pages)) for (name, embedded), pages in sorted(used.items())),
        bookmarks=tuple(_bookmarks(reader.outline, 0, numbers, heights)),
        places={str(n): _place(d, numbers, heights) for n, d in reader.named_destinations.items()},
        drawings=tuple(structure.drawings),
        declared=declared_of(reader),
    )


def _corners(box: Any) -> Corners:
    left, low, right, high = (float(value) for value in box)
    return left, low, right, high


def _links(page: Any, height: float) -> Iterator[Link]:
    for reference in page.get("/Annots", ()) or ():
        note = reference.get_object()
        if note.get("/Subtype") != "/Link":
            continue
        x1, y1, x2, y2 = (float(value) for value in note["/Rect"])
        box = Box(min(x1, x2), height - max(y1, y2), max(x1, x2), height - min(y1, y2))
        action = note.get("/A")
        action = action.get_object() if action is not None else {}
        name = note.get("/Dest", action.get("/D", "") if isinstance(action, DictionaryObject) else "")
        yield Link(box, str(name), str(action.get("/URI", "")))


def _place(destination: Any, numbers: dict[int, int], heights: dict[int, float]) -> Place:
    page = numbers.get(getattr(destination.page, "idnum", -1), 0)
    return Place(page, heights.get(page, 0.0) - float(destination.top or 0))


def _bookmarks(items: Any, level: int, numbers: dict[int, int], heights: dict[int, float]) -> Iterator[Bookmark]:
    for item in items:
        if isinstance(item, list):
            yield from _bookmarks(item, level + 1, numbers, heights)
        elif isinstance(item, Destination):
            place = _place(item, numbers, heights)
            yield Bookmark(str(item.title), level, place.page, place.top)
