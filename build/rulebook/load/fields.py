"""Reading a typed record whose schema is the pipeline's own."""

from __future__ import annotations

from rulebook.model import Filter, Items, Record, Value, Word


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
    return tuple(Filter(name, word.text) for name, word in value.fields.items() if isinstance(word, Word))
