"""An option that names what the book does not have is a wrong argument: 2, at once, with the names that there are."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from shutil import copytree

import pytest
from click.testing import CliRunner

from rulebook.cards import production
from rulebook.cards.order import CardOrder
from rulebook.product import Printed
from rulebook.progress import Progress
from rulebook.verbs.group import cli
from tests.cards.made_cards import copy_of_the_book
from tests.conftest import REPOSITORY
from tests.editing import edit


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_of_the_book(tmp_path_factory.mktemp("book"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("cards --layout a99", "--layout: there is no layout ‘a99’; there is a4, "),
        ("cards --deck blesings", "; did you mean ‘blessings’?"),
        ("cards --deck shadow --deck x", "--deck: there is no deck ‘x’; there is "),
        ("cards --paper a99", "--paper: there is no paper ‘a99’; there is a4, a5, letter"),
        ("cards --layout png --paper letter", "the cards of the layout ‘png’ stand on no paper, but each alone"),
        ("cards --changed-since 1.0 --deck x", "--deck: there is no deck ‘x’; there is "),
        ("cards --changed-since 1.0 --layout x", "--layout: there is no layout ‘x’; there is a4, "),
        ("sheet --paper a99", "--paper: the sheet is not set for the paper ‘a99’; there is a4, letter, a5"),
        ("rosters --paper a99", "--paper: the sheets are not set for the paper ‘a99’; there is a4, letter"),
        ("pack first-night --paper a99", "--paper: the pack is not set for the paper ‘a99’; there is a4, letter"),
        ("book --paper a99", "--paper: the book is not set for the paper ‘a99’; there is a4, letter"),
        ("book --paper a5", "--paper: the book is not set for the paper ‘a5’; there is a4, letter"),
        ("book --impose saddle --sheet a99", "--sheet: there is no paper ‘a99’; there is a4, a5, letter"),
        (
            "pack first-nigt",
            "this book declares no pack ‘first-nigt’ (see docs/packs.md); there is first-night; did you",
        ),
        ("pack sheet", "‘sheet’ is no pack: ‘rulebook sheet’ makes it; there is first-night"),
        ("cards --bleed", "--bleed: the layout ‘a4’ has no pictures: leave it out"),
        ("cards --address https://x", "--address: the layout ‘a4’ has no pictures: leave it out"),
        ("cards --layout png --back --order alternate", "--order: the layout ‘png’ has no pages, but pictures"),
        ("cards --layout png --back --turn short", "--turn: the layout ‘png’ has no sheets: leave it out"),
        ("cards --order alternate", "‘--order’ is for ‘--back’ alone"),
        ("cards --turn long --no-back", "‘--turn’ is for ‘--back’ alone"),
        ("book --edition nope", "'--edition': 'nope' is not one of 'screen', 'press', 'ink'"),
    ],
)
def test_a_name_that_is_not_there_is_told_with_those_that_are(book: Path, words: str, said: str) -> None:
    done = CliRunner().invoke(cli, [*words.split(), "--book", str(book)])
    assert done.exit_code == 2, done.output
    assert said in " ".join(done.output.split())
    assert not (book / "dist").exists()


def test_a_paper_that_the_editions_alone_name_is_a_fault_of_theirs(tiny_source: Path) -> None:
    copytree(REPOSITORY / "styles", tiny_source / "styles", dirs_exist_ok=True)
    edit(tiny_source / "styles" / "editions.yaml", "  letter: {", "  legal: {head: 25mm, lines: 66}\n  letter: {")
    done = CliRunner().invoke(cli, ["book", "--paper", "legal", "--book", str(tiny_source)])
    assert done.exit_code == 1
    assert "styles/editions.yaml:34:3 P010 papers.legal: there is no paper-legal in styles/page.yaml" in done.output
    assert not (tiny_source / "dist").exists()


def test_an_edition_that_the_book_does_not_declare_is_told_likewise(tmp_path: Path) -> None:
    root = copy_of_the_book(tmp_path)
    path = root / "styles" / "editions.yaml"
    text = path.read_text(encoding="utf-8")
    start, end = text.index("\nink:\n"), text.index("\npapers:\n")
    path.write_text(text[:start] + text[end:], encoding="utf-8")
    done = CliRunner().invoke(cli, ["book", "--edition", "ink", "--book", str(root)])
    assert done.exit_code == 2, done.output
    assert "--edition: the book has no edition ‘ink’; there is screen, press" in " ".join(done.output.split())


def test_where_the_book_itself_has_faults_these_are_told(tmp_path: Path) -> None:
    root = copy_of_the_book(tmp_path)
    page = root / "styles" / "page.yaml"
    page.write_text(page.read_text(encoding="utf-8") + "- neither a group nor a value\n", encoding="utf-8")
    done = CliRunner().invoke(cli, ["book", "--paper", "a99", "--draft", "--book", str(root)])
    assert (done.exit_code, "styles/page.yaml:" in done.output) == (1, True), done.output


@pytest.mark.parametrize("words", [["book", "--paper", ""], ["book", "--sheet", ""], ["cards", "--paper", ""]])
def test_an_empty_name_of_a_paper_is_refused(book: Path, words: list[str]) -> None:
    done = CliRunner().invoke(cli, [*words, "--book", str(book)])
    assert (done.exit_code, f"‘{words[1]}’ is empty: name a paper" in done.output) == (2, True), done.output


@pytest.mark.parametrize(
    ("verb", "said"),
    [
        ("sheet", "this book declares no sheet: content/products/sheet.yaml is not there (see docs/sheet.md)"),
        ("rosters", "this book declares no rosters: content/products/rosters.yaml is not there (see docs/rosters.md)"),
        ("pack x", "this book declares no pack: content/products/x.yaml is not there (see docs/packs.md)"),
    ],
)
def test_what_the_book_does_not_declare_is_told_in_a_line(tiny_book: Path, verb: str, said: str) -> None:
    command = [sys.executable, "-m", "rulebook", *verb.split(), "--book", str(tiny_book)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, f"rulebook: {said}\n")


@pytest.mark.parametrize("verb", ["sheet", "rosters", "pack x"])
def test_a_folder_that_is_no_book_is_told_as_one(tmp_path: Path, verb: str) -> None:
    done = CliRunner().invoke(cli, [*verb.split(), "--book", str(tmp_path)])
    assert done.exit_code != 0
    assert "declares no" not in done.output


def test_a_deck_that_is_named_twice_is_made_once(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[CardOrder] = []

    def make(root: Path, order: CardOrder, output: Path | None, progress: Progress) -> Printed:
        asked.append(order)
        return Printed(None, 0, ())

    monkeypatch.setattr(production, "make_cards", make)
    words = "cards --deck vows --deck shadow --deck vows"
    CliRunner().invoke(cli, [*words.split(), "--book", str(book)])
    assert [order.decks for order in asked] == [("vows", "shadow")]
