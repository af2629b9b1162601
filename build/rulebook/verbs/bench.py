"""`rulebook bench`: the benchmarks."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rulebook.verbs.options import BOOK, FINDINGS, existing, say_findings


@click.command()
@BOOK
@click.option("--rounds", type=click.IntRange(1, 9), default=3, show_default=True, help="How often each is measured.")
def bench(root: Path, rounds: int) -> None:
    """Measure the pipeline against the bare engine, as a ratio within one run."""
    from rulebook.benchmark import run_benchmark
    from rulebook.render.page import PageError

    try:
        measured = run_benchmark(existing(root), rounds, click.echo)
    except PageError as error:
        say_findings(error.findings)
        sys.exit(FINDINGS)
    if not measured:
        raise click.ClickException("the book has findings; run ‘rulebook check’ first")
