"""What is there for a while: named for its process, and removed by the next when that is gone."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from rulebook.leftovers import named, part_of, temporary_folder
from rulebook.stopping import StoppedError


@pytest.fixture
def gone() -> int:
    """The number of a process that is no more."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def _made(folder: Path, *names: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / name).write_text("half", encoding="utf-8")


def test_what_a_process_that_is_gone_has_left_beside_a_file_is_removed(tmp_path: Path, gone: int) -> None:
    old = [f".book.pdf.{gone}.part", f".book.pdf.{gone}.whole", f"..book.pdf.{gone}.whole.{gone}.part"]
    other = [f".other.pdf.{gone}.part", f".book.pdf.{os.getppid()}.part", ".book.pdf.bak", "book.pdf", ".book.pdf.1"]
    _made(tmp_path, *old, *other)
    _made(tmp_path / f".book.pdf.{gone}.part2", "in a folder")
    part = part_of(tmp_path / "book.pdf", "whole")
    assert part == tmp_path / f".book.pdf.{os.getpid()}.whole"
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(other)


def test_what_this_process_left_under_the_name_is_removed_and_no_more(tmp_path: Path) -> None:
    _made(tmp_path, f".book.pdf.{os.getpid()}.part", f".book.pdf.{os.getpid()}.whole")
    assert not part_of(tmp_path / "book.pdf").exists()
    assert [path.name for path in tmp_path.iterdir()] == [f".book.pdf.{os.getpid()}.whole"]


def test_the_folder_is_made_where_there_is_none(tmp_path: Path) -> None:
    assert part_of(tmp_path / "dist" / "book.pdf").parent.is_dir()


def test_temporary_folders_are_removed_afterwards_and_by_the_next(
    tmp_path: Path, gone: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    _made(tmp_path / f"rulebook-printing-{gone}-abc", "content")
    _made(tmp_path / f"rulebook-printing-{os.getppid()}-abc", "content")
    _made(tmp_path / "rulebook-notes", "mine")
    with temporary_folder("test") as folder:
        assert folder.parent == tmp_path
        _made(folder, "half")
        assert sorted(path.name for path in tmp_path.iterdir() if path != folder) == [
            "rulebook-notes",
            f"rulebook-printing-{os.getppid()}-abc",
        ]
    assert not folder.exists()


def test_a_folder_in_which_something_was_raised_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with pytest.raises(KeyboardInterrupt), temporary_folder("test"):
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="there a signal cannot be made to wait")
def test_a_folder_is_removed_though_this_process_is_told_to_stop_while_it_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    make = tempfile.mkdtemp

    def told_to_stop(*arguments: Any) -> str:
        folder: str = make(*arguments)
        signal.raise_signal(signal.SIGTERM)
        return folder

    def stop(*_: object) -> None:
        raise StoppedError

    monkeypatch.setattr(tempfile, "mkdtemp", told_to_stop)
    before = signal.signal(signal.SIGTERM, stop)
    try:
        with pytest.raises(StoppedError), temporary_folder("a"):
            pytest.fail("the word to stop was lost")
    finally:
        signal.signal(signal.SIGTERM, before)
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_named_by_what_was_to_be_written_there(tmp_path: Path) -> None:
    target = tmp_path / "book.pdf"
    with pytest.raises(OSError, match="No space") as full, temporary_folder("test"), named(target):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    assert full.value.filename == str(target)
    with pytest.raises(BrokenPipeError) as other, named(target):
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))
    assert other.value.filename is None


def test_what_is_made_beside_a_file_is_called_by_the_files_name(tmp_path: Path) -> None:
    target = tmp_path / "a.pdf"
    part = part_of(target)
    with pytest.raises(PermissionError) as caught, named(target, part):
        raise PermissionError(errno.EACCES, "Permission denied", str(part), None, str(target))
    assert caught.value.filename == str(target)
    # A copy: its source comes first.
    with pytest.raises(OSError, match="No space") as copied, named(target, part):
        raise OSError(errno.ENOSPC, "No space left on device", "/a/source.pdf", None, str(part / "1.png"))
    assert copied.value.filename == str(target)
    with pytest.raises(PermissionError) as other, named(target, part):
        raise PermissionError(errno.EACCES, "Permission denied", str(tmp_path / "b.ttf"))
    assert other.value.filename == str(tmp_path / "b.ttf")
    with pytest.raises(OSError, match="gone") as failed, named(target):
        raise OSError(errno.EIO, "the disk is gone")
    assert failed.value.filename == str(target)
