"""How far a page may be from its measures: the group `preflight` of styles/page.yaml."""

from __future__ import annotations

from dataclasses import dataclass, fields

from rulebook.finding import Finding
from rulebook.render.page import WRONG_PAGE, Length, Page, PageError

GROUP = "preflight"

_LENGTHS = frozenset({"overhang", "near", "overlap", "least"})


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits. Lengths are in points, shares in per cent.

    `head_line` and `folio_line` say on which line of the grid the running head stands over the type area, and the
    folio under it; `furniture_from` is the first page that has them. `overhang` is how far a letter may stand out of
    the type area, `near` how far a baseline may be off the grid, `overlap` how far two words may run into each other.
    No type is smaller than `least`. A word space over `loose` of the normal is loose, on `loose_lines` of the justified
    lines at the most, and over `loosest` on none. A ragged line of the text ends at most `rag` of its column early. A
    paragraph leaves `widow` lines at least on each side of a break. A page is filled to `fill` at least, and no band of
    it wider than `empty` is without text. Columns that end together end at most `balance` lines apart. From `ragged`
    empty lines on the end of a page is ragged, as `ragged_ends` of a book may be amid a chapter.
    """

    head_line: int
    folio_line: int
    furniture_from: int
    overhang: float
    near: float
    overlap: float
    least: float
    loose: int
    loosest: int
    loose_lines: int
    rag: int
    widow: int
    fill: int
    empty: int
    balance: int
    ragged: int
    ragged_ends: int


def _names() -> list[str]:
    return [field.name.replace("_", "-") for field in fields(Limits)]


def limits_of(page: Page) -> Limits:
    """The limits that the page declares. Raises PageError, with every one that is missing."""
    found: dict[str, float] = {}
    faults = []
    place = page.place(GROUP)
    for field in fields(Limits):
        name = field.name.replace("_", "-")
        value = page.values.get(f"{GROUP}-{name}")
        if name in _LENGTHS and isinstance(value, Length):
            found[field.name] = value.pt
        elif name not in _LENGTHS and isinstance(value, int):
            found[field.name] = value
        else:
            kind = "a length in mm or pt" if name in _LENGTHS else "a whole number"
            faults.append(Finding(WRONG_PAGE, place, f"there is no {GROUP}.{name}", f"add it to the measures: {kind}"))
    if len(faults) == len(fields(Limits)):
        message = f"there is no group ‘{GROUP}’, by which a finished PDF is judged"
        faults = [Finding(WRONG_PAGE, place, message, f"it has {', '.join(_names())}")]
    if faults:
        raise PageError(tuple(faults))
    return Limits(**found)  # type: ignore[arg-type]
