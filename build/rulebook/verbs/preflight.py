"""`rulebook preflight`: what is wrong with a finished PDF."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rulebook.verbs.options import BOOK, FINDINGS, OUTPUT_FILE, existing, say_findings


@click.command()
@click.argument("pdf", type=click.Path(path_type=Path, dir_okay=False))
@BOOK
@click.option(
    "--map",
    "map_file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The map that the build wrote (beside the PDF, when it is there).",
)
@click.option(
    "--report",
    type=OUTPUT_FILE,
    help="Write an HTML page too, with a picture of each page that has a finding.",
)
def preflight(pdf: Path, root: Path, map_file: Path | None, report: Path | None) -> None:
    """Judge a finished PDF by the measures of the book's page."""
    from rulebook.preflight.expected import MapError, map_beside, read_map
    from rulebook.preflight.reading import UnreadablePdfError
    from rulebook.preflight.report import write_report
    from rulebook.preflight.run import judge_pdf
    from rulebook.render.page import PageError, load_page

    styles = existing(root) / "styles"
    beside = map_beside(pdf)
    chosen = map_file or (beside if beside.is_file() else None)
    try:
        page = load_page(styles / "page.yaml")
        expected = read_map(chosen) if chosen else None
        judged = judge_pdf(pdf, page, styles, expected)
    except (PageError, MapError, UnreadablePdfError) as error:
        raise click.ClickException("; ".join(str(error).splitlines())) from error
    if report is not None:
        write_report(judged, pdf, report)
    for warning in judged.warnings:
        click.echo(f"warning: {warning}", err=True)
    say_findings(judged.findings)
    if judged.findings:
        sys.exit(FINDINGS)
    source = "" if expected else "; without its map, the source is not compared"
    click.echo(f"{pdf}: {judged.pages} pages, no findings{source}")
