"""Comparing: what is somebody's own in the folder that is named for it stays, and is told of before anything is set."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulebook.made_folder import MARK
from rulebook.verbs.group import cli
from tests.editing import edit


def test_a_folder_with_somebodys_own_pictures_is_refused_at_once(tiny_repository: Path, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    for name in ("page-1.png", "changes.md"):
        (folder / name).write_text("mine", encoding="utf-8")
    for words in (["compare", "--output"], ["changes", "--from", "1.0", "--pictures"]):
        done = CliRunner().invoke(cli, [*words, str(folder), "--book", str(tiny_repository)])
        assert isinstance(done.exception, OSError), done.output
        assert "it holds changes.md, page-1.png, which was not made here" in str(done.exception)
        assert done.stderr == ""
    assert {path.name: path.read_text("utf-8") for path in folder.iterdir()} == {
        "page-1.png": "mine",
        "changes.md": "mine",
    }


@pytest.mark.slow
@pytest.mark.xdist_group("printing")
def test_the_pictures_of_one_comparison_do_not_outlast_the_next(tiny_repository: Path) -> None:
    folder = tiny_repository / "dist" / "compared"
    words = ["compare", "--book", str(tiny_repository)]
    crew = tiny_repository / "content" / "chapters" / "the-crew.md"
    edit(crew, "What is left stays ashore.", "What is left stays on the shore.")
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == 0, done.output
    assert done.output.splitlines()[-1] == f"{folder / 'changes.md'} (1 page)"
    (picture,) = folder.glob("*.png")
    assert f"({picture.name})" in (folder / "changes.md").read_text(encoding="utf-8")
    edit(crew, "What is left stays on the shore.", "What is left stays ashore.")
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == 0, done.output
    assert sorted(path.name for path in folder.iterdir()) == [MARK, "changes.md"]
    assert "No page looks different" in (folder / "changes.md").read_text(encoding="utf-8")
