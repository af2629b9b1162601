"""Figures: a template drawn with values that the rules compute, in the inks and measures of the page.

A figure's template stands in the book's folder `figures`; what templates share stands in `templates/figure`. A template
is given `values` (computed, and typed), `labels` (the texts that stand in the drawing), `canvas` (measures in points)
and `inks`. It is drawn in points on lines of the grid, so that it takes a whole number of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from rulebook.compose.environment import TemplateEnvironment
from rulebook.compose.figure_values import UndrawableError, compute, drawn, signed, written
from rulebook.compose.inline import Linker, Run, inline_html, inline_runs, inline_text
from rulebook.compose.values import paragraphs
from rulebook.compose.views import FigureView
from rulebook.load.figures import FOLDER, SUFFIX
from rulebook.model import Book, Figure, Prose
from rulebook.rules.expression import ExpressionError


class FigureError(ValueError):
    """A figure cannot be drawn: its template does not make an SVG. The message says what is wrong; `path` is where."""

    def __init__(self, path: str, line: int, message: str) -> None:
        super().__init__(message)
        self.path = path
        self.line = line


@dataclass(frozen=True, slots=True)
class Label:
    """A text of a drawing: its lines as the author broke them, each of runs in one face."""

    lines: tuple[tuple[Run, ...], ...]

    def __str__(self) -> str:
        return " ".join("".join(run.text for run in line) for line in self.lines)


@dataclass(frozen=True, slots=True)
class Canvas:
    """What a drawing is drawn on: the page's measures in points, by path (`rule_hair`), and its inks."""

    width: float
    leading: float
    baseline: float
    measures: Mapping[str, float]
    inks: Mapping[str, str]


class FigureComposer:
    """Draws the figures of one book."""

    def __init__(self, book: Book, linker: Linker, templates: Path) -> None:
        self.book = book
        self.linker = linker
        self.templates = templates
        self.numbers = {figure.id: number for number, figure in enumerate(book.placed_figures, 1)}

    @cached_property
    def canvas(self) -> Canvas:
        """The canvas of the book's own page. Raises PageError when its styles/page.yaml is wrong."""
        from rulebook.render.page import MM_PER_INCH, POINTS_PER_INCH, Length, load_page

        page = load_page(self.book.root / "styles" / "page.yaml")
        return Canvas(
            width=page.measure_mm * POINTS_PER_INCH / MM_PER_INCH,
            leading=page.grid.leading.pt,
            baseline=page.grid.baseline.pt,
            measures={name.replace("-", "_"): v.pt for name, v in page.values.items() if isinstance(v, Length)},
            inks={name: str(ink) for name, ink in page.inks.items()},
        )

    @cached_property
    def environment(self) -> Environment:
        loader = FileSystemLoader([self.book.root / FOLDER, self.templates])
        environment = TemplateEnvironment(loader, finalize=_coordinate)
        environment.filters |= {"written": written, "signed": signed}
        return environment

    def view(self, figure: Figure) -> FigureView:
        """A figure as the book's template is given it; without a drawing where a value of it cannot be computed."""
        return FigureView(
            id=figure.anchor,
            number=self.numbers[figure.id],
            label=self.book.labels.figure,
            title=figure.title,
            drawing=self.drawing(figure),
            caption=Markup(" ").join(inline_html(text, self.linker.unmarked) for text in paragraphs(figure.caption)),
            source=str(figure.position),
        )

    def drawing(self, figure: Figure) -> Markup:
        """The figure's SVG. Raises jinja2.TemplateError or FigureError when its template is wrong."""
        try:
            values = {name: drawn(compute(self.book, value)) for name, value in figure.values.items()}
        except (ExpressionError, UndrawableError):
            return Markup("")  # which a check has found; a draft is set all the same
        svg = self.environment.get_template(f"{figure.id}{SUFFIX}").render(
            values=SimpleNamespace(**values),
            labels=SimpleNamespace(**{name: _label(text) for name, text in figure.labels.items()}),
            alternative=_text(figure.alternative),
            canvas=self.canvas,
            inks=SimpleNamespace(**self.canvas.inks),
        )
        try:
            ElementTree.fromstring(svg)
        except ElementTree.ParseError as error:
            path = f"{FOLDER}/{figure.id}{SUFFIX}"
            raise FigureError(path, 1, f"what it draws is no SVG: {error} of the drawing") from error
        return Markup(svg.strip())


def _label(prose: Prose) -> Label:
    return Label(tuple(line for text in paragraphs(prose) for line in inline_runs(text)))


def _text(prose: Prose) -> str:
    return " ".join(inline_text(text) for text in paragraphs(prose))


def _coordinate(value: object) -> object:
    """Numbers of a drawing to a hundredth of a point; a length by its number, since an SVG knows no inches."""
    if isinstance(value, float):
        text = f"{float(value):.2f}".rstrip("0").rstrip(".")
        return "0" if text == "-0" else text
    return value
