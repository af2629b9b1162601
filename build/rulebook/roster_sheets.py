"""The sheets of a roster: from the book, and a roster of it, to a PDF that can be filled in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from jinja2 import TemplateError

from rulebook.compose.environment import template_environment
from rulebook.compose.forms import ComposedForms, FieldView, compose_forms
from rulebook.export.writing import write_whole
from rulebook.finding import Finding, in_order
from rulebook.form_fields import FieldFinish, finish_fields
from rulebook.leftovers import temporary_folder
from rulebook.load import codes
from rulebook.load.book import own_schema
from rulebook.load.forms import Forms, read_forms
from rulebook.model import Book, RosterKind
from rulebook.preflight.limits import limits_of
from rulebook.preflight.product_measures import within_margin
from rulebook.product import (
    Printed,
    ProductError,
    checked_book,
    judged_product,
    judging_of,
    product_page,
    set_product,
)
from rulebook.progress import Progress
from rulebook.render.page import Page, PageError
from rulebook.roster import Bill, Roster, own_rosters
from rulebook.unknown_name import UnknownNameError
from rulebook.volume import template_finding

NAME = "rosters"
FIRST_PAPER = "a4"
STYLESHEET = "rosters.css"


@dataclass(frozen=True, slots=True)
class SheetOrder:
    """What is to be set: a roster's sheets (None: empty ones), with its cards and bill or without, for a paper."""

    roster: Roster | None
    paper: str
    output: Path
    bill: Bill | None = None
    cards: bool = False
    draft: bool = False


def set_roster_sheets(root: Path, output: Path | None, progress: Progress, *, paper: str) -> tuple[Printed, ...]:
    """The empty sheets of the book in `root`, and the same filled with the roster that is its example, if it has one.

    The PDFs go to `output` (the example's name ends in `-example`), or to `dist` in the book's folder. A finding stops
    it and leaves what was there. Raises UnknownNameError for a paper that the sheets do not have, OSError when the
    output cannot be written, or there is no content.
    """
    try:
        book = checked_book(root, progress)
        forms = declared_forms(book, paper)
        return tuple(set_forms(book, forms, order, progress) for order in _orders(book, forms, output, paper))
    except ProductError as error:
        return (Printed(None, 0, error.findings),)


def _orders(book: Book, forms: Forms, output: Path | None, paper: str) -> Iterator[SheetOrder]:
    name = forms.output if paper == FIRST_PAPER else f"{forms.output}-{paper}"
    blank = output if output is not None else book.root / "dist" / f"{name}.pdf"
    yield SheetOrder(None, paper, blank)
    for roster in own_rosters(book):
        if roster.kind.id == forms.kind.id and _set_of(roster) == forms.example:
            yield SheetOrder(roster, paper, blank.with_name(f"{blank.stem}-example{blank.suffix}"))


def _set_of(roster: Roster) -> str:
    return roster.members[0].entry.set if roster.members else ""


def declared_forms(book: Book, paper: str, kind: RosterKind | None = None) -> Forms:
    """The sheets that the book declares for that paper and kind of roster.

    Raises UnknownNameError for a paper that they do not have, ProductError when there are none, or they have faults.
    """
    findings: list[Finding] = []
    forms = read_forms(book, NAME, own_schema("forms"), findings)
    if forms is not None and kind is not None and forms.kind.id != kind.id:
        message = f"the sheets are those of the kind ‘{forms.kind.id}’; there are none for ‘{kind.id}’"
        findings.append(Finding(codes.WRONG_VALUE, forms.position, message))
    if forms is None or findings:
        raise ProductError(in_order(findings))
    if paper not in forms.papers:
        raise UnknownNameError("--paper", f"the sheets are not set for the paper ‘{paper}’", paper, forms.papers)
    return forms


def set_forms(book: Book, forms: Forms, order: SheetOrder, progress: Progress) -> Printed:
    """Set one order as a PDF with its fields. With findings nothing is written, and an old PDF stays.

    Raises ProductError when it cannot be composed, OSError when the output cannot be written.
    """
    page = product_page(book.root, NAME, order.paper)
    composed = _composed(book, forms, order)
    # The sheets fill a page each; what cards need besides is not known before it is set.
    pages = None if order.cards else composed.pages
    stylesheet = book.root / "styles" / STYLESHEET
    with temporary_folder("sheets") as folder:
        whole = folder / order.output.name
        printed = set_product(book, composed.html, page, stylesheet, whole, progress, pages=pages)
        if printed.output is None:
            return printed
        finished = folder / f"finished-{order.output.name}"
        found = finish_fields(whole, [_finish(field) for field in composed.fields], finished, _least(page))
        if not found:
            judging = judging_of(book.root, order.output, within_margin(page, NAME))
            found = judged_product(book.root, composed.html, finished, printed.blocks, judging, order.output)
        if not found:
            write_whole(order.output, finished.read_bytes())
    return Printed(None if found else order.output, printed.pages, found)


def _finish(field: FieldView) -> FieldFinish:
    return FieldFinish(field.name, field.tip, field.value, centred=field.kind == "number", source=field.source)


def _least(page: Page) -> float:
    """The least type that may be, in points: what stands in a field is read as the rest is. Raises ProductError."""
    try:
        return limits_of(page).least
    except PageError as error:
        raise ProductError(error.findings) from error


def _composed(book: Book, forms: Forms, order: SheetOrder) -> ComposedForms:
    findings: list[Finding] = []
    templates = template_environment(book.root / "templates")
    try:
        composed = compose_forms(
            book, forms, order.roster, templates, findings, bill=order.bill, cards=order.cards, draft=order.draft
        )
    except TemplateError as error:
        raise ProductError((template_finding(book.root, error),)) from error
    if findings:
        raise ProductError(in_order(findings))
    return composed
