"""What is changed, and what is staged: a check of the one is not misled by the other."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulebook.changed_files import as_staged, changed_files
from rulebook.printing.git import GitError
from tests.conftest import TINY
from tests.printing.frozen_tiny import commit, git

BOOK = "content/book.yaml"


@pytest.fixture
def committed(tmp_path: Path) -> Path:
    folder = tmp_path / "a ‘quoted’ folder"
    shutil.copytree(TINY, folder)
    git(folder, "init", "--quiet")
    commit(folder)
    return folder


def test_what_is_staged_is_checked_and_not_what_stands_there(committed: Path) -> None:
    file = committed / BOOK
    whole = file.read_text(encoding="utf-8")
    file.write_text(whole + "# staged\n", encoding="utf-8")
    git(committed, "add", BOOK)
    file.write_text(whole + "# not staged\n", encoding="utf-8")
    (committed / "content" / "new file.yaml").write_text("x: 1\n", encoding="utf-8")
    with as_staged(committed) as staged:
        assert staged.files == {BOOK}
        assert (staged.folder / BOOK).read_text(encoding="utf-8") == whole + "# staged\n"
        assert not (staged.folder / "content" / "new file.yaml").exists()


def test_where_nothing_else_stands_there_the_folder_itself_is_checked(committed: Path) -> None:
    with as_staged(committed) as staged:
        assert (staged.folder, staged.files) == (committed, frozenset())


def test_a_file_that_is_only_named_to_git_is_not_staged(committed: Path) -> None:
    (committed / "content" / "named.yaml").write_text("x: 1\n", encoding="utf-8")
    git(committed, "add", "--intent-to-add", "content/named.yaml")
    with as_staged(committed) as staged:
        assert not (staged.folder / "content" / "named.yaml").exists()
        assert staged.files == frozenset()


def test_the_index_of_the_commit_under_way_is_asked(committed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(committed / ".git" / "index", committed / ".git" / "next-index-1.lock")
    (committed / BOOK).write_text("staged: here\n", encoding="utf-8")
    git(committed, "add", BOOK)
    monkeypatch.chdir(committed)
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/next-index-1.lock")
    with as_staged(committed) as staged:
        assert staged.files == frozenset()
        assert (staged.folder / BOOK).read_text(encoding="utf-8") != "staged: here\n"


def test_deleted_renamed_and_new_files_are_changed(committed: Path) -> None:
    chapters = sorted(path.name for path in (committed / "content" / "chapters").iterdir())
    first, second = (f"content/chapters/{name}" for name in chapters[:2])
    (committed / first).unlink()
    git(committed, "mv", second, 'content/chapters/its "new" name.md')
    (committed / "content" / "é.md").write_text("x\n", encoding="utf-8")
    assert changed_files(committed) == {first, second, 'content/chapters/its "new" name.md', "content/é.md"}


def test_changes_since_a_commit_and_on_a_detached_head(committed: Path) -> None:
    (committed / BOOK).write_text("x: 1\n", encoding="utf-8")
    commit(committed)
    git(committed, "checkout", "--quiet", "--detach")
    assert changed_files(committed) == frozenset()
    assert changed_files(committed, "HEAD~1") == {BOOK}


def test_before_the_first_commit_everything_is_changed(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    shutil.copytree(TINY, folder)
    git(folder, "init", "--quiet")
    assert BOOK in changed_files(folder)
    with pytest.raises(GitError, match="nothing of a book is staged"), as_staged(folder):
        pass
    git(folder, "add", "--all")
    with as_staged(folder) as staged:
        assert BOOK in staged.files


@pytest.mark.parametrize("revision", ["nothing", "--help", ""])
def test_a_name_of_no_commit_is_refused(committed: Path, revision: str) -> None:
    with pytest.raises(GitError, match="names no commit"):
        changed_files(committed, revision)


def test_a_shallow_clone_without_the_commit_says_what_to_fetch(committed: Path, tmp_path: Path) -> None:
    (committed / BOOK).write_text("x: 1\n", encoding="utf-8")
    commit(committed)
    git(tmp_path, "clone", "--quiet", "--depth", "1", committed.as_uri(), "shallow")
    with pytest.raises(GitError, match="git fetch --unshallow"):
        changed_files(tmp_path / "shallow", "HEAD~1")


def test_no_repository_and_no_git_are_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(GitError, match="is in no git repository"):
        changed_files(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(GitError, match="git is not there"):
        changed_files(tmp_path)
