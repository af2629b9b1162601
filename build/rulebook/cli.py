"""The command line: one verb a job, on any book."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rulebook import __version__
from rulebook.finding import Finding
from rulebook.load import load_book
from rulebook.load.codes import UNREADABLE
from rulebook.progress import Progress

FINDINGS = 1
CANNOT_RUN = 2

_BOOK = click.option(
    "--book",
    "root",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("."),
    show_default="this folder",
    help="The book's folder, which holds content/, templates/ and styles/.",
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="rulebook")
def cli() -> None:
    """Set a rulebook from plain source: check it, compose it, render it."""


@cli.command()
@_BOOK
@click.option(
    "--select", multiple=True, metavar="CODE", help="Run these checks only (a code, its beginning, or a name)."
)
@click.option("--ignore", multiple=True, metavar="CODE", help="Leave these checks out.")
def check(root: Path, select: tuple[str, ...], ignore: tuple[str, ...]) -> None:
    """Check the source alone; nothing is written."""
    from rulebook.check.run import run_checks, selected_checks

    loaded = load_book(_existing(root))
    if loaded.book is None:
        _report(loaded.findings)
        sys.exit(CANNOT_RUN if any(f.code == UNREADABLE for f in loaded.findings) else FINDINGS)
    checked = run_checks(loaded.book, selected_checks(select, ignore))
    _warn(checked.warnings)
    _report(checked.errors)
    if checked.errors:
        sys.exit(FINDINGS)
    book = loaded.book
    entries = sum(len(s.entries) for s in book.sets.values())
    click.echo(
        f"{book.metadata.title}: {len(book.chapters)} chapters, {len(book.tables)} tables, {entries} entries; "
        "no findings"
    )


@cli.command()
@_BOOK
@click.option("--draft", is_flag=True, help="Set the book although there are findings, with a watermark.")
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Where the PDF goes (dist/<id>.pdf in the book's folder).",
)
@click.option("--html", is_flag=True, help="Write the composed HTML beside the PDF too.")
def book(root: Path, draft: bool, output: Path | None, html: bool) -> None:
    """Set the book as a PDF."""
    from rulebook.volume import set_volume

    with Progress() as progress:
        result = set_volume(_existing(root), output, progress, draft=draft, keep_html=html)
    _report(result.findings)
    if result.output is None:
        click.echo("No PDF was written; an old one stays as it was.", err=True)
        sys.exit(FINDINGS)
    click.echo(f"{result.output} ({result.pages} pages)")
    if result.findings:
        sys.exit(FINDINGS)


def _existing(root: Path) -> Path:
    if not root.is_dir():
        raise click.ClickException(f"there is no folder {root}")
    return root


def _warn(warnings: tuple[Finding, ...]) -> None:
    for finding in warnings:
        click.echo(f"warning: {finding}", err=True)


def _report(findings: tuple[Finding, ...]) -> None:
    for finding in findings:
        click.echo(str(finding), err=True)
    if findings:
        count = len(findings)
        click.echo(f"{count} finding{'s' if count != 1 else ''}", err=True)


def main() -> None:
    """Run the command line: 0 when all is well, 1 for findings, 2 when it cannot run, with one clear line."""
    try:
        cli.main(prog_name="rulebook", standalone_mode=False)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.Abort:
        click.echo("rulebook: stopped", err=True)
        sys.exit(CANNOT_RUN)
    except click.UsageError as error:
        error.show()
        sys.exit(CANNOT_RUN)
    except click.ClickException as error:
        click.echo(f"rulebook: {error.format_message()}", err=True)
        sys.exit(CANNOT_RUN)
    except KeyboardInterrupt:
        click.echo("rulebook: stopped", err=True)
        sys.exit(CANNOT_RUN)
    except OSError as error:
        click.echo(f"rulebook: {error.filename or ''}: {error.strerror or error}", err=True)
        sys.exit(CANNOT_RUN)
