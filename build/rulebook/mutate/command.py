"""`rulebook check --mutate`: what it prints, and what it ends with."""

from __future__ import annotations

import time

import click

from rulebook.model import Book
from rulebook.mutate.report import lines_of, unfound_in
from rulebook.mutate.run import Run
from rulebook.plural import counted
from rulebook.progress import Progress


def mutate(book: Book) -> bool:
    """Change every number of a book, whose checks find no error in it, and say which changes are not found.

    The report goes to standard output, progress to standard error. Whether all were found.

    Raises:
        ClickException: A process of the run ended before its work was done.
    """
    # The processes before the spinner: a copy of a process must not be made while it has threads.
    run = Run(book)
    shown = 0.0

    def told(done: int, of: int) -> None:
        nonlocal shown
        if time.monotonic() - shown > 0.1:
            shown = time.monotonic()
            progress.update(f"mutate: {done:,} of {of:,}")

    with Progress() as progress, progress.stage("mutate") as stage:
        try:
            outcomes = run.outcomes(told)
        except RuntimeError as error:
            raise click.ClickException(str(error)) from None
        stage.note = counted(len(outcomes), "change")
    for line in lines_of(outcomes, book.root):
        click.echo(line)
    return not unfound_in(outcomes)
