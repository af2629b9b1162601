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

from rulebook.leftovers import folder_in_place_of, named, part_of, temporary_folder
from rulebook.stopping import StoppedError
from tests.conftest import REPOSITORY


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


def _folder(path: Path, text: str) -> Path:
    path.mkdir(parents=True)
    (path / "a.txt").write_text(text, encoding="utf-8")
    return path


def _put(folder: Path, text: str, raised: BaseException | None = None) -> None:
    with folder_in_place_of(folder) as part:
        (part / "b.txt").write_text(text, encoding="utf-8")
        if raised is not None:
            raise raised


def _within(folder: Path) -> dict[str, str]:
    return {p.relative_to(folder).as_posix(): p.read_text("utf-8") for p in sorted(folder.rglob("*")) if p.is_file()}


@pytest.mark.parametrize("before", [True, False], ids=["an old one", "none"])
def test_a_folder_takes_anothers_place_when_it_is_whole(tmp_path: Path, before: bool) -> None:
    folder = tmp_path / "dist" / "1.0"
    if before:
        _folder(folder, "old")
    with folder_in_place_of(folder) as part:
        assert part.parent == folder.parent
        (part / "b.txt").write_text("new", encoding="utf-8")
        assert _within(folder) == ({"a.txt": "old"} if before else {})
    assert _within(tmp_path) == {"dist/1.0/b.txt": "new"}


def test_a_link_to_a_folder_stays_one(tmp_path: Path) -> None:
    folder = _folder(tmp_path / "elsewhere" / "1.0", "old")
    (tmp_path / "1.0").symlink_to(folder)
    _put(tmp_path / "1.0", "new")
    assert (tmp_path / "1.0").is_symlink()
    assert _within(tmp_path / "elsewhere") == {"1.0/b.txt": "new"}


@pytest.mark.parametrize("raised", [KeyboardInterrupt(), OSError(errno.ENOSPC, "No space left on device")])
def test_the_old_folder_stays_when_the_new_one_is_not_finished(tmp_path: Path, raised: BaseException) -> None:
    folder = _folder(tmp_path / "1.0", "old")
    with pytest.raises(type(raised)) as caught:
        _put(folder, "new", raised)
    assert _within(tmp_path) == {"1.0/a.txt": "old"}
    assert [path.name for path in tmp_path.iterdir()] == ["1.0"]
    assert not isinstance(caught.value, OSError) or caught.value.filename == str(folder)


@pytest.mark.parametrize("kind", ["file", "pipe"])
@pytest.mark.parametrize("linked", [True, False], ids=["behind a link", "itself"])
def test_what_is_no_folder_is_never_put_by(tmp_path: Path, kind: str, linked: bool) -> None:
    mine = tmp_path / "mine"
    if kind == "file":
        mine.write_text("mine", encoding="utf-8")
    else:
        os.mkfifo(mine)
    before = mine.stat()
    if linked:
        (tmp_path / "1.0").symlink_to(mine)
    with pytest.raises(NotADirectoryError, match="this is no folder"):
        _put(tmp_path / "1.0" if linked else mine, "new")
    assert mine.stat() == before
    assert {path.name for path in tmp_path.iterdir()} == {"mine"} | ({"1.0"} if linked else set())


def test_what_cannot_be_written_into_it_is_said_of_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "1.0"
    with pytest.raises(FileNotFoundError) as caught, folder_in_place_of(folder) as part:
        (part / "nowhere" / "b.txt").write_text("new", encoding="utf-8")
    assert caught.value.filename == str(folder)


def test_the_old_folder_comes_back_when_the_new_one_cannot_take_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = _folder(tmp_path / "1.0", "old")
    replace = os.replace

    def refused(source: Path, target: Path) -> None:
        if source.name.endswith(".part"):
            raise PermissionError(errno.EACCES, "Permission denied", str(source), None, str(target))
        replace(source, target)

    monkeypatch.setattr(os, "replace", refused)
    with pytest.raises(PermissionError) as caught:
        _put(folder, "new")
    assert caught.value.filename == str(folder)
    assert _within(tmp_path) == {"1.0/a.txt": "old"}
    assert [path.name for path in tmp_path.iterdir()] == ["1.0"]


# Kills itself before or after the call of so many of what changes folders; says nothing when it comes through.
_KILLED = """
import os, shutil, signal, sys
from pathlib import Path
from rulebook.leftovers import folder_in_place_of

folder, when, left = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])

def told(call):
    def counted(*arguments, **options):
        global left
        left -= 1
        if left == 0 and when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        try:
            return call(*arguments, **options)
        finally:
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
    return counted

for module, name in ((os, "mkdir"), (os, "replace"), (shutil, "rmtree")):
    setattr(module, name, told(getattr(module, name)))
with folder_in_place_of(folder) as part:
    (part / "b.txt").write_text("new", encoding="utf-8")
print(left)
"""
# The parent's, the part's, the old one put by, the new one put, the old one removed.
_STEPS = 5


def _killed(folder: Path, when: str, step: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", _KILLED, str(folder), when, str(step)]
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY / "build")}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("step", range(1, _STEPS + 1))
@pytest.mark.parametrize("when", ["before", "after"])
def test_killed_in_any_instant_the_old_folder_or_the_new_one_is_there_for_the_next(
    tmp_path: Path, when: str, step: int
) -> None:
    folder = _folder(tmp_path / "1.0", "old")
    done = _killed(folder, when, step)
    assert done.returncode == -signal.SIGKILL, done.stdout + done.stderr
    # Nothing that is half made is ever seen under the name.
    assert not folder.exists() or _within(folder) in ({"a.txt": "old"}, {"b.txt": "new"}, {})
    assert folder.exists() == ((when, step) not in (("after", 3), ("before", 4)))
    part_of(folder)
    assert _within(tmp_path) in ({"1.0/a.txt": "old"}, {"1.0/b.txt": "new"})
    assert [path.name for path in tmp_path.iterdir()] == ["1.0"]
    _put(folder, "newer")
    assert _within(tmp_path) == {"1.0/b.txt": "newer"}


def test_these_are_all_the_instants(tmp_path: Path) -> None:
    folder = _folder(tmp_path / "1.0", "old")
    done = _killed(folder, "before", _STEPS + 1)
    assert (done.returncode, done.stdout) == (0, "1\n"), done.stderr


def test_what_a_process_at_work_has_put_by_is_left_to_it(tmp_path: Path) -> None:
    put_by = _folder(tmp_path / f".1.0.{os.getppid()}.old", "old")
    part_of(tmp_path / "1.0")
    assert _within(put_by) == {"a.txt": "old"}
    assert not (tmp_path / "1.0").exists()


def test_of_several_that_were_put_by_one_comes_back_and_the_others_go(tmp_path: Path, gone: int) -> None:
    for number in (gone, os.getpid()):
        _folder(tmp_path / f".1.0.{number}.old", "old")
    part_of(tmp_path / "1.0", "old")
    assert _within(tmp_path) == {"1.0/a.txt": "old"}


@pytest.mark.parametrize("kind", ["a file", "a link to nothing"])
def test_what_stands_in_the_place_of_a_folder_is_named(kind: str, tmp_path: Path) -> None:
    there = tmp_path / "dist"
    if kind == "a file":
        there.write_text("mine", encoding="utf-8")
    else:
        there.symlink_to(tmp_path / "nowhere" / "at all")
    for target in (there / "book.pdf", there / "cards" / "png" / "1.png"):
        with pytest.raises(NotADirectoryError, match="this is no folder") as caught:
            part_of(target)
        assert caught.value.filename == str(there)
    # A link to a folder that is yet to be made is as good as one.
    (tmp_path / "there").mkdir()
    other = tmp_path / "other"
    other.symlink_to(tmp_path / "there")
    assert part_of(other / "a" / "book.pdf").parent.is_dir()
