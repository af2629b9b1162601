"""`rulebook book`: the book as a PDF."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rulebook.progress import Progress
from rulebook.verbs.options import BOOK, FINDINGS, existing, say_findings


@click.command()
@BOOK
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
        result = set_volume(existing(root), output, progress, draft=draft, keep_html=html)
    say_findings(result.findings)
    if result.output is None:
        click.echo("No PDF was written; an old one stays as it was.", err=True)
        sys.exit(FINDINGS)
    click.echo(f"{result.output} ({result.pages} pages)")
    if result.findings:
        sys.exit(FINDINGS)
