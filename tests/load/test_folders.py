"""The folders of the content: what is no folder is found, and not taken for an empty one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulebook.load import load_book
from rulebook.load.folders import FOLDERS
from tests.editing import faults


@pytest.mark.parametrize("name", FOLDERS)
def test_a_file_in_the_place_of_a_folder_is_the_only_finding(tiny_source: Path, name: str) -> None:
    folder = tiny_source / "content" / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.write_text("kind: gear\n", encoding="utf-8")
    (found,) = load_book(tiny_source).findings
    assert (str(found.position), found.code) == (f"content/{name}:1:1", "S001")
    assert (found.message, found.hint) == ("this is no folder", "a folder is expected")


def test_a_link_that_leads_nowhere_is_found_and_every_such_name_is(tiny_source: Path) -> None:
    for name in ("rules", "rosters"):
        shutil.rmtree(tiny_source / "content" / name)
    (tiny_source / "content" / "rules").symlink_to("gone")
    (tiny_source / "content" / "rosters").touch()
    assert faults(tiny_source) == ["content/rosters:1:1 S001", "content/rules:1:1 S001"]


def test_a_folder_that_cannot_be_listed_is_found(tiny_source: Path) -> None:
    # A link to itself: whoever runs this, there is no listing it.
    shutil.rmtree(tiny_source / "content" / "rules")
    (tiny_source / "content" / "rules").symlink_to("rules")
    (found,) = load_book(tiny_source).findings
    assert found.message.startswith("the folder cannot be read: ")


def test_a_link_to_a_folder_is_one(tiny_source: Path) -> None:
    (tiny_source / "content" / "rules").rename(tiny_source / "elsewhere")
    (tiny_source / "content" / "rules").symlink_to("../elsewhere")
    book = load_book(tiny_source).book
    assert book is not None
    assert book.rules
