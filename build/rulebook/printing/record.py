"""The record of a printing, and how it is written: `content/printings/VERSION.yaml`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from rulebook.source import Position

FOLDER = "content/printings"

VERSION = re.compile(r"(0|[1-9][0-9]{0,8})(\.(0|[1-9][0-9]{0,8})){0,7}")
"""What the number of a printing looks like."""

CHAPTER = "chapter"
"""The kind of an id in which others may have their home."""

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")

SOURCE, FONTS, PACKAGES, ENGINE = "source", "fonts", "packages", "engine"
"""What a printing rests on; in this order a difference is named."""


@dataclass(frozen=True, slots=True)
class FrozenId:
    """A thing that a reader may refer to: its id, kind, printed number (0: it has none), title and page.

    `home` is the id of the chapter that it stands in. `page` is its folio as printed; empty when it has none.
    """

    id: str
    kind: str
    number: int
    title: str
    page: str
    home: str
    position: Position


@dataclass(frozen=True, slots=True)
class FrozenFile:
    """A file that the printing was made of: its path from the book's folder, what it is, and its SHA-256."""

    path: str
    kind: str
    sha256: str


@dataclass(frozen=True, slots=True)
class FrozenProduct:
    """What was made: its name, its file (from the folder of the products), its pages (0: it has none), its SHA-256.

    The file may be a folder of pictures; its pages are these.
    """

    name: str
    file: str
    pages: int
    sha256: str

    @property
    def counted(self) -> str:
        """Its pages, or its pictures, as they are said."""
        what = "page" if self.file.endswith(".pdf") else "picture"
        return f"{self.pages} {what}{'s' if self.pages != 1 else ''}"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the machinery, and its version; `kind` is `packages` or `engine`."""

    name: str
    kind: str
    version: str


@dataclass(frozen=True, slots=True)
class Printing:
    """A printing that is frozen.

    `date` is the day of the printing and `record` that of its source, as YYYY-MM-DD; `revision` is the commit that it
    was made from. `locked` are the packages of the lock file, `built_with` what stood on the machine that made it.
    """

    version: str
    date: str
    record: str
    revision: str
    products: tuple[FrozenProduct, ...]
    counts: Mapping[str, int]
    locked: tuple[Part, ...]
    built_with: tuple[Part, ...]
    ids: tuple[FrozenId, ...]
    files: tuple[FrozenFile, ...]
    position: Position

    @property
    def order(self) -> tuple[int, ...]:
        """The number, by which printings are put in order."""
        return order_of(self.version)


def is_date(text: str) -> bool:
    """Whether a text is a day of the calendar, written YYYY-MM-DD and in no other of the forms of ISO 8601."""
    if not _DATE.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def order_of(version: str) -> tuple[int, ...]:
    """A version by which printings are put in order; that of a version that is none comes first.

    A reader takes 1.2 and 1.2.0 for one number, so zeros at the end do not count.
    """
    if not VERSION.fullmatch(version):
        return ()
    parts = [int(part) for part in version.split(".")]
    while len(parts) > 1 and parts[-1] == 0:
        parts.pop()
    return tuple(parts)


def record_path(version: str) -> str:
    """The path of a printing's record from the book's folder."""
    return f"{FOLDER}/{version}.yaml"


def record_text(printing: Printing) -> str:
    """The record as YAML, always the same for the same printing."""
    return "\n".join(_lines(printing)) + "\n"


def _lines(p: Printing) -> Iterator[str]:
    yield "# The record of a printing, as ‘rulebook freeze’ wrote it. Nobody changes it by hand."
    for name, text in (("version", p.version), ("date", p.date), ("record", p.record), ("revision", p.revision)):
        yield f"{name}: {_quoted(text)}"
    yield from _list(
        "products", ((("name", x.name), ("file", x.file), ("pages", x.pages), ("sha256", x.sha256)) for x in p.products)
    )
    yield from _list("counts", ((("name", name), ("count", count)) for name, count in p.counts.items()))
    yield from _list("locked", ((("name", x.name), ("version", x.version)) for x in p.locked))
    yield "# What stood on the machine: all else depends on neither it nor the clock."
    parts = ((("name", x.name), ("kind", x.kind), ("version", x.version)) for x in p.built_with)
    yield from _list("built_with", parts)
    yield from _list("ids", map(_id_fields, p.ids))
    yield from _list("files", ((("path", x.path), ("kind", x.kind), ("sha256", x.sha256)) for x in p.files))


def _id_fields(frozen: FrozenId) -> Iterable[tuple[str, str | int]]:
    fields = (
        ("id", frozen.id),
        ("kind", frozen.kind),
        ("number", frozen.number),
        ("title", frozen.title),
        ("page", frozen.page),
        ("home", frozen.home),
    )
    return ((name, value) for name, value in fields if value)


def _list(name: str, items: Iterable[Iterable[tuple[str, str | int]]]) -> Iterator[str]:
    listed = list(items)
    yield f"{name}:" if listed else f"{name}: []"
    for item in listed:
        fields = ", ".join(f"{n}: {value if isinstance(value, int) else _quoted(value)}" for n, value in item)
        yield f"  - {{{fields}}}"


def _quoted(text: str) -> str:
    return "'" + " ".join(text.split()).replace("'", "''") + "'"
