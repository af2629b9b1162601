"""What the products beside the book share: the checked book, the page on another paper, and the PDF."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from rulebook.finding import Finding
from rulebook.forked import Forked
from rulebook.leftovers import named, part_of
from rulebook.load import load_book
from rulebook.load.suggest import did_you_mean
from rulebook.model import Book
from rulebook.plural import counted
from rulebook.progress import Progress
from rulebook.source import Position

if TYPE_CHECKING:
    from rulebook.preflight.of_product import Judging
    from rulebook.preflight.product_measures import ProductMeasures
    from rulebook.render.page import Page, Paper, Value
    from rulebook.render.placed import SourceBlock

PAGE_FILE = "styles/page.yaml"
WRONG_PAGES = "P008"


class ProductError(Exception):
    """A product cannot be made; `findings` say why. Nothing has been written."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__(counted(len(findings), "finding"))
        self.findings = findings


@dataclass(frozen=True, slots=True)
class Printed:
    """What came of setting a product: the PDF's path (None when none was written), its pages, all findings.

    `blocks` are those of its text with a source, and where they stand.
    """

    output: Path | None
    pages: int
    findings: tuple[Finding, ...]
    blocks: tuple[SourceBlock, ...] = ()


def checked_book(root: Path, progress: Progress) -> Book:
    """The book in `root`, loaded and checked: a product is never made of rules that are wrong.

    Raises ProductError with the findings, OSError when there is no content.
    """
    from rulebook.check.run import run_checks

    book = loaded_book(root, progress)
    with progress.stage("check") as stage:
        checked = run_checks(book)
        stage.note = f"{counted(len(checked.errors), 'finding')}, {counted(len(checked.warnings), 'warning')}"
    progress.warn(checked.warnings)
    if checked.errors:
        raise ProductError(checked.errors)
    return book


def loaded_book(root: Path, progress: Progress) -> Book:
    """The book in `root`, loaded. Raises ProductError with the findings, OSError when there is no content."""
    with progress.stage("load") as stage:
        loaded = load_book(root)
        book = loaded.book
        if book is not None:
            stage.note = f"{counted(len(book.chapters), 'chapter')}, {counted(len(book.tables), 'table')}"
    if book is None:
        raise ProductError(loaded.findings)
    return book


def begun_check(book: Book, progress: Progress) -> Callable[[], None]:
    """Begin to check a book beside this process; the function waits for the end, once, and raises ProductError.

    It is for a product that takes longer to set than the book to check, and must be asked before anything is written.
    """
    from rulebook.check.run import run_checks

    def judged() -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
        checked = run_checks(book)
        return checked.errors, checked.warnings

    checking = Forked(judged)
    asked: list[tuple[Finding, ...]] = []

    def sound() -> None:
        if not asked:
            with progress.stage("check") as stage:
                errors, warnings = checking.result()
                stage.note = f"{counted(len(errors), 'finding')}, {counted(len(warnings), 'warning')}"
            progress.warn(warnings)
            asked.append(errors)
        if asked[0]:
            raise ProductError(asked[0])

    return sound


def book_page(root: Path) -> Page:
    """The page that styles/page.yaml describes. Raises ProductError when the file is wrong."""
    from rulebook.render.page import PageError, load_page

    try:
        return load_page(root / PAGE_FILE)
    except PageError as error:
        raise ProductError(error.findings) from error


def product_page(root: Path, product: str, paper: str = "") -> Page:
    """The book's page, on another paper where one is named, with the measures of a product.

    In styles/page.yaml the group `paper-PAPER` is the size of a paper, `PRODUCT` the product's measures, and
    `PRODUCT-PAPER` those that differ on one paper: a style sheet reads `PRODUCT.text` as --PRODUCT-text whichever
    gave it. A product's `leading` and `baseline` take the place of the grid's. Raises ProductError when the file is
    wrong, has no such paper, or gives none of the product's measures.
    """
    from rulebook.press.edition_page import paper_names
    from rulebook.render.page import Length, Paper

    page = book_page(root)
    prefix = f"paper-{paper}" if paper else "paper"
    width, height = (page.values.get(f"{prefix}-{side}") for side in ("width", "height"))
    if not isinstance(width, Length) or not isinstance(height, Length):
        what = f"{prefix}.width and {prefix}.height: the size of that paper"
        raise ProductError((_missing(page, what, did_you_mean(paper, paper_names(page))),))
    values: dict[str, Value] = {**page.values, "paper-width": width, "paper-height": height}
    values |= _own(page.values, f"{product}-{paper}-", f"{product}-") if paper else {}
    if not _own(values, f"{product}-", ""):
        raise ProductError((_missing(page, f"{product}: the measures of the product"),))
    margin = values.get(f"{product}-margin")
    if isinstance(margin, Length) and 2 * margin.pt >= min(width.pt, height.pt):
        message = f"two margins of {margin} leave nothing of a paper of {width} × {height}"
        place = page.place(f"{product}-{paper}-margin", f"{product}-margin")
        raise ProductError((Finding("P000", place, message, "make the margin smaller"),))
    if fault := _fault_of_columns(product, Paper(width, height), values):
        place = page.place(f"{product}-{paper}-columns", f"{product}-columns")
        raise ProductError((Finding("P000", place, *fault),))
    leading, baseline = (values.get(f"{product}-{name}") for name in ("leading", "baseline"))
    grid = page.grid
    if isinstance(leading, Length):
        values["grid-leading"] = leading
        grid = replace(grid, leading=leading, lines=int(height.pt / leading.pt))
    if isinstance(baseline, Length):
        values["grid-baseline"] = baseline
        grid = replace(grid, baseline=baseline)
    return replace(page, paper=Paper(width, height), grid=grid, values=values)


def _fault_of_columns(product: str, paper: Paper, values: Mapping[str, Value]) -> tuple[str, str] | None:
    """Why a product's columns hold no text, and a hint; None where they do, or it has none."""
    from rulebook.render.columns import Columns
    from rulebook.render.length import Length

    count = values.get(f"{product}-columns")
    margin, gutter, text = (values.get(f"{product}-{name}") for name in ("margin", "gutter", "text"))
    if not (isinstance(count, int) and isinstance(margin, Length) and isinstance(gutter, Length)):
        return None
    columns = Columns(count, paper.width.mm - 2 * margin.mm, gutter, text if isinstance(text, Length) else None)
    return columns.fault(f"{product}.columns")


def _own(values: Mapping[str, Value], prefix: str, instead: str) -> dict[str, Value]:
    """The values whose names begin with a prefix, under another one."""
    return {instead + name.removeprefix(prefix): v for name, v in values.items() if name.startswith(prefix)}


def _missing(page: Page, what: str, hint: str = "") -> Finding:
    return Finding("P000", Position(page.file), f"there is no {what}", hint or "add it to the measures")


def set_product(
    book: Book,
    html: str,
    page: Page,
    stylesheet: Path,
    output: Path,
    progress: Progress,
    *,
    pages: int | None = None,
    judging: Judging | None = None,
    mapped: bool = True,
    xml: bool = False,
) -> Printed:
    """Set a composed product as a PDF at `output`, with one style sheet (which may import others).

    `pages` is how many pages it must have, where that is known. With `judging`, the finished PDF is judged before it
    takes its place, and (if it is to be `mapped`) its map is written beside it; without, what is made of it is yet to
    be judged. The text may be said to be `xml` (see HtmlDocument). With findings nothing is written, and an old PDF
    stays. Raises OSError when the output cannot be written.
    """
    from rulebook.render.pdf import HtmlDocument, render_pdf

    document = HtmlDocument(
        html=html,
        page=page,
        root=book.root,
        allowed=(book.root / "styles", book.root / "figures"),
        stylesheets=(stylesheet,),
        name=f"{output.stem}.html",
        xml=xml,
    )
    whole = part_of(output, "whole")
    with named(output, whole), progress.stage("render") as stage:
        try:
            result = render_pdf(document, whole, progress.update)
            findings = (*result.findings, *_wrong_number(document.name, result.pages, pages))
            if not findings and judging is not None:
                findings = judged_product(book.root, html, whole, result.blocks, judging, output if mapped else None)
            if not findings:
                whole.replace(output)
        finally:
            whole.unlink(missing_ok=True)
        stage.note = f"{counted(result.pages, 'page')}; layout {result.layout_seconds:.2f} s"
    return Printed(None if findings else output, result.pages, findings, result.blocks)


def judging_of(root: Path, target: Path, measures: ProductMeasures) -> Judging:
    """How a product of the book in `root` is judged that is to stand at `target`.

    With little ink, it may fill no larger area than the book's edition of that kind. Raises ProductError when the
    editions are wrong.
    """
    from rulebook.preflight.of_product import Judging
    from rulebook.press.edition_page import sound_editions
    from rulebook.press.editions import EditionError

    if measures.low_ink:
        try:
            ink = sound_editions(root, book_page(root)).ink
        except EditionError as error:
            raise ProductError(error.findings) from error
        measures = replace(measures, area=ink.area if ink is not None else 0)
    return Judging(measures, target.relative_to(root).as_posix() if target.is_relative_to(root) else str(target))


def judged_product(
    root: Path, html: str, pdf: Path, blocks: tuple[SourceBlock, ...], judging: Judging, mapped: Path | None
) -> tuple[Finding, ...]:
    """What is wrong with the finished PDF of a composed product; if nothing is, its map is written beside `mapped`.

    Raises OSError.
    """
    from rulebook.preflight.of_product import expected_of_product, judge_product, write_map
    from rulebook.render.page import load_page

    expected = expected_of_product(html, blocks, judging.measures)
    found = judge_product(pdf, expected, load_page(root / PAGE_FILE), root / "styles", judging)
    if not found and mapped is not None:
        write_map(mapped, expected)
    return found


def _wrong_number(name: str, found: int, wanted: int | None) -> tuple[Finding, ...]:
    if wanted is None or found in (0, wanted):
        return ()  # without a page, why nothing was laid out has been found
    hint = "Shorten what it says, or its measures in styles/page.yaml." if found > wanted else ""
    return (Finding(WRONG_PAGES, Position(name), f"it has {counted(found, 'page')}; it must have {wanted}", hint),)
