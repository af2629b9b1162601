"""`rulebook export`: the rules as JSON."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rulebook.progress import Progress
from rulebook.verbs.options import BOOK, FINDINGS, OUTPUT_JSON, existing, say_findings


@click.command()
@BOOK
@click.option(
    "--output",
    type=OUTPUT_JSON,
    help="Where the JSON goes (dist/<id>.json in the book's folder).",
)
@click.option("--schema", is_flag=True, help="Say the JSON Schema of the export instead; no book is read.")
def export(root: Path, output: Path | None, schema: bool) -> None:
    """Write the whole rules as JSON, for programs.

    A finding stops it, and an old file stays.
    """
    from rulebook.export.schema import schema_faults, schema_text

    if schema:
        if output is not None:
            raise click.UsageError("‘--schema’ writes no file: leave ‘--output’ out")
        click.echo(schema_text(), nl=False)
        return

    from rulebook.export.document import book_json
    from rulebook.export.writing import json_bytes, write_whole
    from rulebook.product import ProductError, checked_book

    with Progress() as progress:
        try:
            book = checked_book(existing(root), progress)
        except ProductError as error:
            say_findings(error.findings)
            click.echo("No JSON was written; an old one stays as it was.", err=True)
            sys.exit(FINDINGS)
        with progress.stage("export") as stage:
            document = book_json(book)
            content = json_bytes(document)
            stage.note = f"{len(content) // 1024} kB of JSON"
    faults = schema_faults(document)
    if faults:
        for fault in faults:
            click.echo(fault, err=True)
        raise click.ClickException("the export is not as its schema says; nothing was written")
    target = output if output is not None else root / "dist" / f"{book.metadata.id}.json"
    write_whole(target, content)
    click.echo(f"{target} ({len(content) // 1024} kB)")
