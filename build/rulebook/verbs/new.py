"""`rulebook new`: another game's book."""

from __future__ import annotations

from pathlib import Path

import click

from rulebook.edit.starter import FIRST, StarterError, start_book
from rulebook.verbs.options import say_findings

# A title on a title page, and its id as the name of a file.
LONGEST_TITLE = 100


@click.command()
@click.argument("folder", metavar="DIR")
@click.option("--title", metavar="T", help="The book's title; its id is made of it.")
def new(folder: str, title: str | None) -> None:
    """Start another game's book in DIR, which must be absent or empty.

    It begins as a small book that is sound and can be set at once.
    """
    if not folder.strip():
        # A path that is empty is that of the folder in which one stands, which nobody means by it.
        raise click.BadParameter("the name of a folder is empty", param_hint="DIR")
    if title is not None and (not title.isprintable() or len(title) > LONGEST_TITLE):
        what = f"a title is up to {LONGEST_TITLE} letters and signs that can be printed"
        raise click.BadParameter(what, param_hint="--title")
    try:
        start_book(Path(folder), title)
    except StarterError as error:
        say_findings(error.findings)
        raise click.ClickException(str(error)) from error
    click.echo(f"{folder}: a book to begin with; try ‘rulebook check --book {folder}’")
    click.echo(f"First change in {Path(folder) / 'content' / 'book.yaml'}: {FIRST}.")
