"""Cards: from the book's decks to PDFs and pictures, stage by stage."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from jinja2 import TemplateError
from rich.console import Console

from rulebook.cards.fitting import fit_cards, room_sizes
from rulebook.cards.images import ImageSize, Pictures, refuse_other_folders, write_pictures
from rulebook.cards.imposition import LONG_EDGE, SheetGrid, TooSmallError, sheets, singles, stacked
from rulebook.cards.order import CardOrder, refuse_unknown_names
from rulebook.compose.cards import CardPage, CardSize, CardStyle, CardView, FittedCard, card_views, compose_cards
from rulebook.compose.environment import template_environment
from rulebook.export.writing import write_whole
from rulebook.finding import Finding, in_order
from rulebook.forked import Forked
from rulebook.garbage import old_things_kept
from rulebook.leftovers import temporary_folder
from rulebook.load import codes
from rulebook.load.cards import CARDS_FILE
from rulebook.load.suggest import did_you_mean
from rulebook.model import Book, CardDeck, CardLayout, Cards
from rulebook.page_numbers import PageNumbers, UnsetBookError, page_numbers
from rulebook.plural import counted
from rulebook.preflight.contents import Box
from rulebook.preflight.of_product import Judging
from rulebook.preflight.product_measures import ProductMeasures
from rulebook.product import (
    PAGE_FILE,
    Printed,
    ProductError,
    begun_check,
    judging_of,
    loaded_book,
    product_page,
    set_product,
)
from rulebook.progress import Progress
from rulebook.render.page import Ink, Length, Page, Paper, load_page
from rulebook.source import Position
from rulebook.volume import template_finding

NAME = "cards"
FIRST_PAPER = "a4"

# The measures of a card, in styles/page.yaml, without which there is none.
_MEASURES = ("width", "height", "bleed", "step", "ornament-room")
_BLACK = Ink(0, 0, 0)

# The orders of a PDF's pages: each front with its back after it, or all fronts before all backs.
ALTERNATE = "alternate"
FRONTS_THEN_BACKS = "fronts-then-backs"

# In so many parts, and processes, cards are set. It is the same on every machine, as the bytes of the PDF are.
_PARTS = 2

# Higher than the largest source file is as text on a card.
_ENDLESS_MM = 100_000

_Named = TypeVar("_Named", CardDeck, CardLayout)


def make_cards(root: Path, order: CardOrder, output: Path | None, progress: Progress) -> Printed:
    """Make the cards of the book in `root`, once it is checked: see `cards_of`.

    Raises UnknownNameError for a layout, a deck or a paper that the book does not have, and for what the layout passes
    over, OSError when the output cannot be written, or there is no content.
    """
    try:
        book = loaded_book(root, progress)
        refuse_unknown_names(book, order)
        sound = begun_check(book, progress)
        printed = cards_of(book, order, output, progress, sound=sound)
        if printed.output is None:
            # What is wrong with the rules comes first: the rest may come of it.
            sound()
        return printed
    except ProductError as error:
        return Printed(None, 0, error.findings)


def cards_of(
    book: Book,
    order: CardOrder,
    output: Path | None,
    progress: Progress,
    numbers: PageNumbers | None = None,
    sound: Callable[[], None] = lambda: None,
) -> Printed:
    """Make the cards of a book; without the `numbers` of its pages, they are found.

    Before anything is put in place, `sound` is asked; it raises ProductError when the rules are wrong.

    They go to `output`: a PDF, or a folder of pictures. Without it they go to `dist/cards.pdf`, or where other layouts
    and single decks are asked for, below `dist/cards`. A finding stops it and leaves what was there in place.
    Raises OSError when the output cannot be written.
    """
    try:
        production = _Production(book, _declared(book), order, progress)
        known = numbers if numbers is not None else page_numbers(book, progress)
        with old_things_kept():
            return production.made(output, known, sound)
    except (ProductError, UnsetBookError) as error:
        return Printed(None, 0, error.findings)


def _declared(book: Book) -> Cards:
    if book.cards is None:
        message = "the book has no cards"
        raise ProductError((Finding(codes.UNREADABLE, Position(CARDS_FILE), message, "declare its decks there"),))
    return book.cards


class _Production:
    def __init__(self, book: Book, cards: Cards, order: CardOrder, progress: Progress) -> None:
        self.book = book
        self.cards = cards
        self.order = order
        self.progress = progress
        self.layout = _one(cards.layouts, order.layout, "layout", cards)
        self.decks: Sequence[CardDeck] = (
            [_one(cards.decks, name, "deck", cards) for name in order.decks] if order.decks else cards.decks
        )
        self.templates = template_environment(book.root / "templates")
        self.stylesheet = book.root / "styles" / "cards.css"
        self.paper = (order.paper or self.layout.paper) if self.layout.kind == "sheet" else ""
        self.page = self._page()
        measures = _measures(self.page)
        self.size = CardSize(measures["width"], measures["height"], measures["bleed"])
        self.style = CardStyle(
            size=self.size,
            paper=self.page.paper,
            measures=measures,
            inks={name: str(ink) for name, ink in self.page.inks.items()},
            low_ink=order.low_ink,
            bleed=self.layout.kind != "sheet",
        )

    def _page(self) -> Page:
        """The page of the layout: its paper, or the card itself; in black alone where that is asked for."""
        page = product_page(self.book.root, NAME, self.paper or FIRST_PAPER)
        missing = [name for name in _MEASURES if not isinstance(page.values.get(f"{NAME}-{name}"), Length)]
        if missing or not room_sizes(page).keys() >= {"text", "title"}:
            message = f"the measures of cards lack {', '.join(missing) or 'text, text-least, title or title-least'}"
            raise ProductError((Finding("P000", page.place(NAME), message, "each is a length"),))
        if not self.paper:
            page = replace(page, paper=_card_paper(page))
        # The engine carries every value that it is given down to every element: it is given those that it needs.
        used = set(re.findall(r"var\(--([\w-]+)\)", self.stylesheet.read_text(encoding="utf-8")))
        inks = {n: _BLACK if self.order.low_ink and n != "paper" else ink for n, ink in page.inks.items()}
        values = {n: v for n, v in page.values.items() if n in used or n.startswith(f"{NAME}-")}
        values |= {f"ink-{n}": ink for n, ink in inks.items() if f"ink-{n}" in used}
        return replace(page, inks=inks, values=values)

    def made(self, output: Path | None, numbers: PageNumbers, sound: Callable[[], None]) -> Printed:
        findings: list[Finding] = []
        with _template_faults(self.book.root):
            views = card_views(self.book, self.cards, self.decks, numbers, self.templates, findings)
        _refuse(findings)
        if self.order.only is not None:
            views = tuple(view for view in views if (view.deck.id, view.anchor) in self.order.only)
        target = output if output is not None else self._target()
        if self.layout.kind == "image":
            refuse_other_folders(target, [deck.id for deck in self.decks])
            with self.progress.stage("cards") as stage, _template_faults(self.book.root):
                fitted = self._fitted(views)
                stage.note = f"{counted(len(fitted), 'card')} of {counted(len(self.decks), 'deck')}"
            sound()
            return self._pictured(fitted, target)
        with temporary_folder("cards") as folder:
            return self._joined(views, folder, target, sound)

    def _fitted(self, views: Sequence[CardView]) -> tuple[FittedCard, ...]:
        findings: list[Finding] = []
        fitted = fit_cards(views, self.page, self.stylesheet, self._attempt, findings)
        _refuse(findings)
        return fitted

    def _joined(self, views: Sequence[CardView], folder: Path, target: Path, sound: Callable[[], None]) -> Printed:
        """The cards set in parts, each in a process of its own, whose PDFs are then joined."""
        from rulebook.cards.joining import join_pdfs
        from rulebook.render.engine import require_version

        require_version()  # loads the engine before there are copies of this process
        slices = self._slices(views)
        files = [folder / f"{number}.pdf" for number in range(len(slices))]
        order = self._sequence([self._count(part) for part in slices])
        with self.progress.stage("cards") as stage:
            work = list(zip(slices, files, strict=True))
            others = [Forked(partial(self._part, *one)) for one in work[1:]]
            parts = [self._part(*work[0]), *(other.result() for other in others)]
            _refuse([finding for part in parts for finding in part.findings])
            stage.note = f"{counted(len(views), 'card')} of {counted(len(self.decks), 'deck')}"
        sound()
        with self.progress.stage("join") as stage:
            whole = folder / "whole.pdf"
            join_pdfs(files, order, whole)
            stage.note = counted(len(order), "page")
        return self._judged(whole, target, order, parts)

    def _judged(self, whole: Path, target: Path, order: Sequence[tuple[int, int]], parts: Sequence[Printed]) -> Printed:
        """The finished cards, judged, take their place at `target`, with their map beside them."""
        from rulebook.preflight.of_product import expected_of_product, judge_product, on_pages, write_map
        from rulebook.preflight.registry import checks_of_products

        judging = self._judging(target)
        blocks = tuple(block for n, part in enumerate(parts) for block in on_pages(part.blocks, _numbers(order, n)))
        # All that the document says of itself is the same with cards as without.
        expected = expected_of_product(self._composed(()), blocks, judging.measures)
        page, checks = load_page(self.book.root / PAGE_FILE), checks_of_products()
        with self.progress.stage("judge") as stage:
            judge = partial(judge_product, whole, expected, page, self.book.root / "styles", judging)
            # To read a PDF takes as long as to judge it: half of the checks are run in a process of their own.
            others = Forked(partial(judge, checks=checks[1::2]))
            findings = (*judge(checks=checks[::2]), *others.result())
            stage.note = counted(len(findings), "finding")
        if findings:
            return Printed(None, len(order), in_order(dict.fromkeys(findings)))
        write_whole(target, whole.read_bytes())
        write_map(target, expected)
        return Printed(target, len(order), ())

    def _count(self, views: Sequence[CardView]) -> int:
        """On how many pages some cards stand."""
        places = self.layout.columns * self.layout.rows if self.layout.kind == "sheet" else 1
        return -(-len(views) // places) * (2 if self.order.backs else 1)

    def _judging(self, target: Path) -> Judging:
        """How cards are judged: each text stands within the frame of a card."""
        paper = self.page.paper
        bleed = 0.0 if self.layout.kind == "sheet" else self.size.bleed
        corners = [(bleed, bleed)]
        if self.layout.kind == "sheet":
            grid = self._grid()
            corners = [grid.place(column, row) for row in range(grid.rows) for column in range(grid.columns)]
        frame = self.style.measures.get("frame", 0.0)
        areas = tuple(
            Box(
                _points(left + frame),
                _points(top + frame),
                _points(left + self.size.width - frame),
                _points(top + self.size.height - frame),
            )
            for left, top in corners
        )
        width, height = (side.pt + 2 * _points(bleed) for side in (paper.width, paper.height))
        measures = ProductMeasures(NAME, width, height, areas, _points(bleed), self.order.low_ink)
        return judging_of(self.book.root, target, measures)

    def _slices(self, views: Sequence[CardView]) -> list[Sequence[CardView]]:
        """The cards of each part: whole sheets."""
        sheet = self.layout.columns * self.layout.rows if self.layout.kind == "sheet" else 1
        count = -(-len(views) // sheet)
        size = sheet * -(-count // _PARTS)
        return [views[first : first + size] for first in range(0, len(views), size)] or [views]

    def _part(self, views: Sequence[CardView], output: Path) -> Printed:
        """A part of the cards as a PDF. Says nothing of its progress, since it may be another process."""
        try:
            with _template_faults(self.book.root):
                html = self._composed(self._pages(self._fitted(views)))
            quiet = Progress(Console(file=io.StringIO()))
            return set_product(self.book, html, self.page, self.stylesheet, output, quiet, xml=True)
        except ProductError as error:
            return Printed(None, 0, error.findings)

    @property
    def _usual_sequence(self) -> str:
        return FRONTS_THEN_BACKS if self.layout.kind == "sheet" else ALTERNATE

    def _sequence(self, counts: Sequence[int]) -> list[tuple[int, int]]:
        """The order of the pages of parts with so many pages, in which each back follows its front."""
        pages = [(part, number) for part, count in enumerate(counts) for number in range(count)]
        if not self.order.backs or (self.order.sequence or self._usual_sequence) == ALTERNATE:
            return pages
        return sorted(pages, key=lambda page: page[1] % 2)

    def _attempt(self, cards: Sequence[FittedCard]) -> str:
        # On a page that no text fills: what runs over a page's end would not be measured.
        card = _card_paper(self.page)
        height = len(cards) * self.size.height + _ENDLESS_MM
        style = replace(self.style, paper=replace(card, height=Length(height, "mm")), bleed=False)
        return compose_cards(
            self.book, [stacked(cards, self.size)], self.templates, self.cards.title, style, attempt=True
        )

    def _composed(self, pages: Sequence[CardPage]) -> str:
        return compose_cards(self.book, pages, self.templates, self.cards.title, self.style)

    def _pages(self, fitted: Sequence[FittedCard]) -> tuple[CardPage, ...]:
        if self.layout.kind != "sheet":
            return singles(fitted, self.size, backs=self.order.backs)
        try:
            return sheets(fitted, self._grid(), backs=self.order.backs, turn=self.order.turn)
        except TooSmallError as error:
            finding = Finding(codes.WRONG_VALUE, self.layout.position, f"the layout ‘{self.layout.id}’: {error}")
            raise ProductError((finding,)) from error

    def _grid(self) -> SheetGrid:
        paper = self.page.paper
        return SheetGrid(self.size, paper.width.mm, paper.height.mm, self.layout.columns, self.layout.rows)

    def _pictured(self, fitted: Sequence[FittedCard], folder: Path) -> Printed:
        """Every card and the back of every deck as pictures, taken from a PDF of single cards that is thrown away."""
        decks = {card.card.deck.id: card for card in fitted}
        backs = tuple(page for card in decks.values() for page in singles([card], self.size, backs=True)[1:])
        with _template_faults(self.book.root):
            html = self._composed((*singles(fitted, self.size, backs=False), *backs))
        with temporary_folder("cards") as beside:
            pdf = beside / "cards.pdf"
            judging = self._judging(folder)
            printed = set_product(
                self.book, html, self.page, self.stylesheet, pdf, self.progress, judging=judging, mapped=False, xml=True
            )
            if printed.output is None:
                return printed
            with self.progress.stage("pictures") as stage:
                size = ImageSize(self.size, self.layout.resolution, self.order.bleed)
                grid = self.layout.columns, self.layout.rows
                pictures = Pictures(pdf, tuple(c.card for c in fitted), tuple(decks), size)
                count = write_pictures(pictures, folder, grid, self.layout.most_pixels, self.order.address)
                stage.note = counted(count, "picture")
        return Printed(folder, count, ())

    def _target(self) -> Path:
        """Where what is asked for goes, named for whatever is not as usual."""
        dist = self.book.root / "dist"
        ink = ("low-ink",) if self.order.low_ink else ()
        if self.layout.kind == "image":
            names = (self.layout.id, *(("bleed",) if self.order.bleed else ()), *ink)
            return dist / NAME / "-".join(names)
        paper = (self.paper,) if self.paper != self.layout.paper else ()
        turn = (f"{self.order.turn}-edge",) if self.order.backs and self.order.turn != LONG_EDGE else ()
        unusual = self.order.backs and self.order.sequence not in ("", self._usual_sequence)
        other = (self.order.sequence,) if unusual else ()
        some = ("changed",) if self.order.only is not None else ()
        names = (*(self.order.decks or (NAME,)), *paper, *turn, *other, *ink, *some)
        if names == (NAME,) and self.layout is self.cards.layouts[0]:
            return dist / f"{NAME}.pdf"
        return dist / NAME / self.layout.id / f"{'-'.join(names)}.pdf"


def _numbers(order: Sequence[tuple[int, int]], part: int) -> list[int]:
    """The numbers, from 1, that the pages of a part have in an order of pages."""
    places = {page: number for number, page in enumerate(order, 1)}
    return [places[page] for page in sorted(page for page in order if page[0] == part)]


def _points(millimetres: float) -> float:
    return Length(millimetres, "mm").pt


def _measures(page: Page) -> dict[str, float]:
    """The measures of cards in mm, as templates name them."""
    own = {
        n.removeprefix(f"{NAME}-"): v.mm
        for n, v in page.values.items()
        if isinstance(v, Length) and n.startswith(f"{NAME}-")
    }
    return {name.replace("-", "_"): mm for name, mm in own.items()}


def _card_paper(page: Page) -> Paper:
    width, height = (page.values[f"{NAME}-{side}"] for side in ("width", "height"))
    assert isinstance(width, Length)
    assert isinstance(height, Length)
    return Paper(width, height)


def _one(things: Sequence[_Named], name: str, what: str, cards: Cards) -> _Named:
    found = next((thing for thing in things if thing.id == name), None)
    if found is None:
        known = [thing.id for thing in things]
        message = f"there is no {what} ‘{name}’, but: {', '.join(known)}"
        raise ProductError((Finding(codes.UNKNOWN_REFERENCE, cards.position, message, did_you_mean(name, known)),))
    return found


def _refuse(findings: list[Finding]) -> None:
    if findings:
        raise ProductError(in_order(findings))


@contextmanager
def _template_faults(root: Path) -> Iterator[None]:
    try:
        yield
    except TemplateError as error:
        raise ProductError((template_finding(root, error),)) from error
