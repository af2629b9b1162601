"""A folder of outputs takes the place of one that was made so, and of nobody's own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulebook.made_folder import MARK, made_folder, refuse_foreign


def _make(folder: Path, *names: str) -> None:
    with made_folder(folder) as part:
        for name in names:
            (part / name).write_text("made", encoding="utf-8")


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name != MARK)


@pytest.mark.parametrize("there", ["nothing", "an empty folder", "a folder behind a link"])
def test_it_is_made_where_nothing_is_lost(tmp_path: Path, there: str) -> None:
    folder = tmp_path / "out" / "pictures"
    if there == "an empty folder":
        folder.mkdir(parents=True)
    elif there == "a folder behind a link":
        (tmp_path / "elsewhere").mkdir()
        folder.parent.mkdir()
        folder.symlink_to(tmp_path / "elsewhere")
    _make(folder, "page-1.png", "changes.md")
    assert _names(folder) == ["changes.md", "page-1.png"]
    assert folder.is_symlink() == (there == "a folder behind a link")
    assert [path.name for path in folder.parent.iterdir()] == ["pictures"]


def test_what_was_made_before_is_gone_as_a_whole(tmp_path: Path) -> None:
    _make(tmp_path / "out", "page-1.png", "page-2.png")
    (tmp_path / "out" / ".DS_Store").write_text("a desk’s", encoding="utf-8")
    _make(tmp_path / "out", "page-3.png")
    assert _names(tmp_path / "out") == ["page-3.png"]
    _make(tmp_path / "out")
    assert _names(tmp_path / "out") == []


@pytest.mark.parametrize("names", [["page-2.png"], ["notes.txt", "page-1.png"], [".hidden"], ["a/deep.txt"]])
@pytest.mark.parametrize("made", [True, False], ids=["beside ours", "alone"])
def test_what_is_somebodys_own_is_never_lost(tmp_path: Path, names: list[str], made: bool) -> None:
    folder = tmp_path / "out"
    if made:
        _make(folder, "page-1.png")
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("mine", encoding="utf-8")
    with pytest.raises(OSError, match="which was not made here and would be lost") as caught, made_folder(folder):
        pytest.fail("it had begun")
    assert caught.value.filename == str(folder)
    assert names[0].partition("/")[0] in str(caught.value.strerror)
    assert all((folder / name).read_text("utf-8") == "mine" for name in names)
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_what_is_put_there_meanwhile_stays(tmp_path: Path) -> None:
    folder = tmp_path / "out"

    def while_it_is_made() -> None:
        with made_folder(folder) as part:
            (part / "page-1.png").write_text("made", encoding="utf-8")
            folder.mkdir()
            (folder / "notes.txt").write_text("mine", encoding="utf-8")

    with pytest.raises(OSError, match=r"it holds notes\.txt, which was not made here"):
        while_it_is_made()
    assert {path.name for path in folder.iterdir()} == {"notes.txt"}
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("mark", ["pipe", "bytes", "none"])
def test_a_list_that_is_none_makes_nothing_ours(tmp_path: Path, mark: str) -> None:
    _make(tmp_path / "out", "page-1.png")
    (tmp_path / "out" / MARK).unlink()
    if mark == "pipe":
        os.mkfifo(tmp_path / "out" / MARK)
    elif mark == "bytes":
        (tmp_path / "out" / MARK).write_bytes(b"page-1.png\n\xff\n")
    with pytest.raises(OSError, match=r"page-1\.png"):
        refuse_foreign(tmp_path / "out")


def test_many_are_counted_and_a_file_is_no_folder(tmp_path: Path) -> None:
    for number in range(7):
        (tmp_path / f"{number}.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(OSError, match=r"it holds 0\.txt, 1\.txt, 2\.txt and 4 more, which"):
        refuse_foreign(tmp_path)
    with pytest.raises(NotADirectoryError, match="this is no folder"):
        refuse_foreign(tmp_path / "0.txt")


def test_names_may_be_told_by_another_sign_than_the_list(tmp_path: Path) -> None:
    (tmp_path / "deck.json").write_text("{}", encoding="utf-8")
    refuse_foreign(tmp_path, lambda names: set(names) == {"deck.json"})
    with pytest.raises(OSError, match=r"it holds deck\.json"):
        refuse_foreign(tmp_path, lambda names: not names)
