"""The eight figures of the book: drawn from its rules, to scale, in its inks and fonts, and legible."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from fontTools.ttLib import TTFont

from rulebook.check.run import run_checks
from rulebook.compose.figure_values import compute, drawn, written
from rulebook.compose.figures import FigureComposer
from rulebook.compose.inline import Linker, inline_text
from rulebook.load import load_book
from rulebook.model import Book, Computed, Figure, Prose, inlines
from rulebook.render.page import load_page
from rulebook.rules.values import ListValue, Number, Scalar, Text, Truth
from tests.conftest import REPOSITORY
from tests.editing import edit

SVG = "{http://www.w3.org/2000/svg}"
PAGE = load_page(REPOSITORY / "styles" / "page.yaml")
LEADING = PAGE.grid.leading.pt
MEASURE = PAGE.measure_mm * 72 / 25.4

IN_ORDER = {
    "check": "core-concepts",
    "turn": "deployment-and-turn-structure",
    "act": "deeds",
    "ground": "the-ground-itself",
    "ladder": "panic",
    "attack": "close-combat",
    "shot": "ranged-combat",
    "sight": "sight-shroud-and-light",
}
FIGURES = sorted(IN_ORDER)

_FILES = {
    ("Spectral", "400", "normal"): "Spectral-Regular.ttf",
    ("Spectral", "600", "normal"): "Spectral-SemiBold.ttf",
    ("Spectral", "400", "italic"): "Spectral-Italic.ttf",
    ("Spectral", "600", "italic"): "Spectral-SemiBoldItalic.ttf",
    ("Fraunces", "600", "normal"): "Fraunces-SemiBold.ttf",
}


def book_in(root: Path) -> Book:
    loaded = load_book(root)
    assert loaded.findings == ()
    assert loaded.book is not None
    return loaded.book


@cache
def own_book() -> Book:
    return book_in(REPOSITORY)


def draw(book: Book, figure: Figure) -> ElementTree.Element:
    composer = FigureComposer(book, Linker(lambda target: target), REPOSITORY / "templates")
    return ElementTree.fromstring(composer.drawing(figure))


@cache
def drawing(name: str) -> ElementTree.Element:
    return draw(own_book(), own_book().figures[name])


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text as it is drawn: its words, and the box of its letters in points."""

    text: str
    left: float
    right: float
    top: float
    bottom: float
    bold: bool

    def meets(self, other: Words) -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


@cache
def widths(file: str) -> tuple[Mapping[int, str], Mapping[str, tuple[int, int]], int]:
    font = TTFont(REPOSITORY / "styles" / "fonts" / file)
    return font.getBestCmap(), font["hmtx"].metrics, font["head"].unitsPerEm


def words_of(svg: ElementTree.Element) -> Iterator[Words]:
    for text in svg.iter(f"{SVG}text"):
        size = float(text.get("font-size", ""))
        spans = list(text.iter(f"{SVG}tspan")) or [text]
        width = 0.0
        for span in spans:
            weight, style = (span.get(name) or text.get(name) for name in ("font-weight", "font-style"))
            known, advances, em = widths(_FILES[text.get("font-family", ""), weight or "400", style or "normal"])
            width += sum(advances[known[ord(letter)]][0] for letter in span.text or "") * size / em
        x, y = float(text.get("x", "")), float(text.get("y", ""))
        left = x - {"start": 0, "middle": width / 2, "end": width}[text.get("text-anchor", "start")]
        bold = all(span.get("font-weight") == "600" for span in spans)
        # The height of small letters without their feet: a foot may hang into the line below it.
        yield Words("".join(text.itertext()), left, left + width, y - 0.7 * size, y, bold)


# The eight


def test_they_stand_in_order_each_in_its_chapter_and_numbered() -> None:
    book = own_book()
    assert {figure.id: figure.chapter for figure in book.placed_figures} == IN_ORDER
    assert list(FigureComposer(book, Linker(str), REPOSITORY / "templates").numbers.values()) == list(range(1, 9))
    assert len({figure.title for figure in book.figures.values()}) == 8


@pytest.mark.parametrize("name", FIGURES)
def test_it_is_a_whole_number_of_lines_across_the_measure(name: str) -> None:
    svg = drawing(name)
    left, top, width, height = (float(part) for part in svg.get("viewBox", "").split())
    assert (left, top) == (0, 0)
    assert width == pytest.approx(MEASURE, abs=0.01)
    assert svg.get("width") == f"{width:g}pt"
    assert float(svg.get("height", "").removesuffix("pt")) == height
    assert height / LEADING == int(height / LEADING)
    assert 8 <= height / LEADING <= 17


@pytest.mark.parametrize("name", FIGURES)
def test_it_is_set_in_the_inks_and_fonts_of_the_book(name: str) -> None:
    stone, black, paper = (str(PAGE.inks[ink]) for ink in ("stone", "black", "paper"))
    for element in drawing(name).iter():
        tag = element.tag.removeprefix(SVG)
        if tag in ("svg", "title", "tspan"):
            continue
        if tag == "text":
            assert (element.get("fill"), element.get("stroke")) == (black, "none")
            assert element.get("font-family") in ("Spectral", "Fraunces")
            assert float(element.get("font-size", "")) >= 7.5
            continue
        assert element.get("fill") in ("none", stone, paper), ElementTree.tostring(element)
        assert element.get("stroke") in ("none", stone), ElementTree.tostring(element)
        assert {element.get("fill"), element.get("stroke")} & {stone}
        if element.get("stroke") != "none":
            assert 0.5 <= float(element.get("stroke-width", "")) <= 2.5


@pytest.mark.parametrize("name", FIGURES)
def test_its_words_stand_within_it_and_clear_of_each_other(name: str) -> None:
    svg = drawing(name)
    height = float(svg.get("viewBox", "").split()[3])
    found = list(words_of(svg))
    assert len(found) > 5
    for one in found:
        assert one.left >= -0.1, one
        assert one.right <= MEASURE + 0.1, one
        assert one.top >= 0, one
        assert one.bottom <= height - 1, one
    meetings = [(a.text, b.text) for i, a in enumerate(found) for b in found[i + 1 :] if a.meets(b)]
    assert not meetings


@pytest.mark.parametrize("name", FIGURES)
def test_its_lines_keep_clear_of_its_words(name: str) -> None:
    svg = drawing(name)
    words = list(words_of(svg))
    for line in svg.iter(f"{SVG}line"):
        x1, y1, x2, y2, weight = (float(line.get(key, "")) for key in ("x1", "y1", "x2", "y2", "stroke-width"))
        steps = max(1, round(math.hypot(x2 - x1, y2 - y1)))
        points = [(x1 + (x2 - x1) * step / steps, y1 + (y2 - y1) * step / steps) for step in range(steps + 1)]
        room = weight / 2 + 1
        for one in words:
            touched = [
                (x, y)
                for x, y in points
                if one.left - room < x < one.right + room and one.top - room < y < one.bottom + room
            ]
            assert not touched, (one.text, ElementTree.tostring(line))


@pytest.mark.parametrize("name", FIGURES)
def test_its_marks_stand_within_it(name: str) -> None:
    svg = drawing(name)
    _, _, width, height = (float(part) for part in svg.get("viewBox", "").split())
    for mark in svg.iter():
        xs = [float(mark.get(key, "")) for key in ("x1", "x2", "cx") if mark.get(key)]
        ys = [float(mark.get(key, "")) for key in ("y1", "y2", "cy") if mark.get(key)]
        assert all(0 <= x <= width for x in xs), ElementTree.tostring(mark)
        assert all(0 <= y <= height for y in ys), ElementTree.tostring(mark)


@pytest.mark.parametrize("name", FIGURES)
def test_its_alternative_is_read_in_its_place(name: str) -> None:
    title = drawing(name).find(f"{SVG}title")
    assert title is not None
    said = " ".join(inline_text(inline) for inline in inlines(own_book().figures[name].alternative.blocks))
    assert title.text == said
    assert len(said.split()) > 40


@pytest.mark.parametrize("name", FIGURES)
def test_each_of_its_values_moves_something(name: str) -> None:
    """A value that could change without a change of the drawing would be drawn from something else."""
    figure = own_book().figures[name]
    as_it_is = ElementTree.tostring(drawing(name))
    for value, computed in figure.values.items():
        other = replace(computed, text=_other(compute(own_book(), computed)))
        changed = draw(own_book(), replace(figure, values={**figure.values, value: other}))
        assert ElementTree.tostring(changed) != as_it_is, value


def _other(value: Scalar) -> str:
    """An expression for another value of the same form."""
    match value:
        case Number(value=number, unit=unit):
            return f"{number + 1}{unit.value}"
        case Text(text=text):
            return f"'{text}x'"
        case Truth(truth=truth):
            return str(not truth).lower()
        case ListValue(items=items):
            return f"[{', '.join(_other(item) for item in items)}]"
        case _:
            raise TypeError(value)


@pytest.mark.parametrize("name", FIGURES)
def test_each_of_its_labels_is_drawn(name: str) -> None:
    figure = own_book().figures[name]
    said = {" ".join(words.text.split()) for words in words_of(drawing(name))}
    for label in figure.labels.values():
        for inline in inlines(label.blocks):
            for line in re.sub(r"[*]", "", inline.source).split("\n"):
                assert any(line in words for words in said), line


@pytest.mark.parametrize("name", FIGURES)
def test_each_number_of_its_labels_is_heard_too(name: str) -> None:
    """Who hears the alternative and the caption is told each number that stands in the drawing's words."""
    figure = own_book().figures[name]
    heard = _computed(figure.alternative) | _computed(figure.caption)
    drawn_words = set().union(*(_computed(label) for label in figure.labels.values()))
    assert drawn_words <= heard, drawn_words - heard


def _computed(prose: Prose) -> set[str]:
    """The expressions that compute what the text says."""
    return {b.expression for inline in inlines(prose.blocks) for b in inline.bindings if b.kind == "is"}


# What they say follows the rules


def test_gloom_moved_moves_its_arc_to_scale(book_copy: Path) -> None:
    assert _arcs(own_book()) == {"6″": 6, "12″": 12, "18″": 18, "24″": 24}
    edit(book_copy / "content" / "data" / "light-levels.yaml", "sight: 6″", "sight: 9″")
    changed = book_in(book_copy)
    assert _arcs(changed) == {"9″": 9, "12″": 12, "18″": 18, "24″": 24}
    # What the figure says in words is bound, and is found stale.
    stale = {f.found for f in run_checks(changed).errors if "figures.yaml" in f.position.path and f.code == "E101"}
    assert stale == {"6″"}


def _arcs(book: Book) -> dict[str, float]:
    """Each arc's radius in inches of the line under it, by the length that is printed below its foot."""
    svg = draw(book, book.figures["sight"])
    arcs = [path.get("d", "") for path in svg.iter(f"{SVG}path") if path.get("class") == "reach"]
    found = {}
    ends = {words.text: words for words in words_of(svg)}
    whole = max(float(arc.split()[4]) for arc in arcs)
    for arc in arcs:
        radius, foot = float(arc.split()[4]), float(arc.split()[9])
        below = [w for w in ends.values() if w.text.endswith("″") and w.left <= foot + 0.1 and foot <= w.right + 3]
        assert len(below) == 1
        found[below[0].text] = round(radius / whole * 24, 2)
    return found


def test_the_threshold_moved_regroups_the_faces(book_copy: Path) -> None:
    assert _succeeding(own_book()) == [list(range(first, 13)) for first in (5, 6, 7, 8, 9)]
    edit(book_copy / "content" / "rules" / "checks.yaml", "check_threshold: 7", "check_threshold: 9")
    assert _succeeding(book_in(book_copy)) == [list(range(first, 13)) for first in (7, 8, 9, 10, 11)]


def _succeeding(book: Book) -> list[list[int]]:
    """The faces of each row that stand in bold; the heavy line runs under these and no others."""
    svg = draw(book, book.figures["check"])
    heavy = [line for line in svg.iter(f"{SVG}line") if line.get("stroke-width") == "2"]
    rows = []
    for line in heavy:
        left, right, y = (float(line.get(key, "")) for key in ("x1", "x2", "y1"))
        row = [w for w in words_of(svg) if 0 < y - w.bottom < 8 and w.text.isdigit()]
        bold = [w for w in row if w.bold]
        assert bold == [w for w in row if left < (w.left + w.right) / 2 < right]
        rows.append([int(w.text) for w in bold])
    return rows


def test_a_deed_that_costs_more_is_drawn_longer(book_copy: Path) -> None:
    edit(
        book_copy / "content" / "data" / "deeds.yaml",
        "    name: Use\n    cost: 1",
        "    name: Use\n    cost: 2",
    )
    lengths = [_heavy(book, "act") for book in (own_book(), book_in(book_copy))]
    assert sum(lengths[1]) - sum(lengths[0]) == pytest.approx(3 * 34, abs=0.1)  # it stands three times


def test_the_acts_may_be_and_what_no_act_may_hold_may_not() -> None:
    computed = own_book().figures["act"].values
    values: dict[str, Any] = {name: drawn(compute(own_book(), value)) for name, value in computed.items()}

    def rows(name: str) -> list[list[str]]:
        return [[written(cell) for cell in row] for row in values[name]]

    def reasons(names: list[str], costs: list[str], limits: list[str]) -> set[str]:
        taken = {name: names.count(name) for name in names}
        found = {
            "limit": any(
                taken[name] > int(limit) and name != "Assault"
                for name, limit in zip(names, limits, strict=True)
                if limit.isdigit()
            ),
            "together": {"Assault", "Fire"} <= set(names),
            "ends": "Guard" in names[:-1],
            "more": sum(map(int, costs)) > int(written(values["deeds"])),
        }
        return {reason for reason, broken in found.items() if broken}

    for names, costs, limits in zip(rows("acts"), rows("act_costs"), rows("act_limits"), strict=True):
        assert reasons(names, costs, limits) == set(), names
        assert sum(map(int, costs)) == int(written(values["deeds"]))
    wrong = zip(rows("wrong"), rows("wrong_costs"), rows("wrong_limits"), strict=True)
    # In the order in which the template names the reasons.
    assert [reasons(*each) for each in wrong] == [{"together"}, {"limit"}, {"ends"}, {"more"}]


def test_a_modifier_moved_moves_its_line(book_copy: Path) -> None:
    edit(book_copy / "content" / "rules" / "cover.yaml", "cover_aim: −2", "cover_aim: −1")
    before, after = (_heavy(book, "shot") for book in (own_book(), book_in(book_copy)))
    changed = [(was, is_) for was, is_ in zip(before, after, strict=True) if was != is_]
    assert len(changed) == 1
    assert changed[0] == pytest.approx((84, 42))


@pytest.mark.parametrize(("name", "stat"), [("attack", "might"), ("shot", "aim")])
def test_every_situation_and_status_that_changes_a_roll_is_in_its_figure(name: str, stat: str) -> None:
    data = [REPOSITORY / "content" / "data" / file for file in ("situations.yaml", "statuses.yaml")]
    stated = {found for file in data for found in re.findall(rf"is=(\w+_{stat})\b", file.read_text(encoding="utf-8"))}
    assert len(stated) > 5
    figure = own_book().figures[name]
    assert stated == {value.text for value in figure.values.values() if value.text.endswith(f"_{stat}")}
    assert stated <= _computed(figure.alternative)


def test_a_line_of_an_attack_has_the_weight_of_a_number_or_of_a_guide() -> None:
    """Weight is severity in the book, and a roll is no graver than another."""
    weights = {line.get("stroke-width") for line in drawing("attack").iter(f"{SVG}line")}
    assert weights == {"0.5", "2"}


def test_a_point_is_as_long_for_either_side_as_for_the_attacker() -> None:
    computed = own_book().figures["attack"].values
    points = sorted(abs(float(str(drawn(compute(own_book(), value))))) for value in computed.values())
    lines = _heavy(own_book(), "attack")[-len(points) :]
    assert sorted(lines) == pytest.approx([18 * point for point in points])


def test_ranges_are_drawn_to_scale() -> None:
    svg = draw(own_book(), own_book().figures["shot"])
    lines = [[float(line.get(key, "")) for key in ("x1", "y1", "x2", "y2")] for line in svg.iter(f"{SVG}line")]
    (left, axis, close, _) = lines[0]
    marks = [x1 for x1, y1, x2, y2 in lines if x1 == x2 and y1 < axis < y2]
    inch = (marks[-1] - left) / 30
    assert [round((x - left) / inch, 2) for x in marks] == [6, 24, 18, 30]
    assert (close - left) / inch == pytest.approx(6, abs=0.01)
    for mark, length in zip(marks, ("6″", "24″", "18″", "30″"), strict=True):
        assert any(w.text == length and 0 < mark - w.right < 8 for w in words_of(svg)), length


def test_the_section_is_drawn_to_scale() -> None:
    svg = draw(own_book(), own_book().figures["ground"])
    lines = [[float(line.get(key, "")) for key in ("x1", "y1", "x2", "y2")] for line in svg.iter(f"{SVG}line")]
    heights = sorted({y1 for x1, y1, x2, y2 in lines if x2 - x1 == 12}, reverse=True)
    inch = heights[0] - heights[1]
    assert [round((heights[0] - y) / inch, 2) for y in heights] == list(range(7))
    heads = [path.get("d", "").split() for path in svg.iter(f"{SVG}path") if path.get("fill") != "none"]
    tips = [float(head[1]) for head in heads if len(head) == 10 and head[9] == "Z"]
    moves = [(x1, y1) for x1, y1, x2, y2 in lines if y1 == y2 and x2 - x1 == pytest.approx(3 * inch - 2.5, abs=0.05)]
    assert len(moves) == 2
    assert all(any(tip - x1 == pytest.approx(3 * inch, abs=0.05) for tip in tips) for x1, _ in moves)
    cover = [x2 - x1 for x1, y1, x2, y2 in lines if y1 == y2 and x2 - x1 == pytest.approx(inch, abs=0.05)]
    assert len(cover) == 1


def _heavy(book: Book, name: str) -> list[float]:
    lines = [line for line in draw(book, book.figures[name]).iter(f"{SVG}line") if line.get("stroke-width") == "2"]
    return [abs(float(line.get("x2", "")) - float(line.get("x1", ""))) for line in lines]


def test_a_value_is_of_the_rules() -> None:
    """No figure has a number of its own: each value names something of the rules, or says which cases it shows."""
    cases = {"[2, 1, 0, −1, −2]"}
    for figure in own_book().figures.values():
        for name, value in figure.values.items():
            assert isinstance(value, Computed)
            assert value.text in cases or re.search(r"[a-z_]{4,}", value.text), (figure.id, name)
