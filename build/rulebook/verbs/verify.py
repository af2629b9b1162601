"""`rulebook verify`: a printing made anew and compared."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulebook.verbs.options import BOOK, existing, say_findings

if TYPE_CHECKING:
    from rulebook.printing.verify import Verified


@click.command()
@click.argument("version", required=False)
@BOOK
@click.option("--here", is_flag=True, help="Make it from the files that stand in the folder, not from its revision.")
def verify(version: str | None, root: Path, here: bool) -> None:
    """Make printing VERSION (the newest, without it) anew, and say whether it is the same, or what differs and why.

    It ends with 0 when all is the same; with 10 when the source is not as it was, 11 the fonts, 12 the packages, 13 the
    engine (the first of them; all are said); with 1 when the bytes differ all the same, or the record is not
    true; with 2 when it cannot run.
    """
    from rulebook.printing.choosing import NoPrintingError, chosen_printing
    from rulebook.printing.git import GitError, UnknownRevisionError
    from rulebook.printing.verify import verify as verify_printing

    try:
        printing = chosen_printing(existing(root), version)
        verified = verify_printing(root, printing, lambda line: click.echo(line, err=True), here=here)
    except NoPrintingError as error:
        say_findings(error.findings)
        raise click.ClickException(str(error)) from error
    except UnknownRevisionError as error:
        raise click.ClickException(f"{error}; ‘--here’ verifies the files that stand here") from error
    except GitError as error:
        raise click.ClickException(str(error)) from error
    _say(verified)
    sys.exit(verified.code)


def _say(verified: Verified) -> None:
    printing = verified.printing
    for cause in verified.causes:
        click.echo(f"{cause.kind}: {cause.said}")
    for product in verified.products:
        click.echo(product.said)
        if product.pages:
            pages = "page" if len(product.pages) == 1 else "pages"
            click.echo(f"    {pages} {', '.join(map(str, product.pages))}: pictures in {product.pictures}")
    for line in verified.record:
        click.echo(f"record: {line}")
    if verified.unmade:
        click.echo(f"{printing.version}: {verified.unmade}")
    elif verified.record and not verified.causes:
        click.echo(f"{printing.version}: its record is not as ‘rulebook freeze’ wrote it: take the change of it back")
    elif verified.causes and verified.same:
        click.echo(f"{printing.version}: the bytes are the same all the same")
    elif verified.same:
        click.echo(f"{printing.version} of {printing.date}: identical")
    elif not verified.causes and verified.made_same:
        click.echo(f"{printing.version}: made anew it is the same; what was kept of it is not")
    elif not verified.causes:
        click.echo("All that it was made of is as it was, and the bytes differ.")
