"""What is changed, and what is staged: a check of the one is not misled by the other."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from rulebook.changed_files import as_staged, changed_files
from rulebook.edit.starter import start_book
from rulebook.load import load_book
from rulebook.printing.git import GitError
from rulebook.printing.tree import BOOK_FOLDERS, PIPELINE
from tests.conftest import REPOSITORY, TINY
from tests.editing import edit, places
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


def test_the_marks_of_the_templates_are_staged_too(tmp_path: Path) -> None:
    folder = tmp_path / "book"
    start_book(folder)
    git(folder, "init", "--quiet")
    commit(folder)
    edit(folder / "content" / "products" / "cards.yaml", "mark: droplet", "mark: droplot")
    git(folder, "add", ".")
    (folder / "figures" / "note.txt").write_text("Not staged.\n", encoding="utf-8")
    with as_staged(folder) as staged:
        assert staged.folder != folder
        assert places(load_book(staged.folder).findings) == ["content/products/cards.yaml:15:11 S021"]


def test_the_hook_holds_up_what_touches_a_folder_that_the_check_reads() -> None:
    hook = (REPOSITORY / ".githooks" / "pre-commit").read_text(encoding="utf-8")
    read = re.search(r"(?m)^read_by_the_check=\((.*)\)$", hook)
    assert read is not None
    assert set(read[1].split()) == {*BOOK_FOLDERS, PIPELINE}
    config = yaml.safe_load((REPOSITORY / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    (files,) = (one["files"] for one in config["repos"][0]["hooks"] if one["id"] == "rulebook-check")
    assert set(re.sub(r"[()^]|/$", "", files).split("|")) == {*BOOK_FOLDERS, PIPELINE}


def test_a_file_that_is_only_named_to_git_is_not_staged(committed: Path) -> None:
    (committed / "content" / "named.yaml").write_text("x: 1\n", encoding="utf-8")
    git(committed, "add", "--intent-to-add", "content/named.yaml")
    with as_staged(committed) as staged:
        assert not (staged.folder / "content" / "named.yaml").exists()
        assert staged.files == frozenset()


@pytest.mark.parametrize("standing", ["there", "gone", "gone and there once"])
def test_a_file_that_is_only_named_to_git_is_never_an_empty_one(committed: Path, standing: str) -> None:
    named = committed / "content" / "named.yaml"
    named.write_text("x: 1\n", encoding="utf-8")
    if standing == "gone and there once":
        commit(committed)
        git(committed, "rm", "--quiet", "--cached", "content/named.yaml")
    git(committed, "add", "--intent-to-add", "content/named.yaml")
    (committed / "content" / "empty.yaml").touch()
    git(committed, "add", "content/empty.yaml")
    if standing != "there":
        named.unlink()
    with as_staged(committed) as staged:
        assert not (staged.folder / "content" / "named.yaml").exists()
        # An empty file that is staged is one.
        assert (staged.folder / "content" / "empty.yaml").read_bytes() == b""


def test_a_file_that_is_to_be_deleted_is_not_there_though_it_stands_in_the_folder(committed: Path) -> None:
    (committed / ".gitignore").write_text("kept.yaml\n", encoding="utf-8")
    (committed / "content" / "kept.yaml").write_text("x: 1\n", encoding="utf-8")
    git(committed, "add", "--force", ".gitignore", "content/kept.yaml")
    commit(committed)
    git(committed, "rm", "--quiet", "--cached", "content/kept.yaml")
    with as_staged(committed) as staged:
        assert staged.files == {"content/kept.yaml"}
        assert not (staged.folder / "content" / "kept.yaml").exists()


def test_a_file_in_conflict_and_a_repository_within_are_said(committed: Path) -> None:
    git(committed, "checkout", "--quiet", "-b", "other")
    (committed / BOOK).write_text("x: 1\n", encoding="utf-8")
    commit(committed)
    git(committed, "checkout", "--quiet", "-")
    (committed / BOOK).write_text("x: 2\n", encoding="utf-8")
    commit(committed)
    head = git(committed, "rev-parse", "HEAD").strip()
    with pytest.raises(subprocess.CalledProcessError):
        git(committed, "merge", "other")
    with pytest.raises(GitError, match=f"{BOOK} is in conflict"), as_staged(committed):
        pass
    git(committed, "reset", "--quiet", "--hard")
    git(committed, "update-index", "--add", "--cacheinfo", f"160000,{head},content/within")
    with pytest.raises(GitError, match="content/within is another repository"), as_staged(committed):
        pass


def test_a_link_a_mode_and_a_new_name_are_laid_out_as_they_are_staged(committed: Path) -> None:
    first, second = sorted((committed / "content" / "chapters").glob("*.md"))[:2]
    first.chmod(0o755)
    second.rename(second.with_name("moved.md"))
    (committed / "content" / "link.md").symlink_to("chapters/moved.md")
    git(committed, "add", "--all")
    (committed / "content" / "link.md").unlink()
    with as_staged(committed) as staged:
        assert (staged.folder / "content" / "link.md").is_symlink()
        assert (staged.folder / "content" / "link.md").read_bytes()
        assert not (staged.folder / "content" / "chapters" / second.name).exists()
        assert (staged.folder / "content" / "chapters" / first.name).exists()


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


@pytest.mark.parametrize(
    ("revision", "found"),
    [
        ("", "an empty name names no commit"),
        (" ", "an empty name names no commit"),
        ("--help", "‘--help’ names no commit, since it begins like an option"),
        ("HEAD~1..HEAD", "‘HEAD~1..HEAD’ names no commit, but a range of them"),
        ("HEAD...HEAD", "but a range of them"),
        ("nothing..HEAD", "but a range of them"),
        ("HEAD^!", "‘HEAD^!’ names no commit, but a range of them"),
        ("HEAD^-1", "but a range of them"),
        ("^HEAD", "‘^HEAD’ names no commit, but leaves one out"),
        ("HEAD:content/book.yaml", "but a file"),
        ("HEAD:gone.yaml", "but a file of one"),
        ("HEAD^{tree}", "but a folder"),
        ("a\nb\x1b[2J", "‘a bU+001B[2J’ names no commit of this repository"),
    ],
)
def test_a_name_of_no_one_commit_is_refused(committed: Path, revision: str, found: str) -> None:
    (committed / BOOK).write_text("x: 1\n", encoding="utf-8")
    commit(committed)
    with pytest.raises(GitError) as raised:
        changed_files(committed, revision)
    assert found in str(raised.value)
    assert "give one commit, by its hash, a branch or a tag" in str(raised.value)
    # Only a name that could be of a commit has to do with a clone that lacks some.
    assert ("shallow" in str(raised.value)) is ("of this repository" in str(raised.value))


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
