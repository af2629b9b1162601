"""`rulebook explain`: the manual pages of the checks."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

import click

from rulebook.check.pages import ALL_CHECKS, index, page_of, write_pages
from rulebook.check.told_elsewhere import told_elsewhere
from rulebook.load.suggest import did_you_mean
from rulebook.plural import some_of

# So many codes of a family are named.
_LISTED = 12


@click.command()
@click.argument("code", required=False)
@click.option("--write", is_flag=True, help="Write the pages of all checks to docs/checks.")
def explain(code: str | None, write: bool) -> None:
    """Say what a check looks for, with a sample that fails and one that passes; CODE is its code or its name."""
    if write:
        for path in write_pages(Path(".")):
            click.echo(path)
    if code is not None:
        found = next((check for check in ALL_CHECKS if code.casefold() in (check.code.casefold(), check.name)), None)
        if found is None:
            _say_no_page(code)
        click.echo(page_of(found), nl=False)
    elif not write:
        click.echo(index(), nl=False)


def _say_no_page(code: str) -> NoReturn:
    elsewhere = told_elsewhere(code.upper())
    if elsewhere:
        raise click.ClickException(f"there is no page of this code: {elsewhere}")
    family = [check.code for check in ALL_CHECKS if check.code.startswith(code.upper())]
    if family:
        raise click.ClickException(f"there is no check ‘{code}’; codes that begin so: {some_of(family, _LISTED)}")
    hint = did_you_mean(code, [name for check in ALL_CHECKS for name in (check.code, check.name)])
    raise click.ClickException(f"there is no check ‘{code}’; {hint or '‘rulebook explain’ lists the checks'}")
