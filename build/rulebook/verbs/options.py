"""What the verbs share: the book's folder, exit codes, and how findings are said."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from rulebook.finding import Finding
from rulebook.unknown_name import UnknownNameError

FINDINGS = 1
CANNOT_RUN = 2

# What a book is made of: nothing is ever written among these, nor over what stands beside them.
_SOURCES = ("content", "templates", "styles", "figures")
_PIPELINE = "build/rulebook/__init__.py"
_SOURCES_OF_PIPELINE = ("build", "docs", "examples", "requirements", "tests")
_PAGES_OF_PROJECT = ("CHANGELOG.md", "LICENSE", "Makefile", "NOTICE", "README.md", "pyproject.toml")
_GIT = ".git"
# Where the products of printings are kept in the folder of a book.
_KEPT = "dist/printings"
# Where a book declares its products.
# What the pipeline keeps beside a PDF to know it again, and reads back.
_BESIDE = (".map.json", ".pages.json", ".folios.json")


class Output(click.Path):
    """What is to be written: a plain file, a folder or either, never a device, and never a source of a book.

    A file's name ends in `suffix` where that is given, whatever its case: nobody looks for a PDF in notes.txt.
    """

    def __init__(self, *, file: bool, folder: bool, suffix: str = "") -> None:
        super().__init__(path_type=Path)
        self.file, self.folder, self.suffix = file, folder, suffix
        self.name = "path" if file and folder else "file" if file else "folder"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The path. Fails, as a wrong argument, where it must not be written."""
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        if not str(value):
            self.fail(f"it is empty; a {'file' if self.file else 'folder'} name is expected", param, ctx)
        real = Path(os.path.realpath(path))
        if real.exists() and not (self.file and real.is_file()) and not (self.folder and real.is_dir()):
            what = (
                "no plain file and no folder" if self.file and self.folder else f"no {'plain ' * self.file}{self.name}"
            )
            self.fail(f"‘{path}’ is {what}", param, ctx)
        if _is_source(real):
            self.fail(f"‘{path}’ lies among the sources of a book, which are never written over", param, ctx)
        if _is_frozen(real):
            self.fail(f"‘{path}’ lies among the products of frozen printings, which are never written over", param, ctx)
        if self.file and real.name.endswith(_BESIDE):
            self.fail(f"‘{path}’ is a name of what is kept beside a PDF: take another", param, ctx)
        if real.is_file() and _is_committed(real):
            self.fail(f"‘{path}’ is committed, and would be written over; name another", param, ctx)
        if _is_top(real):
            self.fail(f"‘{path}’ is the folder of a book or of a repository: name one within it", param, ctx)
        if self.suffix and path.suffix.lower() != self.suffix:
            self.fail(f"‘{path}’ is to be a file whose name ends in {self.suffix}", param, ctx)
        return path


def _is_source(real: Path) -> bool:
    """Whether a path leads among what a book or a repository is made of."""
    if _GIT in real.parts:
        return True
    for folder in real.parents:
        if not _is_book(folder):
            continue
        first = real.relative_to(folder).parts[0]
        of_pipeline = first in (*_SOURCES_OF_PIPELINE, *_PAGES_OF_PROJECT) and (folder / _PIPELINE).is_file()
        # What is hidden is no output: settings, what checks a change, what the pipeline is installed in.
        return first in _SOURCES or of_pipeline or first.startswith(".")
    return False


def _is_frozen(real: Path) -> bool:
    """Whether a path leads among the products of printings."""
    return any(real.is_relative_to(folder / _KEPT) for folder in real.parents if _is_book(folder))


def _is_committed(real: Path) -> bool:
    """Whether git keeps a file in the repository in which it lies; not where there is none, or no git."""
    if not any((folder / _GIT).exists() for folder in real.parents):
        return False
    from rulebook.printing.git import GitError, repository_of

    try:
        return repository_of(real.parent, trusted=False).is_tracked(real.name)
    except GitError:
        return False


def _is_top(real: Path) -> bool:
    return _is_book(real) or (real / _GIT).exists()


def _is_book(folder: Path) -> bool:
    return (folder / "content" / "book.yaml").is_file()


def refuse_same(**paths: Path | None) -> None:
    """Refuse that an output is what is read, or another output; by what each is called (`output` is ‘--output’).

    Raises:
        UsageError: Two of them lead to the same file.
    """
    seen: dict[str, str] = {}
    for name, path in paths.items():
        if path is None:
            continue
        first = seen.setdefault(os.path.realpath(path), name)
        if first != name:
            one, other = (n if n.isupper() else f"--{n}" for n in (first, name))
            raise click.UsageError(f"‘{one}’ and ‘{other}’ are the same file, ‘{path}’, which would be written over")


@contextmanager
def unknown_names_told() -> Iterator[None]:
    """Say of a name that the book does not have that it is a wrong argument.

    Raises:
        BadParameter: It was; it says which names there are.
    """
    try:
        yield
    except UnknownNameError as error:
        raise click.BadParameter(str(error), param_hint=error.option) from error


@contextmanager
def unreadable_printings_told() -> Iterator[None]:
    """Say what is wrong with the record of a printing, or with its book: with findings the run ends as it does of any.

    Raises:
        ClickException: There is no such printing, or it cannot be read.
    """
    from rulebook.printing.choosing import NoPrintingError
    from rulebook.printing.since import UnreadableBookError

    try:
        yield
    except (NoPrintingError, UnreadableBookError) as error:
        say_findings(error.findings)
        if error.findings:
            click.echo(f"rulebook: {error}", err=True)
            sys.exit(FINDINGS)
        raise click.ClickException(str(error)) from error


def refuse_undeclared(root: Path, product: str, page: str) -> None:
    """See that the book in `root` declares a product; `page` of the documents says how it is declared.

    A folder that holds no content is no book, which is found when it is loaded.

    Raises:
        ClickException: It does not.
    """
    from rulebook.load.declared import PRODUCTS

    if (root / "content").is_dir() and not os.path.lexists(root / PRODUCTS / f"{product}.yaml"):
        where = f"{PRODUCTS}/{product}.yaml is not there (see {page})"
        raise click.ClickException(f"this book declares no {product}: {where}")


def say_unwritten() -> None:
    """That no PDF came of it, on standard error."""
    click.echo("No PDF was written; an old one stays as it was.", err=True)


OUTPUT_FILE = Output(file=True, folder=False)
OUTPUT_PDF = Output(file=True, folder=False, suffix=".pdf")
OUTPUT_JSON = Output(file=True, folder=False, suffix=".json")
OUTPUT_HTML = Output(file=True, folder=False, suffix=".html")
OUTPUT_FOLDER = Output(file=False, folder=True)
OUTPUT = Output(file=True, folder=True)

BOOK = click.option(
    "--book",
    "root",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("."),
    show_default="this folder",
    help="The book's folder, which holds content/, templates/ and styles/.",
)


def existing(root: Path) -> Path:
    """The book's folder.

    Raises:
        ClickException: There is no such folder.
    """
    if not root.is_dir():
        raise click.ClickException(f"there is no folder {root}")
    return root


def say_findings(findings: Sequence[Finding]) -> None:
    """The findings and their count, on standard error."""
    for finding in findings:
        click.echo(str(finding), err=True)
    if findings:
        say_count(findings)


def say_count(findings: Sequence[Finding]) -> None:
    """How many findings there are, on standard error."""
    click.echo(f"{len(findings)} finding{'s' if len(findings) != 1 else ''}", err=True)
