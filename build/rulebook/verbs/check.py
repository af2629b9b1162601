"""`rulebook check`: the checks alone."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import click

from rulebook.check.check import Check
from rulebook.check.numerals import numerals_of
from rulebook.check.registry import CHECKS
from rulebook.check.report import FORMATS, SUMMARISED, report
from rulebook.check.run import Checked, run_checks, selected_checks
from rulebook.check.summary import Summary, numeral_lines, summary_lines, summary_of
from rulebook.check.told_elsewhere import told_elsewhere
from rulebook.finding import in_order
from rulebook.forked import work_can_be_shared
from rulebook.garbage import uncollected
from rulebook.load import load_book
from rulebook.load.codes import UNREADABLE
from rulebook.load.kept import Kept, kept_of
from rulebook.load.suggest import did_you_mean
from rulebook.model import Book
from rulebook.press.measure_faults import faults_of_measures
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
@click.option("--changed", is_flag=True, help="Say first what stands in files that are not as committed.")
@click.option("--since", metavar="REVISION", help="Say first what stands in files changed since this commit.")
@click.option(
    "--staged", is_flag=True, help="Check what is staged for the next commit, and say first what stands in those files."
)
def check(
    root: Path,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    form: str,
    verbose: bool,
    numerals: bool,
    mutate: bool,
    changed: bool,
    since: str | None,
    staged: bool,
) -> None:
    """Check the source alone, and all of it; nothing of the book is written."""
    for option, words in (("--select", select), ("--ignore", ignore)):
        for word in words:
            if not word:
                raise click.UsageError(f"‘{option}’ is empty; the code or the name of a check is expected")
            if not selected_checks((word,)):
                raise click.UsageError(f"‘{option} {word}’ names no check of the source; {_hint(word)}")
    if not selected_checks(select, ignore):
        raise click.UsageError("‘--ignore’ leaves out every check that ‘--select’ names: nothing would be looked at")
    if mutate and (select or ignore or form != "text"):
        raise click.UsageError("‘--mutate’ asks all the checks, and reports in text: leave the other options out")
    if sum((changed, since is not None, staged)) > 1:
        raise click.UsageError("‘--changed’, ‘--since’ and ‘--staged’ say which files come first: choose one")
    if numerals and form != "text":
        hint = "its summary counts them" if form in SUMMARISED else "leave ‘--format’ out"
        raise click.UsageError(f"‘--numerals’ lists in text, and ‘--format {form}’ has no place for it: {hint}")
    if mutate and staged:
        raise click.UsageError("‘--mutate’ changes the numbers of the book that stands here: leave ‘--staged’ out")
    with _book_to_check(existing(root), changed, since, staged) as (folder, first), uncollected():
        in_two = work_can_be_shared()
        kept = kept_of(root)
        loaded = load_book(folder, in_two=in_two, kept=kept)
        book = loaded.book
        checks = selected_checks(select, ignore)
        outcome = _Outcome(Checked(loaded.findings, ()), None)
        if book is not None:
            outcome = _outcome(book, checks, form in SUMMARISED, in_two, kept)
        checked, summary = outcome.checked, outcome.summary
        # What no choice of checks leaves out: as what is wrong with the source itself, it stops every product.
        if measures := faults_of_measures(folder):
            checked = replace(checked, errors=in_order((*checked.errors, *measures)))
        kept.write()
    within = _within_repository(root)
    if first is None:
        said = report(checked, form, summary, within=within)
    else:
        said = _changed_first(checked, first, form, summary, within)
    if said:
        # What a program reads goes to standard output, what a person reads to standard error.
        click.echo(said, err=form == "text")
    if form == "text" and checked.errors:
        say_count(checked.errors)
    if numerals and book is not None:
        click.echo("\n".join(numeral_lines(numerals_of(book))))
    if checked.errors or book is None:
        sys.exit(CANNOT_RUN if any(f.code == UNREADABLE for f in checked.errors) else FINDINGS)
    if form == "text" and summary is not None:
        click.echo("\n".join(summary_lines(summary, verbose=verbose, asked=len(checks) if select or ignore else 0)))
    if mutate:
        from rulebook.mutate.command import mutate as every_change_is_found

        if not every_change_is_found(book):
            sys.exit(FINDINGS)


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What the checks came to, and the summary where it is said."""

    checked: Checked
    summary: Summary | None


def _outcome(book: Book, checks: tuple[Check, ...], summarised: bool, in_two: bool, kept: Kept) -> _Outcome:
    """What the checks of a book come to: what they came to in the last run, if nothing has changed since."""
    # Beside its sources, a book has what its printing says of it, and which drawings there are.
    beside = repr((book.metadata, book.imprint, book.figures))
    source = (kept.sources, beside, repr([check.code for check in checks]), repr(summarised))
    found = kept.find(_Outcome, *source)
    if found is None:
        checked = run_checks(book, checks, in_two=in_two)
        said = summarised or not checked.errors
        found = _Outcome(checked, summary_of(book, checked) if said else None)
        kept.keep(_Outcome, found, *source)
    return found


@contextmanager
def _book_to_check(
    root: Path, changed: bool, since: str | None, staged: bool
) -> Iterator[tuple[Path, frozenset[str] | None]]:
    """The folder of the book that is checked, and the files that come first; None where none does."""
    if not (changed or since is not None or staged):
        yield root, None
        return
    from rulebook.changed_files import as_staged, changed_files
    from rulebook.printing.git import GitError

    try:
        if not staged:
            yield root, changed_files(root, since)
            return
        with as_staged(root) as book:
            yield book.folder, book.files
    except GitError as error:
        raise click.ClickException(str(error)) from error


def _within_repository(root: Path) -> str:
    """The book's folder in its repository, with a slash at its end; empty at the top, or where there is none."""
    book = root.resolve()
    # A worktree and a submodule have a file of this name.
    tops = (top for top in (book, *book.parents) if (top / ".git").exists())
    top = next(tops, book)
    return "" if top == book else f"{book.relative_to(top).as_posix()}/"


def _changed_first(checked: Checked, files: frozenset[str], form: str, summary: Summary | None, within: str) -> str:
    """The report, with what was found in these files before all else."""
    from rulebook.changed_files import apart

    here, elsewhere = apart(checked, files)
    if form in SUMMARISED:
        ordered = Checked(here.errors + elsewhere.errors, here.warnings + elsewhere.warnings, checked.waived)
        return report(ordered, form, summary, within=within)
    parts = [report(here, form, within=within), report(elsewhere, form, within=within)]
    if form == "text" and parts[1] and files:
        parts.insert(1, "Elsewhere:" if parts[0] else "Nothing in the changed files. Elsewhere:")
    return "\n".join(filter(None, parts))


def _hint(word: str) -> str:
    if "," in word:
        return "give the option once for each check"
    if elsewhere := told_elsewhere(word.upper()):
        return elsewhere
    if word != word.upper() and selected_checks((word.upper(),)):
        return f"codes are written in capitals: {word.upper()}"
    known = [name for known in CHECKS for name in (known.code, known.name)]
    return did_you_mean(word, known) or "‘rulebook explain’ lists the checks"
