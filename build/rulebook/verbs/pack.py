"""`rulebook pack`: a pack to be handed out, as a PDF."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click

from rulebook.progress import Progress
from rulebook.verbs.options import BOOK, FINDINGS, OUTPUT_FILE, existing, say_findings, unknown_names_told


@click.command()
@click.argument("name")
@BOOK
@click.option("--paper", default="a4", show_default=True, help="The paper: one of those that the pack declares.")
@click.option(
    "--output",
    type=OUTPUT_FILE,
    help="Where the PDF goes (dist/ in the book's folder, named for the pack and the paper).",
)
def pack(name: str, root: Path, paper: str, output: Path | None) -> None:
    """Set a pack as a PDF: NAME is that of its declaration in content/products."""
    from rulebook.pack import set_pack

    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
        raise click.ClickException(f"‘{name}’ is no name of a pack: lower case letters, digits, hyphens between")
    with unknown_names_told(), Progress() as progress:
        result = set_pack(existing(root), name, output, progress, paper=paper)
    say_findings(result.findings)
    if result.output is None:
        click.echo("No PDF was written; an old one stays as it was.", err=True)
        sys.exit(FINDINGS)
    click.echo(f"{result.output} ({result.pages} page{'s' if result.pages != 1 else ''})")
