"""Freezing: what is refused, what the record says, and that it is there whole or not at all."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from pypdf import PdfReader

import rulebook.printing.freeze as freezing
from rulebook.load import load_book
from rulebook.model import Book
from rulebook.printing.digests import digest_of
from rulebook.printing.freeze import RefusedError, freeze
from rulebook.printing.git import GitError
from rulebook.printing.making import Made, MakingError
from rulebook.printing.record import FrozenProduct, record_text
from tests.editing import edit
from tests.printing.frozen_tiny import commit, git

pytestmark = pytest.mark.xdist_group("printing")


def _freeze(root: Path, version: str = "1.0", date: str = "2026-12-02") -> None:
    freeze(root, version, date, lambda _: None)


def _book(root: Path) -> Book:
    loaded = load_book(root)
    assert loaded.book is not None, [str(f) for f in loaded.findings]
    return loaded.book


def _nothing_was_frozen(root: Path) -> bool:
    return not (root / "content" / "printings").exists() and not (root / "dist").exists()


@pytest.mark.slow
def test_the_record_says_what_was_printed(frozen: Path) -> None:
    (printing,) = _book(frozen).printings
    assert (printing.version, printing.date, printing.record) == ("1.0", "2026-12-02", "2026-01-31")
    assert printing.revision == git(frozen, "rev-parse", "HEAD~1")
    for product in printing.products:
        kept = (frozen / "dist" / "printings" / "1.0" / product.file).read_bytes()
        assert hashlib.sha256(kept).hexdigest() == product.sha256
    pdf = PdfReader(frozen / "dist" / "printings" / "1.0" / "tidewrack.pdf")
    assert {p.name: p.pages for p in printing.products} == {"book": len(pdf.pages), "export": 0}
    files = {file.path: file for file in printing.files}
    source = frozen / "content" / "chapters" / "the-crew.md"
    assert files["content/chapters/the-crew.md"].sha256 == hashlib.sha256(source.read_bytes()).hexdigest()
    assert {f.kind for f in files.values() if f.path.endswith(".ttf")} == {"fonts"}
    assert files["requirements/run.lock"].kind == "packages"
    assert not any(path.startswith("content/printings") for path in files)
    assert {p.name for p in printing.built_with} >= {"weasyprint", "pango", "harfbuzz", "freetype", "fontconfig"}
    assert not [p for p in printing.built_with if p.version == "unknown"]
    assert printing.counts["chapters"] == 6


@pytest.mark.slow
def test_every_id_has_its_page_and_its_number(frozen: Path) -> None:
    book = _book(frozen)
    ids = {i.id: i for i in book.printings[0].ids}
    chapters = {c.id: c.number for c in book.chapters}
    assert {i.id: i.number for i in ids.values() if i.kind == "chapter"} == chapters
    assert all(i.page for i in ids.values() if i.kind in ("chapter", "section", "table", "figure", "book"))
    assert {i.kind for i in ids.values()} >= {"chapter", "book", "section", "table", "figure", "term"}
    terms = {f"words:{entry.id}" for entry in book.sets["words"].entries}
    assert {i.id for i in ids.values() if i.kind == "term" and i.id.startswith("words:")} == terms


@pytest.mark.slow
def test_what_is_written_is_what_is_read(frozen: Path) -> None:
    (printing,) = _book(frozen).printings
    assert record_text(printing) == (frozen / "content" / "printings" / "1.0.yaml").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_printing_says_its_number_and_its_date(frozen: Path) -> None:
    pdf = PdfReader(frozen / "dist" / "printings" / "1.0" / "tidewrack.pdf")
    text = "\n".join(page.extract_text() for page in pdf.pages)
    assert "Printing 1.0 of 2026-12-02." in text
    assert "v1.0" in text
    assert "Working copy" not in text
    assert pdf.metadata is not None
    assert str(pdf.metadata["/CreationDate"]).startswith("D:20261202")


def test_a_number_that_is_frozen_is_refused(tiny_repository: Path) -> None:
    record = tiny_repository / "content" / "printings" / "1.0.yaml"
    record.parent.mkdir()
    record.write_text("whatever it says\n")
    for version, said in (
        ("1.0", "1.0 is already frozen"),
        ("1", "1 is the number of 1.0, which is already frozen"),
        ("1.0.0", "1.0.0 is the number of 1.0, which is already frozen"),
        ("0.9", "comes before 1.0"),
        ("0.0", "comes before 1.0"),
    ):
        with pytest.raises(RefusedError, match=said):
            _freeze(tiny_repository, version)
    assert record.read_text() == "whatever it says\n"


def test_a_date_is_not_before_that_of_an_earlier_printing(
    tiny_repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    earlier = SimpleNamespace(date="2026-12-02", version="1.0")
    monkeypatch.setattr(freezing, "read_printings", lambda *_: (earlier,))
    with pytest.raises(RefusedError) as refused:
        _freeze(tiny_repository, "one", "2026-12-01")
    assert refused.value.lines == (
        "‘one’ is no number of a printing: write one such as 1.0",
        "2026-12-01 is before 2026-12-02, the day of 1.0, which is already frozen: take a later day",
    )


def test_all_that_stands_in_the_way_is_said_at_once(tiny_repository: Path) -> None:
    (tiny_repository / "content" / "chapters" / "the-crew.md").write_text("---\ntitle: The Crew\n---\nOther.\n")
    (tiny_repository / "styles" / "more.css").write_text("p { color: red }\n")
    with pytest.raises(RefusedError) as refused:
        _freeze(tiny_repository, "one", "2026-02-30")
    assert refused.value.lines == (
        "‘one’ is no number of a printing: write one such as 1.0",
        "‘2026-02-30’ is no date: write a day of the calendar as YYYY-MM-DD",
        "content/chapters/the-crew.md is not committed",
        "styles/more.css is not committed",
    )
    assert _nothing_was_frozen(tiny_repository)


@pytest.mark.parametrize("added", [False, True])
def test_a_book_that_is_not_committed_yet_is_said_in_a_line(tiny_book: Path, *, added: bool) -> None:
    git(tiny_book, "init", "--quiet")
    if added:
        git(tiny_book, "add", ".")
    with pytest.raises(RefusedError) as refused:
        _freeze(tiny_book)
    assert refused.value.lines == ("the book is not committed yet: ‘git add .’ and ‘git commit’ in its folder do so",)


@pytest.mark.slow
def test_findings_stop_it(tiny_repository: Path) -> None:
    edit(tiny_repository / "content" / "chapters" / "the-wreck.md", "[4]{let=die}", "[3]{let=die}")
    commit(tiny_repository)
    said: list[str] = []
    with pytest.raises(MakingError) as stopped:
        freeze(tiny_repository, "1.0", "2026-12-02", said.append)
    assert stopped.value.found
    assert any("content/chapters/the-wreck.md:" in line and "E101" in line for line in said)
    assert _nothing_was_frozen(tiny_repository)


def test_no_repository_and_no_git_are_said(tiny_book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tiny_book.parent))
    with pytest.raises(GitError, match="is in no git repository"):
        _freeze(tiny_book)
    monkeypatch.setenv("PATH", str(tiny_book))
    with pytest.raises(GitError, match="git is not there"):
        _freeze(tiny_book)


@pytest.mark.slow
def test_of_two_that_freeze_one_number_at_once_one_has_it(tiny_repository: Path) -> None:
    """Whichever it is: its record stands, with its products, and the other says so and leaves nothing."""
    runs = []
    for date in ("2026-12-02", "2026-12-03"):
        command = [sys.executable, "-m", "rulebook", "freeze", "1.0", "--date", date, "--book", str(tiny_repository)]
        runs.append(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))
    said = [run.communicate() for run in runs]
    assert sorted(run.returncode for run in runs) == [0, 2], said
    won = next(n for n, run in enumerate(runs) if run.returncode == 0)
    assert "1.0 is already frozen (content/printings/1.0.yaml): take another number" in said[1 - won][1].splitlines()
    assert said[1 - won][1].splitlines()[-1] == "rulebook: nothing was frozen"
    (printing,) = _book(tiny_repository).printings
    assert printing.date == ("2026-12-02", "2026-12-03")[won]
    for product in printing.products:
        assert digest_of(tiny_repository / "dist" / "printings" / "1.0" / product.file) == product.sha256
    assert not [path for name in ("content", "dist") for path in (tiny_repository / name).rglob(".*")]


def test_a_record_that_comes_meanwhile_stays_and_so_do_its_products(
    tiny_repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tiny_repository / "content" / "printings" / "1.0.yaml"
    kept = tiny_repository / "dist" / "printings" / "1.0" / "tidewrack.pdf"

    @contextmanager
    def made(*_: object) -> Iterator[Made]:
        for path in (record, kept):
            path.parent.mkdir(parents=True)
            path.write_text("another’s", encoding="utf-8")
        yield Made(tiny_repository, "2026-01-31", (FrozenProduct("book", "tidewrack.pdf", 1, "0" * 64),), {}, ())

    monkeypatch.setattr(freezing, "made", made)
    with pytest.raises(RefusedError, match=r"1\.0 is already frozen"):
        _freeze(tiny_repository)
    assert (record.read_text("utf-8"), kept.read_text("utf-8")) == ("another’s", "another’s")


@pytest.mark.parametrize(
    ("version", "date", "lines"),
    [
        ("1.0", "", ["‘’ is no date: write a day of the calendar as YYYY-MM-DD"]),
        ("1.0", "2026-12-02\n", ["‘2026-12-02 ’ is no date: write a day of the calendar as YYYY-MM-DD"]),
        ("", "2026-12-02", ["‘’ is no number of a printing: write one such as 1.0"]),
        (
            "9" * 4500,
            "2026-12-02",
            ["‘999999999999… (4,500 digits)’ is no number of a printing: write one such as 1.0"],
        ),
        # A number is written in one way.
        ("01.0", "2026-12-02", ["‘01.0’ is no number of a printing: write one such as 1.0"]),
        ("1.00", "2026-12-02", ["‘1.00’ is no number of a printing: write one such as 1.0"]),
        ("../1.0", "2026-12-02", ["‘../1.0’ is no number of a printing: write one such as 1.0"]),
        ("1.0\x1b[31m", "2026-12-02", ["‘1.0U+001B[31m’ is no number of a printing: write one such as 1.0"]),
    ],
)
def test_what_is_no_number_and_no_date_is_said_in_a_line(
    tiny_repository: Path, version: str, date: str, lines: list[str]
) -> None:
    with pytest.raises(RefusedError) as refused:
        _freeze(tiny_repository, version, date)
    assert list(refused.value.lines) == lines
    assert _nothing_was_frozen(tiny_repository)


def test_a_record_that_would_not_be_read_is_not_written(tiny_repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    products = tuple(FrozenProduct("cards", file, 1, "0" * 64) for file in ("a.pdf", "b.pdf"))

    @contextmanager
    def made(*_: object) -> Iterator[Made]:
        yield Made(tiny_repository, "2026-01-31", products, {}, ())

    monkeypatch.setattr(freezing, "made", made)
    with pytest.raises(MakingError, match="could not be read again: the product ‘cards’ stands twice: first on line"):
        _freeze(tiny_repository)
    assert _nothing_was_frozen(tiny_repository)
