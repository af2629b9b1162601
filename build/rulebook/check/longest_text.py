"""How long a text of an entry may be by its schema, for whoever proposes other words for a part of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import yaml

from rulebook.load.schema import Schema
from rulebook.load.sets import read_schemas
from rulebook.model import Book, Entry
from rulebook.once import once_a_book
from rulebook.source import Position
from rulebook.texts import PrintedText


def beyond_longest(book: Book, text: PrintedText, place: Position, longer: int) -> int | None:
    """The most characters that a text's field may have, if it would have more by `longer` of them; None if not.

    `place` is one in the text. A schema counts the text as it is typed in its file, bindings and all.
    """
    if not isinstance(text.owner, Entry) or longer <= 0:
        return None
    most = _most(book, text.owner, text.field)
    typed = _typed_length(book.root / place.path, place) if most is not None else None
    return most if most is not None and typed is not None and typed + longer > most else None


@once_a_book
def _schemas(book: Book) -> Mapping[str, Schema | None]:
    return read_schemas(book.root, book.root / "content" / "schemas", [])


def _most(book: Book, entry: Entry, field: str) -> int | None:
    schema = _schemas(book).get(entry.kind)
    for name in field.split("."):
        while schema is not None and "items" in schema:
            schema = schema["items"]
        schema = schema.get("properties", {}).get(name) if schema is not None else None
    while schema is not None and "items" in schema:
        schema = schema["items"]
    most = schema.get("maxLength") if schema is not None else None
    return most if isinstance(most, int) else None


def _typed_length(file: Path, place: Position) -> int | None:
    """How many characters the scalar has in which a place of a file lies; None where none has it."""
    at = (place.line - 1, place.column - 1)
    for event in yaml.parse(file.read_text(encoding="utf-8-sig"), Loader=yaml.CSafeLoader):
        if not isinstance(event, yaml.ScalarEvent) or event.start_mark is None or event.end_mark is None:
            continue
        start, end = event.start_mark, event.end_mark
        if (start.line, start.column) <= at < (end.line, end.column):
            return len(event.value)
    return None
