"""The places of a JSON text are those at which its keys and values are typed."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rulebook.load.json_places import JsonPath, json_places
from tests.fuzzing import examples

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


@examples(150)
@given(VALUES, st.sampled_from([None, 0, 2]), st.booleans())
def test_each_value_is_found_where_it_is_typed(value: Any, indent: int | None, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    found = json_places(text)
    rows = text.split("\n")
    decoder = json.JSONDecoder()

    def at(place: tuple[int, int]) -> Any:
        line, column = place
        return decoder.raw_decode("\n".join([rows[line - 1][column - 1 :], *rows[line:]]))[0]

    def follow(value: Any, path: JsonPath) -> None:
        assert at(found.value(path)) == value
        if isinstance(value, dict):
            for key, inner in value.items():
                assert at(found.key((*path, key))) == key
                follow(inner, (*path, key))
        if isinstance(value, list):
            for number, inner in enumerate(value):
                follow(inner, (*path, number))

    follow(value, ())


def test_what_is_not_there_is_placed_at_what_would_hold_it() -> None:
    text = '{"a":\n  {"b": [1, {"c": 2}]}}'
    found = json_places(text)
    assert found.value(("a", "b", 7, "x")) == (2, 9)
    assert found.key(("a", "x")) == (2, 3)
    assert found.value(("x",)) == (1, 1)
    assert json_places("[" * 5000).value((0,) * 5000) == (1, 65)
    assert json_places('{"a": 1, "b": {"a": 1, "a": NaN}}').second("a") == (1, 24)
    assert json_places("").value(("a",)) == (1, 1)
