"""Cards: the entries that a book's decks name, each as what stands on its card, and a layout of them as HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from jinja2 import Environment
from markupsafe import Markup

from rulebook.compose.book import title_finder
from rulebook.compose.environment import table_of
from rulebook.compose.inline import Linker
from rulebook.compose.values import (
    NO_VALUE,
    display_name,
    kept_together,
    reference_name,
    value_at,
    value_html,
    value_text,
    with_parameter,
)
from rulebook.finding import Finding
from rulebook.load.cards import OWNER
from rulebook.load.fields import flat_references
from rulebook.load.marks import SHAPES
from rulebook.load.suggest import did_you_mean
from rulebook.model import (
    Book,
    CardDeck,
    CardPart,
    Cards,
    CardSource,
    Entry,
    Heading,
    Number,
    Placement,
    Reference,
    Value,
    walk,
)
from rulebook.page_numbers import PageNumbers
from rulebook.render.page import Paper
from rulebook.source import Position

TEMPLATE = "cards/cards.html.j2"

NO_PAGE = "C004"
NO_SHAPE = "C006"

_LINK = re.compile(r'<a class="(\w+)" href="([^"]+)"[^>]*>(.*?)</a>', re.DOTALL)


@dataclass(frozen=True, slots=True)
class DeckView:
    """A deck: its id, its title, and the path of its mark in a square of 24 units."""

    id: str
    title: str
    shape: str


@dataclass(frozen=True, slots=True)
class CardLineView:
    """A thing of a list: its name, and what is said of it."""

    name: Markup
    html: Markup


@dataclass(frozen=True, slots=True)
class CardPartView:
    """A part of a card: its lead, and its text or the lines of its list."""

    style: str
    lead: str
    html: Markup
    lines: tuple[CardLineView, ...] = ()


@dataclass(frozen=True, slots=True)
class CardView:
    """A card: what stands on it, and where the entry that it shows is written.

    `name` is its title as plain text, `anchor` the id of the entry, `folio` the page of its rule.
    """

    anchor: str
    name: str
    deck: DeckView
    title: Markup
    badge: CardPartView | None
    facts: tuple[CardPartView, ...]
    body: tuple[CardPartView, ...]
    strip: tuple[CardPartView, ...]
    ticks: int
    folio: str
    position: Position

    @property
    def noted(self) -> bool:
        """Whether a line of notes stands under the title."""
        return bool(self.facts or (self.badge is not None and self.badge.lead))


@dataclass(frozen=True, slots=True)
class Fit:
    """How a room of a card is set: its type size in points, and the height that its text takes of it, both in mm."""

    size: float
    used_mm: float
    room_mm: float

    @property
    def free_mm(self) -> float:
        return max(0.0, self.room_mm - self.used_mm)


@dataclass(frozen=True, slots=True)
class FittedCard:
    """A card with the sizes at which its text fits, by the room that it stands in."""

    card: CardView
    fits: Mapping[str, Fit]


@dataclass(frozen=True, slots=True)
class PlacedFace:
    """The front or back of a card on a page, in mm from the page's upper left corner; `turned` is by half a turn."""

    fitted: FittedCard
    back: bool
    left: float
    top: float
    turned: bool


@dataclass(frozen=True, slots=True)
class Ground:
    """The coloured ground of a back, which runs over the edges of its card: its place and size, in mm."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Cut:
    """A mark that says where to cut: a line from point to point, in mm."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True)
class CardPage:
    """A page of cards: its faces, the grounds below them, and its cut marks."""

    faces: tuple[PlacedFace, ...]
    grounds: tuple[Ground, ...]
    cuts: tuple[Cut, ...]


@dataclass(frozen=True, slots=True)
class CardSize:
    """The size of a trimmed card, and its bleed, in mm."""

    width: float
    height: float
    bleed: float


@dataclass(frozen=True, slots=True)
class CardStyle:
    """How cards are set: the size of a card, the paper, the measures in mm and the inks by name.

    With `bleed`, each page has the card's bleed around it; with `low_ink` there are no areas of ink.
    """

    size: CardSize
    paper: Paper
    measures: Mapping[str, float]
    inks: Mapping[str, str]
    low_ink: bool
    bleed: bool


def compose_cards(
    book: Book,
    pages: Sequence[CardPage],
    templates: Environment,
    title: str,
    style: CardStyle,
    *,
    attempt: bool = False,
) -> str:
    """Pages of cards as one HTML document; an `attempt` is of the text alone.

    Raises jinja2.TemplateError when a template is wrong.
    """
    templates.filters["mm"] = _millimetres
    return templates.get_template(TEMPLATE).render(
        book=book.metadata,
        pages=pages,
        title=title,
        size=style.size,
        paper=style.paper,
        measures=style.measures,
        inks=style.inks,
        low_ink=style.low_ink,
        bleed=style.bleed,
        styles=SharedStyles(),
        attempt=attempt,
    )


class SharedStyles:
    """Names for the styles of single boxes, each a class: boxes with the same style share it in the engine."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def name(self, style: str) -> str:
        """The class of a style, which is declarations of CSS."""
        return self._names.setdefault(style, f"s{len(self._names)}")

    @property
    def rules(self) -> Markup:
        """The rules of all that have been named."""
        return Markup("\n".join(f".{name} {{ {style} }}" for style, name in self._names.items()))


def _millimetres(value: float) -> str:
    """A number of mm to a thousandth, which is finer than any printer."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def card_views(
    book: Book,
    cards: Cards,
    decks: Sequence[CardDeck],
    numbers: PageNumbers,
    templates: Environment,
    findings: list[Finding],
) -> tuple[CardView, ...]:
    """The cards of some decks, in order. A rule without a page, and a mark without a shape, are findings."""
    shapes = table_of(templates, SHAPES, "shapes")
    composer = _CardComposer(book, cards, numbers, findings)
    found: list[CardView] = []
    for deck in decks:
        if deck.mark.text not in shapes:
            message = f"there is no shape ‘{deck.mark.text}’ in templates/{SHAPES}"
            findings.append(Finding(NO_SHAPE, deck.mark.position, message, did_you_mean(deck.mark.text, shapes)))
        view = DeckView(deck.id, deck.title, shapes.get(deck.mark.text, ""))
        found += (card for source in deck.sources for card in composer.cards(view, source))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Shown:
    """An entry that has a card, and the entry through which it was found."""

    entry: Entry
    owner: Entry | None


class _CardComposer:
    def __init__(self, book: Book, cards: Cards, numbers: PageNumbers, findings: list[Finding]) -> None:
        self.book = book
        self.label = cards.page_label
        self.numbers = numbers
        self.findings = findings
        self.linker = Linker(title_finder(book))
        self.titles = {chapter.id: chapter.title for chapter in book.chapters}
        self.sections = _sections(book)

    def cards(self, deck: DeckView, source: CardSource) -> Iterator[CardView]:
        for owner in self.book.sets[source.set.text].where(source.filters):
            for shown in self.shown(source, owner):
                yield self.card(deck, source, shown)

    def shown(self, source: CardSource, owner: Entry) -> Iterator[_Shown]:
        if not source.through:
            yield _Shown(owner, None)
            return
        for reference in flat_references(owner.fields.get(source.through)):
            target = self.book.resolve(reference)
            if isinstance(target, Entry):
                yield _Shown(target, owner)

    def card(self, deck: DeckView, source: CardSource, shown: _Shown) -> CardView:
        entry = shown.entry
        folio = self.numbers.folio(entry.anchor) or self.numbers.folio(self.sections.get(entry.anchor, ""))
        if not folio:
            message = f"‘{entry.anchor}’ has no page: the book prints it nowhere"
            self.findings.append(Finding(NO_PAGE, entry.position, message, "place it in a chapter, or give it no card"))
        ticks = self.value(shown, tuple(source.ticks.text.split("."))) if source.ticks is not None else None
        return CardView(
            anchor=entry.anchor,
            name=self.name(source, shown),
            deck=deck,
            title=Markup.escape(self.name(source, shown)),
            badge=self.part(shown, source.badge) if source.badge is not None else None,
            facts=(
                *((CardPartView("text", "", Markup.escape(source.says)),) if source.says else ()),
                *self.parts(shown, source.facts),
            ),
            body=tuple(self.parts(shown, source.body)),
            strip=tuple(self.parts(shown, source.strip, empty=True)),
            ticks=ticks.value if isinstance(ticks, Number) else 0,
            folio=f"{self.label}\u00a0{folio}",
            position=entry.position,
        )

    def name(self, source: CardSource, shown: _Shown) -> str:
        if source.chapter is not None:
            return self.titles.get(source.chapter.text, "")
        if source.title == ("name",):
            return display_name(shown.entry)
        return value_text(self.book, self.value(shown, source.title))

    def value(self, shown: _Shown, path: tuple[str, ...]) -> Value | None:
        if path[0] == OWNER and shown.owner is not None:
            return value_at(self.book, shown.owner.fields, path[1:])
        return value_at(self.book, shown.entry.fields, path)

    def parts(self, shown: _Shown, parts: Sequence[CardPart], *, empty: bool = False) -> Iterator[CardPartView]:
        """The parts that the entry has; with `empty`, also those that say that there is nothing."""
        for part in parts:
            view = self.part(shown, part)
            if view is not None and (empty or view.lines or view.html != NO_VALUE):
                yield view

    def part(self, shown: _Shown, part: CardPart) -> CardPartView | None:
        value = next((v for path in part.paths if (v := self.value(shown, path)) is not None), None)
        if value is None:
            return None
        if part.style == "listed":
            lines = tuple(self.line(reference, part.of) for reference in flat_references(value))
            nothing = Markup.escape(part.none or NO_VALUE)
            return CardPartView("listed" if lines else "text", part.lead, nothing, lines)
        return CardPartView(part.style, part.lead, self.html(value))

    def line(self, reference: Reference, fields: tuple[str, ...]) -> CardLineView:
        """A thing and what is said of it, with the value that it is given in place of the letter that stands for it."""
        target = self.book.resolve(reference)
        html = Markup("")
        if isinstance(target, Entry):
            found = (self.html(v) for name in fields if (v := target.fields.get(name)) is not None)
            html = next((h for h in found if h != NO_VALUE), html)
            html = kept_together(with_parameter(html, target, reference))
        return CardLineView(Markup.escape(reference_name(self.book, reference)), html)

    def html(self, value: Value) -> Markup:
        """A value as HTML; what would be a link in the book is its words, with the page of a reference."""
        return kept_together(Markup(_LINK.sub(self.unlinked, value_html(self.book, value, self.linker))))

    def unlinked(self, match: re.Match[str]) -> str:
        kind, target, words = match.groups()
        folio = self.numbers.folio(target[1:]) if kind == "reference" else ""
        return f"{words}, {Markup.escape(self.label)}\u00a0{folio}" if folio else words


def _sections(book: Book) -> Mapping[str, str]:
    """The section, or else the chapter, in which the text of an entry is placed as plain text, which has no id."""
    found: dict[str, str] = {}
    for chapter in book.chapters:
        section = chapter.id
        for block in walk(chapter.blocks):
            if isinstance(block, Heading):
                section = block.id
            elif isinstance(block, Placement) and block.directive == "text":
                for entry in book.placed(block):
                    found.setdefault(entry.anchor, section)
    return found
