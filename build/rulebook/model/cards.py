"""The cards of a book: decks, where their cards come from, and how they are laid out."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.model.data import Record, Word
from rulebook.model.prose import Filter
from rulebook.source import Position


@dataclass(frozen=True, slots=True)
class CardPart:
    """A part of a card: the paths of its value, of which the first that the entry has is set, its style and its lead.

    `style` is `text`, `quote`, `strong`, `display` (large) or `listed`: each thing that the value refers to on a line
    of its own, its name, and the first of the fields `of` that it has; where it refers to nothing, `none` is said. A
    path that begins with `owner` leads into the entry through which the card's own was found.
    """

    paths: tuple[tuple[str, ...], ...]
    style: str
    lead: str
    of: tuple[str, ...]
    declared: Record
    none: str = ""

    @property
    def position(self) -> Position:
        """Where it is declared."""
        return self.declared.position


@dataclass(frozen=True, slots=True)
class CardSource:
    """Which entries have a card each, and what stands on it.

    They are those of `set` that meet every filter, or, with `through`, what that field of theirs refers to. `title` is
    the path of the card's title; where there is a `chapter`, that chapter's title. `badge` stands in the corner,
    `facts` under the title, `strip` are the cells at the foot (each with its head as lead), `ticks` is the path of a
    number of boxes to be ticked. The words of `says` are a fact of all these cards.
    """

    set: Word
    filters: tuple[Filter, ...]
    through: str
    title: tuple[str, ...]
    chapter: Word | None
    says: str
    badge: CardPart | None
    facts: tuple[CardPart, ...]
    body: tuple[CardPart, ...]
    strip: tuple[CardPart, ...]
    ticks: Word | None
    declared: Record

    @property
    def position(self) -> Position:
        """Where it is declared."""
        return self.declared.position


@dataclass(frozen=True, slots=True)
class CardDeck:
    """A deck of cards: its id, title, the shape that marks it, and where its cards come from."""

    id: str
    title: str
    mark: Word
    sources: tuple[CardSource, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class CardLayout:
    """A way in which cards are laid out.

    `kind` is `sheet` (so many columns and rows on a paper), `single` (a card a page, with its bleed) or `image` (a
    picture for each card and for each sheet of so many, at `resolution` dots an inch; a sheet is at most `most_pixels`
    wide or high). What a layout has no use for is empty or 0.
    """

    id: str
    kind: str
    paper: str
    columns: int
    rows: int
    resolution: int
    most_pixels: int
    position: Position


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of a book: what they are called, what stands before the page of a rule, the layouts and the decks."""

    title: str
    page_label: str
    layouts: tuple[CardLayout, ...]
    decks: tuple[CardDeck, ...]
    position: Position
