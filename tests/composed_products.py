"""What every product of a book says, place by place: composed as it is for printing, but set by no engine."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from rulebook.cards.fitting import room_sizes
from rulebook.cards.imposition import singles
from rulebook.compose.book import compose_book
from rulebook.compose.cards import CardSize, CardStyle, Fit, FittedCard, card_views, compose_cards
from rulebook.compose.environment import template_environment
from rulebook.compose.forms import compose_forms
from rulebook.compose.sheet import compose_sheet
from rulebook.finding import Finding
from rulebook.load import load_book
from rulebook.model import Book
from rulebook.page_numbers import PageNumbers
from rulebook.product import product_page
from rulebook.reference_sheet import declared_sheet
from rulebook.render.page import Length
from rulebook.roster import own_rosters
from rulebook.roster_sheets import declared_forms
from tests.finished_pdf import squeezed
from tests.page_text import Element, parse_html

PRODUCTS = ("book", "sheet", "cards", "roster")
# What the tree of a page takes no notice of: that an element which holds nothing may say so, and fields.
_VOID = re.compile(r"<((?:meta|br|img|link|hr|input)\b[^>]*?)\s*/>")
_EMPTY = re.compile(r"<((input)\b[^>]*)>")
# No digits: a page's number must not be taken for a number of the rules.
_FOLIO = "somewhere"


class _Everywhere(dict[str, str]):
    """A folio for any place, so that no book need be set for its pages."""

    def get(self, key: str, default: object = None) -> str:
        return _FOLIO


@dataclass(frozen=True)
class Composed:
    """A product: the text of each place, without spaces, and the elements of each with what they are set by.

    A place is known by the author's file and line that it comes from, else by its id; what stands in none is under ''.
    A field of a form is a place, known by its name. What an element holds of a place within it is that place's.
    """

    places: Mapping[str, str]
    elements: Mapping[str, tuple[str, ...]]


def book_of(root: Path) -> Book:
    """The book in `root`, which must be sound."""
    loaded = load_book(root)
    assert loaded.book is not None, "\n".join(map(str, loaded.findings))
    return loaded.book


def composed(book: Book, product: str) -> Composed:
    """A product of the book: the book itself, its sheet, all its cards, or the sheets and cards of its own roster."""
    findings: list[Finding] = []
    html = {"book": _book, "sheet": _sheet, "cards": _cards, "roster": _roster}[product](book, findings)
    assert findings == [], "\n".join(map(str, findings))
    document = parse_html(_EMPTY.sub(r"<\1></\2>", _VOID.sub(r"<\1>", html)))
    texts: dict[str, list[str]] = {}
    elements: dict[str, list[str]] = {}
    for place, said in _said(document, ""):
        if isinstance(said, str):
            texts.setdefault(place, []).append(said)
        else:
            attributes = sorted((name, value) for name, value in said.attributes.items() if name != "value")
            elements.setdefault(place, []).append(f"{said.tag} {attributes}")
    return Composed(
        {place: squeezed("".join(found)) for place, found in texts.items()},
        {place: tuple(found) for place, found in elements.items()},
    )


def everywhere() -> PageNumbers:
    """A page for any place, always the same."""
    return PageNumbers(_Everywhere())


def _said(element: Element, place: str) -> Iterator[tuple[str, str | Element]]:
    """Each element and each text, with its place."""
    own = element.attributes
    place = own.get("data-source") or own.get("id") or own.get("data-term") or own.get("name") or place
    yield place, element
    if "value" in own:
        yield place, own["value"]
    for child in element.children:
        if isinstance(child, str):
            yield place, child
        else:
            yield from _said(child, place)


def _book(book: Book, findings: list[Finding]) -> str:
    page = yaml.safe_load((book.root / "styles" / "page.yaml").read_text(encoding="utf-8"))
    return compose_book(book, book.root / "templates", int(page["table"]["matrix-columns"]))


def _sheet(book: Book, findings: list[Finding]) -> str:
    sheet, templates = declared_sheet(book, "a4"), template_environment(book.root / "templates")
    return compose_sheet(book, sheet, everywhere(), templates, paper="a4", low_ink=False, findings=findings)


def _cards(book: Book, findings: list[Finding]) -> str:
    assert book.cards is not None
    templates = template_environment(book.root / "templates")
    views = card_views(book, book.cards, book.cards.decks, everywhere(), templates, findings)
    page = product_page(book.root, "cards", "a4")
    own = {n.removeprefix("cards-"): v.mm for n, v in page.values.items() if isinstance(v, Length) and "cards-" in n}
    measures = {name.replace("-", "_"): mm for name, mm in own.items()}
    size = CardSize(measures["width"], measures["height"], measures["bleed"])
    inks = {name: str(ink) for name, ink in page.inks.items()}
    style = CardStyle(size, page.paper, measures, inks, low_ink=False, bleed=False)
    # All texts at one size: what fits is for the engine to say.
    fits = {room: Fit(sizes[0], 1.0, 1.0) for room, sizes in room_sizes(page).items()}
    pages = singles([FittedCard(view, fits) for view in views], size, backs=False)
    return compose_cards(book, pages, templates, book.cards.title, style)


def _roster(book: Book, findings: list[Finding]) -> str:
    (roster,) = own_rosters(book)
    forms, templates = declared_forms(book, "a4"), template_environment(book.root / "templates")
    return compose_forms(book, forms, roster, templates, findings, cards=True).html
