"""The page's measures and inks."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from coloraide.everything import ColorAll as Color

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


@pytest.mark.parametrize("name", load_page(STYLES / "page.yaml").inks)
def test_an_ink_is_as_a_library_of_colours_has_it(name: str) -> None:
    inks = load_page(STYLES / "page.yaml").inks
    ink, screen = inks[name], Color(str(inks[name]))
    assert ink.lightness == pytest.approx(screen.convert("lab-d65")["lightness"], abs=0.01)
    assert ink.contrast(inks["paper"]) == pytest.approx(screen.contrast("white", method="wcag21"), abs=0.01)


@pytest.mark.parametrize("name", load_page(STYLES / "page.yaml").inks)
def test_an_ink_is_the_same_on_a_press(name: str) -> None:
    """By arithmetic alone: no press's profile is asked. Black is the press's black, which is a little darker."""
    ink = load_page(STYLES / "page.yaml").inks[name]
    assert ink.press is not None
    printed = Color("cmyk", [part / 100 for part in ink.press])
    assert Color(str(ink)).delta_e(printed, method="2000") < (6 if name == "black" else 1)
    assert sum(ink.press) <= 240


def test_text_is_printed_from_one_plate_and_two_inks_have_plates_of_their_own() -> None:
    inks = load_page(STYLES / "page.yaml").inks
    assert inks["black"].press == (0, 0, 0, 100)
    assert {name: ink.spot for name, ink in inks.items() if ink.spot} == {"bronze": "Bronze", "verdigris": "Verdigris"}


@pytest.mark.parametrize("sight", ["protan", "deutan", "tritan"])
def test_the_inks_differ_for_every_eye(sight: str) -> None:
    inks = load_page(STYLES / "page.yaml").inks
    seen = {name: Color(str(ink)).filter(sight) for name, ink in inks.items()}
    for one, other in combinations(seen, 2):
        assert seen[one].delta_e(seen[other], method="2000") > 10, (one, other)


def test_a_figure_can_be_seen() -> None:
    inks = load_page(STYLES / "page.yaml").inks
    assert inks["stone"].contrast(inks["paper"]) >= 3


def test_the_inks_of_a_press_are_custom_properties_too() -> None:
    page = load_page(STYLES / "page.yaml")
    assert "  --ink-bronze: device-cmyk(0% 31% 77% 44%);\n" in page.css(press=True)
    assert "  --ink-bronze: #8f6321;\n" in page.css()
    lines = zip(page.css().splitlines(), page.css(press=True).splitlines(), strict=True)
    assert {line.split(":")[0].strip() for line, other in lines if line != other} == {
        f"--ink-{name}" for name in page.inks
    }


def test_an_ink_of_the_screen_alone(page_file: Path) -> None:
    page = load_page(page_file)
    assert (page.inks["black"].press, page.inks["black"].spot) == (None, "")
    assert page.css() == page.css(press=True)


def test_the_office_of_an_ink(page_file: Path) -> None:
    change(page_file, "black: '#000000'", "black: {screen: '#000000', office: [words, rule]}")
    page = load_page(page_file)
    assert (page.inks["black"].office, page.inks["paper"].office) == (("words", "rule"), ())


@pytest.mark.parametrize(
    "ink",
    [
        "{press: cmyk(0 0 0 100)}",
        "{screen: black}",
        "{screen: '#000000', press: cmyk(0 0 0 101)}",
        "{screen: '#000000', press: cmyk(0 0 0)}",
        "{screen: '#000000', press: 100}",
        "{screen: '#000000', spot: 7}",
        "{screen: '#000000', shade: deep}",
        "{screen: '#000000', office: rule}",
        "{screen: '#000000', office: [ornament]}",
    ],
)
def test_what_is_no_ink(page_file: Path, ink: str) -> None:
    change(page_file, "black: '#000000'", f"black: {ink}")
    with pytest.raises(PageError, match=r"ink\.black: .* is neither a length in mm or pt, an ink nor"):
        load_page(page_file)


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
