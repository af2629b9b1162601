"""`rulebook cards`: the book's decks of cards, on sheets, alone, or as pictures."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulebook.plural import counted
from rulebook.progress import Progress
from rulebook.verbs.options import (
    BOOK,
    FINDINGS,
    OUTPUT,
    existing,
    say_findings,
    unknown_names_told,
    unreadable_printings_told,
)

if TYPE_CHECKING:
    from rulebook.cards.order import CardOrder


@click.command()
@BOOK
@click.option("--deck", "decks", multiple=True, metavar="DECK", help="A deck; may be given again. Without it, all.")
@click.option("--layout", default="a4", show_default=True, help="A layout that the cards declare.")
@click.option("--paper", metavar="NAME", help="Another paper for a layout of sheets: one of styles/page.yaml.")
@click.option("--back/--no-back", "backs", default=False, help="The backs too.")
@click.option(
    "--order",
    "sequence",
    type=click.Choice(["fronts-then-backs", "alternate"]),
    help="With backs: all fronts first (as sheets are without it), or each back after its front (as single cards are).",
)
@click.option(
    "--turn",
    type=click.Choice(["long", "short"]),
    show_default="long",
    help="The edge on which the printer turns a sheet for its back.",
)
@click.option("--low-ink", is_flag=True, help="Black alone, with thin rules and no areas.")
@click.option("--bleed", is_flag=True, help="Leave pictures their bleed.")
@click.option("--address", default="", help="What comes before the names of pictures in the list of a deck.")
@click.option("--changed-since", metavar="VERSION", help="Only cards that this printing has otherwise or lacks.")
@click.option(
    "--output",
    type=OUTPUT,
    help="The PDF, or the folder of pictures (dist/cards.pdf, or below dist/cards/ in the book's folder).",
)
def cards(
    root: Path,
    decks: tuple[str, ...],
    layout: str,
    paper: str | None,
    backs: bool,
    sequence: str | None,
    turn: str | None,
    low_ink: bool,
    bleed: bool,
    address: str,
    changed_since: str | None,
    output: Path | None,
) -> None:
    """Make the decks of cards."""
    from rulebook.cards.imposition import LONG_EDGE
    from rulebook.cards.order import CardOrder
    from rulebook.cards.production import make_cards

    if paper == "":
        raise click.UsageError("‘--paper’ is empty: name a paper, or leave it out")
    for option, value in (("order", sequence), ("turn", turn)):
        if value and not backs:
            raise click.UsageError(f"‘--{option}’ is for ‘--back’ alone")
    # A deck that is named twice is one deck: its cards are made once.
    decks = tuple(dict.fromkeys(decks))
    order = CardOrder(layout, decks, paper or "", backs, turn or LONG_EDGE, low_ink, bleed, address, sequence or "")
    if changed_since is not None:
        _refuse_unknown_names(existing(root), order)
        changed, notes = _changed(existing(root), changed_since)
        only = frozenset(card for card in changed if not decks or card[0] in decks)
        for note in notes:
            click.echo(f"rulebook: {note}", err=True)
        if not only:
            click.echo(f"No card says anything else than in {changed_since}; nothing was made.")
            return
        order = replace(order, only=only)
    with unknown_names_told(), Progress() as progress:
        result = make_cards(existing(root), order, output, progress)
    say_findings(result.findings)
    if result.output is None:
        click.echo("Nothing was written; what was there stays as it was.", err=True)
        sys.exit(FINDINGS)
    click.echo(f"{result.output} ({counted(result.pages, 'picture' if result.output.is_dir() else 'page')})")


def _refuse_unknown_names(root: Path, order: CardOrder) -> None:
    """See to it before the two books are compared: a name that nothing has would pass for one that nothing changed."""
    from rulebook.cards.order import refuse_unknown_names
    from rulebook.load import load_book

    book = load_book(root).book
    if book is not None:
        with unknown_names_told():
            refuse_unknown_names(book, order)


def _changed(root: Path, version: str) -> tuple[frozenset[tuple[str, str]], tuple[str, ...]]:
    """The cards that a printing has otherwise or lacks, and what is so of many. Ends the run when it cannot be said."""
    from rulebook.printing.git import GitError
    from rulebook.printing.reprint import UnfitTemplatesError
    from rulebook.printing.since import cards_changed_since

    try:
        with unreadable_printings_told():
            return cards_changed_since(root, version)
    except (GitError, UnfitTemplatesError) as error:
        raise click.ClickException(str(error)) from error
