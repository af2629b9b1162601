"""The whole volume: a Book to the views that its template sets, and to HTML."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from rulebook.compose.blocks import BlockComposer, counted_texts
from rulebook.compose.inline import Linker, inline_text
from rulebook.compose.terms import TermMatcher, listed_name, terms_for
from rulebook.compose.values import part_html
from rulebook.compose.views import BookView, ChapterView, PartView, TermView
from rulebook.load.references import link_targets
from rulebook.model import Book, Chapter, Entry, Heading, Placement, walk

TEMPLATE = "book/book.html.j2"


def template_environment(folder: Path) -> Environment:
    """The templates of a folder. An undefined variable is an error; every value is escaped unless it is Markup."""
    return Environment(
        loader=FileSystemLoader(folder),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
    )


def compose_book(book: Book, templates: Path, matrix_columns: int, *, draft: bool = False) -> str:
    """The volume as one HTML document.

    `matrix_columns` is the number of columns from which a table spans the measure; a `draft` is marked as one on every
    page. Raises jinja2.TemplateError when a template is wrong.
    """
    view = book_view(book, matrix_columns)
    return template_environment(templates).get_template(TEMPLATE).render(book=view, draft=draft)


def book_view(book: Book, matrix_columns: int) -> BookView:
    """The volume as its template is given it."""
    linker = Linker(_title_finder(book))
    composer = _ChapterComposer(book, linker, BlockComposer(book, linker, _homes(book), matrix_columns))
    meta, labels = book.metadata, book.labels
    return BookView(
        title=meta.title,
        subtitle=meta.subtitle,
        version=meta.version,
        language=meta.language,
        authors=meta.authors,
        description=meta.description,
        keywords=meta.keywords,
        rights=meta.rights,
        date=meta.record,
        label_contents=labels.contents,
        label_book=labels.book,
        label_terms=labels.terms,
        label_front=labels.front,
        label_back=labels.back,
        label_draft=labels.draft,
        front=tuple(composer.chapter(c, "front") for c in book.front),
        parts=tuple(
            PartView(
                id=part.id,
                number=part.number,
                numeral=roman(part.number),
                title=part.title,
                chapters=tuple(composer.chapter(c, "numbered") for c in part.chapters),
            )
            for part in book.parts
        ),
        back=tuple(composer.chapter(c, "back") for c in book.back),
    )


class _ChapterComposer:
    def __init__(self, book: Book, linker: Linker, blocks: BlockComposer) -> None:
        self.book = book
        self.linker = linker
        self.blocks = blocks
        # A term is set alike wherever it is listed.
        self.terms: dict[str, TermView] = {}

    def chapter(self, chapter: Chapter, place: str) -> ChapterView:
        matcher = TermMatcher(terms_for(self.book, chapter))
        terms = matcher.terms_in(counted_texts(self.book, chapter.blocks))
        return ChapterView(
            id=chapter.id,
            number=str(chapter.number) if chapter.number else "",
            title=chapter.title,
            place=place,
            blocks=self.blocks.blocks(chapter.blocks),
            terms=tuple(self.terms.get(term.anchor) or self.term(term) for term in terms),
        )

    def term(self, term: Entry) -> TermView:
        parts = []
        for part in self.book.views[term.kind]:
            if part.style != "tag" and (html := part_html(self.book, term, part, self.linker)):
                parts.append(html)
        view = self.terms[term.anchor] = TermView(listed_name(term), Markup(" ").join(parts))
        return view


def _title_finder(book: Book) -> Callable[[str], str]:
    targets = link_targets(book)

    def title_of(target: str) -> str:
        match targets[target]:
            case Chapter(title=title):
                return title
            case Heading(title=inline):
                return inline_text(inline)
            case Entry() as entry:
                return entry.name
            case title:
                return title

    return title_of


def _homes(book: Book) -> dict[str, Placement]:
    """Which placement of an entry its links lead to: the one that places its whole set or group, else the first.

    A placement that picks one entry by its id repeats what is at home elsewhere.
    """
    homes: dict[str, Placement] = {}
    picked: dict[str, Placement] = {}
    for chapter in book.chapters:
        for block in walk(chapter.blocks):
            if not isinstance(block, Placement) or block.directive == "text":
                continue
            chosen = picked if any(f.field == "id" for f in block.filters) else homes
            for entry in book.placed(block):
                chosen.setdefault(entry.anchor, block)
    return {**picked, **homes}


_ROMAN = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


def roman(number: int) -> str:
    """A number from 1 to 39 in Roman capitals, as the books of a volume are numbered."""
    if not 1 <= number <= 39:
        raise ValueError(f"{number} is not a number of books")
    text = ""
    for value, letters in _ROMAN:
        while number >= value:
            text += letters
            number -= value
    return text
