"""Where the keys and values of a JSON text stand: Python's reader of JSON gives values without places."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

JsonPath = tuple[str | int, ...]
"""The keys and numbers that lead from a text's top to a value of it."""

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')
# Deeper than any schema that is read; what stands deeper is placed at what holds it.
_DEEPEST = 64


@dataclass(frozen=True, slots=True)
class JsonPlaces:
    """The offsets of a text's keys and values by their paths, of the first of each key, and of what is doubled.

    `bare` are the numbers and names in it, each with its offset, in their order.
    """

    text: str
    keys: Mapping[JsonPath, int]
    values: Mapping[JsonPath, int]
    doubled: tuple[tuple[str, int], ...]
    bare: tuple[tuple[str, int], ...]

    def key(self, path: JsonPath) -> tuple[int, int]:
        """The line and column of a key; of its value, where the path ends in a number."""
        return self._place(self.keys, path)

    def value(self, path: JsonPath) -> tuple[int, int]:
        """The line and column of a value; where there is none, of what would hold it."""
        return self._place(self.values, path)

    def second(self, name: str) -> tuple[int, int]:
        """Where a key of this name stands for the second time."""
        return self._line_column(next((at for key, at in self.doubled if key == name), 0))

    def first(self, token: str) -> tuple[int, int]:
        """Where a number or name stands for the first time."""
        return self._line_column(next((at for bare, at in self.bare if bare == token), 0))

    def _place(self, offsets: Mapping[JsonPath, int], path: JsonPath) -> tuple[int, int]:
        if path in offsets:
            return self._line_column(offsets[path])
        inner = next((path[:end] for end in range(len(path), 0, -1) if path[:end] in self.values), ())
        return self._line_column(self.values.get(inner, 0))

    def _line_column(self, offset: int) -> tuple[int, int]:
        before = self.text[:offset]
        return before.count("\n") + 1, offset - before.rfind("\n")


@dataclass(slots=True)
class _Open:
    """A map or list that is not yet closed: its path, the key or number of what comes next, whether that is a key."""

    path: JsonPath
    step: str | int
    awaits_key: bool


def json_places(text: str) -> JsonPlaces:
    """The places of a JSON text, as far as it is one."""
    keys: dict[JsonPath, int] = {}
    values: dict[JsonPath, int] = {}
    doubled: list[tuple[str, int]] = []
    bare: list[tuple[str, int]] = []
    opened: list[_Open] = []
    for match in _TOKEN.finditer(text):
        token, offset = match.group(), match.start()
        inner = opened[-1] if opened else None
        if token == ":":
            continue
        if token in "}]":
            if opened:
                opened.pop()
        elif token == ",":
            if inner is not None and isinstance(inner.step, int):
                inner.step += 1
            elif inner is not None:
                inner.awaits_key = True
        elif inner is not None and inner.awaits_key:
            inner.step = _unquoted(token)
            inner.awaits_key = False
            path = (*inner.path, inner.step)
            if path in keys:
                doubled.append((inner.step, offset))
            keys.setdefault(path, offset)
        else:
            path = (*inner.path, inner.step) if inner is not None else ()
            values.setdefault(path, offset)
            if token in "{[":
                if len(opened) == _DEEPEST:
                    break
                opened.append(_Open(path, "" if token == "{" else 0, token == "{"))
            elif not token.startswith('"'):
                bare.append((token, offset))
    return JsonPlaces(text, keys, values, tuple(doubled), tuple(bare))


def _unquoted(token: str) -> str:
    try:
        found = json.loads(token, strict=False)
    except ValueError:
        return token
    return found if isinstance(found, str) else token
