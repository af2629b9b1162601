"""What a reader has to print again: the cards that no longer say what they did, and the reference sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace

from jinja2 import TemplateError

from rulebook.compose.book import template_environment
from rulebook.compose.cards import CardView, card_views
from rulebook.compose.sheet import compose_sheet
from rulebook.finding import Finding
from rulebook.load.book import own_schema
from rulebook.load.sheets import read_sheet
from rulebook.model import Book
from rulebook.page_numbers import PageNumbers

_SHEET = "sheet"


class _AllOnOne(PageNumbers):
    """Everything on one page: a thing that has only moved is not to be printed again."""

    __slots__ = ()

    def folio(self, anchor: str) -> str:
        """The same for every id."""
        return "1" if anchor else ""


_NOWHERE = _AllOnOne({})

# What filling a template that was made for another pipeline comes to: a name that its views have not, a filter that
# takes something else, a shape that is gone.
_UNFIT = (TemplateError, TypeError, AttributeError, LookupError, ValueError)


class UnfitTemplatesError(Exception):
    """The templates of a book cannot be filled by this pipeline; the message says whose, and why."""


@dataclass(frozen=True, slots=True)
class Reprint:
    """The cards to print again (of each its deck's title and its name), and whether the reference sheet is.

    Where it cannot be told of one of the two, there is none of it here, and `untold` says what cannot and why.
    """

    cards: tuple[tuple[str, str], ...]
    sheet: bool
    untold: tuple[tuple[str, str], ...] = ()


def reprint_of(old: Book, new: Book, old_name: str = "the old book", new_name: str = "the new book") -> Reprint:
    """What a reader of the old book has to print again of the new one's cards and sheet; pages do not count.

    The names are those by which what is `untold` calls the two.
    """
    cards: tuple[tuple[str, str], ...] = ()
    sheet = False
    untold: list[tuple[str, str]] = []
    try:
        cards = tuple((view.deck.title, view.name) for view in _changed(old, new, old_name, new_name).values())
    except UnfitTemplatesError as error:
        untold.append(("which cards have changed cannot be told", str(error)))
    try:
        with _filled(old_name):
            before = _sheet(old, old)
        with _filled(new_name):
            sheet = before != _sheet(new, old)
    except UnfitTemplatesError as error:
        untold.append(("whether the reference sheet has changed cannot be told", str(error)))
    return Reprint(cards, sheet, tuple(untold))


def changed_cards(
    old: Book, new: Book, old_name: str = "the old book", new_name: str = "the new book"
) -> frozenset[tuple[str, str]]:
    """The cards of the new book that the old one lacks or has otherwise: of each its deck's id and its anchor.

    Raises UnfitTemplatesError, which calls the two by their names.
    """
    return frozenset(_changed(old, new, old_name, new_name))


def _changed(old: Book, new: Book, old_name: str, new_name: str) -> Mapping[tuple[str, str], CardView]:
    with _filled(old_name):
        before = _views(old)
    with _filled(new_name):
        now = _views(new)
    return {key: view for key, view in now.items() if _differs(before.get(key), view)}


@contextmanager
def _filled(name: str) -> Iterator[None]:
    """Raise UnfitTemplatesError for whatever comes of templates that do not fit."""
    try:
        yield
    except _UNFIT as error:
        why = f"{type(error).__name__}: {error}"
        raise UnfitTemplatesError(f"this pipeline cannot fill the templates of {name} ({why})") from error


def _views(book: Book) -> Mapping[tuple[str, str], CardView]:
    """Every card of a book, by its deck's id and its anchor."""
    if book.cards is None:
        return {}
    templates = template_environment(book.root / "templates")
    # What is wrong with a card is said when the cards are made.
    findings: list[Finding] = []
    views = card_views(book, book.cards, book.cards.decks, _NOWHERE, templates, findings)
    return {(view.deck.id, view.anchor): view for view in views}


def _differs(old: CardView | None, new: CardView) -> bool:
    return old is None or replace(old, position=new.position) != new


def _sheet(book: Book, named: Book) -> str:
    """The reference sheet as HTML; empty when the book has none. Its imprint is that of `named`."""
    if not (book.root / "content" / "products" / f"{_SHEET}.yaml").is_file():
        return ""
    findings: list[Finding] = []
    sheet = read_sheet(book, _SHEET, own_schema("sheet"), findings)
    if sheet is None:
        return ""
    like = replace(book, metadata=named.metadata)
    templates = template_environment(book.root / "templates")
    paper = next(iter(sheet.papers), "")
    return compose_sheet(like, sheet, _NOWHERE, templates, paper=paper, low_ink=False, findings=findings)
