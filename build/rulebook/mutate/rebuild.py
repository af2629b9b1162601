"""A book with one of its parts exchanged: what an edit of its file would have given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from types import MappingProxyType
from typing import Any, TypeVar

from rulebook.model import Book, Entry, Inline

T = TypeVar("T")


def replaced(whole: T, old: object, new: object) -> T:
    """`whole` with `new` wherever the very object `old` stands in it; `whole` itself when it stands nowhere."""
    result: T = _replaced(whole, old, new)
    return result


def _replaced(whole: Any, old: object, new: object) -> Any:
    if whole is old:
        return new
    if isinstance(whole, tuple):
        items = tuple(_replaced(item, old, new) for item in whole)
        return items if any(a is not b for a, b in zip(items, whole, strict=True)) else whole
    if isinstance(whole, Mapping):
        values = {key: _replaced(value, old, new) for key, value in whole.items()}
        return MappingProxyType(values) if any(values[key] is not whole[key] for key in values) else whole
    if is_dataclass(whole) and not isinstance(whole, type):
        changed = {}
        for one in fields(whole):
            value = getattr(whole, one.name)
            after = _replaced(value, old, new)
            if after is not value:
                changed[one.name] = after
        return replace(whole, **changed) if changed else whole
    return whole


def with_entry(book: Book, entry: Entry, new: Entry) -> Book:
    """The book with another entry in the place of one of its entries."""
    held = book.sets[entry.set]
    entries = tuple(new if one is entry else one for one in held.entries)
    return replace(book, sets=MappingProxyType({**book.sets, entry.set: replace(held, entries=entries)}))


def with_words(inline: Inline, place: int, words: str) -> Inline:
    """The text with other words in its binding of that place; all that stands after them moves."""
    binding = inline.bindings[place]
    by = len(words) - (binding.end - binding.start)
    bindings = (
        *inline.bindings[:place],
        replace(binding, end=binding.end + by),
        *(after.moved(by) for after in inline.bindings[place + 1 :]),
    )
    source = inline.source[: binding.start] + words + inline.source[binding.end :]
    return replace(inline, source=source, bindings=bindings)


def with_expression(inline: Inline, place: int, expression: str) -> Inline:
    """The text with another expression in its binding of that place."""
    old = inline.bindings[place]
    by = len(expression) - len(old.expression)
    new = replace(old, expression=expression, close=old.close + by)
    return replace(inline, bindings=(*inline.bindings[:place], new, *inline.bindings[place + 1 :]))
