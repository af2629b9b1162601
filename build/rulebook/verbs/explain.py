"""`rulebook explain`: the manual pages of the checks."""

from __future__ import annotations

from pathlib import Path

import click

from rulebook.check.pages import ALL_CHECKS, index, page_of, write_pages
from rulebook.load.suggest import did_you_mean


@click.command()
@click.argument("code", required=False)
@click.option("--write", is_flag=True, help="Write the pages of all checks to docs/checks.")
def explain(code: str | None, write: bool) -> None:
    """Say what a check looks for, with a sample that fails and one that passes."""
    if write:
        for path in write_pages(Path(".")):
            click.echo(path)
    if code is not None:
        found = next((check for check in ALL_CHECKS if check.code == code), None)
        if found is None:
            hint = did_you_mean(code, [c.code for c in ALL_CHECKS])
            raise click.ClickException(f"there is no check ‘{code}’" + (f"; {hint}" if hint else ""))
        click.echo(page_of(found), nl=False)
    elif not write:
        click.echo(index(), nl=False)
