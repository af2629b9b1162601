"""What a product beside the book is judged by: its pages and their boxes, where its texts may stand, and its ink."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rulebook.preflight.contents import Box
from rulebook.render.page import Ink, Length, Page, Paper

_BLACK = Ink(0, 0, 0)
_PAPER = "paper"


@dataclass(frozen=True, slots=True)
class ProductMeasures:
    """The measures of a product, in points from the upper left corner of a page.

    `width` and `height` are a page's, with its `bleed` on every side. Each text stands whole within one of the `areas`.
    With `low_ink`, all is in black alone, and no filled area is larger than `area` square millimetres (0: any may be).
    """

    name: str
    width: float
    height: float
    areas: tuple[Box, ...]
    bleed: float = 0.0
    low_ink: bool = False
    area: int = 0

    def page_of(self, page: Page) -> Page:
        """The book's page as this product has it: its paper, and its inks, which are for anything."""
        inks = {
            name: _BLACK if self.low_ink and name != _PAPER else replace(ink, office=())
            for name, ink in page.inks.items()
        }
        return replace(page, paper=Paper(Length(self.width, "pt"), Length(self.height, "pt")), inks=inks)


def within_margin(page: Page, name: str, *, low_ink: bool = False) -> ProductMeasures:
    """The measures of a product whose pages have one margin all round: `NAME.margin` of styles/page.yaml, or none."""
    margin = page.values.get(f"{name}-margin")
    edge = margin.pt if isinstance(margin, Length) else 0.0
    width, height = page.paper.width.pt, page.paper.height.pt
    return ProductMeasures(name, width, height, (Box(edge, edge, width - edge, height - edge),), low_ink=low_ink)


def measures_from(fields: Mapping[str, Any]) -> ProductMeasures:
    """The measures as `dataclasses.asdict` gives them. Raises TypeError when they are not."""
    return ProductMeasures(**{**fields, "areas": tuple(Box(**area) for area in fields.get("areas", ()))})
