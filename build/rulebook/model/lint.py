"""What a book declares to the checks."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulebook.model.data import Record
from rulebook.source import Position


@dataclass(frozen=True, slots=True)
class Place:
    """Where something holds: in a chapter, or in a set, one of its entries, one of its fields. Empty: everywhere."""

    chapter: str = ""
    set: str = ""
    entry: str = ""
    field: str = ""


@dataclass(frozen=True, slots=True)
class Inert:
    """Words whose numerals no rule stands behind, and why. Without `text`, all of a field's numerals are meant."""

    text: str
    reason: str
    place: Place
    position: Position
    declared: Record | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class WaiverSource:
    """The set whose entries may waive findings, and the field of such an entry that gives the reason."""

    set: str
    reason: str
    declared: Record

    @property
    def position(self) -> Position:
        """Where it is declared."""
        return self.declared.position


@dataclass(frozen=True, slots=True)
class Lint:
    """What the book declares to the checks.

    `names` are capitalised words that are no terms; `alphabetical` sets keep that order; each group of `same_heads`
    is of chapters with the same heads; `quoting_sets` quote other wordings, and may use words that are avoided.
    `inert` are numerals with no rule behind them; `numerals` is the least share of the others, in per cent, that must
    be bound or stand as data (None: no matter how many); `waivers` says where findings are waived. `links` are words of
    links that are not the title of their target.
    """

    names: tuple[str, ...] = ()
    alphabetical: tuple[str, ...] = ()
    same_heads: tuple[tuple[str, ...], ...] = ()
    quoting_sets: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    inert: tuple[Inert, ...] = ()
    numerals: int | None = None
    waivers: WaiverSource | None = None
