"""The formulas of what is made of a book: how many tokens, how many lines to write on, what values a sheet shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto

from rulebook.load.book import own_schema
from rulebook.load.declared import FORMS, PACK, product_form, product_record
from rulebook.load.wanted import BOXES, ONE, SOME, TOKENS, TRUTH, Wanted
from rulebook.model import Book, Computed, Items, Record, Value, Word

_NAMES = ("id", "entry", "label", "lead")
_COUNTS = ("count", "blank", "members")


class Of(Enum):
    """What a formula is asked of: the book alone, an empty sheet of a roster, a roster, or a member of one."""

    BOOK = auto()
    EMPTY = auto()
    ROSTER = auto()
    MEMBER = auto()


@dataclass(frozen=True, slots=True)
class ProductFormula:
    """A formula of a product: what it is called in a report, what it is asked of, and what it is to give."""

    name: str
    value: Computed
    of: tuple[Of, ...]
    wanted: Wanted


def formulas_of_product(book: Book, product: str) -> Iterator[ProductFormula]:
    """The formulas of a product, in the author's order; of one that has faults, none."""
    form = product_form(product)
    record = product_record(book, product, own_schema(form), product, [])
    if record is not None:
        yield from _within(record, _Place(form, Of.ROSTER if form == FORMS else Of.BOOK))


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a value stands: in what form of product, asked of what, and below which ids and keys.

    `filled` is true where it is never asked of an empty sheet.
    """

    form: str
    of: Of
    names: tuple[str, ...] = ()
    filled: bool = False

    def formula(self, value: Computed, key: str, has_blank: bool) -> ProductFormula:
        name = " › ".join(self.names)
        if self.form != FORMS:
            return ProductFormula(name, value, (self.of,), TOKENS if self.form == PACK else ONE)
        if key not in _COUNTS:
            return ProductFormula(name, value, (self.of,), TRUTH if key == "when" else SOME)
        # An empty sheet has as many lines as a filled one, unless it says how many else.
        empty = () if has_blank or self.filled else (Of.EMPTY,)
        return ProductFormula(name, value, (Of.EMPTY,) if key != "count" else (self.of, *empty), BOXES)


def _within(value: Value, place: _Place, key: str = "", has_blank: bool = False) -> Iterator[ProductFormula]:
    """The formulas of a value, by the ids of what they stand in and their own keys."""
    match value:
        case Computed():
            yield place.formula(value, key, has_blank)
        case Items(values=values):
            for inner in values:
                yield from _within(inner, place)
        case Record(fields=fields):
            # What stands in a list is known by one of these.
            own = next((word.text for name in _NAMES if isinstance(word := fields.get(name), Word)), "")
            of = fields.get("of")
            if place.form == FORMS and isinstance(of, Word) and of.text == "member":
                place = replace(place, of=Of.MEMBER)
            for name, inner in fields.items():
                keys = () if isinstance(inner, Items | Record) else (name,)
                there = replace(place, names=tuple(filter(None, (*place.names, own, *keys))))
                if place.form == FORMS and name == "card":
                    there = replace(there, of=Of.MEMBER, filled=True)
                yield from _within(inner, there, name, "blank" in fields)
        case _:
            return
