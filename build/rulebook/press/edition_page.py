"""The page of an edition: that of the book, on other paper, with other margins around the same text area."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from rulebook.finding import Finding, in_order
from rulebook.load.suggest import did_you_mean, nearest_of
from rulebook.press.editions import (
    EDITIONS_FILE,
    INK,
    PRESS,
    WRONG_EDITION,
    BookOrder,
    EditionError,
    Editions,
    InkMeasures,
    PressMeasures,
)
from rulebook.render.ink import BLACK_INK, ONE_PLATE, Ink
from rulebook.render.page import Length, Margin, Page, Paper
from rulebook.source import Position

_PAPER = "paper-"


def page_for(order: BookOrder, page: Page, editions: Editions) -> Page:
    """The page on which an order is set: its lines are as wide as those of `page`. Raises EditionError."""
    if order.paper:
        page = _on_paper(order.paper, page, editions)
    if order.edition == PRESS:
        return _bound(page, press_of(editions), editions)
    if order.edition == INK:
        return _with_measures(page, ink_of(editions), editions)
    return page


def press_of(editions: Editions) -> PressMeasures:
    """The measures of the press edition. Raises EditionError where the book declares none."""
    if editions.press is None:
        raise _refused("the book has no edition for a press", "declare `press` in styles/editions.yaml")
    return editions.press


def ink_of(editions: Editions) -> InkMeasures:
    """The measures of the low-ink edition. Raises EditionError where the book declares none."""
    if editions.ink is None:
        raise _refused("the book has no low-ink edition", "declare `ink` in styles/editions.yaml")
    return editions.ink


def paper_size(name: str, page: Page) -> Paper:
    """The size of a paper that styles/page.yaml names. Raises EditionError."""
    width, height = (page.values.get(f"{_PAPER}{name}-{side}") for side in ("width", "height"))
    if isinstance(width, Length) and isinstance(height, Length):
        return Paper(width, height)
    message = f"there is no paper ‘{name}’: its size is paper-{name}.width and paper-{name}.height"
    raise EditionError((Finding(WRONG_EDITION, Position(page.file), message, did_you_mean(name, paper_names(page))),))


def paper_of_size(size: Paper, page: Page) -> str:
    """The first paper of this size that styles/page.yaml names; empty when none is. Raises EditionError."""
    return next((name for name in paper_names(page) if _as_large(paper_size(name, page), size)), "")


def paper_names(page: Page) -> list[str]:
    """The papers that styles/page.yaml names, in order."""
    return sorted(
        key.removeprefix(_PAPER).removesuffix("-width")
        for key in page.values
        if key.endswith("-width") and key.startswith(_PAPER) and key != "paper-width"
    )


def usable_papers(page: Page, editions: Editions) -> list[str]:
    """The papers on which the book can be set: those of its page's size, and those that its editions measure."""
    names = paper_names(page)
    return [name for name in names if name in editions.papers or _as_large(paper_size(name, page), page.paper)]


def _as_large(one: Paper, other: Paper) -> bool:
    return (one.width.mm, one.height.mm) == (other.width.mm, other.height.mm)


def _on_paper(name: str, page: Page, editions: Editions) -> Page:
    paper = paper_size(name, page)
    if _as_large(paper, page.paper):
        return page
    measures = editions.papers.get(name)
    if measures is None:
        hint = did_you_mean(name, editions.papers) or "declare its `head` and `lines` under `papers`"
        raise _refused(f"the book is not set for the paper ‘{name}’", hint, editions.place("papers"))
    # Rounded to what the page's own file may say: no measure is finer.
    share = round((paper.width.mm - page.paper.width.mm) / 2, 3)
    foot = round(paper.height.mm - measures.head.mm - measures.lines * page.grid.leading.mm, 3)
    margin = Margin(
        inner=Length(page.margin.inner.mm + share, "mm"),
        outer=Length(page.margin.outer.mm + share, "mm"),
        head=measures.head,
        foot=Length(foot, "mm"),
    )
    if min(margin.inner.mm, margin.outer.mm, foot) < 0:
        raise _refused(
            f"papers.{name}: {page.measure_mm:.2f} mm and {measures.lines} lines of {page.grid.leading} do not fit on "
            f"{paper.width} × {paper.height}",
            "take fewer lines",
            editions.place(f"papers.{name}.lines"),
        )
    grid = replace(page.grid, lines=measures.lines)
    return _changed(replace(page, grid=grid), paper, margin, {"grid-lines": measures.lines})


def _bound(page: Page, press: PressMeasures, editions: Editions) -> Page:
    """The page with the type area moved from the spine. Raises EditionError, for inks that no press knows too."""
    margin, by = page.margin, press.binding.mm
    faults = [*_faults_of_inks(page), *_faults_of_binding(page, press, editions)]
    if faults:
        raise EditionError(in_order(faults))
    inner, outer = Length(margin.inner.mm + by, "mm"), Length(margin.outer.mm - by, "mm")
    return _changed(page, page.paper, replace(margin, inner=inner, outer=outer), {})


def _faults_of_binding(page: Page, press: PressMeasures, editions: Editions) -> list[Finding]:
    outer = page.margin.outer
    if outer.mm >= press.binding.mm:
        return []
    message = f"press.binding: the outer margin is {outer}, and cannot give {press.binding}"
    return [Finding(WRONG_EDITION, editions.place("press.binding"), message, f"take less than {outer}")]


def _guess(name: str, ink: Ink) -> str:
    """The colour of a press that is near to an ink's; black is that of one plate, in which text is sharp."""
    return f"cmyk({' '.join(map(str, ONE_PLATE if name == BLACK_INK else ink.naive_press))})"


def _faults_of_inks(page: Page) -> list[Finding]:
    """A finding for each ink that a press cannot print, or could not tell from another."""
    faults = [
        Finding(
            WRONG_EDITION,
            page.place(f"ink-{name}"),
            f"ink.{name}: it is not said what a press prints it from",
            f"write it as {name}: {{screen: '{ink}', press: {_guess(name, ink)}}}, or with shares that a proof has "
            "shown to be better",
        )
        for name, ink in page.inks.items()
        if ink.press is None
    ]
    first: dict[str, str] = {}
    for name, ink in page.inks.items():
        other = first.setdefault(str(ink), name)
        if other != name and ink.press is not None and ink != replace(page.inks[other], office=ink.office):
            message = f"ink.{name} is {ink} on a screen, as ink.{other} is, and another colour on a press"
            hint = "what is set in one of them cannot be told from the other: give each a colour of its own"
            faults.append(Finding(WRONG_EDITION, page.place(f"ink-{name}"), message, hint))
    return faults


def _with_measures(page: Page, ink: InkMeasures, editions: Editions) -> Page:
    unknown = _faults_of_measures(page, ink, editions)
    if unknown:
        raise EditionError(in_order(unknown))
    return replace(page, values={**page.values, **ink.measures})


def _faults_of_measures(page: Page, ink: InkMeasures, editions: Editions) -> list[Finding]:
    """A finding for each measure of the low-ink edition that the page does not have."""
    lengths = [name for name, value in page.values.items() if isinstance(value, Length)]
    return [
        Finding(
            WRONG_EDITION,
            editions.place(f"ink.measures.{name}"),
            f"ink.measures: {name}: there is no such length in {page.file}",
            nearest_of(name, lengths) or "a measure is named by its path, such as rule-heavy",
        )
        for name in ink.measures
        if name not in lengths
    ]


def _changed(page: Page, paper: Paper, margin: Margin, numbers: dict[str, int]) -> Page:
    values = {
        **page.values,
        "paper-width": paper.width,
        "paper-height": paper.height,
        "margin-inner": margin.inner,
        "margin-outer": margin.outer,
        "margin-head": margin.head,
        "margin-foot": margin.foot,
        **numbers,
    }
    return replace(page, paper=paper, margin=margin, values=values)


def _refused(message: str, hint: str, place: Position | None = None) -> EditionError:
    return EditionError((Finding(WRONG_EDITION, place or Position(EDITIONS_FILE), message, hint),))


def editions_and_page(order: BookOrder, page: Page, root: Path) -> tuple[Editions, Page]:
    """The editions that the book in `root` declares, and the page of an order.

    Raises EditionError, for what is wrong with any of the editions.
    """
    editions = sound_editions(root, page)
    return editions, page_for(order, page, editions)


def sound_editions(root: Path, page: Page) -> Editions:
    """The editions that the book in `root` declares, each seen to fit the page, whichever is asked for.

    Raises EditionError.
    """
    from rulebook.press.editions import load_editions

    editions = load_editions(root)
    faults = tuple(_misfits(page, editions))
    if faults:
        raise EditionError(in_order(faults))
    return editions


def _misfits(page: Page, editions: Editions) -> Iterator[Finding]:
    """What is wrong with the editions beside the page. Inks are the page’s, and judged when a press is asked for."""
    sizes = paper_names(page)
    pages = [page]
    for name in editions.papers:
        if name not in sizes:
            message = f"papers.{name}: there is no paper-{name} in {page.file}, which says how large it is"
            hint = nearest_of(name, sizes) or f"add paper-{name}.width and paper-{name}.height there"
            yield Finding(WRONG_EDITION, editions.place(f"papers.{name}"), message, hint)
            continue
        try:
            pages.append(_on_paper(name, page, editions))
        except EditionError as error:
            yield from error.findings
    if editions.press is not None:
        # One finding for the binding: where several papers cannot give it, the page’s own comes first.
        yield from next(filter(None, (_faults_of_binding(one, editions.press, editions) for one in pages)), [])
    if editions.ink is not None:
        yield from _faults_of_measures(page, editions.ink, editions)
