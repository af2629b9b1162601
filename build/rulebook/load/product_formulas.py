"""The formulas of what is made of a book: how many tokens, how many lines to write on, what values a sheet shows."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.load.book import own_schema
from rulebook.load.declared import product_form, product_record
from rulebook.model import Book, Computed, Items, Record, Value, Word

_NAMES = ("id", "entry", "label", "lead")


def formulas_of_product(book: Book, product: str) -> Iterator[tuple[str, Computed]]:
    """The formulas of a product, each with what it is called in a report; of one that has faults, none."""
    record = product_record(book, product, own_schema(product_form(product)), product, [])
    if record is not None:
        yield from _within(record, ())


def _within(value: Value, names: tuple[str, ...]) -> Iterator[tuple[str, Computed]]:
    """The formulas of a value, by the ids of what they stand in and their own keys."""
    match value:
        case Computed():
            yield " › ".join(names), value
        case Items(values=values):
            for inner in values:
                yield from _within(inner, names)
        case Record(fields=fields):
            # What stands in a list is known by one of these.
            own = next((word.text for key in _NAMES if isinstance(word := fields.get(key), Word)), "")
            for key, inner in fields.items():
                keys = () if isinstance(inner, Items | Record) else (key,)
                yield from _within(inner, tuple(filter(None, (*names, own, *keys))))
        case _:
            return
