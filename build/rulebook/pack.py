"""A pack: from the book to the PDF that is handed out, stage by stage."""

from __future__ import annotations

from pathlib import Path

from jinja2 import TemplateError

from rulebook.compose.environment import template_environment
from rulebook.compose.pack import compose_pack
from rulebook.finding import Finding, in_order
from rulebook.load.book import own_schema
from rulebook.load.forms import Forms, read_forms
from rulebook.load.packs import Pack, read_pack
from rulebook.model import Book
from rulebook.page_numbers import PageNumbers, UnsetBookError, page_numbers
from rulebook.preflight.product_measures import within_margin
from rulebook.product import Printed, ProductError, checked_book, judging_of, product_page, set_product
from rulebook.progress import Progress
from rulebook.render.page import Page, PageError
from rulebook.roster_sheets import NAME as SHEETS
from rulebook.unknown_name import UnknownNameError
from rulebook.volume import printed_page, template_finding

# The group of measures in styles/page.yaml, and the style sheet, of every pack.
NAME = "pack"
FIRST_PAPER = "a4"


def set_pack(root: Path, name: str, output: Path | None, progress: Progress, *, paper: str = FIRST_PAPER) -> Printed:
    """Set the pack that the book in `root` declares under a name.

    The PDF goes to `output`, or to `dist` in the book's folder. A finding stops it and leaves the old PDF in place.
    Raises OSError when the output cannot be written, or there is no content.
    """
    try:
        book = checked_book(root, progress)
        pack = declared_pack(book, name, paper)
        page = product_page(root, NAME, paper)
        html = _composed(book, pack, page, progress)
        file = pack.output if paper == FIRST_PAPER else f"{pack.output}-{paper}"
        target = output if output is not None else root / "dist" / f"{file}.pdf"
        stylesheet = root / "styles" / f"{NAME}.css"
        judging = judging_of(root, target, within_margin(page, NAME))
        return set_product(book, html, page, stylesheet, target, progress, pages=pack.sides, judging=judging)
    except (ProductError, UnsetBookError, PageError) as error:
        return Printed(None, 0, error.findings)


def declared_pack(book: Book, name: str, paper: str) -> Pack:
    """The pack that the book declares, if it declares it for that paper. Raises ProductError and UnknownNameError."""
    findings: list[Finding] = []
    pack = read_pack(book, name, own_schema("pack"), findings)
    if pack is None or findings:
        raise ProductError(in_order(findings))
    if paper not in pack.papers:
        raise UnknownNameError("--paper", f"the pack is not set for the paper ‘{paper}’", paper, pack.papers)
    return pack


def _composed(book: Book, pack: Pack, page: Page, progress: Progress) -> str:
    findings: list[Finding] = []
    forms: Forms | None = None
    if any(part.roster for page in pack.pages for part in page.parts):
        forms = read_forms(book, SHEETS, own_schema("forms"), findings)
    templates = template_environment(book.root / "templates")
    columns = printed_page(book.root).matrix_columns
    known: list[PageNumbers] = []

    def folio(place: str) -> str:
        # A pack that refers to nothing but itself needs no book to be set.
        if not known:
            known.append(page_numbers(book, progress))
        return known[0].folio(place)

    try:
        card = forms.card if forms is not None else None
        inks = {name: str(ink) for name, ink in page.inks.items()}
        html = compose_pack(book, pack, card, templates, columns, findings, inks=inks, folio=folio)
    except TemplateError as error:
        raise ProductError((template_finding(book.root, error),)) from error
    if findings:
        raise ProductError(in_order(findings))
    return html
