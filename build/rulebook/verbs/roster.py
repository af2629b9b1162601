"""`rulebook roster`: a player's roster, judged and priced."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulebook.finding import Finding, in_order
from rulebook.load import load_book
from rulebook.load.suggest import did_you_mean
from rulebook.model import Book, RosterKind
from rulebook.plural import counted
from rulebook.progress import Progress
from rulebook.verbs.options import (
    BOOK,
    CANNOT_RUN,
    FINDINGS,
    OUTPUT_PDF,
    existing,
    refuse_same,
    say_findings,
    say_unwritten,
    unknown_names_told,
)

if TYPE_CHECKING:
    from rulebook.roster import Judged

# The paper for which nothing is said.
PAPER = "a4"


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@BOOK
@click.option("--kind", "name", metavar="KIND", help="What the file is a roster of, in a book that has several kinds.")
@click.option(
    "--pdf",
    type=OUTPUT_PDF,
    help="Set the roster's sheets, filled in, and the cards of its members as a PDF.",
)
@click.option("--paper", show_default=PAPER, help="The paper of the PDF: one that the sheets declare.")
@click.option("--draft", is_flag=True, help="Set the PDF even when the roster is illegal; each page is marked.")
def roster(file: Path, root: Path, name: str | None, pdf: Path | None, paper: str | None, draft: bool) -> None:
    """Judge a roster by the book's rules, and say what it costs.

    FILE is YAML. It ends with 0 for a legal roster; with 1 for a file with findings: an illegal roster, or what is no
    roster at all; with 2 when nothing can be judged: there is no such file, it cannot be opened, or the book has
    faults. An illegal roster is set as a PDF only as a draft, and one that cannot be read whole not at all.
    """
    refuse_same(FILE=file, pdf=pdf)
    _refuse_without(pdf, paper, draft)
    from rulebook.check.checks import rule_definition
    from rulebook.roster import declaration_faults, judge, read_roster, rests_on_faults
    from rulebook.roster.report import report_roster

    book = _sound_book(existing(root))
    kind = _kind(book, name)
    if rests_on_faults(book, kind):
        _stop_at_faults(rule_definition.CHECK.run(book))
    _stop_at_faults(declaration_faults(book))
    read = read_roster(book, kind, file)
    if read.roster is None:
        say_findings(read.findings)
        sys.exit(FINDINGS if _can_be_opened(file) else CANNOT_RUN)
    judged = judge(book, read.roster)
    _stop_at_faults(judged.faults)
    click.echo(report_roster(judged))
    if judged.legal:
        click.echo(f"\nlegal by the rules of {book.metadata.title}")
        if pdf is not None:
            _set(book, judged, pdf, paper or PAPER, draft=False)
        return
    click.echo("", err=True)
    say_findings(in_order((*read.findings, *judged.illegal)))
    if read.findings:
        click.echo(f"The rules of the whole {kind.roster} were not judged; mend these first.", err=True)
    if pdf is not None and draft and not read.findings:
        _set(book, judged, pdf, paper or PAPER, draft=True)
    elif pdf is not None:
        say_unwritten()
    sys.exit(FINDINGS)


def _refuse_without(pdf: Path | None, paper: str | None, draft: bool) -> None:
    """Refuse what is said of a PDF where none is asked for, and one in a folder that is not there.

    Raises:
        UsageError: It is asked for so.
    """
    if pdf is None:
        for option, given in (("--paper", paper is not None), ("--draft", draft)):
            if given:
                raise click.UsageError(f"‘{option}’ is said of a PDF; name one with ‘--pdf’")
    elif not Path(os.path.realpath(pdf)).parent.is_dir():
        raise click.BadParameter(f"there is no folder {pdf.parent}", param_hint="--pdf")


def _set(book: Book, judged: Judged, output: Path, paper: str, *, draft: bool) -> None:
    """Set a judged roster as a PDF. Ends the run when it cannot be set."""
    from rulebook.product import ProductError
    from rulebook.roster_sheets import SheetOrder, declared_forms, set_forms

    try:
        with unknown_names_told():
            forms = declared_forms(book, paper, judged.roster.kind)
        order = SheetOrder(judged.roster, paper, output, judged.bill, cards=True, draft=draft)
        with Progress() as progress:
            printed = set_forms(book, forms, order, progress)
        findings = printed.findings
    except ProductError as error:
        findings = error.findings
    if findings:
        say_findings(findings)
        say_unwritten()
        sys.exit(FINDINGS)
    click.echo(f"{output} ({counted(printed.pages, 'page')})")


def _can_be_opened(file: Path) -> bool:
    """Whether there is a plain file that may be read, whatever it holds."""
    return file.is_file() and os.access(file, os.R_OK)


def _sound_book(root: Path) -> Book:
    """The book. Ends the run when it has faults: nothing can be judged by its rules."""
    loaded = load_book(root)
    if loaded.book is None:
        _stop_at_faults(loaded.findings)
        raise click.ClickException("the book cannot be read")
    return loaded.book


def _stop_at_faults(faults: Iterable[Finding]) -> None:
    found = tuple(faults)
    if found:
        say_findings(found)
        click.echo("The book has faults; no roster can be judged by it.", err=True)
        sys.exit(CANNOT_RUN)


def _kind(book: Book, name: str | None) -> RosterKind:
    """The kind of roster that is asked for, or the only one.

    Raises:
        ClickException: There is none, none of that name, or no saying which.
    """
    known = [kind.id for kind in book.rosters]
    if not known:
        raise click.ClickException("the book does not say what a roster is (content/rosters/)")
    if name is None and len(known) > 1:
        raise click.ClickException(f"the book has several kinds of roster; say --kind with one of: {', '.join(known)}")
    for kind in book.rosters:
        if name in (None, kind.id):
            return kind
    hint = did_you_mean(str(name), known)
    raise click.ClickException(f"there is no kind of roster ‘{name}’" + (f"; {hint}" if hint else ""))
