"""Reading a typed record whose schema is the pipeline's own."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.model import Filter, Items, Record, Reference, Value, Word


def text_of(record: Record, name: str, default: str = "") -> str:
    """A text field, without its line ends."""
    value = record.fields.get(name)
    return value.text.replace("\n", " ").strip() if isinstance(value, Word) else default


def words_of(record: Record, name: str) -> tuple[Word, ...]:
    """A field that is a list of texts, each with its place."""
    value = record.fields.get(name)
    return tuple(v for v in value.values if isinstance(v, Word)) if isinstance(value, Items) else ()


def records_of(record: Record, name: str) -> tuple[Record, ...]:
    """A field that is a list of maps."""
    value = record.fields.get(name)
    return tuple(v for v in value.values if isinstance(v, Record)) if isinstance(value, Items) else ()


def record_of(record: Record, name: str) -> Record | None:
    """A field that is a map."""
    value = record.fields.get(name)
    return value if isinstance(value, Record) else None


def filters_of(value: Value | None) -> tuple[Filter, ...]:
    """A map of fields to values as conditions on entries."""
    if not isinstance(value, Record):
        return ()
    return tuple(
        Filter(name, word.text, word.position, value.keys.get(name, word.position))
        for name, word in value.fields.items()
        if isinstance(word, Word)
    )


def references_in(value: Value) -> Iterator[Reference]:
    """The references that a value is or holds, however deep."""
    match value:
        case Reference():
            yield value
        case Items(values=values):
            for inner in values:
                yield from references_in(inner)
        case Record(fields=fields):
            for inner in fields.values():
                yield from references_in(inner)
        case _:
            pass


def flat_references(value: Value | None) -> tuple[Reference, ...]:
    """The references that a value is, or that stand in it one by one; none of one that is not there."""
    values = value.values if isinstance(value, Items) else (value,)
    return tuple(v for v in values if isinstance(v, Reference))
