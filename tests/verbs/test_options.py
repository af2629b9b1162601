"""What an option that names an output takes: nothing is written over a source, whichever verb writes it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from rulebook import kept_numbers as folios
from rulebook import page_stamp as pages
from rulebook.preflight import expected as maps
from rulebook.printing.freeze import KEPT
from rulebook.verbs.group import VERBS, cli
from rulebook.verbs.options import _BESIDE, _KEPT, OUTPUT, OUTPUT_FILE, OUTPUT_FOLDER, OUTPUT_PDF, Output, refuse_same

# Paths that are read, or that must not be there yet.
READ = {
    ("preflight", "map_file"),
    ("preflight", "pdf"),
    ("roster", "file"),
}
BOOK = "root"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """What looks like a book with its pipeline, in a repository."""
    for name in ("content/book.yaml", "build/rulebook/__init__.py", ".git/HEAD", "README.md", "dist/old.pdf"):
        path = tmp_path / "book" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("mine", encoding="utf-8")
    return tmp_path / "book"


def _paths() -> Iterator[tuple[str, click.Parameter]]:
    context = click.Context(cli)
    for verb in VERBS:
        command = cli.get_command(context, verb)
        assert command is not None
        for parameter in command.params:
            if isinstance(parameter.type, click.Path | click.File):
                yield verb, parameter


def test_every_option_that_names_an_output_is_guarded() -> None:
    unguarded = {
        (verb, str(parameter.name))
        for verb, parameter in _paths()
        if not isinstance(parameter.type, Output) and parameter.name != BOOK
    }
    assert unguarded == READ


def test_no_option_of_that_name_takes_plain_text() -> None:
    context = click.Context(cli)
    for verb in VERBS:
        command = cli.get_command(context, verb)
        assert command is not None
        for parameter in command.params:
            if {"--output", "--pdf", "--report", "--errata", "--pictures"} & set(parameter.opts):
                assert isinstance(parameter.type, Output), (verb, parameter.name)


@pytest.mark.parametrize(
    "name",
    [
        *("content", "content/book.yaml", "content/new", "templates/x", "styles/x", "figures/x"),
        *("build", "build/rulebook/x", "tests/x", "docs/x", "examples/x", "requirements/x"),
        *("README.md", "CHANGELOG.md", "pyproject.toml", "Makefile"),
        *(".git", ".git/hooks/x", ".github/x", ".gitignore", ".venv/x", "dist/../content/x", "link"),
    ],
)
@pytest.mark.parametrize("kind", [OUTPUT, OUTPUT_FILE, OUTPUT_FOLDER], ids=lambda kind: kind.name)
def test_what_lies_among_the_sources_is_refused(book: Path, name: str, kind: Output) -> None:
    (book / "link").symlink_to(book / "content")
    with pytest.raises(click.BadParameter, match=r"lies among the sources of a book|is no plain file$|is no folder$"):
        kind.convert(str(book / name), None, None)


@pytest.mark.parametrize(
    "name", ["dist/printings", "dist/printings/1.0", "dist/printings/1.0/x.pdf", "dist/../dist/printings/x", "to/x"]
)
@pytest.mark.parametrize("kind", [OUTPUT, OUTPUT_FILE, OUTPUT_FOLDER], ids=lambda kind: kind.name)
def test_what_is_frozen_is_refused(book: Path, name: str, kind: Output) -> None:
    (book / "dist" / "printings" / "1.0").mkdir(parents=True)
    (book / "to").symlink_to(book / "dist" / "printings")
    with pytest.raises(click.BadParameter, match=r"lies among the products of frozen printings|is no plain file$"):
        kind.convert(str(book / name), None, None)


@pytest.mark.parametrize("name", ["x.map.json", "dist/x.pages.json", "dist/x.folios.json"])
@pytest.mark.parametrize("kind", [OUTPUT, OUTPUT_FILE], ids=lambda kind: kind.name)
def test_the_name_of_what_is_kept_beside_a_pdf_is_refused(book: Path, name: str, kind: Output) -> None:
    with pytest.raises(click.BadParameter, match="is a name of what is kept beside a PDF"):
        kind.convert(str(book / name), None, None)


def test_where_the_names_of_the_kept_come_from() -> None:
    """They are told once more here, since a verb that only checks is not to load what writes them."""
    assert {folios.SUFFIX, pages.SUFFIX, maps.SUFFIX} == set(_BESIDE)
    assert KEPT == _KEPT


@pytest.mark.parametrize("kind", [OUTPUT, OUTPUT_FOLDER], ids=lambda kind: kind.name)
@pytest.mark.parametrize("top", ["book", "repository"])
def test_the_top_itself_is_refused(book: Path, kind: Output, top: str) -> None:
    if top == "repository":
        (book / "content" / "book.yaml").unlink()
    with pytest.raises(click.BadParameter, match="is the folder of a book or of a repository: name one within it"):
        kind.convert(str(book), None, None)


@pytest.mark.parametrize("name", ["dist/new", "dist/cards", "out/build/new", "new.pdf", "../new", "../content/new"])
@pytest.mark.parametrize("kind", [OUTPUT, OUTPUT_FILE, OUTPUT_FOLDER], ids=lambda kind: kind.name)
def test_any_other_place_is_taken(book: Path, name: str, kind: Output) -> None:
    path = book / name
    assert kind.convert(str(path), None, None) == path


def test_what_git_keeps_is_refused(tmp_path: Path) -> None:
    mine, other = tmp_path / "mine.pdf", tmp_path / "other.pdf"
    for path in (mine, other):
        path.write_text("mine", encoding="utf-8")
    assert OUTPUT_FILE.convert(str(mine), None, None) == mine
    for words in (["init", "-q"], ["add", "mine.pdf"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    for kind in (OUTPUT, OUTPUT_FILE):
        with pytest.raises(click.BadParameter, match="is committed, and would be written over; name another"):
            kind.convert(str(mine), None, None)
        assert kind.convert(str(other), None, None) == other


def test_a_book_without_a_pipeline_may_have_outputs_of_any_name(book: Path) -> None:
    (book / "build" / "rulebook" / "__init__.py").unlink()
    for name in ("build/book.pdf", "docs/book.pdf"):
        assert OUTPUT_FILE.convert(str(book / name), None, None) == book / name


@pytest.mark.parametrize(
    ("kind", "name", "said"),
    [
        (OUTPUT_FILE, "dist", "is no plain file"),
        (OUTPUT_FOLDER, "dist/old.pdf", "is no folder"),
        (OUTPUT, "pipe", "is no plain file and no folder"),
        (OUTPUT_FILE, "pipe", "is no plain file"),
        (OUTPUT_FOLDER, "pipe", "is no folder"),
    ],
)
def test_what_is_there_must_be_of_its_kind(book: Path, kind: Output, name: str, said: str) -> None:
    os.mkfifo(book / "pipe")
    with pytest.raises(click.BadParameter, match=f"{said}$"):
        kind.convert(str(book / name), None, None)


@pytest.mark.parametrize("kind", [OUTPUT, OUTPUT_FILE, OUTPUT_FOLDER], ids=lambda kind: kind.name)
def test_an_empty_name_is_refused(kind: Output) -> None:
    with pytest.raises(click.BadParameter, match=r"it is empty; a (file|folder) name is expected"):
        kind.convert("", None, None)


def test_an_output_is_not_what_is_read(tmp_path: Path) -> None:
    mine, other = tmp_path / "mine.yaml", tmp_path / "other.pdf"
    mine.write_text("name: Mine", encoding="utf-8")
    link = tmp_path / "link.pdf"
    link.symlink_to(mine)
    refuse_same(FILE=mine, pdf=other, report=None)
    for pdf in (mine, tmp_path / "." / "mine.yaml", link):
        with pytest.raises(click.UsageError, match=r"‘FILE’ and ‘--pdf’ are the same file"):
            refuse_same(FILE=mine, pdf=pdf)


@pytest.mark.parametrize(
    "arguments",
    [
        ["roster", "FILE", "--pdf", "FILE"],
        ["preflight", "FILE", "--report", "FILE"],
        ["changes", "--from", "1.0", "--output", "FILE", "--errata", "FILE"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_each_verb_refuses_to_write_over_its_own(tmp_path: Path, arguments: list[str]) -> None:
    mine = tmp_path / ("mine.html" if "--report" in arguments else "mine.pdf")
    mine.write_text("mine", encoding="utf-8")
    done = CliRunner().invoke(cli, [str(mine) if a == "FILE" else a for a in arguments])
    assert isinstance(done.exception, click.UsageError) or done.exit_code == 2
    assert "are the same file" in done.output + str(done.exception)
    assert mine.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("arguments", "option", "suffix"),
    [
        (["book"], "--output", ".pdf"),
        (["sheet"], "--output", ".pdf"),
        (["rosters"], "--output", ".pdf"),
        (["pack", "any"], "--output", ".pdf"),
        (["roster", "mine.yaml"], "--pdf", ".pdf"),
        (["changes", "--from", "1.0"], "--errata", ".pdf"),
        (["export"], "--output", ".json"),
        (["preflight", "mine.pdf"], "--report", ".html"),
    ],
)
@pytest.mark.parametrize("name", ["notes.txt", "notes", "notes.pdf.gz"])
def test_an_output_is_named_for_what_it_is(
    arguments: list[str], option: str, suffix: str, name: str, tmp_path: Path
) -> None:
    target = tmp_path / name
    done = CliRunner().invoke(cli, [*arguments, option, str(target)])
    assert done.exit_code == 2
    assert f"‘{target}’ is to be a file whose name ends in {suffix}" in " ".join(done.output.split())
    assert list(tmp_path.iterdir()) == []


def test_capitals_in_an_ending_are_as_good(book: Path) -> None:
    assert OUTPUT_PDF.convert(str(book.parent / "MINE.PDF"), None, None) == book.parent / "MINE.PDF"
