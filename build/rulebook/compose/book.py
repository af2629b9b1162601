"""The whole volume: a Book to the views that its template sets, and to HTML."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from markupsafe import Markup, escape

from rulebook.compose.blocks import BlockComposer, counted_texts
from rulebook.compose.environment import template_environment
from rulebook.compose.figures import FigureComposer
from rulebook.compose.homes import home_placements
from rulebook.compose.imprint import imprint_words, printing_date
from rulebook.compose.index import index_of, indexed_anchors, indexed_entries
from rulebook.compose.inline import Linker, inline_text
from rulebook.compose.marks import Marker
from rulebook.compose.terms import TermMatcher, in_alphabet, listed_name, terms_for
from rulebook.compose.values import page_word, part_html, value_html
from rulebook.compose.views import BookView, ChapterView, FigureLineView, ParagraphView, PartView, TermView
from rulebook.load.references import link_targets
from rulebook.model import Book, Chapter, Entry, Heading, Value

TEMPLATE = "book/book.html.j2"


def compose_book(book: Book, templates: Path, matrix_columns: int, *, draft: bool = False) -> str:
    """The volume as one HTML document.

    `matrix_columns` is the number of columns from which a table spans the measure; a `draft` is marked as one on every
    page. Raises jinja2.TemplateError when a template is wrong, FigureError when a figure cannot be drawn.
    """
    view = book_view(book, matrix_columns, templates)
    return template_environment(templates).get_template(TEMPLATE).render(book=view, draft=draft)


def book_view(book: Book, matrix_columns: int, templates: Path) -> BookView:
    """The volume as its template is given it; `templates` holds what the drawings of figures share."""
    linker = book_linker(book)
    figures = FigureComposer(book, linker, templates)
    composer = _ChapterComposer(
        book, linker, BlockComposer(book, linker, home_placements(book), matrix_columns, figures)
    )
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
        date=printing_date(book),
        label_contents=labels.contents,
        label_book=labels.book,
        label_terms=labels.terms,
        label_figures=labels.figures,
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
        back=_with_index(book, tuple(composer.chapter(c, "back") for c in book.back)),
        foot=composer.foot(),
        figures=tuple(
            FigureLineView(figure.anchor, number, figure.title) for number, figure in enumerate(book.placed_figures, 1)
        ),
    )


class _ChapterComposer:
    def __init__(self, book: Book, linker: Linker, blocks: BlockComposer) -> None:
        self.book = book
        self.linker = linker
        self.blocks = blocks
        # A term is set alike wherever it is listed.
        self.terms: dict[str, TermView] = {}
        self.at_foot = book.glossary == "page"

    def chapter(self, chapter: Chapter, place: str) -> ChapterView:
        matcher = TermMatcher(terms_for(self.book, chapter))
        terms: tuple[Entry, ...] = ()
        if not self.at_foot:
            terms = matcher.terms_in(counted_texts(self.book, chapter.blocks))
        marker = Marker(
            terms=matcher if self.at_foot else TermMatcher(()),
            entries=TermMatcher(indexed_entries(self.book, chapter)),
            indexed=indexed_anchors(self.book, chapter),
            glossaries=frozenset(glossary.set for glossary in self.book.glossaries),
        )
        blocks = replace(self.blocks, linker=replace(self.linker, marker=marker))
        return ChapterView(
            id=chapter.id,
            number=str(chapter.number) if chapter.number else "",
            title=chapter.title,
            place=place,
            blocks=(*self.imprint(chapter), *blocks.blocks(chapter.blocks)),
            terms=tuple(self.terms.get(term.anchor) or self.term(term) for term in terms),
        )

    def imprint(self, chapter: Chapter) -> tuple[ParagraphView, ...]:
        """What the chapter says first of the printing, if it is the one that says it."""
        imprint = self.book.imprint
        if imprint is None or imprint.chapter != chapter.id:
            return ()
        return (ParagraphView(escape(imprint_words(self.book, imprint)), False, str(imprint.position)),)

    def term(self, term: Entry) -> TermView:
        parts = []
        for part in self.book.views[term.kind]:
            if part.style != "tag" and (html := part_html(self.book, term, part, self.linker)):
                parts.append(html)
        view = self.terms[term.anchor] = TermView(term.anchor, listed_name(term), Markup(" ").join(parts))
        return view

    def foot(self) -> tuple[TermView, ...]:
        """What may stand at the foot of a page: every term that some chapter counts, in its shortest form."""
        if not self.at_foot:
            return ()
        counted = {term.anchor: term for chapter in self.book.chapters for term in terms_for(self.book, chapter)}
        return tuple(
            TermView(term.anchor, listed_name(term), value_html(self.book, _foot_form(term), self.linker))
            for term in in_alphabet(counted.values())
        )


def _foot_form(term: Entry) -> Value | None:
    return term.fields.get("foot") or term.fields.get("text")


def _with_index(book: Book, back: tuple[ChapterView, ...]) -> tuple[ChapterView, ...]:
    """The back matter with the index in its place."""
    index = index_of(book)
    if index is None or book.index is None:
        return back
    before = next((n for n, chapter in enumerate(back) if chapter.id == book.index.before), len(back))
    own = ChapterView("index", "", book.index.title, "back", (), (), index)
    return (*back[:before], own, *back[before:])


def book_linker(book: Book) -> Linker:
    """What the links of a book's text are set with."""
    numbered = {figure.anchor for figure in book.placed_figures} | {part.id for part in book.parts}
    return Linker(title_finder(book), before_page=lambda target: page_word(book) if target in numbered else "")


def title_finder(book: Book) -> Callable[[str], str]:
    """What gives the title of a link's target, by its id."""
    targets = link_targets(book)
    figures = {f.anchor: f"{book.labels.figure} {number}" for number, f in enumerate(book.placed_figures, 1)}

    def title_of(target: str) -> str:
        if target in figures:
            return figures[target]
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
