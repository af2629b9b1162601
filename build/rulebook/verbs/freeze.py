"""`rulebook freeze`: a printing and its record."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rulebook.verbs.options import BOOK, FINDINGS, existing


@click.command()
@click.argument("version")
@BOOK
@click.option("--date", required=True, metavar="YYYY-MM-DD", help="The day of the printing.")
def freeze(version: str, root: Path, date: str) -> None:
    """Freeze the book as printing VERSION: make it from what is committed, and write its record."""
    from rulebook.printing.freeze import KEPT, RefusedError, spent_waivers
    from rulebook.printing.freeze import freeze as freeze_printing
    from rulebook.printing.git import GitError
    from rulebook.printing.making import MakingError
    from rulebook.printing.record import record_path

    try:
        printing = freeze_printing(existing(root), version, date, lambda line: click.echo(line, err=True))
    except RefusedError as error:
        for line in error.lines:
            click.echo(line, err=True)
        raise click.ClickException("nothing was frozen") from error
    except GitError as error:
        raise click.ClickException(f"{error}; nothing was frozen") from error
    except MakingError as error:
        if not error.found:
            raise click.ClickException(f"{error}; nothing was frozen") from error
        click.echo("There are findings; nothing was frozen.", err=True)
        sys.exit(FINDINGS)
    for product in printing.products:
        click.echo(f"{KEPT}/{version}/{product.file}" + (f" ({product.counted})" if product.pages else ""))
    click.echo(f"{record_path(version)}: the record of {version}; commit it")
    for holder in spent_waivers(root):
        click.echo(f"‘{holder}’ waives what {version} has frozen as it now is: take that waiver out (S110)")
