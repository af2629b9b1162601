"""Where cards stand on the pages of a layout, so that each back falls on its front when the sheet is turned.

All measures are in mm, from the upper left corner of the page.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass

from rulebook.compose.cards import CardPage, CardSize, Cut, FittedCard, Ground, PlacedFace

LONG_EDGE = "long"
SHORT_EDGE = "short"

# A cut mark keeps this far off the bleed, and is at most so long.
_OFF_MM = 1.0
_LONG_MM = 4.0

# The grounds of neighbours overlap by so much, so that no hairline of paper shows between them.
_SEAM_MM = 0.2


class TooSmallError(ValueError):
    """The cards do not fit on the paper; the message says by how much."""


@dataclass(frozen=True, slots=True)
class SheetGrid:
    """Cards side by side in the middle of a sheet of paper."""

    card: CardSize
    paper_width: float
    paper_height: float
    columns: int
    rows: int

    @property
    def left(self) -> float:
        return (self.paper_width - self.columns * self.card.width) / 2

    @property
    def top(self) -> float:
        return (self.paper_height - self.rows * self.card.height) / 2

    def place(self, column: int, row: int) -> tuple[float, float]:
        """The upper left corner of a card."""
        return self.left + column * self.card.width, self.top + row * self.card.height


def sheets(cards: Sequence[FittedCard], grid: SheetGrid, *, backs: bool, turn: str) -> tuple[CardPage, ...]:
    """Cards on sheets; with `backs`, each sheet is followed by its back, for a printer that turns it on that edge.

    Raises TooSmallError when the cards do not fit on the paper.
    """
    short = min(grid.left, grid.top) - grid.card.bleed
    if short < 0:
        raise TooSmallError(
            f"{grid.columns} × {grid.rows} cards of {grid.card.width:g} × {grid.card.height:g} mm and their bleed are "
            f"{-2 * short:.1f} mm too large for a paper of {grid.paper_width:g} × {grid.paper_height:g} mm"
        )
    pages = []
    count = grid.columns * grid.rows
    cuts = _cuts(grid)
    for first in range(0, len(cards), count):
        slots = [(divmod(number, grid.columns), card) for number, card in enumerate(cards[first : first + count])]
        for back in (False, True)[: 1 + backs]:
            placed = {
                _turned(column, row, grid, turn) if back else (column, row): card for (row, column), card in slots
            }
            # A sheet turned on its lying edge comes up upside down: so are its backs.
            turned = back and _lying(grid, turn)
            faces = tuple(PlacedFace(card, back, *grid.place(*place), turned) for place, card in placed.items())
            grounds = tuple(_ground(grid, place, placed) for place in placed) if back else ()
            pages.append(CardPage(faces, grounds, cuts))
    return tuple(pages)


def _turned(column: int, row: int, grid: SheetGrid, turn: str) -> tuple[int, int]:
    """Where a slot lies as the back of its sheet is seen: turned on its upright edge, left and right change places."""
    return (column, grid.rows - 1 - row) if _lying(grid, turn) else (grid.columns - 1 - column, row)


def _ground(grid: SheetGrid, place: tuple[int, int], placed: Container[tuple[int, int]]) -> Ground:
    """The ground of a back: over its neighbours by a hair, and by the bleed where it has none."""
    column, row = place
    left, top = grid.place(column, row)

    def over(neighbour: tuple[int, int]) -> float:
        return _SEAM_MM if neighbour in placed else grid.card.bleed

    west, east = over((column - 1, row)), over((column + 1, row))
    north, south = over((column, row - 1)), over((column, row + 1))
    return Ground(left - west, top - north, grid.card.width + west + east, grid.card.height + north + south)


def _lying(grid: SheetGrid, turn: str) -> bool:
    """Whether the edge on which the sheet is turned lies at its head."""
    return (turn == LONG_EDGE) != (grid.paper_height >= grid.paper_width)


def _cuts(grid: SheetGrid) -> tuple[Cut, ...]:
    """Marks in the margins at every edge of a card."""
    off = grid.card.bleed + _OFF_MM
    right = grid.left + grid.columns * grid.card.width
    bottom = grid.top + grid.rows * grid.card.height
    cuts: list[Cut] = []
    high = min(_LONG_MM, max(0.0, grid.top - off))
    wide = min(_LONG_MM, max(0.0, grid.left - off))
    for column in range(grid.columns + 1):
        x, _ = grid.place(column, 0)
        cuts += (Cut(x, grid.top - off - high, x, grid.top - off), Cut(x, bottom + off, x, bottom + off + high))
    for row in range(grid.rows + 1):
        _, y = grid.place(0, row)
        cuts += (Cut(grid.left - off - wide, y, grid.left - off, y), Cut(right + off, y, right + off + wide, y))
    return tuple(cuts)


def singles(cards: Sequence[FittedCard], size: CardSize, *, backs: bool) -> tuple[CardPage, ...]:
    """A card a page, which is the trimmed card; with `backs`, each is followed by its back."""
    bleed = size.bleed
    ground = Ground(-bleed, -bleed, size.width + 2 * bleed, size.height + 2 * bleed)
    return tuple(
        CardPage((PlacedFace(card, back, 0.0, 0.0, turned=False),), (ground,) if back else (), ())
        for card in cards
        for back in (False, True)[: 1 + backs]
    )


def stacked(cards: Sequence[FittedCard], size: CardSize) -> CardPage:
    """The fronts of cards on one page, one below the other."""
    return CardPage(tuple(PlacedFace(card, False, 0.0, n * size.height, False) for n, card in enumerate(cards)), (), ())
