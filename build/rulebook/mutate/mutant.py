"""What a mutant is: one thing of the book that is changed, where it stands, and what it is changed to."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from rulebook.source import Position


class Kind(Enum):
    """What is changed, as the report names it."""

    BOUND = "bound numbers and names"
    OPERAND = "numbers in the expressions of bindings"
    GIVEN = "given numbers and names"
    VALUE = "values"
    FORMULA = "numbers in formulas"
    ROSTER = "numbers in the formulas of rosters"
    PRODUCT = "numbers in the formulas of products"
    FIGURE = "numbers in the values of figures"
    CLAIM = "numbers in claims"
    RANGE = "ranges of rolls"
    FIELD = "numbers of the data"


@dataclass(frozen=True, slots=True)
class Place:
    """A part of a text: where the text begins in its file, the text as it is read, and the part's offset in it.

    A text that YAML folds or quotes stands otherwise in its file; `places.position_in_file` finds the part there.
    """

    start: Position
    text: str
    offset: int


@dataclass(frozen=True, slots=True)
class Change:
    """One change: the words that take the old ones' place, and the part of the book that takes the other's.

    `old` is an object of the book, and is told by its identity.
    """

    after: str
    old: object
    new: object


@dataclass(frozen=True, slots=True)
class Mutant:
    """Something that the checks must prove: it does so when they find its change.

    Where it has several changes (a given number, a number of a claim), one that is found suffices, since each alone
    may leave what is proved from it as it was. `subject` is what it belongs to: the name of a definition, the words
    of a claim, the kind of roster, the product or the figure and the part of it, the set and id of an entry; `field`
    is an entry's field.
    """

    kind: Kind
    subject: str
    place: Place
    before: str
    changes: tuple[Change, ...]
    field: str = ""
