"""Where the blocks of a document stand once they are laid: from the source of each to its pages.

A block is an element with `data-source`, which names its place in the author's files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from xml.etree.ElementTree import Element

from rulebook.render.page import PIXELS_PER_INCH, POINTS_PER_INCH

SOURCE = "data-source"

# What is set when the pages are laid, and drawings, whose words are where they are drawn.
_SET_LATER = "data-pages"
_SVG = "{http://www.w3.org/2000/svg}"

# The characters that stand for marks of uses (rulebook.render.marks).
_MARKS = range(0xF0000, 0xFFFFE)

_POINT = POINTS_PER_INCH / PIXELS_PER_INCH


@dataclass(frozen=True, slots=True)
class Fragment:
    """Where a block stands, or a part of it: a page from 1, and a rectangle in points from its upper left corner."""

    page: int
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class SourceBlock:
    """A block of the text: its place in the source (`path:line:column`), its element's name, its words, its places.

    The words are cut where the pages add some of their own, such as the number of a page.
    """

    source: str
    kind: str
    texts: tuple[str, ...]
    fragments: tuple[Fragment, ...]


def placed_blocks(root: Element, pages: Iterable[Any]) -> tuple[SourceBlock, ...]:
    """The blocks of a document in their order; `pages` are the engine's, as they are laid."""
    elements = [element for element in root.iter() if element.get(SOURCE)]
    fragments: dict[int, list[Fragment]] = {id(element): [] for element in elements}
    for number, page in enumerate(pages, 1):
        # What is placed by itself is found behind what stands for it.
        for box in page.descendants(placeholders=True):
            # The lines and words of an element have it too; its own boxes are the blocks among them.
            if id(box.element) in fragments and _is_block(box):
                found = fragments[id(box.element)]
                fragment = _fragment(number, box)
                if fragment not in found and fragment.bottom > fragment.top:
                    found.append(fragment)
    return tuple(
        SourceBlock(e.get(SOURCE, ""), str(e.tag), tuple(_texts(e)), tuple(fragments[id(e)])) for e in elements
    )


def _is_block(box: Any) -> bool:
    from weasyprint.formatting_structure import boxes

    return isinstance(box, boxes.BlockLevelBox | boxes.TableRowBox) and box.element_tag == box.element.tag


def _fragment(number: int, box: Any) -> Fragment:
    left, top = box.position_x * _POINT, box.position_y * _POINT
    right, bottom = left + box.margin_width() * _POINT, top + box.margin_height() * _POINT
    return Fragment(number, *(round(value, 1) for value in (left, top, right, bottom)))


def _texts(element: Element) -> Iterator[str]:
    """The words of a block, in parts between what the pages may add; those of a block within it are its own."""
    parts = [""]
    _read(element, parts)
    for part in parts:
        text = " ".join("".join(c for c in part if ord(c) not in _MARKS).split())
        if text:
            yield text


def _read(element: Element, parts: list[str]) -> None:
    parts[-1] += element.text or ""
    for child in element:
        if child.get(SOURCE) or child.get(_SET_LATER) is not None or str(child.tag).startswith(_SVG):
            parts.append("")
        elif isinstance(child.tag, str):
            # A cell is set apart from the one before it, and a link may end with a page.
            apart = child.tag in ("td", "th", "a")
            parts.extend([""] if child.tag in ("td", "th") else [])
            _read(child, parts)
            parts.extend([""] if apart else [])
        parts[-1] += child.tail or ""
