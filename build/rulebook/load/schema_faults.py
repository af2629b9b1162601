"""Judging a JSON Schema: what is wrong with it, where it stands, and what the loader would not follow."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import jsonschema_rs
from jsonschema_rs import ValidationError

from rulebook.load.json_places import JsonPath, json_places
from rulebook.load.suggest import did_you_mean

Schema = Mapping[str, Any]

# The words of JSON Schema that the loader follows when it types a value. Any other would be half obeyed.
_WORDS = (
    *("$schema", "$comment", "title", "description", "type", "enum", "pattern", "minLength", "maxLength"),
    *("properties", "required", "additionalProperties", "items", "minItems", "maxItems", "minimum", "maximum"),
    *("default", "x-ref", "x-parameter", "x-markdown", "x-roll", "x-expression"),
)
_TYPES = ("string", "integer", "boolean", "array", "object")
# Another would be looked for on the network.
_DRAFT = "https://json-schema.org/draft/2020-12/schema"

# Deeper than any entry, shallower than Python's stack.
_DEEPEST_SCHEMA = 24


@lru_cache(maxsize=128)
def judged(text: str, entries: bool) -> tuple[Any, tuple[tuple[tuple[int, int], str], ...]]:
    """A schema's text as JSON, and each of its faults in a sentence, with its line and column."""
    try:
        schema = json.loads(
            text, object_pairs_hook=_without_doubles, parse_constant=_no_constant, parse_int=_whole_number
        )
        faults = list(_schema_faults(schema, (), "its top", entries))
        if not faults:
            jsonschema_rs.meta.validate(schema)
            jsonschema_rs.Draft202012Validator(schema, retriever=fetch_nothing)  # which reads the patterns too
    except json.JSONDecodeError as error:
        return None, (((error.lineno, error.colno), f"the schema is not JSON: {error.msg}"),)
    except ValidationError as error:
        where = ".".join(str(p) for p in error.instance_path) or "its top"
        message = f"the schema is not a JSON Schema at {where}: {error.message[:120]}"
        return None, ((json_places(text).value(tuple(error.instance_path)), message),)
    except _NotJsonError as error:
        found = json_places(text)
        place = found.second(error.token) if error.is_key else found.first(error.token)
        return None, ((place, f"the schema is not JSON: {error}"),)
    except ValueError as error:
        return None, (((1, 1), f"the schema is not JSON: {str(error)[:120]}"),)
    except RecursionError:
        return None, (((1, 1), "the schema is nested too deep"),)
    if not faults:
        return schema, ()
    found = json_places(text)
    return schema, tuple((found.key(f.path) if f.at_key else found.value(f.path), f.message) for f in faults)


@dataclass(frozen=True, slots=True)
class _Fault:
    """A fault of a schema in a sentence, and the path of the value that has it, or of the key."""

    path: JsonPath
    message: str
    at_key: bool = False


class _NotJsonError(ValueError):
    """Raised for what Python's reader would take though JSON does not: a doubled key, or a number that is none."""

    def __init__(self, token: str, message: str, *, is_key: bool = False) -> None:
        super().__init__(message)
        self.token = token
        self.is_key = is_key


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        name = next(n for n in names if names.count(n) > 1)
        raise _NotJsonError(name, f"the key ‘{name}’ stands twice in one map", is_key=True)
    return found


def fetch_nothing(address: str) -> Any:
    raise ValueError(f"{address} is not fetched")


def _no_constant(text: str) -> Any:
    raise _NotJsonError(text, f"{text} is no number")


def _whole_number(text: str) -> int:
    try:
        return int(text)
    except ValueError as error:  # of more digits than Python reads
        raise _NotJsonError(text, f"a number of {len(text)} digits is longer than is read") from error


def _schema_faults(schema: Any, path: JsonPath, where: str, entries: bool = False) -> Iterator[_Fault]:
    """What the loader would not follow. `path` leads to this part of the schema, `where` says so in words."""
    top = not path
    if not isinstance(schema, dict):
        yield _Fault(path, f"the schema is no map at {where}")
        return
    if sum(step in ("properties", "items", "additionalProperties") for step in path) > _DEEPEST_SCHEMA:
        yield _Fault(path, "the schema is nested too deep")
        return
    if top and schema.get("type") != "object":
        yield _Fault(("type",), "the schema does not describe an object")
        return
    if top and entries and not _has_id(schema):
        at: JsonPath = ("properties", "id", "type") if "id" in schema.get("required", ()) else ("required",)
        yield _Fault(at, "the schema does not require an ‘id’ that is text")
    for word in schema:
        if word not in _WORDS:
            hint = did_you_mean(word, _WORDS)
            message = f"the schema uses ‘{word}’ at {where}, which is not followed here" + (f"; {hint}" if hint else "")
            yield _Fault((*path, word), message, at_key=True)
    if schema.get("$schema", _DRAFT) != _DRAFT:
        yield _Fault((*path, "$schema"), f"the ‘$schema’ at {where} is not followed here; known: {_DRAFT}")
    kinds = schema.get("type", ())
    for number, kind in enumerate((kinds,) if isinstance(kinds, str) else kinds if isinstance(kinds, list) else ()):
        if kind not in _TYPES:
            at = (*path, "type", number)  # of the one value, where it is no list
            yield _Fault(at, f"the type ‘{kind}’ at {where} is not followed here; known: {', '.join(_TYPES)}")
    sets = schema.get("x-ref")
    if "x-ref" in schema and not (isinstance(sets, list) and sets and all(isinstance(s, str) for s in sets)):
        yield _Fault((*path, "x-ref"), f"‘x-ref’ at {where} is not a list of sets")
    for flag in ("x-parameter", "x-markdown", "x-roll", "x-expression"):
        if not isinstance(schema.get(flag, True), bool):
            yield _Fault((*path, flag), f"‘{flag}’ at {where} is neither true nor false")
    if "default" in schema and not _accepts_its_default(schema):
        yield _Fault((*path, "default"), f"the default at {where} is not what the schema allows")
    properties = schema.get("properties", {})
    if "properties" in schema and schema.get("additionalProperties") is not False:
        message = f"the schema lets unknown keys pass at {where}: ‘additionalProperties’ is not false"
        yield _Fault((*path, "additionalProperties"), message)
    yield from _contradictions(schema, path, where, top and entries)
    for name, inner in properties.items() if isinstance(properties, dict) else ():
        within = f"‘{name}’" if top else f"{where}, ‘{name}’"
        yield from _schema_faults(inner, (*path, "properties", name), within)
    for word in ("items", "additionalProperties"):
        if isinstance(schema.get(word, False), dict) or (word == "items" and "items" in schema):
            yield from _schema_faults(schema[word], (*path, word), f"{where}, {word}")


def _contradictions(schema: Schema, path: JsonPath, where: str, has_id: bool) -> Iterator[_Fault]:
    """What no value could obey, which every entry would otherwise be blamed for. With `has_id`, an id is looked for
    elsewhere.
    """
    properties, required = schema.get("properties"), schema.get("required")
    if isinstance(properties, dict) and isinstance(required, list) and schema.get("additionalProperties") is False:
        for number, name in enumerate(required):
            if isinstance(name, str) and name not in properties and not (has_id and name == "id"):
                hint = did_you_mean(name, properties)
                message = f"the schema requires ‘{name}’ at {where}, which it does not have"
                yield _Fault((*path, "required", number), message + (f"; {hint}" if hint else ""))
    for low, high in (("minimum", "maximum"), ("minItems", "maxItems"), ("minLength", "maxLength")):
        least, most = schema.get(low), schema.get(high)
        if isinstance(least, int | float) and isinstance(most, int | float) and least > most:
            message = f"‘{low}’ at {where} is {least}, and ‘{high}’ is {most}: nothing is both"
            yield _Fault((*path, low), message)


def _accepts_its_default(schema: Schema) -> bool:
    """Whether a schema allows the default that it gives; one that is no schema does, since that is found elsewhere."""
    try:
        return jsonschema_rs.Draft202012Validator(dict(schema), retriever=fetch_nothing).is_valid(schema["default"])
    except (ValidationError, ValueError):
        return True


def _has_id(schema: Schema) -> bool:
    properties, required = schema.get("properties"), schema.get("required")
    given = properties.get("id") if isinstance(properties, dict) else None
    return isinstance(given, dict) and given.get("type") == "string" and isinstance(required, list) and "id" in required
