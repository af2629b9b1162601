"""The page's measures and inks."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from rulebook.render.page import Ink, Length, PageError, load_page

STYLES = Path(__file__).resolve().parents[2] / "styles"
TEXT_INKS = ("black", "bronze", "verdigris")

SMALL = """
paper: {width: 100mm, height: 150mm}
margin: {inner: 10mm, outer: 10mm, head: 10mm, foot: 13.0mm}
grid: {columns: 1, gutter: 0mm, lines: 30, leading: 12pt, baseline: 9pt}
ink: {paper: '#ffffff', black: '#000000'}
"""


@pytest.fixture
def page_file(tmp_path: Path) -> Path:
    file = tmp_path / "page.yaml"
    file.write_text(SMALL, encoding="utf-8")
    return file


def change(file: Path, old: str, new: str) -> Path:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    return file


def test_the_books_page() -> None:
    page = load_page(STYLES / "page.yaml")
    assert (page.paper.width.mm, page.paper.height.mm) == (210, 297)
    assert page.measure_mm == pytest.approx(162)
    assert page.depth_mm == pytest.approx(243.06)
    assert page.column_mm == pytest.approx(78.5)
    assert (page.grid.lines, str(page.grid.leading)) == (53, "13pt")


def test_each_value_is_a_custom_property() -> None:
    css = load_page(STYLES / "page.yaml").css()
    assert "  --margin-inner: 20mm;\n" in css
    assert "  --type-text: 9.5pt;\n" in css
    assert "  --ink-black: #1a1714;\n" in css
    assert "  --grid-columns: 2;\n" in css


def test_units() -> None:
    assert Length(25.4, "mm").pt == pytest.approx(72)
    assert Length(72, "pt").mm == pytest.approx(25.4)
    assert Length(72, "pt").px == pytest.approx(96)


def test_text_in_an_ink_can_be_read() -> None:
    inks = load_page(STYLES / "page.yaml").inks
    for name in TEXT_INKS:
        assert inks[name].contrast(inks["paper"]) >= 4.5, name


def test_each_ink_is_a_grey_of_its_own() -> None:
    inks = load_page(STYLES / "page.yaml").inks
    for (one, first), (other, second) in combinations(inks.items(), 2):
        assert abs(first.lightness - second.lightness) >= 10, (one, other)


def test_lightness_and_contrast() -> None:
    white, black = Ink(255, 255, 255), Ink(0, 0, 0)
    assert white.lightness == pytest.approx(100)
    assert black.lightness == pytest.approx(0)
    assert white.contrast(black) == pytest.approx(21)
    assert Ink(119, 119, 119).contrast(white) == pytest.approx(4.48, abs=0.01)


def test_a_small_page(page_file: Path) -> None:
    page = load_page(page_file)
    assert page.column_mm == pytest.approx(80)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("inner: 10mm", "inner: 10cm", "margin.inner: '10cm' is neither a length"),
        ("inner: 10mm", "inner: 10", "margin.inner: 10 is not a length in mm or pt"),
        ("inner: 10mm, ", "", "margin.inner is missing"),
        ("columns: 1", "columns: 1mm", "grid.columns: '1mm' is not a whole number"),
        ("columns: 1", "columns: true", "grid.columns: True is neither"),
        ("columns: 1", "columns: 0", "grid.columns: 0 do not fit"),
        ("lines: 30", "lines: 31", "grid.lines: 31 lines of 12pt are 131.23mm, the margins leave 127.00mm"),
        ("'#000000'", "'#000'", "ink.black: '#000' is neither"),
        ("black: '#000000'", "black: 1mm", "ink.black: '1mm' is not an ink"),
        ("black:", "Pot Black:", "ink.Pot Black: a name is lower-case letters and hyphens"),
        ("ink: {paper: '#ffffff', black: '#000000'}", "ink: black", "ink: is not a map of names and values"),
        (SMALL, "", "is not a map of groups"),
        (SMALL, "a: [", "is not YAML: while parsing"),
    ],
)
def test_what_is_wrong_is_said(page_file: Path, old: str, new: str, message: str) -> None:
    change(page_file, old, new)
    with pytest.raises(PageError) as caught:
        load_page(page_file)
    assert f"{page_file}: {message}" in str(caught.value)


def test_all_faults_at_once(page_file: Path) -> None:
    change(change(page_file, "inner: 10mm", "inner: ten"), "columns: 1, ", "")
    with pytest.raises(PageError) as caught:
        load_page(page_file)
    assert len(str(caught.value).splitlines()) == 2


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(PageError, match="cannot be read: No such file"):
        load_page(tmp_path / "page.yaml")
