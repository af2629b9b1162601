"""`rulebook check`: the checks alone."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rulebook.check.report import FORMATS, report
from rulebook.check.run import Checked, run_checks, selected_checks
from rulebook.load import load_book
from rulebook.load.codes import UNREADABLE
from rulebook.verbs.options import BOOK, CANNOT_RUN, FINDINGS, existing, say_count


@click.command()
@BOOK
@click.option(
    "--select", multiple=True, metavar="CODE", help="Run these checks only (a code, its beginning, or a name)."
)
@click.option("--ignore", multiple=True, metavar="CODE", help="Leave these checks out.")
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="How findings are said."
)
def check(root: Path, select: tuple[str, ...], ignore: tuple[str, ...], form: str) -> None:
    """Check the source alone; nothing is written."""
    loaded = load_book(existing(root))
    book = loaded.book
    checked = Checked(loaded.findings, ()) if book is None else run_checks(book, selected_checks(select, ignore))
    said = report(checked, form)
    if said:
        # What a program reads goes to standard output, what a person reads to standard error.
        click.echo(said, err=form == "text")
    if form == "text" and checked.errors:
        say_count(checked.errors)
    if checked.errors or book is None:
        sys.exit(CANNOT_RUN if any(f.code == UNREADABLE for f in loaded.findings) else FINDINGS)
    if form != "text":
        return
    entries = sum(len(s.entries) for s in book.sets.values())
    click.echo(
        f"{book.metadata.title}: {len(book.chapters)} chapters, {len(book.tables)} tables, {entries} entries; "
        "no findings"
    )
