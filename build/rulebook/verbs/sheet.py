"""`rulebook sheet`: the reference sheet as a PDF."""

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
@click.option("--paper", default="a4", show_default=True, help="The paper: one of those that the sheet declares.")
@click.option("--low-ink", is_flag=True, help="Black alone, with thin rules and no areas.")
@click.option(
    "--output",
    type=OUTPUT_PDF,
    help="Where the PDF goes (dist/ in the book's folder, named for the sheet, the paper and the ink).",
)
def sheet(root: Path, paper: str, low_ink: bool, output: Path | None) -> None:
    """Set the quick-reference sheet as a PDF."""
    from rulebook.reference_sheet import set_sheet

    refuse_undeclared(existing(root), "sheet", "docs/sheet.md")
    with unknown_names_told(), Progress() as progress:
        result = set_sheet(existing(root), output, progress, paper=paper, low_ink=low_ink)
    say_findings(result.findings)
    if result.output is None:
        say_unwritten()
        sys.exit(FINDINGS)
    click.echo(f"{result.output} ({counted(result.pages, 'page')})")
