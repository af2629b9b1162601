"""Several files are written, or none."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from rulebook.edit.replace import FileChange, ReplaceError, replace_files


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / name for name in ("a.md", "b.md", "c.md")]
    for path in paths:
        path.write_bytes(b"old " + path.name.encode())
    return paths


def changes(files: list[Path]) -> list[FileChange]:
    return [FileChange(path, path.read_bytes(), b"new") for path in files]


def held(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_all_are_written_and_nothing_else_is_left(files: list[Path]) -> None:
    files[0].chmod(0o640)
    replace_files(changes(files))
    assert held(files[0].parent) == {"a.md": b"new", "b.md": b"new", "c.md": b"new"}
    assert stat.S_IMODE(files[0].stat().st_mode) == 0o640


def test_a_link_stays_a_link(files: list[Path], tmp_path: Path) -> None:
    link = tmp_path / "link.md"
    link.symlink_to(files[0])
    replace_files([FileChange(link, files[0].read_bytes(), b"new")])
    assert link.is_symlink()
    assert files[0].read_bytes() == b"new"


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_file_changed_meanwhile_leaves_all_as_it_was(files: list[Path], number: int) -> None:
    wanted = changes(files)
    files[number].write_bytes(b"another hand")
    before = held(files[0].parent)
    with pytest.raises(ReplaceError, match=rf"{files[number].name} was changed meanwhile; nothing was changed"):
        replace_files(wanted)
    assert held(files[0].parent) == before


def test_a_file_that_is_gone_leaves_all_as_it_was(files: list[Path]) -> None:
    wanted = changes(files)
    files[1].unlink()
    before = held(files[0].parent)
    with pytest.raises(ReplaceError, match=r"b\.md cannot be written: No such file"):
        replace_files(wanted)
    assert held(files[0].parent) == before


def test_a_read_only_file_is_not_written_over(files: list[Path]) -> None:
    files[2].chmod(0o444)
    before = held(files[0].parent)
    with pytest.raises(ReplaceError, match=r"c\.md cannot be written: it is read-only"):
        replace_files(changes(files))
    assert held(files[0].parent) == before


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_fault_while_replacing_puts_back_what_was_replaced(
    files: list[Path], number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = held(files[0].parent)
    wanted = changes(files)
    calls = 0
    replace = os.replace

    def failing(source: Path, target: Path) -> None:
        nonlocal calls
        calls += 1
        if calls == number:
            raise PermissionError(13, "Permission denied", str(target))
        replace(source, target)

    monkeypatch.setattr("rulebook.edit.replace.os.replace", failing)
    with pytest.raises(ReplaceError, match="Permission denied; nothing was changed"):
        replace_files(wanted)
    assert calls >= number
    assert held(files[0].parent) == before


def test_a_file_changed_between_two_replacings_puts_back_the_first(
    files: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    replace = os.replace
    wanted = changes(files)

    def meddling(source: Path, target: Path) -> None:
        replace(source, target)
        if target == files[0] and target.read_bytes() == b"new":
            files[1].write_bytes(b"another hand")

    monkeypatch.setattr("rulebook.edit.replace.os.replace", meddling)
    with pytest.raises(ReplaceError, match=r"b\.md was changed meanwhile"):
        replace_files(wanted)
    assert held(files[0].parent) == {"a.md": b"old a.md", "b.md": b"another hand", "c.md": b"old c.md"}


def test_what_cannot_be_put_back_is_kept_beside_and_named(files: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    replace = os.replace
    wanted = changes(files)
    calls = 0

    def failing(source: Path, target: Path) -> None:
        nonlocal calls
        calls += 1
        if calls > 1:
            raise OSError(5, "Input/output error", str(target))
        replace(source, target)

    monkeypatch.setattr("rulebook.edit.replace.os.replace", failing)
    with pytest.raises(ReplaceError, match=r"could not be put back as they were: .*a\.md") as caught:
        replace_files(wanted)
    kept = [p for p in files[0].parent.iterdir() if p.name.startswith(".")]
    assert [p.read_bytes() for p in kept] == [b"old a.md"]
    assert kept[0].name in str(caught.value)


def test_a_folder_that_takes_no_new_file_leaves_all_as_it_was(
    files: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = held(files[0].parent)

    def refusing(**_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("rulebook.edit.replace.tempfile.mkstemp", refusing)
    with pytest.raises(ReplaceError, match="cannot be written: Permission denied; nothing was changed"):
        replace_files(changes(files))
    assert held(files[0].parent) == before


@pytest.mark.parametrize("named", [True, False])
def test_a_file_that_cannot_be_written_whole_is_named_and_not_the_new_one_beside_it(
    files: list[Path], monkeypatch: pytest.MonkeyPatch, named: bool
) -> None:
    before = held(files[0].parent)
    calls = 0

    def full(_: int) -> None:
        nonlocal calls
        calls += 1
        # The second file's: each has a new one and a copy of the old.
        if calls == 3:
            raise OSError(28, "No space left on device", *(["/a/.b.md.x.new"] if named else []))

    monkeypatch.setattr("rulebook.edit.replace.os.fsync", full)
    with pytest.raises(ReplaceError) as caught:
        replace_files(changes(files))
    assert str(caught.value) == f"{files[1]} cannot be written: No space left on device; nothing was changed"
    assert held(files[0].parent) == before
