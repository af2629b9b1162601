"""The structure of a tagged PDF: which tags stand over each marked piece of each page, and its figures."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pypdf.generic import ArrayObject, DictionaryObject, IndirectObject

from rulebook.preflight.contents import Drawing, Tag

# What begins a line of its own.
_BLOCKS = frozenset({"P", "LBody", "Lbl", "TD", "TH", "Caption", "Figure", "H1", "H2", "H3", "H4", "H5", "H6"})


@dataclass(slots=True)
class Structure:
    """The tag of each marked piece, by its page and its number there; and the figures."""

    tags: dict[tuple[int, int], Tag] = field(default_factory=dict)
    drawings: list[Drawing] = field(default_factory=list)
    blocks: int = 0


def structure_of(reader: Any, pages: dict[int, int]) -> Structure:
    """The structure of a file, read from its tree; `pages` are the numbers of its pages by their objects' numbers."""
    structure = Structure()
    root = reader.root_object.get("/StructTreeRoot")
    if root is not None:
        kids = root.get_object().get("/K")
        if kids is not None:
            _walk(kids, (), 0, 0, structure, pages)
    return structure


def _walk(node: Any, path: tuple[str, ...], page: int, block: int, found: Structure, pages: dict[int, int]) -> None:
    if isinstance(node, IndirectObject):
        node = node.get_object()
    if isinstance(node, ArrayObject):
        for inner in node:
            _walk(inner, path, page, block, found, pages)
    elif isinstance(node, int):
        found.tags[page, int(node)] = Tag(path, block)
    elif isinstance(node, DictionaryObject):
        if "/Pg" in node:
            page = pages.get(node.raw_get("/Pg").idnum, page)
        if node.get("/Type") == "/MCR":
            _walk(node.raw_get("/MCID"), path, page, block, found, pages)
        elif "/S" in node:
            name = str(node["/S"])[1:]
            if name in _BLOCKS:
                found.blocks += 1
                block = found.blocks
            if name == "Figure":
                found.drawings.append(Drawing(page, str(node.get("/Alt", "")).strip()))
            if "/K" in node:
                _walk(node["/K"], (*path, name), page, block, found, pages)
