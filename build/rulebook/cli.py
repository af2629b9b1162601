"""The command line: one verb a job, on any book."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rulebook import __version__
from rulebook.check.pages import index, page_of, write_pages
from rulebook.check.registry import CHECKS, check_of
from rulebook.check.report import FORMATS, report
from rulebook.check.run import Checked, run_checks, selected_checks
from rulebook.finding import Finding
from rulebook.load import load_book
from rulebook.load.codes import UNREADABLE
from rulebook.load.suggest import did_you_mean
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
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="How findings are said."
)
def check(root: Path, select: tuple[str, ...], ignore: tuple[str, ...], form: str) -> None:
    """Check the source alone; nothing is written."""
    loaded = load_book(_existing(root))
    book = loaded.book
    checked = Checked(loaded.findings, ()) if book is None else run_checks(book, selected_checks(select, ignore))
    said = report(checked, form)
    if said:
        # What a program reads goes to standard output, what a person reads to standard error.
        click.echo(said, err=form == "text")
    if form == "text" and checked.errors:
        _count(checked.errors)
    if checked.errors or book is None:
        sys.exit(CANNOT_RUN if any(f.code == UNREADABLE for f in loaded.findings) else FINDINGS)
    if form != "text":
        return
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


@cli.command()
@click.argument("code", required=False)
@click.option("--write", is_flag=True, help="Write the pages of all checks to docs/checks.")
def explain(code: str | None, write: bool) -> None:
    """Say what a check looks for, with a sample that fails and one that passes."""
    if write:
        for path in write_pages(Path(".")):
            click.echo(path)
    if code is not None:
        found = check_of(code)
        if found is None:
            hint = did_you_mean(code, [c.code for c in CHECKS])
            raise click.ClickException(f"there is no check ‘{code}’" + (f"; {hint}" if hint else ""))
        click.echo(page_of(found), nl=False)
    elif not write:
        click.echo(index(), nl=False)


@cli.command()
@_BOOK
@click.option("--rounds", type=click.IntRange(1, 9), default=3, show_default=True, help="How often each is measured.")
def bench(root: Path, rounds: int) -> None:
    """Measure the pipeline against the bare engine, as a ratio within one run."""
    from rulebook.benchmark import run_benchmark

    if not run_benchmark(_existing(root), rounds, click.echo):
        raise click.ClickException("the book has findings; run ‘rulebook check’ first")


def _existing(root: Path) -> Path:
    if not root.is_dir():
        raise click.ClickException(f"there is no folder {root}")
    return root


def _report(findings: tuple[Finding, ...]) -> None:
    for finding in findings:
        click.echo(str(finding), err=True)
    if findings:
        _count(findings)


def _count(findings: tuple[Finding, ...]) -> None:
    click.echo(f"{len(findings)} finding{'s' if len(findings) != 1 else ''}", err=True)


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
