"""Another game's book: whole or not at all, sound, and set at once; from the repository and from an installed wheel."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from rulebook.cards.order import CardOrder
from rulebook.cards.production import make_cards
from rulebook.check.run import run_checks
from rulebook.edit.starter import FIRST, StarterError, start_book
from rulebook.load import load_book
from rulebook.printing.freeze import freeze
from rulebook.progress import Progress
from rulebook.verbs.new import new
from rulebook.volume import set_volume
from tests.conftest import REPOSITORY, TINY

STARTER = REPOSITORY / "tests" / "starter"


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
    expected |= listed(STARTER)
    assert listed(book) == expected | {".gitignore", "README.md", "styles/LICENSE", "templates/LICENSE"}
    assert (book / ".gitignore").read_text(encoding="utf-8").split() == ["dist/"]
    for font in book.rglob("*.ttf"):
        assert (font.parent / f"{font.name.partition('-')[0]}-OFL.txt").is_file()
    # The page with inks for a press, and with the measures of every product.
    assert (book / "styles" / "page.yaml").read_bytes() == (REPOSITORY / "styles" / "page.yaml").read_bytes()
    assert (book / "styles" / "LICENSE").read_bytes() == (REPOSITORY / "LICENSE").read_bytes()
    readme = (book / "README.md").read_text(encoding="utf-8")
    assert readme.startswith(f"# {loaded.book.metadata.title}\n")
    assert f"dist/{loaded.book.metadata.id}.pdf" in readme
    verbs = {line.split()[1] for line in readme.split("\n") if line.startswith("rulebook ")}
    assert verbs == {"check", "book", "cards", "bind", "where"}
    assert "PATH-TO-CHECKOUT/.venv/bin/rulebook check --book ." in readme
    for page in ("authors-guide.md", "content-format.md"):
        assert f"`{page}`" in readme
        assert (REPOSITORY / "docs" / page).is_file()
    fields = (book / "content" / "book.yaml").read_text(encoding="utf-8").split("\n")
    assert f"First change in `content/book.yaml`: {FIRST}.\n" in readme
    for name in FIRST.split(", "):
        assert any(line.startswith(f"{name}: ") for line in fields), name
    named = {row.split("`")[1].rstrip("/") for row in readme.split("\n") if row.startswith("| `")}
    assert named == {path.name for path in book.iterdir() if path.is_dir()}
    assert listed(tmp_path) == {f"mine/{name}" for name in listed(book)}


@pytest.mark.parametrize(
    "title", ["Mine", "It’s a Game: Deep #2", "{braces}", "No", "null", "~", "# 1", "[x], y", "Café & Crème", "1:30"]
)
def test_a_title_is_taken_as_it_is_typed(tmp_path: Path, title: str) -> None:
    start_book(tmp_path / "mine", title)
    loaded = load_book(tmp_path / "mine")
    assert loaded.book is not None
    said = loaded.book.metadata
    assert said.title == title
    assert (tmp_path / "mine" / "README.md").read_text(encoding="utf-8").startswith(f"# {title}\n")
    # Nothing of the other game’s name is left, and its place is filled.
    assert said.authors == (f"The authors of {title}",)
    assert said.rights.startswith(f"The rules and the names of {title} may be copied, ")
    old = str(yaml.safe_load((TINY / "content" / "book.yaml").read_text(encoding="utf-8"))["title"]).split(":")[0]
    assert old not in (tmp_path / "mine" / "content" / "book.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("title", ["", "   ", "a\nb", "a\tb", "e\u0301", "a\x00b", "''", "深い", "Żar", "🎲"])
def test_what_cannot_be_a_title_leaves_nothing(tmp_path: Path, title: str) -> None:
    with pytest.raises(StarterError, match="cannot be the title of a book; nothing was written"):
        start_book(tmp_path / "mine", title)
    assert list(tmp_path.iterdir()) == []


def test_a_letter_that_the_fonts_lack_is_named(tmp_path: Path) -> None:
    with pytest.raises(StarterError, match=r"the fonts have no ‘Ż’ \(U\+017B\);"):
        start_book(tmp_path / "mine", "Żar")


@pytest.mark.parametrize("folder", ["", " "])
def test_a_folder_without_a_name_is_refused(folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(new, [folder])
    assert result.exit_code == 2
    assert "the name of a folder is empty" in result.output
    assert list(tmp_path.iterdir()) == []


def test_what_is_said_of_a_new_book(tmp_path: Path) -> None:
    result = CliRunner().invoke(new, [str(tmp_path / "mine"), "--title", "Mine"])
    assert result.exit_code == 0
    assert f"First change in {tmp_path / 'mine' / 'content' / 'book.yaml'}: {FIRST}.\n" in result.output


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


@pytest.mark.parametrize("name", ["file", "link", "dangling", "file/below", "nowhere/below"])
def test_what_is_no_folder_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    (tmp_path / "dangling").symlink_to(tmp_path / "gone")
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
def test_a_new_book_has_cards(tmp_path: Path) -> None:
    start_book(tmp_path / "mine", "Mine")
    with Progress() as progress:
        printed = make_cards(tmp_path / "mine", CardOrder("a4"), None, progress)
    assert printed.findings == ()
    assert printed.output == tmp_path / "mine" / "dist" / "cards.pdf"
    assert printed.pages == 1


@pytest.mark.slow
def test_a_new_book_is_frozen_with_its_press_edition(tmp_path: Path) -> None:
    book = tmp_path / "mine"
    start_book(book, "Mine")
    git(book, "init", "--quiet")
    git(book, "add", ".")
    git(book, "-c", "user.name=Me", "-c", "user.email=me@example.org", "commit", "--quiet", "--message", "A book")
    printing = freeze(book, "1.0", "2026-02-01", lambda _: None)
    files = {product.file for product in printing.products}
    assert {
        "mine.pdf",
        "mine-press.pdf",
        "mine-press-cmyk.pdf",
        "mine-ink.pdf",
        "mine-letter.pdf",
        "cards.pdf",
    } <= files
    assert (book / "content" / "printings" / "1.0.yaml").is_file()
    # What is kept of it is not for the repository.
    changed = subprocess.run(["git", "status", "--porcelain"], cwd=book, check=True, capture_output=True, text=True)
    assert changed.stdout.split() == ["??", "content/printings/"]


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)


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
