"""On which page of the book each thing stands, for the products that refer to it."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rulebook.finding import Finding
from rulebook.model import Book
from rulebook.progress import Progress
from rulebook.source import Position

if TYPE_CHECKING:
    from rulebook.render.pdf import HtmlDocument


class UnsetBookError(Exception):
    """The book cannot be set, so that nothing has a page; `findings` say why."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__(f"{len(findings)} findings")
        self.findings = findings


@dataclass(frozen=True, slots=True)
class PageNumbers:
    """The folio of the page on which each id begins: a chapter, a section, `table:ID`, `SET:ENTRY`, a figure."""

    folios: Mapping[str, str]

    def folio(self, anchor: str) -> str:
        """The folio of an id's page; empty when the book prints no such id."""
        return self.folios.get(anchor, "")


def page_numbers(book: Book, progress: Progress) -> PageNumbers:
    """The pages of a book: read from its finished PDF when it is set from these very sources, else from one set now.

    The book that is set now is thrown away: only `rulebook book` writes the book's PDF. Raises UnsetBookError.
    """
    from rulebook.page_stamp import is_current
    from rulebook.render.pdf import render_pdf

    document = _composed(book)
    finished = book.root / "dist" / f"{book.metadata.id}.pdf"
    if is_current(document, finished):
        return PageNumbers(read_folios(finished))
    with tempfile.TemporaryDirectory(prefix="rulebook-pages-") as folder, progress.stage("pages") as stage:
        result = render_pdf(document, Path(folder) / finished.name, progress.update)
        if not result.written:
            raise UnsetBookError(result.findings)
        stage.note = f"the book is set for its page numbers: {result.pages} pages"
        return PageNumbers(read_folios(Path(folder) / finished.name))


def _composed(book: Book) -> HtmlDocument:
    from jinja2 import TemplateError

    from rulebook.compose.figures import FigureError
    from rulebook.render.page import PageError
    from rulebook.volume import composed_document, template_finding

    try:
        return composed_document(book)
    except TemplateError as error:
        finding = template_finding(book.root, error)
    except FigureError as error:
        finding = Finding("C003", Position(error.path, error.line), f"the figure cannot be drawn: {error}")
    except PageError as error:
        finding = Finding("P000", Position("styles/page.yaml"), str(error))
    raise UnsetBookError((finding,))


def read_folios(pdf: Path) -> dict[str, str]:
    """The folio of each named place of a PDF, by the place's name."""
    from pypdf import PdfReader

    reader = PdfReader(pdf)
    numbers = {page.indirect_reference.idnum: n for n, page in enumerate(reader.pages) if page.indirect_reference}
    labels = reader.page_labels
    found = {}
    for name, destination in reader.named_destinations.items():
        number = numbers.get(getattr(destination.page, "idnum", -1))
        if number is not None:
            found[str(name)] = labels[number]
    return found
