"""`rulebook pack`: a pack to be handed out, as a PDF."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click

from rulebook.plural import counted
from rulebook.progress import Progress
from rulebook.unknown_name import UnknownNameError
from rulebook.verbs.options import (
    BOOK,
    FINDINGS,
    OUTPUT_PDF,
    existing,
    say_findings,
    say_unwritten,
    unknown_names_told,
)


@click.command()
@click.argument("name")
@BOOK
@click.option("--paper", default="a4", show_default=True, help="The paper: one of those that the pack declares.")
@click.option(
    "--output",
    type=OUTPUT_PDF,
    help="Where the PDF goes (dist/ in the book's folder, named for the pack and the paper).",
)
def pack(name: str, root: Path, paper: str, output: Path | None) -> None:
    """Set a pack as a PDF: NAME is that of its declaration in content/products."""
    from rulebook.pack import set_pack

    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
        raise click.ClickException(f"‘{name}’ is no name of a pack: lower case letters, digits, hyphens between")
    with unknown_names_told():
        _refuse_unknown_name(existing(root), name)
    with unknown_names_told(), Progress() as progress:
        result = set_pack(existing(root), name, output, progress, paper=paper)
    say_findings(result.findings)
    if result.output is None:
        say_unwritten()
        sys.exit(FINDINGS)
    click.echo(f"{result.output} ({counted(result.pages, 'page')})")


def _refuse_unknown_name(root: Path, name: str) -> None:
    """See that the book declares that pack, before anything is loaded. Raises UnknownNameError and ClickException.

    A folder that holds no content is no book, which is found when it is loaded.
    """
    from rulebook.load.declared import PACK, product_form, product_names

    declared = product_names(root)
    packs = [one for one in declared if product_form(one) == PACK]
    if not (root / "content").is_dir() or name in packs:
        return
    if not packs:
        raise click.ClickException(
            f"this book declares no pack: content/products/{name}.yaml is not there (see docs/packs.md)"
        )
    if name in declared:
        raise UnknownNameError("NAME", f"‘{name}’ is no pack: ‘rulebook {name}’ makes it", name, packs)
    raise UnknownNameError("NAME", f"this book declares no pack ‘{name}’ (see docs/packs.md)", name, packs)
