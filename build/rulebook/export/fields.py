"""The fields of entries, typed: numbers with their unit, dice, ranges of a die, references."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from rulebook.compose.values import NO_VALUE, reference_name
from rulebook.export.computed import expression_json
from rulebook.export.jsons import UNITS, Json, JsonMap, dice_json, number_json, plain_number, text_json
from rulebook.export.texts import Texts
from rulebook.model import (
    Book,
    Chapter,
    Computed,
    Entry,
    Flag,
    Items,
    Number,
    Prose,
    Record,
    Reference,
    Section,
    Value,
    Word,
)
from rulebook.rules.bound import BoundBook
from rulebook.rules.numbers import Kind, Quantity, read_quantity
from rulebook.rules.values import Unit

_DIGIT = re.compile(r"[0-9]")
_IN_DIGITS = (Kind.NUMBER, Kind.PERCENT, Kind.FRACTION)


@dataclass(frozen=True)
class Fields:
    """Gives the values of a book's entries as JSON.

    `dice` says which fields are ranges of a die, since a table shows them in a column of one: the die, by the field's
    set and path.
    """

    book: Book
    rules: BoundBook
    texts: Texts
    dice: Mapping[tuple[str, tuple[str, ...]], str]

    def entry(self, entry: Entry) -> JsonMap:
        """The fields of an entry beside its id and name."""
        return {
            name: self.value(value, entry.set, (name,))
            for name, value in entry.fields.items()
            if name != "id" and not (name == "name" and isinstance(value, Word | Number | Flag))
        }

    def value(self, value: Value, set_id: str = "", path: tuple[str, ...] = ()) -> JsonMap:
        """One value; `path` is where it stands in an entry of the set."""
        match value:
            case Word(text=text) | Number(text=text) if (set_id, path) in self.dice:
                return range_json(text, self.dice[set_id, path])
            case Word(text=text):
                return word_json(text)
            case Number(text=text, value=number):
                return {"type": "number", "text": text, "value": number, "unit": None}
            case Flag(text=text, value=truth):
                return {"type": "flag", "text": text, "value": truth}
            case Prose(blocks=blocks):
                return {"type": "prose", **self.texts.prose(blocks)}
            case Reference():
                return self.reference(value)
            case Items(values=values):
                items: list[Json] = [self.value(v, set_id, (*path, str(n))) for n, v in enumerate(values)]
                return {"type": "list", "items": items}
            case Record(fields=fields):
                named: JsonMap = {name: self.value(v, set_id, (*path, name)) for name, v in fields.items()}
                return {"type": "record", "fields": named}
            case Computed(text=text):
                return {"type": "computed", "expression": text, "value": expression_json(self.rules, text)}

    def reference(self, reference: Reference) -> JsonMap:
        """What is referred to: its set (or `chapter`, `book`, `section`), id and name, and the value it is given."""
        target = self.book.resolve(reference)
        match target:
            case Entry(set=set_id):
                kind = set_id
            case Chapter():
                kind = "chapter"
            case Section():
                kind = "section"
            case _:
                kind = "book"
        return {
            "type": "reference",
            "set": kind,
            "id": reference.id,
            "name": target.name if isinstance(target, Entry) else reference_name(self.book, reference),
            "text": reference_name(self.book, reference),
            "parameter": word_json(reference.parameter) if reference.parameter else None,
        }

    def plain(self, value: Value | None) -> str:
        """A value's words in one line, as a cell of a table has them."""
        match value:
            case Word(text=text) | Number(text=text) | Flag(text=text) | Computed(text=text):
                return text
            case Prose(blocks=blocks):
                return self.texts.plain_prose(blocks)
            case Reference():
                return reference_name(self.book, value)
            case Items(values=()) | Record() | None:
                return NO_VALUE
            case Items(values=values):
                return ", ".join(self.plain(inner) for inner in values)


def range_json(text: str, die: str) -> JsonMap:
    """A range of a die's results, both ends included; both null where no result falls."""
    low, high = results(text)
    return {"type": "range", "text": text, "low": low, "high": high, "unit": None, "die": die}


def results(text: str) -> tuple[int, int] | tuple[None, None]:
    """The least and greatest result that a range of a die says: `1`, `2–3`; None for one without results."""
    quantity = read_quantity(text)
    if quantity is None or quantity.kind not in (Kind.NUMBER, Kind.RANGE) or not _DIGIT.search(text):
        return None, None
    low = quantity.value if quantity.kind is Kind.NUMBER else quantity.low
    high = quantity.value if quantity.kind is Kind.NUMBER else quantity.high
    return (int(low), int(high)) if low is not None and high is not None else (None, None)


def word_json(text: str) -> JsonMap:
    """A short value as its author typed it: a number in digits, a range or dice, or else a text."""
    quantity = read_quantity(text) if _DIGIT.search(text) else None
    if quantity is None or quantity.approximate:
        return text_json(text)
    return _quantity(quantity, text) or text_json(text)


def _quantity(quantity: Quantity, text: str) -> JsonMap | None:
    unit: Unit = quantity.unit
    if quantity.kind in _IN_DIGITS and quantity.value is not None:
        return number_json(quantity.value, unit, text)
    if quantity.kind is Kind.RANGE and quantity.low is not None:
        high = plain_number(quantity.high) if quantity.high is not None else None
        low = plain_number(quantity.low)
        return {"type": "range", "text": text, "low": low, "high": high, "unit": UNITS[unit], "die": None}
    if quantity.kind is Kind.DICE and quantity.dice is not None:
        return dice_json(quantity.dice, text)
    return None
