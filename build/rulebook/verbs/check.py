"""`rulebook check`: the checks alone."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rulebook.check.numerals import numerals_of
from rulebook.check.registry import CHECKS
from rulebook.check.report import FORMATS, SUMMARISED, report
from rulebook.check.run import Checked, run_checks, selected_checks
from rulebook.check.summary import numeral_lines, summary_lines, summary_of
from rulebook.forked import work_can_be_shared
from rulebook.garbage import uncollected
from rulebook.load import load_book
from rulebook.load.codes import UNREADABLE
from rulebook.load.suggest import did_you_mean
from rulebook.verbs.options import BOOK, CANNOT_RUN, FINDINGS, existing, say_count


@click.command()
@BOOK
@click.option(
    "--select", multiple=True, metavar="CODE", help="Run these checks only (a code, its beginning, or a name)."
)
@click.option("--ignore", multiple=True, metavar="CODE", help="Leave these checks out.")
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="How findings are said."
)
@click.option("--verbose", is_flag=True, help="List external claims and inert declarations too.")
@click.option("--numerals", is_flag=True, help="List the numerals that no rule stands behind.")
@click.option("--mutate", is_flag=True, help="Then change every number of the rules in turn: each must be found.")
def check(
    root: Path, select: tuple[str, ...], ignore: tuple[str, ...], form: str, verbose: bool, numerals: bool, mutate: bool
) -> None:
    """Check the source alone; nothing is written."""
    for option, words in (("--select", select), ("--ignore", ignore)):
        for word in words:
            if not selected_checks((word,)):
                known = [name for known in CHECKS for name in (known.code, known.name)]
                raise click.UsageError(f"‘{option} {word}’ names no check; {_hint(word, known)}")
    if mutate and (select or ignore or form != "text"):
        raise click.UsageError("‘--mutate’ asks all the checks, and reports in text: leave the other options out")
    with uncollected():
        in_two = work_can_be_shared()
        loaded = load_book(existing(root), in_two=in_two)
        book = loaded.book
        checks = selected_checks(select, ignore)
        checked = Checked(loaded.findings, ()) if book is None else run_checks(book, checks, in_two=in_two)
        summarised = book is not None and (form in SUMMARISED or not checked.errors)
        summary = summary_of(book, checked) if book is not None and summarised else None
    said = report(checked, form, summary)
    if said:
        # What a program reads goes to standard output, what a person reads to standard error.
        click.echo(said, err=form == "text")
    if form == "text" and checked.errors:
        say_count(checked.errors)
    if numerals and form == "text" and book is not None:
        click.echo("\n".join(numeral_lines(numerals_of(book))))
    if checked.errors or book is None:
        sys.exit(CANNOT_RUN if any(f.code == UNREADABLE for f in loaded.findings) else FINDINGS)
    if form == "text" and summary is not None:
        click.echo("\n".join(summary_lines(summary, verbose=verbose)))
    if mutate:
        from rulebook.mutate.command import mutate as every_change_is_found

        if not every_change_is_found(book):
            sys.exit(FINDINGS)


def _hint(word: str, known: list[str]) -> str:
    if "," in word:
        return "give the option once for each check"
    return did_you_mean(word, known) or "‘rulebook explain’ lists the checks"
