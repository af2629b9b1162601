"""Another game's book: whole or not at all, sound, and set at once; from the repository and from an installed wheel."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from rulebook.check.run import run_checks
from rulebook.edit.starter import StarterError, start_book
from rulebook.load import load_book
from rulebook.progress import Progress
from rulebook.volume import set_volume
from tests.conftest import REPOSITORY, TINY


def listed(folder: Path) -> set[str]:
    return {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}


def test_a_new_book_is_sound_and_whole(tmp_path: Path) -> None:
    start_book(tmp_path / "mine")
    book = tmp_path / "mine"
    loaded = load_book(book)
    assert loaded.findings == ()
    assert loaded.book is not None
    assert run_checks(loaded.book).errors == ()
    expected = {name for name in listed(TINY) if "__pycache__" not in name}
    expected |= {f"{part}/{name}" for part in ("styles", "templates") for name in listed(REPOSITORY / part)}
    assert listed(book) == expected | {"README.md", "styles/LICENSE", "templates/LICENSE"}
    for font in book.rglob("*.ttf"):
        assert (font.parent / f"{font.name.partition('-')[0]}-OFL.txt").is_file()
    assert (book / "styles" / "page.yaml").read_bytes() == (TINY / "styles" / "page.yaml").read_bytes()
    assert (book / "styles" / "LICENSE").read_bytes() == (REPOSITORY / "LICENSE").read_bytes()
    readme = (book / "README.md").read_text(encoding="utf-8")
    assert readme.startswith(f"# {loaded.book.metadata.title}\n")
    assert f"dist/{loaded.book.metadata.id}.pdf" in readme
    named = {row.split("`")[1].rstrip("/") for row in readme.split("\n") if row.startswith("| `")}
    assert named == {path.name for path in book.iterdir() if path.is_dir()}
    assert listed(tmp_path) == {f"mine/{name}" for name in listed(book)}


@pytest.mark.parametrize("title", ["Mine", "It’s a Game: Deep #2", "'quoted'", "{braces}", "No", "# 1", "深い"])
def test_a_title_is_taken_as_it_is_typed(tmp_path: Path, title: str) -> None:
    start_book(tmp_path / "mine", title)
    loaded = load_book(tmp_path / "mine")
    assert loaded.book is not None
    assert loaded.book.metadata.title == title
    assert (tmp_path / "mine" / "README.md").read_text(encoding="utf-8").startswith(f"# {title}\n")


@pytest.mark.parametrize("title", ["", "   ", "a\nb", "a\tb", "e\u0301", "a\x00b"])
def test_what_cannot_be_a_title_leaves_nothing(tmp_path: Path, title: str) -> None:
    with pytest.raises(StarterError, match="cannot be the title of a book; nothing was written"):
        start_book(tmp_path / "mine", title)
    assert list(tmp_path.iterdir()) == []


def test_an_empty_folder_is_filled_even_where_one_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir(mode=0o750)
    inode = (tmp_path / "here").stat().st_ino
    monkeypatch.chdir(tmp_path / "here")
    start_book(Path("."))
    assert load_book(Path(".")).book is not None
    assert (tmp_path / "here").stat().st_ino == inode
    assert [p.name for p in tmp_path.iterdir()] == ["here"]


def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / ".hidden").write_text("mine", encoding="utf-8")
    with pytest.raises(StarterError, match="is not empty"):
        start_book(tmp_path)
    assert listed(tmp_path) == {".hidden"}


@pytest.mark.parametrize("name", ["file", "link", "file/below", "nowhere/below"])
def test_what_is_no_folder_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    before = sorted(p.name for p in tmp_path.iterdir())
    with pytest.raises(StarterError, match=r"is not a folder|there is no folder"):
        start_book(tmp_path / name)
    assert sorted(p.name for p in tmp_path.iterdir()) == before


@pytest.mark.parametrize("there", [False, True])
@pytest.mark.parametrize("call", ["copyfile", "rename"])
def test_a_fault_leaves_nothing(tmp_path: Path, there: bool, call: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if there:
        (tmp_path / "mine").mkdir()
    module = shutil if call == "copyfile" else os
    original = getattr(module, call)
    calls = 0

    def failing(*arguments: object) -> object:
        nonlocal calls
        calls += 1
        if calls > (3 if call == "copyfile" else 2 if there else 0):
            raise OSError(28, "No space left on device", str(arguments[1]))
        return original(*arguments)

    monkeypatch.setattr(module, call, failing)
    with pytest.raises(OSError, match="No space left"):
        start_book(tmp_path / "mine")
    assert calls > (0 if call == "rename" and not there else 2)
    assert [p.name for p in tmp_path.iterdir()] == (["mine"] if there else [])
    assert not there or list((tmp_path / "mine").iterdir()) == []


@pytest.mark.slow
def test_a_new_book_is_set(tmp_path: Path) -> None:
    start_book(tmp_path / "mine", "Mine")
    with Progress() as progress:
        volume = set_volume(tmp_path / "mine", None, progress)
    assert volume.findings == ()
    assert volume.output == tmp_path / "mine" / "dist" / "mine.pdf"
    assert volume.output.read_bytes().startswith(b"%PDF-")
    assert volume.pages > 3


@pytest.mark.slow
def test_an_installed_wheel_starts_a_book(tmp_path: Path) -> None:
    wheels = tmp_path / "wheels"
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels)]
    subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True)
    installed = tmp_path / "installed"
    with zipfile.ZipFile(next(wheels.glob("*.whl"))) as wheel:
        wheel.extractall(installed)
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]); "
        "import rulebook; assert rulebook.__file__.startswith(sys.argv[1]); "
        "from rulebook.edit.starter import start_book; from pathlib import Path; start_book(Path('mine'), 'Mine')"
    )
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    subprocess.run(
        [sys.executable, "-c", program, str(installed)], cwd=tmp_path, check=True, env=environment, capture_output=True
    )
    start_book(tmp_path / "other", "Mine")
    assert listed(tmp_path / "mine") == listed(tmp_path / "other")
    assert load_book(tmp_path / "mine").findings == ()
