"""What a check of a finished PDF is, and what it is given."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from rulebook.preflight.contents import Box, Contents, Line, Sheet
from rulebook.preflight.expected import Expected
from rulebook.preflight.limits import Limits
from rulebook.preflight.product_measures import ProductMeasures
from rulebook.press.editions import InkMeasures, PressMeasures
from rulebook.render.page import Length, Page


@dataclass(frozen=True, slots=True)
class EditionSubject:
    """The edition that a PDF is: its name, its measures, and the colours of its inks as they are printed.

    `plates` are the colours by the names of their inks, each as shares of plates in per cent.
    """

    name: str
    plates: dict[str, tuple[tuple[str, float], ...]]
    press: PressMeasures | None = None
    ink: InkMeasures | None = None

    def declares(self, shares: tuple[tuple[str, float], ...]) -> bool:
        """Whether a colour is that of one of the inks, but for a rounding."""
        return any(_alike(own, shares) for own in self.plates.values())


def _alike(one: tuple[tuple[str, float], ...], other: tuple[tuple[str, float], ...]) -> bool:
    first, second = ({name: share for name, share in shares if share} for shares in (one, other))
    return first.keys() == second.keys() and all(abs(first[name] - second[name]) < 0.5 for name in first)


@dataclass(frozen=True)
class Subject:
    """A PDF and what is expected of it.

    `expected` is None when the PDF has no map: what needs it is then not judged. `families` are the names of the
    book's own fonts, as style sheets name them. `edition` is None for the book as a screen shows it.
    """

    pdf: Contents
    page: Page
    limits: Limits
    families: frozenset[str]
    expected: Expected | None = None
    edition: EditionSubject | None = None

    @property
    def product(self) -> ProductMeasures | None:
        """What the PDF is judged by where it is a product beside the book; None for the book."""
        return self.expected.product if self.expected is not None else None

    def trimmed(self, press: PressMeasures, over: float = 0.0) -> Box:
        """The trimmed page on a sheet for a press, wider by `over` points on every side."""
        low, paper = press.around_pt - over, self.page.paper
        return Box(low, low, press.around_pt + paper.width.pt + over, press.around_pt + paper.height.pt + over)

    def type_area(self, sheet: Sheet) -> Box:
        """The type area of a page; the inner margin is at the left of a page with an odd number."""
        margin, paper = self.page.margin, self.page.paper
        recto = sheet.number % 2 == 1
        left, right = (margin.inner, margin.outer) if recto else (margin.outer, margin.inner)
        return Box(left.pt, margin.head.pt, paper.width.pt - right.pt, paper.height.pt - margin.foot.pt)

    def columns(self, sheet: Sheet) -> tuple[tuple[float, float], ...]:
        """The left and right edge of each column of a page."""
        area, gutter = self.type_area(sheet), self.page.grid.gutter.pt
        count = self.page.grid.columns
        width = (area.right - area.left - (count - 1) * gutter) / count
        return tuple((area.left + n * (width + gutter), area.left + n * (width + gutter) + width) for n in range(count))

    @cached_property
    def small_leadings(self) -> dict[float, float]:
        """The sizes of type that are set on lines of their own, and the distance of those: `type.X-leading`."""
        found = {}
        for name, leading in self.page.values.items():
            size = self.page.values.get(name.removesuffix("-leading"))
            own = name.startswith("type-") and name.endswith("-leading")
            if own and isinstance(size, Length) and isinstance(leading, Length):
                found[size.pt] = leading.pt
        return found

    def small_leading(self, line: Line) -> float | None:
        """The distance of its lines, for small type that keeps to no line of the page's grid."""
        return next((gap for size, gap in self.small_leadings.items() if abs(line.size - size) < 0.05), None)

    @cached_property
    def text(self) -> tuple[str, ...]:
        """The words of each page without spaces and hyphens, in the order in which they are drawn."""
        return tuple(
            squeezed("".join(run.text for run in sheet.runs if run.tag is not None)) for sheet in self.pdf.sheets
        )


_DROPPED = dict.fromkeys(
    [0xAD, 0x200B, 0x2010, 0x2011, 0xFFFE, 0x2, 0x2D, *(n for n in range(0x3001) if chr(n).isspace())]
)


def squeezed(text: str) -> str:
    """A text without spaces, hyphens and breaks, so that it is the same however its lines are broken."""
    return text.translate(_DROPPED)


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong on a page (0: in the whole file), and where on it, in points, when that is known."""

    page: int
    message: str
    hint: str = ""
    x: float | None = None
    y: float | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class Sample:
    """A document that a check is tried on: the body of an HTML page in the book's styles, and styles of its own.

    `altered` says in words what is done to the finished PDF, where no document makes the fault. `work` is the title of
    the whole work, `openings` are the anchors of what has to stand in the contents, with their titles. `edition` is the
    edition as which the document is finished, before it is altered; with `product`, it is judged as a product beside
    the book, whose texts stand in the book's type area.
    """

    body: str
    style: str = ""
    altered: str = ""
    openings: tuple[tuple[str, str, str], ...] = ()
    edition: str = ""
    product: bool = False


@dataclass(frozen=True, slots=True)
class PrintCheck:
    """A check of a finished PDF. `summary` is a line, `why` a paragraph; both are its documentation.

    A `warning` is reported and stops nothing. `edition` is the one edition that it judges, where it is for one alone;
    `of_products` says that it judges the products beside the book alone.
    `measure` says in a line what was measured, whether it is within the limits or not; empty when there is nothing.
    """

    code: str
    name: str
    summary: str
    why: str
    fails: Sample
    passes: Sample
    run: Callable[[Subject], Iterable[Fault]]
    warning: bool = False
    edition: str = ""
    of_products: bool = False
    measure: Callable[[Subject], str] | None = None
