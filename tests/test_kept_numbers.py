"""The page numbers of a book are kept while they are true, and found anew as soon as they are not."""

from __future__ import annotations

import io
import json
import os
import time
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from rulebook import kept_numbers as kept
from rulebook import page_numbers as pages
from rulebook.load import load_book
from rulebook.model import Book
from rulebook.progress import Progress
from rulebook.render import pdf as render


class Counted:
    """The engine's setting, counted, in whose place it stands."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.times = 0
        stock = render.render_pdf

        def render_pdf(*arguments: object, **options: object) -> render.RenderResult:
            self.times += 1
            return stock(*arguments, **options)  # type: ignore[arg-type]

        monkeypatch.setattr(render, "render_pdf", render_pdf)


@pytest.fixture
def root(tiny_book: Path) -> Path:
    return tiny_book


def _numbers(root: Path) -> dict[str, str]:
    book = load_book(root).book
    assert book is not None
    return dict(pages.page_numbers(book, Progress(Console(file=io.StringIO()))).folios)


def _file(root: Path) -> Path:
    (file,) = (root / "dist").glob(f"*{kept.SUFFIX}")
    return file


def test_a_book_that_is_as_it_was_is_not_set_again(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(monkeypatch)
    first = _numbers(root)
    assert first
    assert counted.times == 1
    assert _numbers(root) == first
    assert counted.times == 1
    assert [path.name for path in (root / "dist").iterdir()] == [_file(root).name]


@pytest.mark.parametrize("what", ["content", "style", "measure", "font", "library"])
def test_whatever_decides_on_the_pages_is_found_changed(root: Path, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    counted = Counted(monkeypatch)
    _numbers(root)
    if what == "content":
        path = next(iter(sorted((root / "content" / "chapters").glob("*.md"))))
        path.write_text(path.read_text(encoding="utf-8") + "\nOne more sentence.\n", encoding="utf-8")
    elif what == "style":
        path = root / "styles" / "book.css"
        path.write_text(path.read_text(encoding="utf-8") + "\n.nothing { margin: 0 }\n", encoding="utf-8")
    elif what == "measure":
        path = root / "styles" / "page.yaml"
        text = path.read_text(encoding="utf-8")
        path.write_text(
            text.replace("inner: 20mm", "inner: 21mm").replace("outer: 28mm", "outer: 27mm"), encoding="utf-8"
        )
    elif what == "font":
        path = next(iter(sorted((root / "styles").rglob("*.ttf"))))
        path.write_bytes(path.read_bytes() + b"\0")
    else:
        from rulebook.printing import stack

        stock = stack.stack_of
        monkeypatch.setattr(
            stack, "stack_of", lambda *a, **o: tuple(replace(part, version="0") for part in stock(*a, **o))
        )
    book = load_book(root).book
    assert book is not None
    digest = kept.numbers_digest(pages._composed(book))
    assert kept.kept_numbers(_file(root).with_suffix("").with_suffix(".pdf"), digest=digest) is None
    assert counted.times == 1
    if what in ("content", "library"):
        _numbers(root)
        assert counted.times == 2


@pytest.mark.parametrize("text", ["", "[]", "null", "{}", '{"digest": 1}', "\0", "[" * 100_000])
def test_a_spoilt_file_is_none(root: Path, text: str) -> None:
    pdf = root / "dist" / "book.pdf"
    kept.keep_numbers(pdf, {"a": "1"}, digest="0", sources="1")
    assert kept.kept_numbers(pdf, digest="0") == {"a": "1"}
    pdf.with_suffix(kept.SUFFIX).write_text(text, encoding="utf-8")
    assert kept.kept_numbers(pdf, digest="0") is None


@pytest.mark.parametrize("kind", ["pipe", "endless"])
def test_what_never_ends_is_none(root: Path, kind: str) -> None:
    """Neither is it waited for, nor written over: a device would be lost to the whole machine."""
    before = _numbers(root)
    file = _file(root)
    file.unlink()
    if kind == "pipe":
        os.mkfifo(file)
    else:
        file.symlink_to("/dev/zero")
    assert _numbers(root) == before
    assert not file.is_file()


def test_numbers_that_were_changed_by_hand_are_not_believed(root: Path) -> None:
    pdf = root / "dist" / "book.pdf"
    kept.keep_numbers(pdf, {"a": "1"}, digest="0", sources="1")
    path = pdf.with_suffix(kept.SUFFIX)
    noted = json.loads(path.read_text(encoding="utf-8"))
    for spoilt in ({**noted, "folios": {"a": "2"}}, {**noted, "folios": ["a"]}, {**noted, "folios": "a"}):
        path.write_text(json.dumps(spoilt), encoding="utf-8")
        assert kept.kept_numbers(pdf, digest="0") is None


def test_where_nothing_can_be_written_the_numbers_are_found_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "dist").write_text("no folder", encoding="utf-8")
    kept.keep_numbers(tmp_path / "dist" / "book.pdf", {"a": "1"}, digest="0")
    assert kept.kept_numbers(tmp_path / "dist" / "book.pdf", digest="0") is None


def test_while_no_file_has_changed_the_book_is_not_even_composed(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "_BEGAN", time.time() + 1)
    first = _numbers(root)
    stock = pages._composed
    monkeypatch.setattr(pages, "_composed", lambda book: pytest.fail("composed"))
    assert _numbers(root) == first
    path = root / "content" / "chapters" / "the-wreck.md"
    path.write_text(path.read_text(encoding="utf-8").replace("drowned bell", "sunken bell"), encoding="utf-8")
    composed: list[Book] = []

    def counted(book: Book) -> render.HtmlDocument:
        composed.append(book)
        return stock(book)

    monkeypatch.setattr(pages, "_composed", counted)
    _numbers(root)
    assert len(composed) == 1


def test_the_sources_are_named_only_when_all_of_them_are_older_than_the_work(root: Path) -> None:
    later = time.time() + 1
    digest = kept.sources_digest(root, later)
    assert digest == kept.sources_digest(root, later) != ""
    assert kept.sources_digest(root, time.time() - 3600) == ""
    (root / "figures" / "new.svg").write_text("<svg/>", encoding="utf-8")
    assert kept.sources_digest(root, later + 1) not in ("", digest)


def test_no_digest_is_no_reason_to_believe_numbers(tmp_path: Path) -> None:
    pdf = tmp_path / "book.pdf"
    kept.keep_numbers(pdf, {"a": "1"}, digest="0")
    assert kept.kept_numbers(pdf) is None
    assert kept.kept_numbers(pdf, sources="") is None
    kept.keep_numbers(pdf, {"a": "1"}, digest="0", sources="1")
    assert kept.kept_numbers(pdf, sources="1") == {"a": "1"}
    assert kept.kept_numbers(pdf, sources="2") is None
