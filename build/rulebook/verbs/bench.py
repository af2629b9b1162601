"""`rulebook bench`: the benchmarks."""

from __future__ import annotations

from pathlib import Path

import click

from rulebook.verbs.options import BOOK, existing


@click.command()
@BOOK
@click.option("--rounds", type=click.IntRange(1, 9), default=3, show_default=True, help="How often each is measured.")
def bench(root: Path, rounds: int) -> None:
    """Measure the pipeline against the bare engine, as a ratio within one run."""
    from rulebook.benchmark import run_benchmark

    if not run_benchmark(existing(root), rounds, click.echo):
        raise click.ClickException("the book has findings; run ‘rulebook check’ first")
