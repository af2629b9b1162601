"""The export's schema: both books are as it says, and whatever is taken from, added to or changed in one is found."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest

from rulebook.export.document import FORMAT, book_json
from rulebook.export.jsons import Json
from rulebook.export.schema import schema, schema_faults
from rulebook.load import load_book
from tests.conftest import REPOSITORY, TINY
from tests.export.paths import Path, at, leaves, maps

# Maps whose keys are names that the book gives, and the schemas of rosters, which are the book's.
_NAMED = ("sets", "tables", "figures", "fields", "values", "labels", "formulas", "computed")
_FREE = ("fields_schema", "member_schema")
# A key that a number may have or not.
_OPTIONAL = "exact"


@pytest.fixture(scope="module")
def tiny() -> dict[str, Json]:
    book = load_book(TINY).book
    assert book is not None
    return book_json(book)


def _is_named(path: Path) -> bool:
    return bool(path) and path[-1] in _NAMED


def _closed(document: Json) -> Iterator[Path]:
    """The paths of the maps whose keys are the format's."""
    for path, _ in maps(document):
        if not set(path) & set(_FREE) and not _is_named(path):
            yield path


def _changed(document: Json) -> Any:
    return copy.deepcopy(document)


def test_the_schema_is_one() -> None:
    jsonschema_rs.meta.validate(schema())
    properties: Any = schema()["properties"]
    assert properties["format"]["const"] == FORMAT


def test_both_books_are_as_the_schema_says(tiny: dict[str, Json]) -> None:
    book = load_book(REPOSITORY).book
    assert book is not None
    assert schema_faults(tiny) == ()
    assert schema_faults(book_json(book)) == ()


def test_a_key_that_is_taken_away_is_found_wherever_it_is(tiny: dict[str, Json]) -> None:
    document = _changed(tiny)
    tried = 0
    for path in list(_closed(document)):
        found = at(document, *path)
        assert isinstance(found, dict)
        for key in [key for key in found if key != _OPTIONAL]:
            kept = found.pop(key)
            assert schema_faults(document), (*path, key)
            found[key] = kept
            tried += 1
    assert tried > 1000
    assert schema_faults(document) == ()


def test_a_key_that_is_added_is_found_wherever_it_is(tiny: dict[str, Json]) -> None:
    document = _changed(tiny)
    for path in list(_closed(document)):
        found = at(document, *path)
        assert isinstance(found, dict)
        found["other"] = 1
        assert schema_faults(document), path
        del found["other"]
    assert schema_faults(document) == ()


def test_a_value_of_another_type_is_found_wherever_it_is(tiny: dict[str, Json]) -> None:
    document = _changed(tiny)
    tried = 0
    for path, leaf in list(leaves(document)):
        if set(path) & set(_FREE) or (_is_named(path) and leaf == {}):
            continue
        owner: Any = at(document, *path[:-1])
        owner[path[-1]] = {"no": "such"}
        assert schema_faults(document), path
        owner[path[-1]] = leaf
        tried += 1
    assert tried > 1000
    assert schema_faults(document) == ()


def test_every_fault_is_said_at_its_place(tiny: dict[str, Json]) -> None:
    document = _changed(tiny)
    document["book"]["record"] = "yesterday"
    document["sets"]["gear"]["entries"][0]["fields"]["cost"]["unit"] = "ell"
    document["chapters"][0]["blocks"][0]["type"] = "verse"
    document["tables"]["catches"]["rows"][0]["cells"][0]["low"] = "1"
    faults = schema_faults(document)
    assert [fault.partition(":")[0] for fault in faults] == [
        "book/record",
        "chapters/0/blocks/0/type",
        "sets/gear/entries/0/fields/cost/unit",
        "tables/catches/rows/0/cells/0",
    ]
    assert all(len(fault) < 300 for fault in faults)
