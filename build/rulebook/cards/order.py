"""What is asked for when cards are made, and whether the book has it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from rulebook.cards.imposition import LONG_EDGE
from rulebook.model import Book
from rulebook.press.edition_page import paper_names
from rulebook.product import PAGE_FILE
from rulebook.render.page import PageError, load_page
from rulebook.unknown_name import UnknownNameError


@dataclass(frozen=True, slots=True)
class CardOrder:
    """What is asked for: a layout, some decks (none: all), a sheet's paper, backs, and on which edge sheets are turned.

    `address` is put before the names of pictures in the list of a deck; `bleed` leaves a picture its bleed. `sequence`
    is the order of the pages where there are backs; without it, all fronts of sheets come first, and a single card's
    back comes after it. `only` are the cards that are made, each by its deck's id and its anchor; without it, all are.
    """

    layout: str
    decks: tuple[str, ...] = ()
    paper: str = ""
    backs: bool = False
    turn: str = LONG_EDGE
    low_ink: bool = False
    bleed: bool = False
    address: str = ""
    sequence: str = ""
    only: frozenset[tuple[str, str]] | None = None


def refuse_unknown_names(book: Book, order: CardOrder) -> None:
    """See that the book has the layout, the decks and the paper of an order. Raises UnknownNameError.

    A book that declares no cards, or no sound page, has faults of its own, which are found when they are made.
    """
    cards = book.cards
    if cards is None:
        return
    layouts = {layout.id: layout for layout in cards.layouts}
    if order.layout not in layouts:
        raise UnknownNameError("--layout", f"there is no layout ‘{order.layout}’", order.layout, layouts)
    decks = [deck.id for deck in cards.decks]
    for name in order.decks:
        if name not in decks:
            raise UnknownNameError("--deck", f"there is no deck ‘{name}’", name, decks)
    _refuse_idle(order, layouts[order.layout].kind)
    if not order.paper:
        return
    if layouts[order.layout].kind != "sheet":
        said = f"the cards of the layout ‘{order.layout}’ stand on no paper, but each alone: leave it out"
        raise UnknownNameError("--paper", said, order.paper)
    with suppress(PageError):
        papers = paper_names(load_page(book.root / PAGE_FILE))
        if order.paper not in papers:
            raise UnknownNameError("--paper", f"there is no paper ‘{order.paper}’", order.paper, papers)


def _refuse_idle(order: CardOrder, kind: str) -> None:
    """Refuse what a layout of that kind would pass over without a word. Raises UnknownNameError."""
    idle = {
        "--bleed": (order.bleed and kind != "image", "has no pictures"),
        "--address": (order.address and kind != "image", "has no pictures"),
        "--order": (order.sequence and kind == "image", "has no pages, but pictures"),
        "--turn": (order.turn != LONG_EDGE and kind != "sheet", "has no sheets"),
    }
    for option, (given, why) in idle.items():
        if given:
            raise UnknownNameError(option, f"the layout ‘{order.layout}’ {why}: leave it out", "")
