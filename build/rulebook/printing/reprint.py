"""What a reader has to print again: the cards that no longer say what they did, and the reference sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace

from jinja2 import TemplateError

from rulebook.compose.cards import TEMPLATE, CardView, card_views
from rulebook.compose.environment import template_environment
from rulebook.compose.sheet import compose_sheet
from rulebook.finding import Finding, in_order
from rulebook.load.book import own_schema
from rulebook.load.sheets import read_sheet
from rulebook.model import Book
from rulebook.page_numbers import PageNumbers
from rulebook.plural import some_of
from rulebook.printing.looks import differing, looks_of

_SHEET, _CARDS = "sheet", "cards"
# So many files are named.
_NAMED = 4


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


class _FaultyError(Exception):
    """The cards or the sheet of a book have faults; the message is the first."""


class UnfitTemplatesError(Exception):
    """The templates of a book cannot be filled, by this pipeline or for its faults; the message says whose, and why."""


@dataclass(frozen=True, slots=True)
class Reprint:
    """The cards to print again (of each its deck's title and its name), and whether the reference sheet is.

    Where it cannot be told of one of the two, there is none of it here, and `untold` says what cannot and why. What is
    so of all cards, or of the sheet whatever it says, stands in `notes`, each a line.
    """

    cards: tuple[tuple[str, str], ...]
    sheet: bool
    untold: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()


def reprint_of(old: Book, new: Book, old_name: str = "the old book", new_name: str = "the new book") -> Reprint:
    """What a reader of the old book has to print again of the new one's cards and sheet; pages do not count.

    The names are those by which what is `untold` calls the two.
    """
    cards: tuple[tuple[str, str], ...] = ()
    sheet = False
    untold: list[tuple[str, str]] = []
    try:
        cards = _named(old, new, old_name, new_name)
    except UnfitTemplatesError as error:
        untold.append(("which cards have changed cannot be told", str(error)))
    try:
        with _filled(old_name):
            before = _sheet(old, old)
        with _filled(new_name):
            sheet = before != _sheet(new, old)
    except UnfitTemplatesError as error:
        untold.append(("whether the reference sheet has changed cannot be told", str(error)))
    restyled = differing(looks_of(old.root, _SHEET), looks_of(new.root, _SHEET)) if _has_sheet(new) else ()
    notes = list(card_notes(old, new, old_name))
    if restyled and _has_sheet(old):
        notes.append(f"the reference sheet looks otherwise, whatever it says: {some_of(restyled, _NAMED)} changed")
    return Reprint(cards, sheet, tuple(untold), tuple(notes))


def _named(old: Book, new: Book, old_name: str, new_name: str) -> tuple[tuple[str, str], ...]:
    """Of each card that has changed its deck's title and its name.

    Where the cards of a deck bear one title, each is told by what stands in its corner, or else by its entry.
    """
    with _filled(new_name):
        names = Counter((view.deck.id, view.name) for view in _views(new).values())
    return tuple(
        (view.deck.title, view.name if names[view.deck.id, view.name] == 1 else f"{view.name}, {_own(new, view)}")
        for view in _changed(old, new, old_name, new_name).values()
    )


def _own(book: Book, view: CardView) -> str:
    entry = book.entry(*view.anchor.split(":", 1))
    if entry is not None and "name" in entry.fields:
        return entry.name
    badge = view.badge
    return f"{badge.lead} {badge.html.striptags()}".strip() if badge is not None else view.anchor.partition(":")[2]


def changed_cards(
    old: Book, new: Book, old_name: str = "the old book", new_name: str = "the new book"
) -> frozenset[tuple[str, str]]:
    """The cards of the new book that the old one lacks or has otherwise: of each its deck's id and its anchor.

    Raises UnfitTemplatesError, which calls the two by their names.
    """
    return frozenset(_changed(old, new, old_name, new_name))


def card_notes(old: Book, new: Book, old_name: str = "the old book") -> Iterator[str]:
    """What is so of many cards at once: that their look has changed, and decks that the old book does not have."""
    if new.cards is None or old.cards is None:
        return
    restyled = differing(*(looks_of(book.root, _CARDS, (TEMPLATE,)) for book in (old, new)))
    if restyled:
        files = some_of(restyled, _NAMED)
        yield f"all cards look otherwise, whatever they say ({files} changed): to match, print all again"
    before, now = ({deck.id: deck.title for deck in cards.decks} for cards in (old.cards, new.cards))
    gone = [id_ for id_ in before if id_ not in now]
    for id_, title in now.items():
        if id_ not in before:
            same = next((other for other in gone if before[other] == title), gone[0] if len(gone) == 1 else "")
            was = f"; it may be ‘{same}’, which is gone" if same else ""
            yield f"the deck {title} is all new: {old_name} has no deck ‘{id_}’{was}"


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
    except _FaultyError as error:
        raise UnfitTemplatesError(f"{name} has faults: {error}") from error
    except _UNFIT as error:
        why = f"{type(error).__name__}: {error}"
        raise UnfitTemplatesError(f"this pipeline cannot fill the templates of {name} ({why})") from error


def _views(book: Book) -> Mapping[tuple[str, str], CardView]:
    """Every card of a book, by its deck's id and its anchor."""
    if book.cards is None:
        return {}
    templates = template_environment(book.root / "templates")
    findings: list[Finding] = []
    views = card_views(book, book.cards, book.cards.decks, _NOWHERE, templates, findings)
    _refuse(findings)
    return {(view.deck.id, view.anchor): view for view in views}


def _differs(old: CardView | None, new: CardView) -> bool:
    return old is None or replace(old, position=new.position) != new


def _sheet(book: Book, named: Book) -> str:
    """The reference sheet as HTML; empty when the book has none. Its imprint is that of `named`."""
    if not _has_sheet(book):
        return ""
    findings: list[Finding] = []
    sheet = read_sheet(book, _SHEET, own_schema("sheet"), findings)
    _refuse(findings)
    if sheet is None:
        return ""
    like = replace(book, metadata=named.metadata)
    templates = template_environment(book.root / "templates")
    paper = next(iter(sheet.papers), "")
    html = compose_sheet(like, sheet, _NOWHERE, templates, paper=paper, low_ink=False, findings=findings)
    _refuse(findings)
    return html


def _has_sheet(book: Book) -> bool:
    return (book.root / "content" / "products" / f"{_SHEET}.yaml").is_file()


def _refuse(findings: list[Finding]) -> None:
    """Of what has faults it cannot be told what has changed. Raises _FaultyError."""
    if findings:
        first, *others = in_order(findings)
        more = f", and {len(others)} more" if others else ""
        hint = f" ({first.hint})" if first.hint else ""
        raise _FaultyError(f"{first.position} {first.code} {first.message}{hint}{more}")
