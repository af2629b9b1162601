"""At which size a card's text fits: each room of a card is laid out alone, smaller and smaller down to a floor.

A room is an element with `data-room`, its name, and `data-height`, how many mm high it may be. The measures
`cards.ROOM` and `cards.ROOM-least` of styles/page.yaml are its largest and its smallest type, `cards.step` the
difference from one size to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulebook.compose.cards import CardView, Fit, FittedCard
from rulebook.finding import Finding
from rulebook.render.page import MM_PER_INCH, PIXELS_PER_INCH, Length, Page
from rulebook.render.parsed import read_html

OVERFLOW = "C005"
SUFFIX = "-least"

# What the engine adds up in floats may be off by this many mm.
_NEAR_MM = 0.01

# A size is tried that is by so much larger than the one that is reckoned to fit: lines may break better.
_HOPE = 1.04


@dataclass(frozen=True, slots=True)
class Measured:
    """The text of a room as it was laid out: how high it is, the room's height and width, how much too wide it is."""

    used_mm: float
    room_mm: float
    line_mm: float
    wide_mm: float

    @property
    def over_mm(self) -> float:
        """By how much the text is larger than the room, the worse of its two ways."""
        return max(self.used_mm - self.room_mm, self.wide_mm)

    @property
    def fits(self) -> bool:
        return self.over_mm <= _NEAR_MM


# The cards as they are to be tried, as one HTML document on one page, each in an element with `data-card`.
Composed = Callable[[Sequence[FittedCard]], str]


def room_sizes(page: Page) -> dict[str, tuple[float, ...]]:
    """The sizes in points that each room is tried at, from the largest to the smallest."""
    lengths = {name.removeprefix("cards-"): v.pt for name, v in page.values.items() if isinstance(v, Length)}
    step = lengths["step"]
    return {
        room: tuple(_steps(lengths[room], lengths[room + SUFFIX], step)) for room in lengths if room + SUFFIX in lengths
    }


def _steps(largest: float, least: float, step: float) -> Iterator[float]:
    size = largest
    while size > least:
        yield size
        size = round(size - step, 3)
    yield least


def fit_cards(
    cards: Sequence[CardView], page: Page, stylesheet: Path, composed: Composed, findings: list[Finding]
) -> tuple[FittedCard, ...]:
    """The cards with the sizes at which they fit; a finding for each room whose text is too large at its smallest."""
    sizes = room_sizes(page)
    fits: list[dict[str, Fit]] = [{} for _ in cards]
    attempts = {number: dict.fromkeys(sizes, 0) for number in range(len(cards))}
    with _layouts(page, stylesheet) as lay_out:
        while attempts:
            tried = [
                FittedCard(cards[number], {room: Fit(sizes[room][at], 0, 0) for room, at in rooms.items()})
                for number, rooms in attempts.items()
            ]
            again: dict[int, dict[str, int]] = {}
            for (number, rooms), found in zip(attempts.items(), lay_out(composed(tried)), strict=True):
                for room, measured in found.items():
                    at = rooms[room]
                    if not measured.fits and at + 1 < len(sizes[room]):
                        again.setdefault(number, {})[room] = _next(sizes[room], at, measured)
                        continue
                    fits[number][room] = Fit(sizes[room][at], measured.used_mm, measured.room_mm)
                    if not measured.fits:
                        findings.append(_too_large(cards[number], room, sizes[room][at], measured))
            attempts = again
    return tuple(FittedCard(card, fit) for card, fit in zip(cards, fits, strict=True))


def _next(sizes: Sequence[float], at: int, measured: Measured) -> int:
    """The size to try next: the largest that may fit, if the lines are broken as well as can be.

    A line's width grows with the size of its type, the height of lines that fill a width with its square.
    """
    line = measured.line_mm / (measured.line_mm + measured.wide_mm) if measured.wide_mm > 0 else 1.0
    block = (measured.room_mm / measured.used_mm) ** 0.5 if measured.used_mm > measured.room_mm else 1.0
    largest = sizes[at] * min(line, block) * _HOPE
    return next((n for n in range(at + 1, len(sizes)) if sizes[n] <= largest), len(sizes) - 1)


def _too_large(card: CardView, room: str, size: float, measured: Measured) -> Finding:
    way = "high" if measured.used_mm - measured.room_mm >= measured.wide_mm else "wide"
    return Finding(
        OVERFLOW,
        card.position,
        f"the {room} of the card ‘{card.name}’ ({card.deck.title}) is {measured.over_mm:.1f} mm too {way} "
        f"for its room at {size:g} pt, the smallest size",
        "shorten what stands on the card, or give the entry a shorter form",
    )


@dataclass(frozen=True, slots=True)
class _Engine:
    """The engine, ready to lay out one document after another with the same styles."""

    fonts: Any
    fetcher: Any
    sheets: list[Any]

    def __call__(self, text: str) -> Iterator[Mapping[str, Measured]]:
        document = read_html(text, "", self.fetcher, xml=True)
        for page in document.render(font_config=self.fonts, stylesheets=self.sheets).pages:
            for card in _cards(page._page_box):
                yield dict(_rooms(card))


@contextmanager
def _layouts(page: Page, stylesheet: Path) -> Iterator[_Engine]:
    """The engine with the changes with which the cards are set in the end. What it complains of is found then."""
    from rulebook.render.engine import engine_changes
    from rulebook.render.fetcher import Fetcher
    from rulebook.render.fonts import font_configuration, no_system_fonts
    from rulebook.render.log import engine_log

    with no_system_fonts(), engine_log("cards.html"):
        from weasyprint import CSS
        from weasyprint.urls import URLFetchingError

        fetcher = Fetcher((stylesheet.parent,))
        fonts = font_configuration()
        with engine_changes(page):
            sheets = [CSS(string=page.css(), url_fetcher=fetcher)]
            with suppress(URLFetchingError):
                sheets.append(CSS(url=stylesheet.resolve().as_uri(), url_fetcher=fetcher, font_config=fonts))
            yield _Engine(fonts, fetcher, sheets)


def _cards(box: Any) -> Iterator[Any]:
    """Each card of a page, in order."""
    for child in getattr(box, "children", ()):
        if child.element is not None and child.element.get("data-card") is not None:
            yield child
        else:
            yield from _cards(child)


def _rooms(box: Any) -> Iterator[tuple[str, Measured]]:
    """Each room of a card, once."""
    for child in getattr(box, "children", ()):
        name = child.element.get("data-room") if child.element is not None else None
        if name is None:
            yield from _rooms(child)
            continue
        right = max((_right(leaf) for leaf in _leaves(child)), default=0.0)
        yield (
            name,
            Measured(
                used_mm=_mm(child.margin_height()),
                room_mm=float(child.element.get("data-height")),
                line_mm=_mm(child.width),
                wide_mm=_mm(right - (child.content_box_x() + child.width)),
            ),
        )


def _leaves(box: Any) -> Iterator[Any]:
    children = getattr(box, "children", ())
    if not children:
        yield box
    for child in children:
        yield from _leaves(child)


def _right(box: Any) -> float:
    return float(box.position_x + box.margin_width())


def _mm(pixels: float) -> float:
    return pixels * MM_PER_INCH / PIXELS_PER_INCH
