"""`rulebook rosters`: the sheets of a roster as PDFs, to print and to fill in."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rulebook.plural import counted
from rulebook.progress import Progress
from rulebook.verbs.options import (
    BOOK,
    FINDINGS,
    OUTPUT_PDF,
    existing,
    refuse_undeclared,
    say_findings,
    say_unwritten,
    unknown_names_told,
)


@click.command()
@BOOK
@click.option("--paper", default="a4", show_default=True, help="The paper: one of those that the sheets declare.")
@click.option(
    "--output",
    type=OUTPUT_PDF,
    help="Where the empty sheets go (dist/ in the book's folder); the example goes beside them.",
)
def rosters(root: Path, paper: str, output: Path | None) -> None:
    """Set the sheets of a roster as PDFs: empty, and filled with the book's example."""
    from rulebook.roster_sheets import set_roster_sheets

    refuse_undeclared(existing(root), "rosters", "docs/rosters.md")
    with unknown_names_told(), Progress() as progress:
        results = set_roster_sheets(existing(root), output, progress, paper=paper)
    say_findings([finding for result in results for finding in result.findings])
    for result in results:
        if result.output is not None:
            click.echo(f"{result.output} ({counted(result.pages, 'page')})")
    if any(result.output is None for result in results):
        say_unwritten()
        sys.exit(FINDINGS)
