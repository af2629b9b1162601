"""JSON by its leaves: where each stands, and where two documents differ."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.export.jsons import Json

Path = tuple[str | int, ...]


def leaves(value: Json, path: Path = ()) -> Iterator[tuple[Path, Json]]:
    """Every value that holds no other, and every empty list and map, with its path."""
    if isinstance(value, dict) and value:
        for name, inner in value.items():
            yield from leaves(inner, (*path, name))
    elif isinstance(value, list) and value:
        for number, inner in enumerate(value):
            yield from leaves(inner, (*path, number))
    else:
        yield path, value


def maps(value: Json, path: Path = ()) -> Iterator[tuple[Path, dict[str, Json]]]:
    """Every map, with its path."""
    if isinstance(value, dict):
        yield path, value
        for name, inner in value.items():
            yield from maps(inner, (*path, name))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from maps(inner, (*path, number))


def changed(before: Json, after: Json) -> dict[str, tuple[Json, Json]]:
    """The leaves that differ, by their path written with slashes: what each was, and what it is."""
    old, new = dict(leaves(before)), dict(leaves(after))
    return {
        "/".join(map(str, path)): (old.get(path), new.get(path))
        for path in sorted(old.keys() | new.keys(), key=str)
        if old.get(path) != new.get(path) or (path in old) != (path in new)
    }


def at(value: Json, *path: str | int) -> Json:
    """The value at a path."""
    for step in path:
        if isinstance(value, dict):
            assert isinstance(step, str)
            value = value[step]
        else:
            assert isinstance(value, list)
            assert isinstance(step, int)
            value = value[step]
    return value
