"""`rulebook changes`: what has changed since a printing."""

from __future__ import annotations

from pathlib import Path

import click

from rulebook.progress import Progress
from rulebook.verbs.options import BOOK, OUTPUT_FILE, existing, say_findings


@click.command()
@BOOK
@click.option("--from", "since", required=True, metavar="VERSION", help="The printing that the reader has.")
@click.option("--to", "until", metavar="VERSION", help="A later printing (the working copy).")
@click.option("--pages/--no-pages", default=True, help="Say what stands on another page; the book is set for it.")
@click.option("--output", type=OUTPUT_FILE, help="A file, instead of standard output.")
def changes(root: Path, since: str, until: str | None, pages: bool, output: Path | None) -> None:
    """Say what has changed since a printing, as Markdown: in play first, then in the text alone."""
    from rulebook.export.writing import write_whole
    from rulebook.printing.choosing import NoPrintingError
    from rulebook.printing.git import GitError
    from rulebook.printing.since import UnreadableBookError, changes_since

    try:
        with Progress() as progress:
            text = changes_since(existing(root), since, until, progress, with_pages=pages)
    except (NoPrintingError, UnreadableBookError) as error:
        say_findings(error.findings)
        raise click.ClickException(str(error)) from error
    except GitError as error:
        raise click.ClickException(str(error)) from error
    if output is None:
        click.echo(text, nl=False)
    else:
        write_whole(output, text.encode())
        click.echo(output)
