"""Joining PDFs that were set apart: their pages in any order, their structure and bookmarks one after the other."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulebook.export.writing import write_whole

if TYPE_CHECKING:
    from pypdf import PdfReader, PdfWriter


def join_pdfs(parts: Sequence[Path], order: Sequence[tuple[int, int]], output: Path) -> None:
    """Write the pages of `parts` to `output`, each named by its part and its number there, both from 0.

    All that a document says of itself (title, language) is that of the first part. Each part's pages must all be there
    once. Raises OSError when the output cannot be written.
    """
    from pypdf import PdfReader, PdfWriter
    from pypdf.generic import NameObject

    readers = [PdfReader(part) for part in parts]
    writer = PdfWriter()
    pages: dict[tuple[int, int], Any] = {}
    for part, number in order:
        pages[part, number] = writer.add_page(readers[part].pages[number])
    first: Any = readers[0].root_object
    for name in ("/Lang", "/ViewerPreferences", "/MarkInfo"):
        if name in first:
            writer.root_object[NameObject(name)] = first[name].clone(writer)
    writer.metadata = dict(readers[0].metadata or {})
    _join_structures(writer, readers, pages)
    places = {place: number for number, place in enumerate(order)}
    for part, reader in enumerate(readers):
        _add_bookmarks(writer, reader, part, places)
    digest = hashlib.sha256("".join(str(r.trailer.get("/ID")) for r in readers).encode() + str(order).encode())
    write_whole(output, _packed(writer, digest.hexdigest()[:32]))


def _packed(writer: PdfWriter, identifier: str) -> bytes:
    """The document with all that is no stream packed into one, as the engine writes it.

    The library that joins writes each object by itself, and half of the file is then what elements refer to.
    """
    import pydyf
    from pypdf.generic import NullObject, StreamObject

    class Written(pydyf.Object):  # type: ignore[misc]
        """An object as its bytes."""

        def __init__(self, thing: Any) -> None:
            super().__init__()
            buffer = io.BytesIO()
            (NullObject() if thing is None else thing).write_to_stream(buffer)
            self._bytes = buffer.getvalue()
            self._stream = isinstance(thing, StreamObject)

        @property
        def data(self) -> bytes:
            return self._bytes

        @property
        def compressible(self) -> bool:
            return not self._stream

    class Whole(pydyf.PDF):  # type: ignore[misc]
        def add_object(self, thing: Any) -> None:
            """Add an object, unless it is there: the information on the document is."""
            if thing.number is None or thing not in self.objects:
                super().add_object(thing)

    whole = Whole()
    del whole.objects[1:]
    for thing in writer._objects:
        whole.add_object(Written(thing))
    whole.catalog, whole.info = (whole.objects[_number(thing)] for thing in (writer.root_object, writer._info))
    buffer = io.BytesIO()
    whole.write(buffer, version=b"1.7", identifier=identifier.encode(), compress=True)
    return buffer.getvalue()


def _number(thing: Any) -> int:
    """The number of an object, or of what refers to it."""
    return int((getattr(thing, "indirect_reference", None) or thing).idnum)


def _join_structures(writer: PdfWriter, readers: Sequence[PdfReader], pages: Mapping[tuple[int, int], Any]) -> None:
    """One tree of the structures of all parts, whose pages have been added.

    A page finds its elements by a number, which is another one in each part; it is given one that is its own.
    """
    from pypdf.generic import ArrayObject, DictionaryObject, NameObject, NumberObject

    trees = [reader.root_object.get("/StructTreeRoot") for reader in readers]
    if any(tree is None for tree in trees):
        return
    joined: Any = None
    numbers = ArrayObject()
    last = 0
    for part, tree in enumerate(trees):
        copy: Any = tree.get_object().clone(writer)  # type: ignore[union-attr]
        own = copy["/ParentTree"]["/Nums"]
        for at in range(0, len(own), 2):
            numbers += [NumberObject(int(own[at]) + last), own[at + 1]]
        for number, page in enumerate(readers[part].pages):
            if "/StructParents" in page:
                parents = int(page["/StructParents"]) + last  # type: ignore[call-overload]
                pages[part, number][NameObject("/StructParents")] = NumberObject(parents)
        last += 1 + max((int(own[at]) for at in range(0, len(own), 2)), default=-1)
        if joined is None:
            joined = copy
            continue
        document = joined["/K"][0].get_object()
        for child in copy["/K"][0].get_object()["/K"]:
            child.get_object()[NameObject("/P")] = document.indirect_reference
            document["/K"].append(child)
    joined[NameObject("/ParentTree")] = writer._add_object(DictionaryObject({NameObject("/Nums"): numbers}))
    joined[NameObject("/ParentTreeNextKey")] = NumberObject(last)
    writer.root_object[NameObject("/StructTreeRoot")] = joined.indirect_reference


def _add_bookmarks(writer: PdfWriter, reader: PdfReader, part: int, places: Mapping[tuple[int, int], int]) -> None:
    """The bookmarks of a part, which are all of one level."""
    from pypdf.generic import Destination, Fit

    for mark in reader.outline:
        number = reader.get_destination_page_number(mark) if isinstance(mark, Destination) else None
        if isinstance(mark, Destination) and number is not None:
            left, top = (float(v) if v is not None else None for v in (mark.left, mark.top))
            writer.add_outline_item(title=str(mark.title), page_number=places[part, number], fit=Fit.xyz(left, top, 0))
