"""Digests of files and of folders of pictures, and copies of both."""

from __future__ import annotations

import hashlib
import subprocess
from pathlib import Path

import pytest

from rulebook.printing.digests import copy_product, digest_of, digests_in


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    folder = tmp_path / "pictures"
    for name in ("b/2.png", "b/1.png", "a/back.png"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name, encoding="utf-8")
    return folder


def test_a_folder_is_digested_as_its_list_of_digests(pictures: Path) -> None:
    names = ["a/back.png", "b/1.png", "b/2.png"]
    assert list(digests_in(pictures)) == names
    listed = subprocess.run(["sha256sum", *names], cwd=pictures, capture_output=True, check=True).stdout
    assert digest_of(pictures) == hashlib.sha256(listed).hexdigest()


@pytest.mark.parametrize("change", ["byte", "name", "more", "less"])
def test_any_change_of_a_folder_changes_it(pictures: Path, change: str) -> None:
    before = digest_of(pictures)
    one = pictures / "b" / "1.png"
    match change:
        case "byte":
            one.write_text("b/1.pnh", encoding="utf-8")
        case "name":
            one.rename(one.with_name("3.png"))
        case "more":
            one.with_name("3.png").write_text("", encoding="utf-8")
        case _:
            one.unlink()
    assert digest_of(pictures) != before


def test_a_copy_is_the_same(pictures: Path, tmp_path: Path) -> None:
    copy_product(pictures, tmp_path / "kept" / "pictures")
    assert digests_in(tmp_path / "kept" / "pictures") == digests_in(pictures)
    copy_product(pictures / "b" / "1.png", tmp_path / "other" / "one.png")
    assert (tmp_path / "other" / "one.png").read_text(encoding="utf-8") == "b/1.png"
