"""From a composed document to its PDF: laid out, checked, and put in place only when it is whole."""

from __future__ import annotations

import gc
import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import unquote, urlsplit

from rulebook.finding import Finding, in_order
from rulebook.leftovers import named, part_of
from rulebook.render.drawings import drawings_shared, take_drawings
from rulebook.render.engine_pages import PageCount
from rulebook.render.fetcher import Fetcher
from rulebook.render.followed_sheets import FollowedSheets
from rulebook.render.fonts import font_configuration, font_names, foreign_fonts, no_system_fonts
from rulebook.render.log import FOREIGN_FONT, UNREADABLE, engine_log
from rulebook.render.marks import take_marks
from rulebook.render.page import Page
from rulebook.render.parsed import read_html
from rulebook.render.placed import SourceBlock, placed_blocks
from rulebook.render.structure import Structure
from rulebook.render.tags import STANDARD, tags_written
from rulebook.source import Position

_NOTE = re.compile(r"float:\s*(foot)?note\b")


class NoFontError(RuntimeError):
    """The style sheets of a document bring no font that can be read."""


@dataclass(frozen=True, slots=True)
class HtmlDocument:
    """A composed document and all that it takes to set it.

    `html` holds the text, its language and the metadata, dates included: the PDF takes none from the clock.
    `page` gives the measures, which the style sheets read as custom properties. `stylesheets` are applied in
    order. `root` is the folder of relative addresses; files are read from `allowed` only (with the style
    sheets' own folders). `name` is what findings call the document. `accessible` says that the document keeps the
    standard for PDFs that everybody can read, PDF/UA-1, and the PDF says so. `xml` says that the text is XML with every
    element of it written out, as which it is read in a fiftieth of the time, and that drawings in it are many and
    alike; where it is no XML after all, it is read as HTML.
    """

    html: str
    page: Page
    root: Path
    allowed: tuple[Path, ...]
    stylesheets: tuple[Path, ...]
    name: str = "document.html"
    accessible: bool = False
    xml: bool = False


@dataclass(frozen=True, slots=True)
class RenderResult:
    """What came of it: the pages, the findings, the times in seconds, and whether the PDF is in place.

    `blocks` are those with a source, and where they stand. `layouts` is how often the engine laid a page each time that
    it asked for one: 1 where no page has a foot.
    """

    pages: int
    findings: tuple[Finding, ...]
    layout_seconds: float
    write_seconds: float
    layouts: float
    written: bool
    blocks: tuple[SourceBlock, ...] = ()


def render_pdf(
    document: HtmlDocument,
    output: Path,
    progress: Callable[[str], None] | None = None,
    *,
    despite_findings: bool = False,
) -> RenderResult:
    """Set the document as a PDF at `output`.

    The PDF is written beside the old one and takes its place at once when it is whole and nothing was found
    (or `despite_findings`); otherwise the old one stays. Nothing else is left behind, whatever happens. The
    same document gives the same bytes on every machine. `progress` is told of each step and page.

    Raises OSError when the folder of `output` cannot be written, EngineVersionError when the installed
    engine is another version than the one these changes are made for.
    """
    sheets = FollowedSheets(document.root)
    with no_system_fonts(), engine_log(document.name, progress, sheets.placed) as findings, sheets.followed():
        fetcher = Fetcher((*document.allowed, *(sheet.parent for sheet in document.stylesheets)), sheets.asked_at)
        fonts = font_configuration()
        started = time.perf_counter()
        count = PageCount()
        try:
            rendered, root = _lay_out(document, fetcher, fonts, count)
        except NoFontError:
            findings[:] = [finding for finding in findings if not _told_as_refused(finding, fetcher)]
            findings.extend(_refusals(document, fetcher, sheets))
            place = Position(sheets.name(document.stylesheets[0]) if document.stylesheets else document.name)
            message = "no font can be read through the style sheets, and nothing can be set without one"
            hint = "Declare the book's fonts with @font-face in a style sheet, or import the one that does."
            findings.append(Finding(FOREIGN_FONT, place, message, hint))
            return RenderResult(0, in_order(findings), 0, 0, 1, written=False)
        gc.collect()  # the boxes of earlier passes, whose memory the writing can use
        laid_out = time.perf_counter()
        with _beside(output) as (file, commit):
            _write(rendered, file, accessible=document.accessible)
            findings[:] = [finding for finding in findings if not _told_as_refused(finding, fetcher)]
            findings.extend(_refusals(document, fetcher, sheets))
            findings.extend(_fonts_not_ours(document, file, fonts))
            found = in_order(findings)
            written = despite_findings or not found
            if written:
                commit()
        return RenderResult(
            pages=len(rendered.pages),
            findings=found,
            layout_seconds=laid_out - started,
            write_seconds=time.perf_counter() - laid_out,
            layouts=count.laid / count.asked if count.asked else 1.0,
            written=written,
            blocks=placed_blocks(root, (page._page_box for page in rendered.pages)),
        )


def _lay_out(document: HtmlDocument, fetcher: Fetcher, fonts: Any, count: PageCount) -> tuple[Any, Any]:
    """The document as it is laid, and its tree."""
    from weasyprint import CSS
    from weasyprint.urls import URLFetchingError

    from rulebook.render.engine import engine_changes

    html = read_html(document.html, f"{document.root.resolve().as_uri()}/", fetcher, xml=document.xml)
    marks = take_marks(html.etree_element)
    drawings = take_drawings(html.etree_element) if document.xml else {}
    with (
        engine_changes(document.page, notes=_has_notes(document), marks=marks, count=count),
        drawings_shared(drawings),
    ):
        sheets = [CSS(string=document.page.css(), url_fetcher=fetcher)]
        for sheet in document.stylesheets:
            # What cannot be read has been noted by the fetcher, and becomes a finding.
            with suppress(URLFetchingError):
                sheets.append(CSS(url=sheet.resolve().as_uri(), url_fetcher=fetcher, font_config=fonts))
        if not fonts.any_font and "@font-face" not in document.html:
            raise NoFontError
        return html.render(font_config=fonts, stylesheets=sheets), html.etree_element


def _has_notes(document: HtmlDocument) -> bool:
    """Whether the document, or a style sheet beside its own, floats anything as a note."""
    sheets = {path for sheet in document.stylesheets for path in sheet.parent.glob("*.css")}
    texts = (document.html, *(sheet.read_text(encoding="utf-8", errors="replace") for sheet in sheets))
    return any(_NOTE.search(text) for text in texts)


def _write(rendered: Any, file: BinaryIO, *, accessible: bool) -> None:
    structure = Structure(page._page_box for page in rendered.pages)
    with tags_written(structure):
        # An identifier of the content: the engine's own choice would leave it out.
        variant = STANDARD if accessible else None
        rendered.write_pdf(file, pdf_identifier=True, pdf_tags=True, pdf_variant=variant)
    file.flush()


def _told_as_refused(finding: Finding, fetcher: Fetcher) -> bool:
    """Whether the engine says only that a style sheet or a font of one was not loaded: the refusal has the reason."""
    told = [f"Failed to load stylesheet at {url} " for url in fetcher.refusals]
    if finding.position.path in {place.path for place in fetcher.places.values()}:
        told.append("Font-face ")
    return finding.code == UNREADABLE and finding.message.startswith(tuple(told))


def _refusals(document: HtmlDocument, fetcher: Fetcher, sheets: FollowedSheets) -> Iterator[Finding]:
    """What the engine asked for and was not given: at the style sheet that names it, or at the document."""
    own = {sheet.resolve().as_uri(): sheet for sheet in document.stylesheets}
    for url, reason in fetcher.refusals.items():
        place = fetcher.places.get(url)
        if place is not None:
            path = Path(unquote(urlsplit(url).path))
            what = sheets.name(path) if url.startswith("file:") else url
            hint = "Correct the name, or put the file there."
            yield Finding(UNREADABLE, place, f"{what} cannot be read: {reason}", hint)
        elif url in own:
            yield Finding(UNREADABLE, Position(sheets.name(own[url])), f"the file cannot be read: {reason}")
        else:
            yield Finding(UNREADABLE, Position(document.name), f"{url} cannot be read: {reason}")


def _fonts_not_ours(document: HtmlDocument, file: BinaryIO, fonts: Any) -> Iterator[Finding]:
    own = ", ".join(sorted(fonts.families)) or "none"
    file.seek(0)
    for name in foreign_fonts(font_names(file.read()), fonts.families):
        yield Finding(
            FOREIGN_FONT,
            Position(document.name),
            f"the font {name} is in the PDF, but is not one of the book's ({own})",
        )
    for family in sorted(fonts.wanted - fonts.families):
        yield Finding(
            FOREIGN_FONT,
            Position(document.name),
            f"a style asks for the font {family!r}, which is not one of the book's ({own})",
            "Declare it with @font-face, or correct the family's name.",
        )


@contextmanager
def _beside(output: Path) -> Iterator[tuple[BinaryIO, Callable[[], None]]]:
    """A new file beside `output`, and the function that puts it in its place; without it, it is removed."""
    part = part_of(output)
    try:
        with named(output, part), part.open("x+b") as file:

            def commit() -> None:
                file.flush()
                os.fsync(file.fileno())
                part.replace(output)
                _sync_folder(output.parent)

            yield file, commit
    finally:
        with suppress(FileNotFoundError):
            part.unlink()


def _sync_folder(folder: Path) -> None:
    # The new name outlasts a power cut only when the folder is written too.
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
