"""Where a part of a YAML text stands in its file, however the text is written there."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.mutate.mutant import Place
from rulebook.mutate.places import position_in_file
from rulebook.source import Position

_TEXT = "a + 'b' + 7"


@pytest.mark.parametrize(
    ("source", "start", "expected"),
    [
        ("x: a + 'b' + 7\n", (1, 4), (1, 14)),
        ("x: 'a + ''b'' + 7'\n", (1, 4), (1, 17)),
        ("x: \"a + 'b' + 7\"\n", (1, 4), (1, 15)),
        ("x: >-\n  a + 'b'\n  + 7\n", (1, 4), (3, 5)),
        # A file that has changed meanwhile: where the text began.
        ("x: a + 'c' + 7\n", (1, 4), (1, 4)),
    ],
    ids=["plain", "single quotes", "double quotes", "folded", "another text"],
)
def test_a_part_is_found(source: str, start: tuple[int, int], expected: tuple[int, int], tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text(source, encoding="utf-8")
    place = Place(Position("rules.yaml", *start), _TEXT, _TEXT.index("7"))
    assert position_in_file(tmp_path, place) == Position("rules.yaml", *expected)


def test_a_file_that_is_gone_gives_where_the_text_began(tmp_path: Path) -> None:
    start = Position("gone.yaml", 3, 5)
    assert position_in_file(tmp_path, Place(start, _TEXT, 10)) == start
