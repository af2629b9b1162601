"""`rulebook book`: the book as a PDF."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rulebook.progress import Progress
from rulebook.verbs.options import BOOK, FINDINGS, OUTPUT_FILE, existing, say_findings


@click.command()
@BOOK
@click.option("--draft", is_flag=True, help="Set the book although there are findings, with a watermark.")
@click.option(
    "--output",
    type=OUTPUT_FILE,
    help="Where the PDF goes (dist/<id>.pdf in the book's folder).",
)
@click.option("--printing", metavar="VERSION", help="Set this frozen printing from its revision, not the working copy.")
@click.option("--html", is_flag=True, help="Write the composed HTML beside the PDF too.")
def book(root: Path, draft: bool, output: Path | None, printing: str | None, html: bool) -> None:
    """Set the book as a PDF."""
    if printing is not None:
        if draft or html:
            raise click.UsageError("a frozen printing is set as it is: leave ‘--draft’ and ‘--html’ out")
        _set_frozen(existing(root), printing, output)
        return
    from rulebook.volume import set_volume

    with Progress() as progress:
        result = set_volume(existing(root), output, progress, draft=draft, keep_html=html)
    say_findings(result.findings)
    if result.output is None:
        click.echo("No PDF was written; an old one stays as it was.", err=True)
        sys.exit(FINDINGS)
    click.echo(f"{result.output} ({result.pages} pages)")
    if result.findings:
        sys.exit(FINDINGS)


def _set_frozen(root: Path, version: str, output: Path | None) -> None:
    """Set a frozen printing. Ends the run when it cannot be set, or is not as it was."""
    from rulebook.printing.choosing import NoPrintingError, chosen_printing
    from rulebook.printing.frozen import set_frozen
    from rulebook.printing.git import GitError
    from rulebook.printing.making import MakingError

    try:
        frozen = set_frozen(root, chosen_printing(root, version), output, lambda line: click.echo(line, err=True))
    except NoPrintingError as error:
        say_findings(error.findings)
        raise click.ClickException(str(error)) from error
    except (GitError, MakingError) as error:
        raise click.ClickException(f"{error}; an old PDF stays as it was") from error
    click.echo(f"{frozen.output} ({frozen.pages} pages)")
    if not frozen.same:
        click.echo(f"It is not the same as when {version} was frozen: ‘rulebook verify {version}’ says why.", err=True)
        sys.exit(FINDINGS)
