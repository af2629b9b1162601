"""The page's measures and inks."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from coloraide.everything import ColorAll as Color

from rulebook.load.yaml_tree import Key, MapNode, Scalar
from rulebook.render.measures import entries_of, measures_tree, out_of_range, scalars_of
from rulebook.render.page import RANGES, Ink, Length, PageError, length_of, load_page

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
    file = tmp_path / "styles" / "page.yaml"
    file.parent.mkdir()
    file.write_text(SMALL, encoding="utf-8")
    return file


def change(file: Path, old: str, new: str) -> Path:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    return file


def faults(file: Path) -> list[str]:
    """What is wrong with a page, each with its hint."""
    with pytest.raises(PageError) as caught:
        load_page(file)
    return [str(finding) for finding in caught.value.findings]


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
    ("ink", "column", "message"),
    [
        ("{press: cmyk(0 0 0 100)}", 32, "S012 ‘ink.black’ of the page has no ‘screen’"),
        ("{screen: black}", 41, "S014 ‘ink.black.screen’ of the page is ‘black’"),
        ("{screen: '#000000', press: cmyk(0 0 0 101)}", 59, "S014 ‘ink.black.press’ of the page is ‘cmyk(0 0 0 101)’"),
        ("{screen: '#000000', press: cmyk(0 0 0)}", 59, "S014 ‘ink.black.press’ of the page is ‘cmyk(0 0 0)’"),
        ("{screen: '#000000', press: cmyk(0 0 0 0)}", 59, "S014 the ink ‘black’ is cmyk(0 0 0 0) on a press"),
        ("{screen: '#000000', tint: 0}", 58, "S014 ‘ink.black.tint’ of the page is ‘0’; the least is 1"),
        (
            "{screen: '#000000', press: cmyk(50 0 0 100)}",
            59,
            "S014 the ink ‘black’ is cmyk(50 0 0 100) on a press; text",
        ),
        ("{screen: '#000000', spot: Ochre}", 58, "S014 the ink ‘black’ is the black that every press has, and has no"),
        (
            "{screen: '#000000', tint: 5}",
            58,
            "S014 the ink ‘black’ is the black that every press has, and has no ‘tint’",
        ),
        ("{screen: '#000000', office: []}", 60, "S008 ‘ink.black.office’ of the page"),
        ("{screen: '#000000', shade: deep}", 52, "S011 ‘ink.black’ of the page has no key ‘shade’"),
        ("{screen: '#000000', office: rule}", 60, "S013 ‘ink.black.office’ of the page is ‘rule’; expected a list"),
        ("{screen: '#000000', office: [ornament]}", 61, "S014 ‘ink.black.office.0’ of the page is ‘ornament’"),
        ("['#000000']", 32, "S013 ‘ink.black’ of the page is a list; expected text or a map"),
    ],
)
def test_what_is_no_ink(page_file: Path, ink: str, column: int, message: str) -> None:
    change(page_file, "black: '#000000'", f"black: {ink}")
    assert any(found.startswith(f"styles/page.yaml:5:{column} {message}") for found in faults(page_file))


@pytest.mark.parametrize("spot", ["All", "None", "Black", "Cyan", "Magenta", "Yellow", "black"])
def test_a_spot_colour_has_no_name_that_a_press_reserves(page_file: Path, spot: str) -> None:
    change(page_file, "black: '#000000'", f"black: '#000000', red: {{screen: '#ff0000', spot: {spot}}}")
    (found,) = faults(page_file)
    assert found.startswith(f"styles/page.yaml:5:74 S014 ‘{spot}’ cannot be the name of a spot colour")


def test_two_inks_have_two_spot_colours(page_file: Path) -> None:
    inks = "{screen: '#aa0000', spot: Ochre}, blue: {screen: '#0000aa', spot: Ochre}"
    change(page_file, "black: '#000000'", f"black: '#000000', red: {inks}")
    (found,) = faults(page_file)
    assert "S014 the inks ‘red’ and ‘blue’ have one spot colour, ‘Ochre’" in found


def test_capitals_and_spaces_tell_no_two_plates_apart(page_file: Path) -> None:
    inks = "{screen: '#aa0000', spot: Deep Ochre}, blue: {screen: '#0000aa', spot: 'deep  ochre'}"
    change(page_file, "black: '#000000'", f"black: '#000000', red: {inks}")
    (found,) = faults(page_file)
    assert "S014 ‘deep  ochre’ and the spot colour ‘Deep Ochre’ of the ink ‘red’ are one name to a press" in found


def test_an_ink_has_a_plate_of_its_own_or_a_tint_of_black(page_file: Path) -> None:
    change(page_file, "black: '#000000'", "black: '#000000', red: {screen: '#ff0000', spot: Ochre, tint: 5}")
    (found,) = faults(page_file)
    assert found.startswith(
        "styles/page.yaml:5:87 S014 the ink ‘red’ has a plate of its own, and so no use for a ‘tint’"
    )


def test_the_paper_has_no_colour_on_a_press(page_file: Path) -> None:
    change(page_file, "paper: '#ffffff'", "paper: {screen: '#ffffff', press: cmyk(0 0 9 0)}")
    (found,) = faults(page_file)
    assert "S014 the ink ‘paper’ is cmyk(0 0 9 0) on a press, and is the paper itself, which prints nothing" in found
    assert "Hint: write cmyk(0 0 0 0)" in found


@pytest.mark.parametrize(
    ("columns", "message", "hint"),
    [
        (2, "", ""),
        (3, "grid.columns: 3 are 25.33mm wide, too narrow for type of 9pt: at least 38.10mm is needed", "2 would fit"),
        (12, "grid.columns: 12 do not fit into 80.00mm", "as many as 1 would fit"),
    ],
)
def test_a_column_is_wide_enough_for_its_type(page_file: Path, columns: int, message: str, hint: str) -> None:
    """The right value: at 9pt, 80 mm hold two columns of 12 times the size, 38.10 mm, and 2 mm between them."""
    gutter = 2 if columns < 12 else 9
    change(page_file, "columns: 1, gutter: 0mm", f"columns: {columns}, gutter: {gutter}mm")
    change(page_file, "grid:", "type: {text: 9pt}\ngrid:")
    if not message:
        assert load_page(page_file).column_mm == pytest.approx(39)
        return
    (found,) = faults(page_file)
    assert found.startswith(f"styles/page.yaml:5:17 P000 {message}")
    assert hint in found


@pytest.mark.parametrize("own", ["spot: White", "tint: 3"])
def test_paper_prints_nothing(page_file: Path, own: str) -> None:
    change(page_file, "paper: '#ffffff'", f"paper: {{screen: '#ffffff', press: cmyk(0 0 0 0), {own}}}")
    (found,) = faults(page_file)
    assert f"the ink ‘paper’ is the paper itself, and has no ‘{own.split(':')[0]}’" in found


@pytest.mark.parametrize(
    ("screen", "press"),
    [
        ("ffffff", (0, 0, 0, 0)),
        ("000000", (0, 0, 0, 100)),
        ("ff0000", (0, 100, 100, 0)),
        ("11564b", (80, 0, 13, 66)),
    ],
)
def test_the_naive_colour_of_a_press(screen: str, press: tuple[int, int, int, int]) -> None:
    assert Ink(*bytes.fromhex(screen)).naive_press == press


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
    ("old", "new", "found"),
    [
        ("inner: 10mm", "inner: 10cm", "3:17 S014 ‘margin.inner’ of the page is ‘10cm’"),
        ("inner: 10mm", "inner: 10", "3:17 S014 ‘margin.inner’ of the page is ‘10’"),
        ("inner: 10mm, ", "", "3:9 S012 ‘margin’ of the page has no ‘inner’"),
        ("inner: 10mm", "iner: 10mm", "3:10 S011 ‘margin’ of the page has no key ‘iner’"),
        ("inner: 10mm", "inner: 10mm, inner: 9mm", "3:23 S006 the key ‘inner’ stands twice"),
        ("columns: 1", "columns: 1mm", "4:17 S013 ‘grid.columns’ of the page is ‘1mm’; expected a whole number"),
        ("columns: 1", "columns: true", "4:17 S013 ‘grid.columns’ of the page is ‘true’; expected a whole number"),
        ("columns: 1", "columns: 0", "4:17 S014 ‘grid.columns’ of the page is ‘0’; the least is 1"),
        ("columns: 1, gutter: 0mm", "columns: 3, gutter: 50mm", "4:17 P000 grid.columns: 3 do not fit into 80.00mm"),
        ("lines: 30", "lines: 31", "4:40 P000 grid.lines: 31 lines of 12pt are 131.23mm, the margins leave 127.00mm"),
        (
            "baseline: 9pt",
            "baseline: 13pt",
            "4:69 P000 grid.baseline: 13pt is more than its line has, grid.leading: 12pt",
        ),
        ("width: 100mm", "width: 9000pt", "2:16 S014 ‘paper.width’ is ‘9000pt’; expected a length from 20mm to 1189mm"),
        ("leading: 12pt", "leading: 0pt", "4:53 S014 ‘grid.leading’ is ‘0pt’; expected a length from 1pt to 200pt"),
        ("'#000000'", "'#000'", "5:32 S014 ‘ink.black’ of the page is ‘#000’"),
        ("'#000000'", "#000000", "5:32 S005 YAML: a comment cuts a list or map short"),
        ("black: '#000000'", "black: 1mm", "5:32 S014 ‘ink.black’ of the page is ‘1mm’"),
        ("black:", "Pot Black: '#111111', black:", "5:25 S014 ‘Pot Black’ is no name of a measure"),
        ("{paper: '#ffffff', black: '#000000'}", "black", "5:6 S013 ‘ink’ of the page is ‘black’; expected a map"),
        ("{paper: '#ffffff', black: '#000000'}", "{}", "5:6 S012 ‘ink’ of the page has no ‘paper’"),
        (
            "paper: {",
            "type: {text: 13pt}\npaper: {",
            "2:14 P000 type.text: 13pt is more than its line has, grid.leading: 12pt",
        ),
        (
            "paper: {",
            "type: {text: 9000pt}\npaper: {",
            "2:14 S014 ‘type.text’ is ‘9000pt’; expected a length from 1pt to 100pt",
        ),
        ("paper: {", "paper-a7: {width: 9mm}\npaper: {", "2:11 S012 the paper ‘a7’ has no ‘height’"),
        ("paper: {", "leaf: {columns: 0}\npaper: {", "2:17 S014 ‘leaf.columns’ of the page is ‘0’; the least is 1"),
        ("paper: {", "leaf: {hue: blue}\npaper: {", "2:13 S014 ‘leaf.hue’ of the page is ‘blue’"),
        (
            "paper: {",
            "leaf: {a-b: 1mm}\nleaf-a: {b: 2mm}\npaper: {",
            "3:10 S006 ‘b’ of ‘leaf-a’ has the name --leaf-a-b in",
        ),
        (SMALL, "", "1:1 S008 the file holds no YAML"),
        (SMALL, "- paper", "1:1 S013 a list stands where the page is expected"),
        (SMALL, "a: [", "1:5 S005 YAML: did not find expected"),
    ],
)
def test_what_is_wrong_is_said_at_its_place(page_file: Path, old: str, new: str, found: str) -> None:
    change(page_file, old, new)
    assert any(fault.startswith(f"styles/page.yaml:{found}") for fault in faults(page_file)), faults(page_file)


def test_type_is_no_smaller_than_the_least_that_may_be(tmp_path: Path) -> None:
    file = tmp_path / "styles" / "page.yaml"
    file.parent.mkdir()
    text = (STYLES / "page.yaml").read_text(encoding="utf-8")
    file.write_text(text.replace("  small: 8pt\n  table", "  small: 7.4pt\n  table"), encoding="utf-8")
    (found,) = faults(file)
    assert found.startswith(
        "styles/page.yaml:41:10 P000 type.small: 7.4pt is smaller than the least type that may be, 7.5pt"
    )


def test_one_slip_is_one_finding(page_file: Path) -> None:
    change(page_file, "leading: 12pt", "leading: 9000pt")
    assert len(faults(page_file)) == 1


def test_all_faults_at_once(page_file: Path) -> None:
    change(change(page_file, "inner: 10mm", "inner: ten"), "columns: 1, ", "")
    change(page_file, "black: '#000000'", "black: {screen: '#000000', press: cmyk(0 0 0 0)}")
    assert [fault.split(" ")[1] for fault in faults(page_file)] == ["S014", "S012", "S014"]


def test_what_is_no_text_is_a_finding(page_file: Path) -> None:
    page_file.write_bytes(SMALL.encode("utf-16"))
    (found,) = faults(page_file)
    assert found.startswith("styles/page.yaml:1:1 S002 byte 0xFF is not UTF-8")


def test_no_file(tmp_path: Path) -> None:
    (found,) = faults(tmp_path / "styles" / "page.yaml")
    assert found == "styles/page.yaml:1:1 S001 the file cannot be read: No such file or directory"


def test_each_value_has_its_place(page_file: Path) -> None:
    page = load_page(page_file)
    assert str(page.place("ink-black")) == "styles/page.yaml:5:32"
    assert str(page.place("sheet", "grid")) == "styles/page.yaml:4:1"
    assert str(page.place("sheet")) == "styles/page.yaml:1:1"


def test_every_length_of_the_books_page_may_be_larger_and_smaller() -> None:
    """The ranges are for slips: an editor who tries another size is not stopped by them."""
    tree = measures_tree(STYLES / "page.yaml", [])
    assert tree is not None
    for group, node in entries_of(tree):
        for name, value in scalars_of(node).items():
            length = length_of(value.text)
            for scale in (0.8, 1.25) if length is not None else ():
                assert length is not None
                other = Scalar(f"{length.number * scale:g}{length.unit}", value.position, value.lines)
                changed = MapNode(
                    ((group, MapNode(((Key(name, value.position), other),), value.position)),), value.position
                )
                assert list(out_of_range(changed, RANGES)) == [], (group.text, name)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("  title-least: 9pt", "  title-least: 19pt", "cards.title-least: 19pt is more than cards.title: 15.5pt"),
        ("loosest: 300", "loosest: 100", "preflight.loosest: 100 is less than what is loose at all"),
        (
            "\nrosters-letter:",
            "\ncards-letter:\n  title: 8.5pt\n\nrosters-letter:",
            "cards.title-least: 9pt is more than cards-letter.title: 8.5pt",
        ),
    ],
)
def test_a_least_is_no_more_than_that_of_which_it_is_the_least(tmp_path: Path, old: str, new: str, said: str) -> None:
    file = tmp_path / "styles" / "page.yaml"
    file.parent.mkdir()
    text = (STYLES / "page.yaml").read_text(encoding="utf-8")
    assert old in text
    changed = text.replace(old, new)
    file.write_text(changed, encoding="utf-8")
    (found,) = faults(file)
    key = new.strip().splitlines()[min(1, new.strip().count("\n"))].strip()
    line = next(n for n, one in enumerate(changed.splitlines(), 1) if one.strip() == key)
    assert found.startswith(f"styles/page.yaml:{line}:"), found
    assert said in found
