"""`rulebook where`: all that a name touches."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rulebook.edit.places import Whereabouts
from rulebook.edit.things import UnknownThingError, find_thing
from rulebook.edit.whereabouts import where_is
from rulebook.load import load_book
from rulebook.load.codes import UNREADABLE
from rulebook.rules.bound import bound_book
from rulebook.verbs.options import BOOK, CANNOT_RUN, FINDINGS, existing, say_findings


@click.command()
@click.argument("name")
@BOOK
def where(name: str, root: Path) -> None:
    """Say all that NAME touches: a value, a formula, a term or other entry (ID or SET/ID), or a table."""
    loaded = load_book(existing(root))
    if loaded.book is None:
        say_findings(loaded.findings)
        sys.exit(CANNOT_RUN if any(f.code == UNREADABLE for f in loaded.findings) else FINDINGS)
    rules = bound_book(loaded.book)
    try:
        thing = find_thing(loaded.book, rules, name)
    except UnknownThingError as error:
        raise click.ClickException(str(error)) from error
    click.echo(_said(where_is(loaded.book, rules, thing)))


def _said(found: Whereabouts) -> str:
    lines = [found.title]
    for group in found.groups:
        lines.append(f"{group.title} ({len(group.places)})")
        for place in group.places:
            lines.append(f"    {place.position} {place.text}")
            if place.how:
                lines.append(f"        {place.how}")
    count = found.count
    lines.append(f"{count} place{'s' if count != 1 else ''} beside its own" if count else "nothing else touches it")
    return "\n".join(lines)
