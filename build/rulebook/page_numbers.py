"""On which page of the book each thing stands, for the products that refer to it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rulebook.finding import Finding
from rulebook.leftovers import temporary_folder
from rulebook.model import Book
from rulebook.plural import counted
from rulebook.progress import Progress
from rulebook.source import Position

if TYPE_CHECKING:
    from rulebook.render.pdf import HtmlDocument

# A book that is asked about was loaded after this.
_BEGAN = time.time()


class UnsetBookError(Exception):
    """The book cannot be set, so that nothing has a page; `findings` say why."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__(counted(len(findings), "finding"))
        self.findings = findings


@dataclass(frozen=True, slots=True)
class PageNumbers:
    """The folio of the page on which each id begins: a chapter, a section, `table:ID`, `SET:ENTRY`, a figure."""

    folios: Mapping[str, str]

    def folio(self, anchor: str) -> str:
        """The folio of an id's page; empty when the book prints no such id."""
        return self.folios.get(anchor, "")


def page_numbers(book: Book, progress: Progress) -> PageNumbers:
    """The pages of a book as they are set from these very sources.

    They are those that were kept the last time, or else read from the finished PDF, while these are of the book as it
    is; otherwise the book is set now and thrown away: only `rulebook book` writes the book's PDF. They are then kept
    (see rulebook.kept_numbers). Raises UnsetBookError.
    """
    from rulebook.kept_numbers import keep_numbers, kept_numbers, numbers_digest, sources_digest

    finished = book.root / "dist" / f"{book.metadata.id}.pdf"
    # To compose the book takes a second or two: it need not be done while no file at all has changed.
    sources = sources_digest(book.root, _BEGAN)
    if (folios := kept_numbers(finished, sources=sources)) is not None:
        return PageNumbers(folios)
    document = _composed(book)
    digest = numbers_digest(document)
    folios = kept_numbers(finished, digest=digest)
    if folios is None:
        folios = _found_numbers(document, finished, progress)
    keep_numbers(finished, folios, digest=digest, sources=sources)
    return PageNumbers(folios)


def _found_numbers(document: HtmlDocument, finished: Path, progress: Progress) -> Mapping[str, str]:
    from rulebook.page_stamp import is_current
    from rulebook.render.pdf import render_pdf

    if is_current(document, finished):
        return read_folios(finished)
    with temporary_folder("pages") as folder, progress.stage("pages") as stage:
        result = render_pdf(document, folder / finished.name, progress.update)
        if not result.written:
            raise UnsetBookError(result.findings)
        stage.note = f"the book is set for its page numbers: {counted(result.pages, 'page')}"
        return read_folios(folder / finished.name)


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
        raise UnsetBookError(error.findings) from error
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
