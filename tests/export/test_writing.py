"""A file that is put where there is none: whole, or not at all, and never in another's place."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from rulebook.export.writing import write_new, write_whole


def _no_links(*_: object) -> None:
    raise OSError(errno.EPERM, "Operation not permitted")


@pytest.mark.parametrize("links", [True, False], ids=["links", "no links"])
def test_a_new_file_is_put_where_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool) -> None:
    if not links:
        monkeypatch.setattr(os, "link", _no_links)
    target = tmp_path / "records" / "1.0.yaml"
    write_new(target, b"mine")
    assert target.read_bytes() == b"mine"
    assert os.stat(target).st_nlink == 1
    assert [path.name for path in target.parent.iterdir()] == ["1.0.yaml"]


@pytest.mark.parametrize("links", [True, False], ids=["links", "no links"])
@pytest.mark.parametrize("there", ["a file", "a link to nothing"])
def test_what_is_there_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool, there: str) -> None:
    target = tmp_path / "1.0.yaml"
    if there == "a file":
        target.write_bytes(b"another's")
    else:
        target.symlink_to(tmp_path / "nowhere")
    if not links:
        monkeypatch.setattr(os, "link", _no_links)
    with pytest.raises(FileExistsError) as caught:
        write_new(target, b"mine")
    assert str(target) in (caught.value.filename, caught.value.filename2)
    assert not target.exists() or target.read_bytes() == b"another's"
    assert [path.name for path in tmp_path.iterdir()] == ["1.0.yaml"]


def test_a_drive_that_fails_is_said_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "link", full)
    with pytest.raises(OSError, match="No space"):
        write_new(tmp_path / "1.0.yaml", b"mine")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", ["a pipe", "a folder"])
@pytest.mark.parametrize("linked", [True, False], ids=["behind a link", "itself"])
def test_what_is_no_plain_file_is_never_written_over(tmp_path: Path, kind: str, linked: bool) -> None:
    """As a device would be, behind a link that stands where something is to be kept."""
    there = tmp_path / "there"
    if kind == "a pipe":
        os.mkfifo(there)
    else:
        there.mkdir()
    before = there.stat().st_ino
    if linked:
        (tmp_path / "link").symlink_to(there)
    with pytest.raises(OSError, match=r"this is (no plain file|a folder); a file is to be written there"):
        write_whole(tmp_path / "link" if linked else there, b"mine")
    assert there.stat().st_ino == before
    assert {path.name for path in tmp_path.iterdir()} == {"there"} | ({"link"} if linked else set())
