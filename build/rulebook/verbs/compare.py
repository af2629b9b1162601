"""`rulebook compare`: which pages a change of the book has changed, and how."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rulebook.verbs.options import BOOK, FINDINGS, OUTPUT_FOLDER, existing


@click.command()
@click.argument("revision", default="HEAD")
@BOOK
@click.option(
    "--output",
    "folder",
    type=OUTPUT_FOLDER,
    help="The folder for the list and the pictures (dist/compared in the book's folder).",
)
def compare(revision: str, root: Path, folder: Path | None) -> None:
    """Set the book as it stands and as it was at REVISION (HEAD, without it), and say what differs, page by page.

    The list is Markdown: each page that looks different with what has changed on it, then what has changed in play and
    in the text alone. Beside it is a picture of each page: as it was, as it is, and where the two differ.
    """
    from rulebook.printing.compare import COMPARED
    from rulebook.printing.compare import compare as compare_books
    from rulebook.printing.git import GitError
    from rulebook.printing.making import MakingError

    target = folder if folder is not None else existing(root) / COMPARED
    try:
        compared = compare_books(existing(root), revision, target, lambda line: click.echo(line, err=True))
    except GitError as error:
        raise click.ClickException(str(error)) from error
    except MakingError as error:
        message = f"the book as it stands cannot be set: {error}; an old list stays as it was"
        if not error.found:
            raise click.ClickException(message) from error
        click.echo(message, err=True)
        sys.exit(FINDINGS)
    click.echo(f"{compared.path} ({compared.pages} page{'s' if compared.pages != 1 else ''})")
