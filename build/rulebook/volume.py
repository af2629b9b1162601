"""The volume: from the author's files to the PDF, stage by stage."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import TemplateError, TemplateNotFound, TemplateSyntaxError

from rulebook.check.run import run_checks
from rulebook.compose.book import compose_book
from rulebook.compose.figures import FigureError
from rulebook.export.writing import write_whole
from rulebook.finding import Finding, in_order
from rulebook.leftovers import named, part_of
from rulebook.load import load_book
from rulebook.model import Book
from rulebook.page_stamp import document_digest, stamp
from rulebook.plural import counted
from rulebook.press.editions import INK, SCREEN, BookOrder, EditionError
from rulebook.press.measure_faults import faults_of_measures
from rulebook.progress import Progress
from rulebook.source import Position

if TYPE_CHECKING:
    from rulebook.preflight.check import PrintCheck
    from rulebook.press.editions import Editions
    from rulebook.render.page import Page, Paper
    from rulebook.render.pdf import HtmlDocument, RenderResult


@dataclass(frozen=True, slots=True)
class Volume:
    """What came of setting a volume: the PDF's path (None when none was written), its pages, all findings."""

    output: Path | None
    pages: int
    findings: tuple[Finding, ...]


@dataclass(slots=True)
class LaidPages:
    """The pages that were laid last without a finding: what they were laid from, the PDF, how many, and their map."""

    key: tuple[str, bool] | None = None
    pdf: bytes = b""
    pages: int = 0
    mapped: str = ""


_AS_ON_A_SCREEN = BookOrder()


def set_volume(
    root: Path,
    output: Path | None,
    progress: Progress,
    *,
    draft: bool = False,
    keep_html: bool = False,
    order: BookOrder = _AS_ON_A_SCREEN,
    laid: LaidPages | None = None,
) -> Volume:
    """Load, compose and render the book in `root`; the PDF goes to `output`, or to dist/<id>.pdf.

    What is not the book as a screen shows it is named for what `order` asks for: dist/<id>-press.pdf.

    A finding stops it and leaves the old PDF in place. With `draft`, findings of the engine and of the finished PDF do
    not stop it, and every page carries a watermark. Beside the PDF goes its map, by which it can be judged again. Where
    `laid` has the very pages that an edition is made of, they are not laid again, and it keeps those that are.
    Raises OSError when the output cannot be written.
    """
    with progress.stage("load") as stage:
        loaded = load_book(root)
        book = loaded.book
        if book is not None:
            stage.note = f"{counted(len(book.chapters), 'chapter')}, {counted(len(book.tables), 'table')}"
    if book is None:
        return Volume(None, 0, in_order((*loaded.findings, *faults_of_measures(root))))

    with progress.stage("check") as stage:
        checked = run_checks(book)
        stage.note = f"{counted(len(checked.errors), 'finding')}, {counted(len(checked.warnings), 'warning')}"
    progress.warn(checked.warnings)
    if checked.errors and not draft:
        return Volume(None, 0, in_order((*checked.errors, *faults_of_measures(root))))

    from rulebook.preflight.expected import map_beside
    from rulebook.render.page import PageError
    from rulebook.render.pdf import render_pdf

    try:
        printed = printed_page(root)
        edition = _edition_of(root, order, printed.page)
    except PageError as error:
        return Volume(None, 0, (*checked.errors, *error.findings))
    except EditionError as error:
        return Volume(None, 0, (*checked.errors, *error.findings))
    target = output if output is not None else root / "dist" / f"{book.metadata.id}{order.suffix}.pdf"
    with progress.stage("compose") as stage:
        try:
            html = compose_book(book, root / "templates", printed.matrix_columns, draft=draft)
        except TemplateError as error:
            return Volume(None, 0, (*checked.errors, template_finding(root, error)))
        except FigureError as error:
            finding = Finding("C003", Position(error.path, error.line), f"the figure cannot be drawn: {error}")
            return Volume(None, 0, (*checked.errors, finding))
        stage.note = f"{len(html) // 1024} kB of HTML"
    if keep_html:
        write_whole(target.with_suffix(".html"), html.encode())
    document = document_of(book, root, html, edition.page, edition.stylesheets)
    whole, finished = part_of(target, "whole"), part_of(target, "finished")
    findings, pages = checked.errors, 0
    try:
        key = (document_digest(document), order.edition == INK)
        if laid is not None and laid.key == key:
            with named(target, whole):
                whole.write_bytes(laid.pdf)
            pages, mapped = laid.pages, laid.mapped
            found: tuple[Finding, ...] = ()
        else:
            with named(target, whole), progress.stage("render") as stage:
                result = render_pdf(document, whole, progress.update, despite_findings=draft)
                stage.note = (
                    f"{counted(result.pages, 'page')}; layout {result.layout_seconds:.2f} s "
                    f"({result.layouts:.2f} a page), writing {result.write_seconds:.2f} s"
                )
            findings, pages = (*findings, *result.findings), result.pages
            if not result.written:
                return Volume(None, pages, findings)
            found, mapped = _judged(book, root, whole, target, result, edition, progress, draft)
            findings += found
            if laid is not None and not findings:
                laid.key, laid.pdf, laid.pages, laid.mapped = key, whole.read_bytes(), pages, mapped
        if not found or draft:
            pages, found = _finished(whole, finished, target, edition, pages, progress)
            findings += found
        if found and not draft:
            return Volume(None, pages, findings)
        # A map that is not of this very PDF would be worse than none.
        map_beside(target).unlink(missing_ok=True)
        (finished if finished.exists() else whole).replace(target)
        if edition.mapped:
            write_whole(map_beside(target), mapped.encode())
    except EditionError as error:
        return Volume(None, pages, (*findings, *error.findings))
    finally:
        whole.unlink(missing_ok=True)
        finished.unlink(missing_ok=True)
    if not draft and order.plain:
        stamp(document, target)
    return Volume(target, pages, findings)


@dataclass(frozen=True, slots=True)
class _Edition:
    """What is ordered, with all that it takes: its page, the book's editions, and the paper of a booklet's sheets."""

    root: Path
    order: BookOrder
    page: Page
    editions: Editions
    sheet: Paper | None

    @property
    def stylesheets(self) -> tuple[Path, ...]:
        """The style sheets that are read after the book's own."""
        ink = self.editions.ink if self.order.edition == INK else None
        return (ink.stylesheet,) if ink is not None else ()

    @property
    def checks(self) -> tuple[PrintCheck, ...]:
        """The checks of the pages as the engine made them: what their inks are for is not seen in black alone."""
        from rulebook.preflight.registry import checks_for

        laid = checks_for(INK if self.order.edition == INK else "")
        return tuple(check for check in laid if not check.edition)

    @property
    def mapped(self) -> bool:
        """Whether a page of the finished file is one of those that were laid, so that it can be judged by its map."""
        return self.order.edition in (SCREEN, INK) and not self.order.impose


def _edition_of(root: Path, order: BookOrder, page: Page) -> _Edition:
    """What is ordered of a book whose page is `page`. Raises EditionError."""
    from rulebook.press.edition_page import editions_and_page, paper_size

    editions, of_edition = editions_and_page(order, page, root)
    return _Edition(root, order, of_edition, editions, paper_size(order.sheet, page) if order.sheet else None)


def _finished(
    whole: Path, finished: Path, target: Path, edition: _Edition, laid: int, progress: Progress
) -> tuple[int, tuple[Finding, ...]]:
    """Make `finished` of the judged PDF `whole`, where the order asks for more than the engine makes.

    The number of its pages, or of its sheets' sides, `laid` where it stays as it is; and what is found in it. Raises
    EditionError.
    """
    from rulebook.preflight.registry import PRINT_CHECKS, checks_for
    from rulebook.preflight.run import judge_pdf
    from rulebook.press.finishing import finish
    from rulebook.press.saddle import impose_saddle
    from rulebook.press.subject import edition_subject

    order, page = edition.order, edition.page
    name = _name_of(target, edition.root)
    findings: tuple[Finding, ...] = ()
    pages = laid
    subject = edition_subject(order, page, edition.editions)
    if subject is not None:
        with named(target, whole, finished), progress.stage(order.edition) as stage:
            pages = finish(whole, finished, order, page, edition.editions, name)
            finished.replace(whole)
            # A press file has other places on its pages than were laid; the other keeps what has been judged of it.
            own = tuple(check for check in PRINT_CHECKS if check.edition == order.edition)
            checks = own if edition.mapped else checks_for(order.edition)
            judged = judge_pdf(whole, page, edition.root / "styles", None, name=name, checks=checks, edition=subject)
            findings = judged.findings
            stage.note = f"{counted(pages, 'page')}, {counted(len(findings), 'finding')}"
    if order.impose and not findings:
        with named(target, whole, finished), progress.stage(order.impose) as stage:
            pages = impose_saddle(whole, finished, edition.sheet)
            stage.note = f"{counted(pages, 'side')} of {counted(pages // 2, 'sheet')}"
    return pages, findings


def _name_of(target: Path, root: Path) -> str:
    """What findings call a PDF."""
    return target.relative_to(root).as_posix() if target.is_relative_to(root) else str(target)


def _judged(
    book: Book,
    root: Path,
    whole: Path,
    target: Path,
    result: RenderResult,
    edition: _Edition,
    progress: Progress,
    draft: bool,
) -> tuple[tuple[Finding, ...], str]:
    """What the preflight finds in the PDF `whole`, before it takes its place; and the map that goes with it."""
    from rulebook.preflight.expected import map_text
    from rulebook.preflight.from_book import expected_of
    from rulebook.preflight.reading import UnreadablePdfError
    from rulebook.preflight.run import judge_pdf
    from rulebook.render.page import PageError

    with progress.stage("preflight") as stage:
        name = _name_of(target, root)
        expected = expected_of(book, result.blocks, draft=draft)
        try:
            judged = judge_pdf(whole, edition.page, root / "styles", expected, name=name, checks=edition.checks)
            found, warnings = judged.findings, judged.warnings
        except UnreadablePdfError as error:
            found, warnings = (Finding("P000", Position(name), str(error)),), ()
        except PageError as error:
            found, warnings = error.findings, ()
        stage.note = f"{counted(len(found), 'finding')}, {counted(len(warnings), 'warning')}"
    progress.warn(warnings)
    return found, map_text(expected_of(book, result.blocks, result.findings, draft=draft))


def composed_document(book: Book) -> HtmlDocument:
    """The volume as `set_volume` sets it. Raises what composing raises, and PageError."""
    printed = printed_page(book.root)
    html = compose_book(book, book.root / "templates", printed.matrix_columns)
    return document_of(book, book.root, html, printed.page)


@dataclass(frozen=True, slots=True)
class PrintedPage:
    """The page of a book, and from how many columns a table spans its measure."""

    page: Page
    matrix_columns: int


def printed_page(root: Path) -> PrintedPage:
    """The page of the book in `root`. Raises PageError when styles/page.yaml is wrong."""
    from rulebook.render.page import PageError, load_page

    path = root / "styles" / "page.yaml"
    page = load_page(path)
    matrix_columns = page.values.get("table-matrix-columns")
    if not isinstance(matrix_columns, int):
        message = "there is no table.matrix-columns: from how many columns on a table spans the measure"
        finding = Finding("P000", page.place("table"), message, "add it to the measures; it is a whole number")
        raise PageError((finding,))
    return PrintedPage(page, matrix_columns)


def document_of(book: Book, root: Path, html: str, page: Page, stylesheets: tuple[Path, ...] = ()) -> HtmlDocument:
    """The composed volume as the engine is given it; `stylesheets` are read after the book's own."""
    from rulebook.render.pdf import HtmlDocument

    return HtmlDocument(
        html=html,
        page=page,
        root=root,
        allowed=(root / "styles", root / "figures"),
        stylesheets=(root / "styles" / "book.css", *stylesheets),
        name=f"{book.metadata.id}.html",
        accessible=True,
    )


def template_finding(root: Path, error: TemplateError) -> Finding:
    """A template's fault at its place: the line is known for a syntax error, and from the traceback otherwise."""
    if isinstance(error, TemplateSyntaxError):
        place = Position(_template_path(root, error.filename or f"templates/{error.name or '?'}"), error.lineno)
        return Finding("C001", place, f"the template cannot be read: {error.message}")
    absent = error.name if isinstance(error, TemplateNotFound) else None
    line, name = 1, f"templates/{absent or '?'}"
    trace = error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if file.endswith(".j2"):
            name, line = _template_path(root, file), trace.tb_lineno
        trace = trace.tb_next
    said = f"there is no template ‘{absent}’" if absent else error.message
    return Finding("C002", Position(name, line), f"the template cannot be set: {said}")


def _template_path(root: Path, file: str) -> str:
    """A template's path from the book's folder."""
    path = Path(file)
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else file
