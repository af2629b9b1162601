"""Figures are drawn from values that the rules compute; a fault is found at its place, in the data or the template."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest
from jinja2 import UndefinedError

from rulebook.check.run import run_checks
from rulebook.compose.book import compose_book
from rulebook.compose.figure_values import Drawn, Inches, Named, UndrawableError, compute, drawn, signed, written
from rulebook.compose.figures import FigureError
from rulebook.load import load_book
from rulebook.model import Book, Computed
from rulebook.progress import Progress
from rulebook.rules.values import EntryValue, ListValue, RecordValue, Text, Truth, inches, plain
from rulebook.source import Position
from rulebook.volume import set_volume
from tests.conftest import REPOSITORY
from tests.editing import edit

SVG = "{http://www.w3.org/2000/svg}"


def loaded(root: Path) -> Book:
    found = load_book(root)
    assert found.findings == ()
    assert found.book is not None
    return found.book


def drawing(root: Path) -> ElementTree.Element:
    html = compose_book(loaded(root), REPOSITORY / "templates", 5)
    return ElementTree.fromstring(html[html.index("<svg") : html.index("</svg>") + 6])


def depths(root: Path) -> list[float]:
    """How deep each line of the tiny book's drawing hangs: to the point of its arrow."""
    points = [path.get("d", "").split() for path in drawing(root).iter(f"{SVG}path")]
    return [float(point[2]) - 13 for point in points]


def test_values_are_given_as_numbers_lengths_texts_and_lists() -> None:
    given = ListValue(
        (
            plain(3),
            plain(Fraction(1, 4)),
            inches(6),
            Text("a"),
            Truth(True),
            EntryValue("gear", "knife", "Knife"),
            RecordValue((("ebb", plain(1)),)),
        )
    )
    value = drawn(given)
    assert value == (3, 0.25, 6.0, "a", True, Named("gear", "knife", "Knife"), {"ebb": 1})
    assert isinstance(value, tuple)
    assert [type(item) for item in value[:3]] == [int, float, Inches]


def test_values_are_printed_as_the_book_writes_them() -> None:
    values: list[Drawn] = [-2, 3, 0.5, Inches(6), Inches(-3), "a-b", Named("gear", "knife", "Knife")]
    assert [written(value) for value in values] == ["−2", "3", "0.5", "6″", "−3″", "a-b", "Knife"]
    assert [signed(value) for value in (2, -2, 0)] == ["+2", "−2", "0"]


def test_a_drawing_follows_the_data(tiny_book: Path) -> None:
    assert depths(tiny_book) == [19.5, 39, 9.75]
    edit(tiny_book / "content" / "data" / "stats.yaml", "base: 2", "base: 3")
    edit(tiny_book / "content" / "data" / "drawings.yaml", "[2]{is", "[3]{is")
    assert depths(tiny_book) == [29.25, 39, 9.75]
    assert run_checks(loaded(tiny_book)).errors == ()


def test_labels_keep_their_lines_and_faces(tiny_book: Path) -> None:
    data = tiny_book / "content" / "data" / "drawings.yaml"
    edit(data, "      water: the *water*\n", "      water: |\n        the *water*\n        of the **street**\n")
    texts = [t for t in drawing(tiny_book).iter(f"{SVG}text") if t.get("text-anchor") == "end"]
    assert [[span.text for span in text] for text in texts] == [["the ", "water"], ["of the ", "street"]]
    assert [span.get("font-style") for span in texts[0]] == ["normal", "italic"]
    assert [span.get("font-weight") for span in texts[1]] == ["400", "600"]
    assert float(texts[1].get("y", "")) > float(texts[0].get("y", ""))


def test_texts_are_escaped(tiny_book: Path) -> None:
    edit(tiny_book / "content" / "data" / "stats.yaml", "name: Brawn", "name: A < B & C")
    edit(tiny_book / "content" / "data" / "drawings.yaml", "Brawn goes", "Strength goes")
    assert any("".join(text.itertext()) == "A < B & C" for text in drawing(tiny_book).iter(f"{SVG}text"))


def test_a_value_that_cannot_be_computed_is_found_and_a_draft_goes_without_the_drawing(tiny_book: Path) -> None:
    edit(tiny_book / "content" / "data" / "drawings.yaml", "number(stat.base)", "number(stat.bass)")
    book = loaded(tiny_book)
    found = run_checks(book).errors
    assert [(f.code, str(f.position)) for f in found] == [("E108", "content/data/drawings.yaml:12:24")]
    assert found[0].breadcrumb[1:] == ("The Crew", "Soundings")
    assert "‘depths’ of the figure ‘Soundings’" in found[0].message
    html = compose_book(book, REPOSITORY / "templates", 5)
    assert "<svg" not in html
    assert "Picture 1. Soundings" in html


def test_dice_are_no_value_to_draw(tiny_book: Path) -> None:
    book = loaded(tiny_book)
    with pytest.raises(UndrawableError):
        compute(book, Computed("D6", Position("x")))
    edit(tiny_book / "content" / "data" / "drawings.yaml", "[stat.name for stat in rows('stats')]", "D6 + D6")
    assert [f.code for f in run_checks(loaded(tiny_book)).errors] == ["E108"]


@pytest.mark.parametrize("wrong", ["values.nmaes", "labels.clear", "inks.puce", "canvas.widht", "nothing"])
def test_an_undefined_name_in_a_template_is_an_error(tiny_book: Path, wrong: str) -> None:
    template = tiny_book / "figures" / "soundings.svg.j2"
    edit(template, "{% set fathom =", f"{{{{ {wrong} }}}}\n{{% set fathom =")
    with pytest.raises(UndefinedError):
        compose_book(loaded(tiny_book), REPOSITORY / "templates", 5)


def test_a_template_that_makes_no_svg_is_an_error(tiny_book: Path) -> None:
    edit(tiny_book / "figures" / "soundings.svg.j2", "{% set fathom =", "<g>\n{% set fathom =")
    with pytest.raises(FigureError, match="mismatched tag"):
        compose_book(loaded(tiny_book), REPOSITORY / "templates", 5)


@pytest.mark.parametrize(
    ("wrong", "finding"),
    [
        ("{{ labels.wtaer }}\n", "6 C002 the template cannot be set: there is no ‘wtaer’ here; did you mean ‘water’?"),
        (
            "{{ mark.lin(0, 0, 1, 1) }}\n",
            "6 C002 the template cannot be set: there is no ‘lin’ here; did you mean ‘line’?",
        ),
        (
            "{% for n in range(values.depht) %}{% endfor %}\n",
            "6 C002 the template cannot be set: there is no ‘depht’ here; did you mean ‘depths’?",
        ),
        ("{{ vlaues }}\n", "6 C002 the template cannot be set: there is no ‘vlaues’ here"),
        ("{{ canvas.width / 0 }}\n", "6 C002 the template cannot be set: float division by zero"),
        (
            "{{ labels.water * 2 }}\n",
            "6 C002 the template cannot be set: unsupported operand type(s) for *: 'Label' and 'int'",
        ),
        ("{{ values.depths[9] + 1 }}\n", "6 C002 the template cannot be set: there is no ‘9’ here"),
        ("{% sett x = 1 %}\n", "6 C001 the template cannot be read: Encountered unknown tag 'sett'."),
        ("<g>\n", "1 C003 the figure cannot be drawn: what it draws is no SVG: mismatched tag: line "),
    ],
)
def test_a_fault_of_a_template_is_a_finding_at_its_line(tiny_book: Path, wrong: str, finding: str) -> None:
    edit(tiny_book / "figures" / "soundings.svg.j2", "{% set fathom =", f"{wrong}{{% set fathom =")
    with Progress() as progress:
        volume = set_volume(tiny_book, None, progress)
    (found,) = volume.findings
    assert found.position.path == "figures/soundings.svg.j2"
    assert f"{found.position.line} {found.code} {found.message}".startswith(finding)
    assert volume.output is None
