"""N104 tells a wrong place of an inert declaration at the word that is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.check.checks import inert_numeral
from rulebook.load import load_book
from tests.editing import edit, places


@pytest.mark.parametrize(
    ("place", "column"),
    [
        ("chapter: the-crow, texts: [one more]", 17),
        ("set: wrods, texts: [one more]", 13),
        ("set: words, entry: fllod, texts: [one more]", 27),
        ("set: words, field: txt, texts: [one more]", 27),
        ("entry: flood, texts: [one more]", 15),
    ],
)
def test_the_part_of_a_place_that_is_wrong_is_pointed_at(tiny_source: Path, place: str, column: int) -> None:
    file = tiny_source / "content" / "book.yaml"
    edit(file, "lint:\n", f"lint:\n  inert:\n    - {{{place}, reason: Said elsewhere.}}\n")
    line = file.read_text(encoding="utf-8").split("\n").index("  inert:") + 2
    loaded = load_book(tiny_source)
    assert loaded.book is not None, loaded.findings
    found = list(inert_numeral.CHECK.run(loaded.book))
    assert places(found) == [f"content/book.yaml:{line}:{column} N104"]
