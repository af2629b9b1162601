"""What is wrong with the record of a printing that its schema cannot say: doubles, dates, and ids that lead nowhere."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.load.fields import records_of, text_of
from rulebook.load.suggest import did_you_mean
from rulebook.model import Number, Record
from rulebook.plural import with_article
from rulebook.printing.record import CHAPTER, is_date

_PDF = ".pdf"
_FREEZE = "a record is as ‘rulebook freeze’ wrote it: take the change of it back"


def record_faults(record: Record, faulty: frozenset[str]) -> Iterator[Finding]:
    """Each of these faults, where it stands. `faulty` are the keys of the record with which something else is wrong."""
    for name in ("date", "record"):
        text = text_of(record, name)
        if text and name not in faulty and not is_date(text):
            message = f"‘{text}’ is no date of the calendar"
            yield Finding(codes.WRONG_VALUE, record.fields[name].position, message, "write YYYY-MM-DD")
    yield from _doubles(record, "products", "product", ("name",))
    yield from _products(records_of(record, "products"))
    yield from _doubles(record, "counts", "count", ("name",))
    yield from _doubles(record, "locked", "package", ("name",))
    yield from _doubles(record, "built_with", "part", ("name", "kind"))
    doubled = tuple(_doubles(record, "ids", "id", ("id",)))
    yield from doubled
    # One that stands twice stands where another belongs.
    yield from _homes(records_of(record, "ids"), certain=not doubled and "ids" not in faulty)
    yield from _doubles(record, "files", "file", ("path",))


def _doubles(record: Record, key: str, what: str, names: tuple[str, ...]) -> Iterator[Finding]:
    """The maps of a list that have the same names as one before."""
    first: dict[tuple[str, ...], Record] = {}
    for item in records_of(record, key):
        found = tuple(text_of(item, name) for name in names)
        if not all(found):
            continue
        if found in first:
            place = item.fields[names[0]].position
            message = f"the {what} ‘{found[0]}’ stands twice: first on line {first[found].position.line}"
            yield Finding(codes.DUPLICATE_ID, place, message, _FREEZE)
        first.setdefault(found, item)


def _products(products: tuple[Record, ...]) -> Iterator[Finding]:
    files: list[tuple[str, Record]] = []
    for product in products:
        file, pages = text_of(product, "file"), product.fields.get("pages")
        if file.endswith(_PDF) and isinstance(pages, Number) and pages.value == 0:
            message = f"‘{file}’ has no pages; a PDF has one at least"
            yield Finding(codes.WRONG_VALUE, pages.position, message, _FREEZE)
        if not file:
            continue
        place = product.fields["file"].position
        for other, earlier in files:
            line = earlier.position.line
            if other == file:
                message = f"the file ‘{file}’ is that of another product too, on line {line}"
            elif file.startswith(f"{other}/"):
                message = f"the file ‘{file}’ lies in ‘{other}’, which is another product, on line {line}"
            elif other.startswith(f"{file}/"):
                message = f"the file ‘{other}’ of another product, on line {line}, lies in ‘{file}’"
            else:
                continue
            yield Finding(codes.DUPLICATE_ID, place, message, _FREEZE)
            break
        files.append((file, product))


def _homes(ids: tuple[Record, ...], *, certain: bool) -> Iterator[Finding]:
    """Homes that are no chapter of the record. Unless it is `certain` that all ids are known, none is unknown."""
    kinds = {text_of(item, "id"): text_of(item, "kind") for item in ids}
    for item in ids:
        home = text_of(item, "home")
        if not home:
            continue
        place = item.fields["home"].position
        if home not in kinds:
            if certain:
                chapters = [id_ for id_, kind in kinds.items() if kind == CHAPTER]
                message = f"‘{home}’, the home of ‘{text_of(item, 'id')}’, is no id of this record"
                yield Finding(codes.UNKNOWN_REFERENCE, place, message, did_you_mean(home, chapters) or _FREEZE)
        elif text_of(item, "kind") == CHAPTER:
            # So that no chain of homes can come back to where it began.
            itself = "itself" if home == text_of(item, "id") else f"‘{home}’"
            message = f"the chapter ‘{text_of(item, 'id')}’ has {itself} for a home; it stands in no other chapter"
            yield Finding(codes.WRONG_VALUE, place, message, "leave ‘home’ out")
        elif kinds[home] != CHAPTER:
            message = (
                f"‘{home}’, the home of ‘{text_of(item, 'id')}’, is {with_article(kinds[home])}; expected a chapter"
            )
            yield Finding(codes.WRONG_VALUE, place, message, _FREEZE)
