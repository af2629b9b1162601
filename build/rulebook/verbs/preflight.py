"""`rulebook preflight`: what is wrong with a finished PDF."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rulebook.plural import counted
from rulebook.press.editions import EDITIONS, INKS, SCREEN, SPOT, BookOrder, EditionError
from rulebook.verbs.options import BOOK, FINDINGS, OUTPUT_HTML, existing, refuse_same, say_findings


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
    type=OUTPUT_HTML,
    help="Write an HTML page too, with a picture of each page that has a finding.",
)
@click.option(
    "--edition", type=click.Choice(EDITIONS), default=SCREEN, show_default=True, help="Which edition of the book it is."
)
@click.option("--inks", type=click.Choice(INKS), default=SPOT, show_default=True, help="How a press prints the inks.")
@click.option("--paper", metavar="NAME", default="", help="Another paper than the page’s own, such as letter.")
def preflight(
    pdf: Path, root: Path, map_file: Path | None, report: Path | None, edition: str, inks: str, paper: str
) -> None:
    """Judge a finished PDF by the measures of the book's page, and by those of its edition."""
    refuse_same(PDF=pdf, map=map_file, report=report)
    from rulebook.preflight.expected import MapError, map_beside, read_map
    from rulebook.preflight.reading import UnreadablePdfError
    from rulebook.preflight.report import write_report
    from rulebook.preflight.run import judge_pdf
    from rulebook.press.edition_page import editions_and_page
    from rulebook.press.subject import edition_subject
    from rulebook.render.page import PageError, load_page

    styles = existing(root) / "styles"
    beside = map_beside(pdf)
    chosen = map_file or (beside if beside.is_file() else None)
    try:
        order = BookOrder(edition, inks, paper)
        editions, page = editions_and_page(order, load_page(styles / "page.yaml"), root)
        expected = read_map(chosen) if chosen else None
        judged = judge_pdf(pdf, page, styles, expected, edition=edition_subject(order, page, editions))
    except (EditionError, PageError) as error:
        say_findings(error.findings)
        sys.exit(FINDINGS)
    except (MapError, UnreadablePdfError) as error:
        raise click.ClickException(str(error)) from error
    if report is not None:
        write_report(judged, pdf, report)
    for warning in judged.warnings:
        click.echo(f"warning: {warning}", err=True)
    for line in judged.measures:
        click.echo(line)
    say_findings(judged.findings)
    if judged.findings:
        sys.exit(FINDINGS)
    source = "" if expected else "; without its map, the source is not compared"
    click.echo(f"{pdf}: {counted(judged.pages, 'page')}, no findings{source}")
