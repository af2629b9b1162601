"""What the PDF of a book, or of a product beside it, must hold: openings, figures, texts, and where each comes from.

The build writes it beside the PDF (`FILE.map.json`), so that the PDF can be judged without setting it again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from rulebook.plain_file import plain_bytes
from rulebook.preflight.product_measures import ProductMeasures, measures_from
from rulebook.render.placed import Fragment, SourceBlock
from rulebook.source import Position

SUFFIX = ".map.json"

VERSION = 1


class MapError(Exception):
    """The map cannot be read; the message says why in a line."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What has a place in the contents or a bookmark: `kind` is part, chapter, section, run-in or figure.

    `part` is the number of the numbered book in which it stands (0: none), `mark` how that book's tab names it.
    """

    kind: str
    anchor: str
    title: str
    part: int = 0
    mark: str = ""


@dataclass(frozen=True)
class Expected:
    """What the PDF must hold. `work` is the title of the whole; `log` is what the engine said while it was set.

    `product` is what a product beside the book is judged by; None for the book.
    """

    work: str
    language: str
    openings: tuple[Opening, ...]
    blocks: tuple[SourceBlock, ...]
    log: tuple[str, ...] = ()
    draft: bool = False
    product: ProductMeasures | None = None

    @cached_property
    def by_page(self) -> dict[int, list[tuple[Fragment, SourceBlock]]]:
        """The blocks of each page."""
        found: dict[int, list[tuple[Fragment, SourceBlock]]] = {}
        for block in self.blocks:
            for fragment in block.fragments:
                found.setdefault(fragment.page, []).append((fragment, block))
        return found

    def source_at(self, page: int, x: float, y: float) -> Position | None:
        """The place in the source of what stands at a point of a page: of the smallest block that holds it."""
        holding = [
            (_area(fragment), block.source)
            for fragment, block in self.by_page.get(page, ())
            if fragment.left - 1 <= x <= fragment.right + 1 and fragment.top - 1 <= y <= fragment.bottom + 1
        ]
        return position_of(min(holding)[1]) if holding else None


def _area(fragment: Fragment) -> float:
    return (fragment.right - fragment.left) * (fragment.bottom - fragment.top)


def position_of(source: str) -> Position:
    """A place as `path:line:column` says it; line and column may be left out."""
    path, *numbers = source.split(":")
    line, column = [int(n) for n in (*numbers, "1", "1")[:2]]
    return Position(path, line, column)


def map_beside(pdf: Path) -> Path:
    """Where a PDF's map is."""
    return pdf.with_suffix(SUFFIX)


def map_text(expected: Expected) -> str:
    """The map as JSON."""
    fields: dict[str, Any] = {"version": VERSION, **asdict(expected)}
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")) + "\n"


def read_map(path: Path) -> Expected:
    """The map of a file. Raises MapError when it is no such map, OSError when it cannot be opened."""
    try:
        fields = json.loads(plain_bytes(path))
        if fields.pop("version") != VERSION:
            raise MapError(f"{path} is a map of another version: set the book again")
        openings = tuple(Opening(**o) for o in fields.pop("openings"))
        blocks = tuple(_block(**b) for b in fields.pop("blocks"))
        product = measures_from(given) if (given := fields.pop("product", None)) else None
        return Expected(openings=openings, blocks=blocks, log=tuple(fields.pop("log")), product=product, **fields)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise MapError(f"{path} is not the map of a book, or not whole: set the book again") from error


def _block(source: str, kind: str, texts: Iterable[str], fragments: Iterable[dict[str, Any]]) -> SourceBlock:
    return SourceBlock(source, kind, tuple(texts), tuple(Fragment(**f) for f in fragments))
