"""The reference sheet: from the book to its PDF, stage by stage."""

from __future__ import annotations

from pathlib import Path

from jinja2 import TemplateError

from rulebook.compose.environment import template_environment
from rulebook.compose.sheet import compose_sheet
from rulebook.finding import Finding, in_order
from rulebook.load.book import own_schema
from rulebook.load.sheets import Sheet, read_sheet
from rulebook.model import Book
from rulebook.page_numbers import UnsetBookError, page_numbers
from rulebook.preflight.product_measures import within_margin
from rulebook.product import Printed, ProductError, checked_book, judging_of, product_page, set_product
from rulebook.progress import Progress
from rulebook.unknown_name import UnknownNameError
from rulebook.volume import template_finding

NAME = "sheet"
FIRST_PAPER = "a4"


def set_sheet(
    root: Path, output: Path | None, progress: Progress, *, paper: str = FIRST_PAPER, low_ink: bool = False
) -> Printed:
    """Set the reference sheet of the book in `root` for a paper; with `low_ink` in black alone.

    The PDF goes to `output`, or to `dist` in the book's folder. A finding stops it and leaves the old PDF in place.
    Raises OSError when the output cannot be written, or there is no content.
    """
    try:
        book = checked_book(root, progress)
        sheet = declared_sheet(book, paper)
        page = product_page(root, NAME, paper)
        html = _composed(book, sheet, progress, paper, low_ink)
        target = output if output is not None else root / "dist" / f"{_file_name(sheet, paper, low_ink)}.pdf"
        stylesheet = root / "styles" / "sheet.css"
        judging = judging_of(root, target, within_margin(page, NAME, low_ink=low_ink))
        return set_product(book, html, page, stylesheet, target, progress, pages=sheet.papers[paper], judging=judging)
    except (ProductError, UnsetBookError) as error:
        return Printed(None, 0, error.findings)


def declared_sheet(book: Book, paper: str) -> Sheet:
    """The sheet that the book declares, if it declares one for that paper. Raises ProductError and UnknownNameError."""
    findings: list[Finding] = []
    sheet = read_sheet(book, NAME, own_schema("sheet"), findings)
    if sheet is None or findings:
        raise ProductError(in_order(findings))
    if paper not in sheet.papers:
        raise UnknownNameError("--paper", f"the sheet is not set for the paper ‘{paper}’", paper, sheet.papers)
    return sheet


def _composed(book: Book, sheet: Sheet, progress: Progress, paper: str, low_ink: bool) -> str:
    numbers = page_numbers(book, progress)
    findings: list[Finding] = []
    templates = template_environment(book.root / "templates")
    with progress.stage("compose"):
        try:
            html = compose_sheet(book, sheet, numbers, templates, paper=paper, low_ink=low_ink, findings=findings)
        except TemplateError as error:
            raise ProductError((template_finding(book.root, error),)) from error
    if findings:
        raise ProductError(in_order(findings))
    return html


def _file_name(sheet: Sheet, paper: str, low_ink: bool) -> str:
    return "-".join((sheet.output, *((paper,) if paper != FIRST_PAPER else ()), *(("low-ink",) if low_ink else ())))
