"""What the verbs share: the book's folder, exit codes, and how findings are said."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from rulebook.finding import Finding

FINDINGS = 1
CANNOT_RUN = 2

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
