"""What the verbs share: the book's folder, exit codes, and how findings are said."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from rulebook.finding import Finding

FINDINGS = 1
CANNOT_RUN = 2

# What a book is made of: nothing is ever written over these.
_SOURCES = ("content", "templates", "styles", "figures")


class OutputFile(click.Path):
    """A file to write: a new one or a plain old one, never a device, and never a source of a book."""

    name = "file"

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The path. Fails, as a wrong argument, where it must not be written."""
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        if not str(value):
            self.fail("it is empty; a file name is expected", param, ctx)
        real = path.resolve()
        if real.exists() and not real.is_file():
            self.fail(f"‘{path}’ is no plain file", param, ctx)
        for folder in real.parents:
            if folder.name in _SOURCES and (folder.parent / "content" / "book.yaml").is_file():
                self.fail(f"‘{path}’ lies among the sources of a book, which are never written over", param, ctx)
        return path


OUTPUT_FILE = OutputFile()

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
