"""The export's JSON Schema, and what in a document is not as it says."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources

import jsonschema_rs

from rulebook.export.jsons import Json, JsonMap


@cache
def schema_text() -> str:
    """The published schema (draft 2020-12), as it stands in its file."""
    return resources.files("rulebook.export").joinpath("schema.json").read_text(encoding="utf-8")


def schema() -> JsonMap:
    """The published schema as JSON's values."""
    found: JsonMap = json.loads(schema_text())
    return found


def schema_faults(document: Json) -> tuple[str, ...]:
    """What is wrong with a document: a sentence for each fault, with the path of where it is; all at once."""
    return tuple(sorted({_said(error) for error in _validator().iter_errors(document)}))


@cache
def _validator() -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(schema(), retriever=_fetch_nothing)


def _said(error: jsonschema_rs.ValidationError) -> str:
    place = "/".join(map(str, error.instance_path)) or "the whole"
    message = error.message
    return f"{place}: {message if len(message) <= 200 else message[:199] + '…'}"


def _fetch_nothing(address: str) -> Json:
    raise ValueError(f"{address} is not fetched")
