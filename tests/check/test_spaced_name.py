"""A name with two spaces is told where it stands, and is no form that another place has to follow."""

from __future__ import annotations

from pathlib import Path

from rulebook.check.run import run_checks, selected_checks
from rulebook.load import load_book
from tests.editing import edit


def test_a_double_space_in_a_name_is_found_there_and_is_not_spread(tiny_source: Path) -> None:
    edit(tiny_source / "content" / "data" / "gear.yaml", "name: Storm Lamp", "name: Storm  Lamp")
    book = load_book(tiny_source).book
    assert book is not None
    found = run_checks(book, selected_checks(["X102", "S101"])).errors
    assert [(f.code, str(f.position)) for f in found] == [("S101", "content/data/gear.yaml:9:16")]
