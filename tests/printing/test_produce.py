"""What is printed of a book: every edition that the verbs offer, nothing twice, each always in the same place."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulebook.load import load_book
from rulebook.model import Book
from rulebook.press.editions import INKS, BookOrder
from rulebook.printing import produce as producing
from rulebook.printing.produce import Asked, NotMadeError, produce, products_of
from rulebook.product import Printed
from rulebook.progress import Progress
from rulebook.volume import LaidPages, set_volume
from tests.conftest import REPOSITORY
from tests.press.press_books import for_a_press
from tests.press.test_other_editions import A4
from tests.printing.frozen_tiny import repository


def _book(root: Path) -> Book:
    loaded = load_book(root)
    assert loaded.book is not None
    return loaded.book


@pytest.fixture(scope="module")
def own() -> Book:
    """The repository's own book, which has all editions."""
    return _book(REPOSITORY)


def _names(book: Book) -> list[str]:
    return [product.name for product in products_of(book)]


def test_every_edition_of_the_volume_is_named_and_comes_first(own: Book) -> None:
    names = _names(own)
    editions = [
        "book",
        "book-saddle",
        "book-saddle-a4",
        "book-press",
        "book-press-cmyk",
        "book-ink",
        "book-ink-saddle",
        "book-ink-saddle-a4",
        "book-letter",
        "book-letter-saddle",
        "book-letter-saddle-letter",
        "book-press-letter",
        "book-press-cmyk-letter",
        "book-ink-letter",
        "book-ink-letter-saddle",
        "book-ink-letter-saddle-letter",
    ]
    assert names[: len(editions)] == editions
    assert [product.name for product in products_of(own) if product.of_volume] == editions
    assert {f"book{BookOrder('press', inks).suffix}" for inks in INKS} <= set(names)


def test_every_layout_of_cards_and_every_paper_is_named(own: Book) -> None:
    names = set(_names(own))
    assert own.cards is not None
    first, *others = own.cards.layouts
    wanted = {"cards", *(f"cards-{layout.id}" for layout in others)}
    wanted |= {f"cards-{layout.id}-low-ink" for layout in others if layout.kind == "sheet"} | {"cards-low-ink"}
    assert first.kind == "sheet"
    assert {name for name in names if name.startswith("cards")} == wanted
    for product in ("sheet", "rosters", "first-night"):
        assert {product, f"{product}-letter"} <= names
    assert {"sheet-low-ink", "sheet-letter-low-ink", "export"} <= names


def test_none_is_named_twice(own: Book) -> None:
    names = _names(own)
    assert len(names) == len(set(names))


def test_a_book_without_editions_and_products_is_itself_and_its_export(tmp_path: Path) -> None:
    assert _names(_book(repository(tmp_path / "tiny"))) == ["book", "export"]


@pytest.mark.slow
def test_what_is_made_stands_where_it_always_does(tiny_book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    measures = for_a_press(tiny_book) / "styles" / "page.yaml"
    measures.write_text(measures.read_text(encoding="utf-8") + A4, encoding="utf-8")
    with Progress() as progress:
        made = produce(tiny_book, progress)["products"]
    book = _book(tiny_book)
    assert list(dict.fromkeys(product["name"] for product in made)) == _names(book)
    files = [product["file"] for product in made]
    assert len(files) == len(set(files))
    # None lies in another, which would be part of its digest.
    assert not [one for one in files for other in files if one.startswith(f"{other}/")]
    assert all((tiny_book / "dist" / file).exists() for file in files)
    assert files[:2] == ["tidewrack.pdf", "tidewrack-saddle.pdf"]
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.slow
def test_an_edition_of_pages_that_are_laid_is_the_one_that_the_verb_makes(tiny_book: Path, tmp_path: Path) -> None:
    orders = [BookOrder(), BookOrder(impose="saddle")]
    laid = LaidPages()
    with Progress() as progress:
        kept = [
            set_volume(tiny_book, tmp_path / f"{n}.pdf", progress, order=o, laid=laid) for n, o in enumerate(orders)
        ]
        alone = set_volume(tiny_book, tmp_path / "alone.pdf", progress, order=orders[1])
    assert [volume.findings for volume in (*kept, alone)] == [(), (), ()]
    assert (tmp_path / "1.pdf").read_bytes() == (tmp_path / "alone.pdf").read_bytes()
    assert (tmp_path / "0.pdf").read_bytes() == laid.pdf


@pytest.mark.slow
def test_other_pages_are_laid_anew(tiny_book: Path, tmp_path: Path) -> None:
    laid = LaidPages()
    with Progress() as progress:
        first = set_volume(tiny_book, tmp_path / "a.pdf", progress, laid=laid)
        styles = tiny_book / "styles" / "book.css"
        styles.write_text(styles.read_text(encoding="utf-8") + "\np { color: #1a1714 }\n", encoding="utf-8")
        before = laid.key
        second = set_volume(tiny_book, tmp_path / "b.pdf", progress, laid=laid)
    assert first.output is not None
    assert second.output is not None
    assert laid.key != before


def _asked(name: str, root: Path, *, of_volume: bool, fault: bool = False) -> Asked:
    def make(_: Progress) -> tuple[Printed, ...]:
        if fault:
            raise NotMadeError(())
        target = root / "dist" / f"{name}.txt"
        target.parent.mkdir(exist_ok=True)
        target.write_text(name, encoding="utf-8")
        return (Printed(target, 1, ()),)

    return Asked(name, make, of_volume)


@pytest.mark.parametrize("shared", [True, False], ids=["two processes", "one"])
def test_they_come_in_their_order_however_they_are_made(
    shared: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(producing, "work_can_be_shared", lambda: shared)
    names = ["book", "book-ink", "sheet", "export"]
    asked = [_asked(name, tmp_path, of_volume=name.startswith("book")) for name in names]
    with Progress() as progress:
        made = producing._all_made(tmp_path, asked, progress)
    assert [product["name"] for product in made] == names
    assert all((tmp_path / "dist" / product["file"]).is_file() for product in made)
    shutil.rmtree(tmp_path / "dist")


def test_each_file_of_a_product_has_a_name_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "dist").mkdir()
    made = []
    for stem in ("sheets-letter", "sheets-letter-example"):
        target = tmp_path / "dist" / f"{stem}.pdf"
        target.write_bytes(stem.encode())
        made.append(Printed(target, 1, ()))
    asked = Asked("rosters-letter", lambda _: tuple(made))
    with Progress() as progress:
        found = producing._all_made(tmp_path, [asked], progress)
    assert [(p["name"], p["file"]) for p in found] == [
        ("rosters-letter", "sheets-letter.pdf"),
        ("rosters-letter-example", "sheets-letter-example.pdf"),
    ]
