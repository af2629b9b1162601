"""The pages of the checks are those that the checks make."""

from __future__ import annotations

from pathlib import Path

from rulebook.check.pages import ALL_CHECKS, FOLDER, index, page_of, write_pages

REPOSITORY = Path(__file__).parents[2]


def test_the_pages_are_current() -> None:
    pages = {f"{check.code}.md": page_of(check) for check in ALL_CHECKS} | {"README.md": index()}
    found = {path.name: path.read_text(encoding="utf-8") for path in (REPOSITORY / FOLDER).glob("*.md")}
    assert found == pages, "write them anew with ‘rulebook explain --write’"


def test_a_page_of_a_check_that_is_gone_is_removed(tmp_path: Path) -> None:
    write_pages(tmp_path)
    stale = tmp_path / FOLDER / "X999.md"
    stale.write_text("gone", encoding="utf-8")
    write_pages(tmp_path)
    assert not stale.exists()
