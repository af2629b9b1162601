"""`rulebook book`: the book as a PDF."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rulebook.plural import counted
from rulebook.press.editions import EDITIONS, IMPOSITIONS, INK, INKS, PRESS, SCREEN, SPOT, BookOrder
from rulebook.progress import Progress
from rulebook.verbs.options import (
    BOOK,
    FINDINGS,
    OUTPUT_PDF,
    existing,
    say_findings,
    say_unwritten,
    unknown_names_told,
    unreadable_printings_told,
)


@click.command()
@BOOK
@click.option("--draft", is_flag=True, help="Set the book although there are findings, with a watermark.")
@click.option(
    "--output",
    type=OUTPUT_PDF,
    help="Where the PDF goes (dist/<id>.pdf in the book's folder).",
)
@click.option("--printing", metavar="VERSION", help="Set this frozen printing from its revision, not the working copy.")
@click.option("--html", is_flag=True, help="Write the composed HTML beside the PDF too.")
@click.option(
    "--edition",
    type=click.Choice(EDITIONS),
    default=SCREEN,
    show_default=True,
    help="For a screen, for a press (bleed, crop marks, inks in plates, PDF/X-4), or with little ink (black alone).",
)
@click.option(
    "--inks", type=click.Choice(INKS), help="How a press prints the inks: spot colours (the default) or CMYK."
)
@click.option("--paper", metavar="NAME", help="Another paper than the page’s own, such as letter.")
@click.option("--impose", type=click.Choice(IMPOSITIONS), help="Lay the pages on sheets: saddle for a folded booklet.")
@click.option("--sheet", metavar="NAME", help="The paper of a booklet’s sheets, on which its pages are scaled to fit.")
def book(
    root: Path,
    draft: bool,
    output: Path | None,
    printing: str | None,
    html: bool,
    edition: str,
    inks: str | None,
    paper: str | None,
    impose: str | None,
    sheet: str | None,
) -> None:
    """Set the book as a PDF."""
    order = _order(edition, inks, paper, impose, sheet, draft=draft)
    if printing is not None:
        if draft or html or not order.plain:
            raise click.UsageError(
                "a frozen printing is set as it is: leave ‘--draft’, ‘--html’ and what chooses an edition out"
            )
        _set_frozen(existing(root), printing, output)
        return
    from rulebook.volume import set_volume

    _refuse_unknown_names(existing(root), order)
    with Progress() as progress:
        result = set_volume(existing(root), output, progress, draft=draft, keep_html=html, order=order)
    say_findings(result.findings)
    if result.output is None:
        say_unwritten()
        sys.exit(FINDINGS)
    click.echo(f"{result.output} ({counted(result.pages, 'side' if order.impose else 'page')})")
    if result.findings:
        sys.exit(FINDINGS)


def _order(
    edition: str, inks: str | None, paper: str | None, impose: str | None, sheet: str | None, *, draft: bool
) -> BookOrder:
    """What the options ask for. Raises UsageError where two of them cannot be meant together."""
    if edition == PRESS and draft:
        raise click.UsageError("a draft is no file for a press: leave ‘--draft’ or ‘--edition press’ out")
    if edition == PRESS and impose:
        raise click.UsageError("a press lays the pages on its own sheets: leave ‘--impose’ or ‘--edition press’ out")
    if inks and edition != PRESS:
        raise click.UsageError("‘--inks’ is for ‘--edition press’ alone")
    for option, name in (("paper", paper), ("sheet", sheet)):
        if name == "":
            raise click.UsageError(f"‘--{option}’ is empty: name a paper, or leave it out")
    if sheet and not impose:
        raise click.UsageError("‘--sheet’ is for ‘--impose’ alone")
    return BookOrder(edition, inks or SPOT, paper or "", impose or "", sheet or "")


def _refuse_unknown_names(root: Path, order: BookOrder) -> None:
    """See that the book has the edition and the papers that are asked for, before anything is loaded.

    Where the page or the editions have faults, these are found when the book is set.
    """
    if order.edition == SCREEN and not order.paper and not order.sheet:
        return
    from rulebook.press.edition_page import paper_names, usable_papers
    from rulebook.press.editions import EditionError, load_editions
    from rulebook.render.page import PageError, load_page
    from rulebook.unknown_name import UnknownNameError

    try:
        page, editions = load_page(root / "styles" / "page.yaml"), load_editions(root)
    except (PageError, EditionError):
        return
    there = (SCREEN, *((PRESS,) if editions.press else ()), *((INK,) if editions.ink else ()))
    with unknown_names_told():
        if order.edition not in there:
            raise UnknownNameError("--edition", f"the book has no edition ‘{order.edition}’", order.edition, there)
        # One that the editions measure and the page does not name is a fault of theirs, at its line.
        if order.paper and order.paper not in (papers := usable_papers(page, editions)) + [*editions.papers]:
            said = f"the book is not set for the paper ‘{order.paper}’"
            raise UnknownNameError("--paper", said, order.paper, papers)
        if order.sheet and order.sheet not in (papers := paper_names(page)):
            raise UnknownNameError("--sheet", f"there is no paper ‘{order.sheet}’", order.sheet, papers)


def _set_frozen(root: Path, version: str, output: Path | None) -> None:
    """Set a frozen printing. Ends the run when it cannot be set, or is not as it was."""
    from rulebook.printing.choosing import chosen_printing
    from rulebook.printing.frozen import set_frozen
    from rulebook.printing.git import GitError
    from rulebook.printing.making import MakingError

    try:
        with unreadable_printings_told():
            printing = chosen_printing(root, version)
        frozen = set_frozen(root, printing, output, lambda line: click.echo(line, err=True))
    except (GitError, MakingError) as error:
        raise click.ClickException(f"{error}; an old PDF stays as it was") from error
    click.echo(f"{frozen.output} ({counted(frozen.pages, 'page')})")
    if not frozen.same:
        click.echo(f"It is not the same as when {version} was frozen: ‘rulebook verify {version}’ says why.", err=True)
        sys.exit(FINDINGS)
