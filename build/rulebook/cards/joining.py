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
    from pypdf.generic import ArrayObject, ByteStringObject, NameObject

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
    own = ByteStringObject(digest.digest()[:16])
    writer._ID = ArrayObject([own, own])
    buffer = io.BytesIO()
    writer.write(buffer)
    write_whole(output, buffer.getvalue())


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
