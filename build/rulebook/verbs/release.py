"""`rulebook release`: the files of a printing's release."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rulebook.verbs.options import BOOK, FINDINGS, existing, unreadable_printings_told


@click.command()
@click.argument("version")
@BOOK
def release(version: str, root: Path) -> None:
    """Put every product of printing VERSION, its record and their SHA-256 digests in dist/release.

    Nothing is put there unless each product is the same to the byte as when the printing was frozen.
    """
    from rulebook.printing.choosing import chosen_printing
    from rulebook.printing.git import GitError
    from rulebook.printing.making import MakingError
    from rulebook.printing.release import NotTheSameError
    from rulebook.printing.release import release as put_release

    try:
        with unreadable_printings_told():
            printing = chosen_printing(existing(root), version)
        folder = put_release(root, printing, lambda line: click.echo(line, err=True))
    except (GitError, MakingError) as error:
        raise click.ClickException(f"{error}; nothing was released") from error
    except NotTheSameError as error:
        click.echo(f"{error}; nothing was released: ‘rulebook verify {version}’ says why", err=True)
        sys.exit(FINDINGS)
    click.echo(folder)
