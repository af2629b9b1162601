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
    tables: int = 0
    rows: int = 0

    def within(self, tag: Tag, name: str) -> Tag:
        """The place of what stands in a new element of that name, which stands at `tag` itself."""
        if name in _BLOCKS:
            self.blocks += 1
        if name == "Table":
            self.tables += 1
        if name == "TR":
            self.rows += 1
        return Tag(
            (*tag.path, name),
            self.blocks if name in _BLOCKS else tag.block,
            self.tables if name == "Table" else tag.table,
            self.rows if name == "TR" else tag.row,
        )


def structure_of(reader: Any, pages: dict[int, int]) -> Structure:
    """The structure of a file, read from its tree; `pages` are the numbers of its pages by their objects' numbers."""
    structure = Structure()
    root = reader.root_object.get("/StructTreeRoot")
    if root is not None:
        kids = root.get_object().get("/K")
        if kids is not None:
            _walk(kids, Tag((), 0), 0, structure, pages)
    return structure


def _walk(node: Any, tag: Tag, page: int, found: Structure, pages: dict[int, int]) -> None:
    if isinstance(node, IndirectObject):
        node = node.get_object()
    if isinstance(node, ArrayObject):
        for inner in node:
            _walk(inner, tag, page, found, pages)
    elif isinstance(node, int):
        found.tags[page, int(node)] = tag
    elif isinstance(node, DictionaryObject):
        if "/Pg" in node:
            page = pages.get(node.raw_get("/Pg").idnum, page)
        if node.get("/Type") == "/MCR":
            _walk(node.raw_get("/MCID"), tag, page, found, pages)
        elif "/S" in node:
            name = str(node["/S"])[1:]
            inside = found.within(tag, name)
            if name == "Figure":
                found.drawings.append(Drawing(page, str(node.get("/Alt", "")).strip()))
            if "/K" in node:
                _walk(node["/K"], inside, page, found, pages)
