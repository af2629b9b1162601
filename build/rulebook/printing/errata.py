"""The errata sheet: what has changed since the reader's printing, on one page, by the pages of that printing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from jinja2 import TemplateError
from markupsafe import Markup

from rulebook.compose.environment import template_environment
from rulebook.finding import Finding
from rulebook.preflight.product_measures import within_margin
from rulebook.printing.change import NUMBER, REWORDED, TERM, Change
from rulebook.printing.changelist import ELSEWHERE, page_of
from rulebook.printing.looks import ERRATA_TEMPLATE
from rulebook.printing.reprint import Reprint
from rulebook.printing.since import Since
from rulebook.printing.words import marked
from rulebook.product import Printed, ProductError, judging_of, product_page, set_product
from rulebook.progress import Progress
from rulebook.render.page import Length, Page
from rulebook.volume import template_finding

NAME = "errata"
STYLESHEET = "styles/errata.css"

_STEP = 0.5
"""By how many points the type is made smaller until the sheet is one page."""

_OPEN, _CLOSE = "\ue000", "\ue001"


@dataclass(frozen=True, slots=True)
class ErrorView:
    """A change as it is printed: the reader's page (empty: it is new there), what it is of, and both versions."""

    page: str
    kind: str
    what: str
    about: str
    old: Markup
    new: Markup


@dataclass(frozen=True, slots=True)
class ChapterView:
    """The changes of one chapter, by its title, or those that are in none."""

    title: str
    errors: tuple[ErrorView, ...]


def set_errata(root: Path, since: Since, output: Path, progress: Progress) -> Printed:
    """Set the errata sheet of the book in `root` as one page at `output`.

    The type is made smaller, down to the least that is declared, until all of it stands on the page; then changes of
    wording are counted instead of listed. It is judged as every product is; with findings nothing is written. Raises
    OSError when it cannot be written.
    """
    try:
        page = product_page(root, NAME)
        largest, least = _size(page, "text"), _size(page, "text-least")
        printed = Printed(None, 0, ())
        for editorial in (True, False) if since.changes.editorial else (True,):
            html = _composed(root, since, editorial=editorial)
            size = largest
            while size >= least - 1e-6:
                printed = set_product(
                    replace(since.new, root=root),
                    html,
                    _at(page, size, largest),
                    root / STYLESHEET,
                    output,
                    progress,
                    pages=1,
                    judging=judging_of(root, output, within_margin(page, NAME)),
                )
                if printed.output is not None or printed.pages <= 1:
                    return printed
                size -= _STEP
        return printed
    except ProductError as error:
        return Printed(None, 0, error.findings)


def _size(page: Page, name: str) -> float:
    value = page.values.get(f"{NAME}-{name}")
    if isinstance(value, Length):
        return value.pt
    missing = Finding("P000", page.place(NAME), f"there is no {NAME}.{name}", "it is a length")
    raise ProductError((missing,))


def _at(page: Page, size: float, largest: float) -> Page:
    """The page with this type size, and a leading that goes with it."""
    leading = _size(page, "leading") * size / largest
    values = {f"{NAME}-text": Length(size, "pt"), f"{NAME}-leading": Length(round(leading, 2), "pt")}
    return replace(page, values={**page.values, **values})


def _composed(root: Path, since: Since, *, editorial: bool) -> str:
    changes = since.changes
    try:
        return (
            template_environment(root / "templates")
            .get_template(ERRATA_TEMPLATE)
            .render(
                book=since.new.metadata,
                old=since.old_name,
                new=since.new_name,
                play=_chapters(changes.in_play, since),
                editorial=_chapters(changes.editorial, since) if editorial else (),
                left_out=0 if editorial else len(changes.editorial),
                cards=_decks(since.reprint),
                sheet=since.reprint.sheet,
                reworded=any(change.about == REWORDED for change in changes.in_play),
            )
        )
    except TemplateError as error:
        raise ProductError((template_finding(root, error),)) from error


def _decks(reprint: Reprint) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for deck, name in reprint.cards:
        found.setdefault(deck, []).append(name)
    return found


def _chapters(changes: Sequence[Change], since: Since) -> tuple[ChapterView, ...]:
    titles = {change.chapter: change.under for change in changes}
    return tuple(ChapterView(title or ELSEWHERE, tuple(_views(changes, id_, since))) for id_, title in titles.items())


def _views(changes: Sequence[Change], chapter: str, since: Since) -> Iterator[ErrorView]:
    for change in changes:
        if change.chapter != chapter:
            continue
        pairs = [(change.old, change.new)]
        if change.kind == NUMBER and change.said:
            # A reader has the sentences before their eyes, and not the names of values.
            pairs = list(dict.fromkeys(change.said))
        for number, (old, new) in enumerate(pairs):
            what = "" if number or (change.kind == NUMBER and change.said) else change.what
            page = page_of(change, since.pages) if not number else ""
            yield ErrorView(page, change.kind, what, change.about, *_both(old, new, whole=change.kind == TERM))


def _both(old: str, new: str, *, whole: bool) -> tuple[Markup, Markup]:
    if old and new and not whole:
        old, new = marked(old, new, (_OPEN, _CLOSE), (_OPEN, _CLOSE))
    return _html(old, "del"), _html(new, "ins")


def _html(text: str, tag: str) -> Markup:
    escaped = str(Markup.escape(text))
    return Markup(escaped.replace(_OPEN, f"<{tag}>").replace(_CLOSE, f"</{tag}>"))
