"""`rulebook changes`: what has changed since a printing."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rulebook.progress import Progress
from rulebook.verbs.options import (
    BOOK,
    FINDINGS,
    OUTPUT_FILE,
    OUTPUT_FOLDER,
    OUTPUT_PDF,
    existing,
    refuse_same,
    say_findings,
    unreadable_printings_told,
)


@click.command()
@BOOK
@click.option("--from", "since", required=True, metavar="VERSION", help="The printing that the reader has.")
@click.option("--to", "until", metavar="VERSION", help="A later printing (the working copy).")
@click.option("--pages/--no-pages", default=True, help="Say what stands on another page; the book is set for it.")
@click.option("--output", type=OUTPUT_FILE, help="A file, instead of standard output.")
@click.option("--errata", type=OUTPUT_PDF, help="Set them as an errata sheet of one page too: this PDF.")
@click.option(
    "--editorial",
    multiple=True,
    metavar="WORDS",
    help="A rule that is ‘reworded’ and has these words rules what it did: list it as editorial. May be repeated.",
)
@click.option(
    "--pictures",
    type=OUTPUT_FOLDER,
    help="Show the pages that look different side by side, as PNG, in this folder.",
)
def changes(
    root: Path,
    since: str,
    until: str | None,
    pages: bool,
    output: Path | None,
    errata: Path | None,
    editorial: tuple[str, ...],
    pictures: Path | None,
) -> None:
    """Say what has changed since a printing, as Markdown: in play first, then in the text alone."""
    refuse_same(output=output, errata=errata, pictures=pictures)
    from rulebook.check.run import run_checks
    from rulebook.export.writing import write_whole
    from rulebook.made_folder import refuse_foreign
    from rulebook.printing.changes import NoRewordingError
    from rulebook.printing.errata import set_errata
    from rulebook.printing.git import GitError
    from rulebook.printing.making import MakingError
    from rulebook.printing.since import compared_since
    from rulebook.printing.turned import picture_changes

    if pictures is not None:
        refuse_foreign(pictures)  # before anything else is written
    try:
        with (
            unreadable_printings_told(),
            Progress() as progress,
            compared_since(existing(root), since, until, progress, with_pages=pages, editorial=editorial) as compared,
        ):
            text = compared.text()
            untold = compared.reprint.untold
            faults = len(run_checks(compared.new).errors) if until is None else 0
            if errata is not None:
                sheet = set_errata(root, compared, errata, progress)
                say_findings(sheet.findings)
                if sheet.output is None:
                    click.echo("No errata sheet was written; an old one stays as it was.", err=True)
                    sys.exit(FINDINGS)
        if pictures is not None:
            with unreadable_printings_told():
                shown = picture_changes(root, since, until, pictures, lambda line: click.echo(line, err=True))
    except (GitError, MakingError, NoRewordingError) as error:
        raise click.ClickException(str(error)) from error
    if faults:
        counted = f"{faults} finding{'s' if faults != 1 else ''}"
        told = f"the working copy has {counted} (‘rulebook check’ says what): it cannot be printed as it is listed here"
        click.echo(f"rulebook: {told}", err=True)
    for what, why in untold:
        click.echo(f"rulebook: {what}: {why}", err=True)
    if output is None:
        click.echo(text, nl=False)
    else:
        write_whole(output, text.encode())
        click.echo(output)
    # What is on standard output is the list alone.
    if errata is not None:
        click.echo(errata, err=output is None)
    if pictures is not None:
        click.echo(f"{pictures} ({shown} page{'s' if shown != 1 else ''})", err=output is None)
