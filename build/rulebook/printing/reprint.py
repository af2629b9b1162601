"""What a reader has to print again: the cards that no longer say what they did, and the reference sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

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


@dataclass(frozen=True, slots=True)
class Reprint:
    """The cards to print again (of each its deck's title and its name), and whether the reference sheet is."""

    cards: tuple[tuple[str, str], ...]
    sheet: bool


def reprint_of(old: Book, new: Book) -> Reprint:
    """What a reader of the old book has to print again of the new one's cards and sheet; pages do not count."""
    before, now = _views(old), _views(new)
    cards = tuple((view.deck.title, view.name) for key, view in now.items() if _differs(before.get(key), view))
    return Reprint(cards, _sheet(old, old) != _sheet(new, old))


def changed_cards(old: Book, new: Book) -> frozenset[tuple[str, str]]:
    """The cards of the new book that the old one lacks or has otherwise: of each its deck's id and its anchor."""
    before = _views(old)
    return frozenset(key for key, view in _views(new).items() if _differs(before.get(key), view))


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
