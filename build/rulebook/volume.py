"""The volume: from the author's files to the PDF, stage by stage."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import TemplateError, TemplateSyntaxError

from rulebook.check.run import run_checks
from rulebook.compose.book import compose_book
from rulebook.compose.figures import FigureError
from rulebook.finding import Finding
from rulebook.load import load_book
from rulebook.model import Book
from rulebook.page_stamp import stamp
from rulebook.progress import Progress
from rulebook.source import Position

if TYPE_CHECKING:
    from rulebook.render.page import Page
    from rulebook.render.pdf import HtmlDocument, RenderResult


@dataclass(frozen=True, slots=True)
class Volume:
    """What came of setting a volume: the PDF's path (None when none was written), its pages, all findings."""

    output: Path | None
    pages: int
    findings: tuple[Finding, ...]


def set_volume(
    root: Path, output: Path | None, progress: Progress, *, draft: bool = False, keep_html: bool = False
) -> Volume:
    """Load, compose and render the book in `root`; the PDF goes to `output`, or to dist/<id>.pdf.

    A finding stops it and leaves the old PDF in place. With `draft`, findings of the engine and of the finished PDF do
    not stop it, and every page carries a watermark. Beside the PDF goes its map, by which it can be judged again.
    Raises OSError when the output cannot be written.
    """
    with progress.stage("load") as stage:
        loaded = load_book(root)
        book = loaded.book
        if book is not None:
            stage.note = f"{len(book.chapters)} chapters, {len(book.tables)} tables"
    if book is None:
        return Volume(None, 0, loaded.findings)

    with progress.stage("check") as stage:
        checked = run_checks(book)
        stage.note = f"{len(checked.errors)} findings, {len(checked.warnings)} warnings"
    if checked.errors and not draft:
        return Volume(None, 0, checked.errors)

    from rulebook.render.page import PageError
    from rulebook.render.pdf import render_pdf

    try:
        printed = printed_page(root)
    except PageError as error:
        return Volume(None, 0, (Finding("P000", Position("styles/page.yaml"), str(error)),))
    target = output if output is not None else root / "dist" / f"{book.metadata.id}.pdf"
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
        target.parent.mkdir(parents=True, exist_ok=True)
        target.with_suffix(".html").write_text(html, encoding="utf-8")
    with progress.stage("render") as stage:
        document = document_of(book, root, html, printed.page)
        whole = target.with_name(f".{target.name}.{os.getpid()}.whole")
        result = render_pdf(document, whole, progress.update, despite_findings=draft)
        stage.note = (
            f"{result.pages} pages; layout {result.layout_seconds:.2f} s ({result.layouts:.2f} a page), "
            f"writing {result.write_seconds:.2f} s"
        )
    findings = (*checked.errors, *result.findings)
    if not result.written:
        return Volume(None, result.pages, findings)
    try:
        found = _judged(book, root, whole, target, result, printed.page, progress, draft)
        findings += found
        if found and not draft:
            return Volume(None, result.pages, findings)
        whole.replace(target)
    finally:
        whole.unlink(missing_ok=True)
    if not draft:
        stamp(document, target)
    return Volume(target, result.pages, findings)


def _judged(
    book: Book,
    root: Path,
    whole: Path,
    target: Path,
    result: RenderResult,
    page: Page,
    progress: Progress,
    draft: bool,
) -> tuple[Finding, ...]:
    """What the preflight finds in the PDF `whole`, before it takes its place; its map is written where it is to be."""
    from rulebook.preflight.expected import map_beside, map_text
    from rulebook.preflight.from_book import expected_of
    from rulebook.preflight.reading import UnreadablePdfError
    from rulebook.preflight.run import judge_pdf
    from rulebook.render.page import PageError

    with progress.stage("preflight") as stage:
        name = target.relative_to(root).as_posix() if target.is_relative_to(root) else str(target)
        expected = expected_of(book, result.blocks, draft=draft)
        try:
            judged = judge_pdf(whole, page, root / "styles", expected, name=name)
            found, warnings = judged.findings, len(judged.warnings)
        except UnreadablePdfError as error:
            found, warnings = (Finding("P000", Position(name), str(error)),), 0
        except PageError as error:
            found = tuple(Finding("P000", Position("styles/page.yaml"), line) for line in str(error).splitlines())
            warnings = 0
        stage.note = f"{len(found)} findings, {warnings} warnings"
        if draft or not found:
            written = map_beside(target)
            part = written.with_name(f".{written.name}.{os.getpid()}.part")
            part.write_text(map_text(expected_of(book, result.blocks, result.findings, draft=draft)), encoding="utf-8")
            part.replace(written)
    return found


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
        raise PageError("table.matrix-columns is not a whole number: from how many columns a table spans the measure")
    return PrintedPage(page, matrix_columns)


def document_of(book: Book, root: Path, html: str, page: Page) -> HtmlDocument:
    """The composed volume as the engine is given it."""
    from rulebook.render.pdf import HtmlDocument

    return HtmlDocument(
        html=html,
        page=page,
        root=root,
        allowed=(root / "styles", root / "figures"),
        stylesheets=(root / "styles" / "book.css",),
        name=f"{book.metadata.id}.html",
        accessible=True,
    )


def template_finding(root: Path, error: TemplateError) -> Finding:
    """A template's fault at its place: the line is known for a syntax error, and from the traceback otherwise."""
    if isinstance(error, TemplateSyntaxError):
        place = Position(_template_path(root, error.filename or f"templates/{error.name or '?'}"), error.lineno)
        return Finding("C001", place, f"the template cannot be read: {error.message}")
    line, name = 1, "templates/?"
    trace = error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if file.endswith(".j2"):
            name, line = _template_path(root, file), trace.tb_lineno
        trace = trace.tb_next
    return Finding("C002", Position(name, line), f"the template cannot be set: {error.message}")


def _template_path(root: Path, file: str) -> str:
    """A template's path from the book's folder."""
    path = Path(file)
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else file
