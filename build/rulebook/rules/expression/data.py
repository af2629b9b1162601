"""The data that formulas look up: what the language asks of it, and no more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Link:
    """A field that names an entry of another set, with the parameter that it gives as typed, or None."""

    set: str
    id: str
    parameter: str | None = None


@dataclass(frozen=True, slots=True)
class FieldList:
    """A field that is a list."""

    items: tuple[FieldValue, ...]


@dataclass(frozen=True, slots=True)
class FieldRecord:
    """A field that has fields of its own."""

    fields: tuple[tuple[str, FieldValue], ...]


FieldValue = str | int | bool | Link | FieldList | FieldRecord
"""A field as the author typed it. A text that reads wholly as a number in digits is a number to formulas."""


class Data(Protocol):
    """Sets of entries, each with named fields. Ids and names are unique in their set; order is the author's."""

    def sets(self) -> tuple[str, ...]:
        """The ids of all sets."""
        ...

    def ids(self, set_id: str) -> tuple[str, ...]:
        """The ids of a set's entries; empty when there is no such set."""
        ...

    def name(self, set_id: str, entry_id: str) -> str:
        """The name of an entry, its id when it has none."""
        ...

    def fields(self, set_id: str, entry_id: str) -> tuple[str, ...]:
        """The names of an entry's fields; empty when there is no such entry."""
        ...

    def field(self, set_id: str, entry_id: str, name: str) -> FieldValue | None:
        """A field of an entry, or None."""
        ...


class NoData:
    """Data without any set."""

    def sets(self) -> tuple[str, ...]:
        return ()

    def ids(self, set_id: str) -> tuple[str, ...]:
        return ()

    def name(self, set_id: str, entry_id: str) -> str:
        return entry_id

    def fields(self, set_id: str, entry_id: str) -> tuple[str, ...]:
        return ()

    def field(self, set_id: str, entry_id: str, name: str) -> FieldValue | None:
        return None
