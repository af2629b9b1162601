"""The finished sheets of a roster, empty and filled, read from the PDFs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pytest
from pypdf import PdfReader

from rulebook.compose.environment import template_environment
from rulebook.compose.forms import compose_forms
from rulebook.finding import Finding
from rulebook.form_fields import FieldFinish, finish_fields
from rulebook.load import load_book
from rulebook.load.book import own_schema
from rulebook.load.forms import read_forms
from rulebook.model import Book
from rulebook.product import product_page, set_product
from rulebook.progress import Progress
from rulebook.roster_sheets import declared_forms, set_roster_sheets
from rulebook.source import Position
from rulebook.unknown_name import UnknownNameError
from tests.conftest import REPOSITORY
from tests.editing import edit
from tests.finished_pdf import squeezed
from tests.game_nouns import load_yaml

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("roster-sheets")]

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
POINTS = 72 / 25.4
LEAST = 7.5


@dataclass(frozen=True)
class Field:
    """A field of a PDF: its name, what is told of it, its value, its page and its box in points."""

    name: str
    tip: str
    value: str
    kind: str
    page: int
    box: tuple[float, float, float, float]
    widget: Any


@dataclass(frozen=True)
class SetSheets:
    path: Path
    pages: int
    fields: tuple[Field, ...]

    def values(self) -> dict[str, str]:
        return {field.name: field.value for field in self.fields}


@pytest.fixture(scope="module")
def book() -> Book:
    loaded = load_book(REPOSITORY)
    assert loaded.book is not None
    return loaded.book


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], SetSheets]:
    """The sheets by paper, `empty` and `example`."""
    folder = tmp_path_factory.mktemp("sheets")
    found = {}
    for paper in PAPERS:
        with Progress() as progress:
            results = set_roster_sheets(REPOSITORY, folder / f"{paper}.pdf", progress, paper=paper)
        for name, result in zip(("empty", "example"), results, strict=True):
            assert result.findings == ()
            assert result.output is not None
            found[paper, name] = SetSheets(result.output, result.pages, tuple(_fields(result.output)))
    return found


def _fields(path: Path) -> Iterator[Field]:
    for number, page in enumerate(PdfReader(path).pages):
        for reference in page.get("/Annots", ()):
            widget = reference.get_object()
            if widget["/Subtype"] == "/Widget":
                left, bottom, right, top = (float(v) for v in widget["/Rect"])
                text = str(widget.get("/V", ""))
                box = (left, bottom, right, top)
                yield Field(str(widget["/T"]), str(widget["/TU"]), text, str(widget["/FT"]), number, box, widget)


FORMS = [(paper, name) for paper in PAPERS for name in ("empty", "example")]


@pytest.mark.parametrize("form", FORMS)
def test_one_page_for_the_whole_and_one_for_four_members(
    printed: dict[tuple[str, str], SetSheets], form: tuple[str, str]
) -> None:
    found = printed[form]
    assert found.pages == (3 if form[1] == "empty" else 2)
    document = pdfium.PdfDocument(found.path)
    for page in document:
        assert [round(v / POINTS, 1) for v in page.get_size()] == pytest.approx(PAPERS[form[0]], abs=0.1)


@pytest.mark.parametrize("form", FORMS)
def test_each_field_has_a_name_of_its_own_and_says_what_it_is_for(
    printed: dict[tuple[str, str], SetSheets], form: tuple[str, str]
) -> None:
    fields = printed[form].fields
    names = [field.name for field in fields]
    assert len(names) > 200
    assert len(set(names)) == len(names)
    tips = [field.tip for field in fields]
    assert len(set(tips)) == len(tips)
    assert all(re.fullmatch(r"(Oathband|Pilgrim \d): .+", tip) for tip in tips)


@pytest.mark.parametrize("form", FORMS)
def test_the_tab_key_goes_as_one_reads(
    printed: dict[tuple[str, str], SetSheets], form: tuple[str, str], book: Book
) -> None:
    findings: list[Finding] = []
    forms = declared_forms(book, form[0])
    if form[1] == "empty":
        composed = compose_forms(book, forms, None, template_environment(REPOSITORY / "templates"), findings)
        assert [field.name for field in printed[form].fields] == [field.name for field in composed.fields]
    reader = PdfReader(printed[form].path)
    assert all(str(page["/Tabs"]) == "/S" for page in reader.pages)
    # That is the order of the structure: each field stands in it once, and there in the order of the page.
    assert list(_in_structure(reader.root_object["/StructTreeRoot"])) == [f.name for f in printed[form].fields]
    assert all("/StructParent" in field.widget for field in printed[form].fields)
    # Members are read one after another, the left one before the right one.
    first: dict[str, Field] = {}
    for field in printed[form].fields:
        if match := re.match(r"pilgrim-(\d)", field.name):
            first.setdefault(match[1], field)
    assert list(first) == sorted(first)
    for left, right in (("1", "2"), ("3", "4")):
        assert first[left].box[0] < first[right].box[0]
        assert first[left].box[3] == pytest.approx(first[right].box[3])


def _in_structure(node: Any) -> Iterator[str]:
    node = node.get_object()
    if isinstance(node, list):
        for child in node:
            yield from _in_structure(child)
    elif isinstance(node, dict):
        if node.get("/Type") == "/OBJR":
            widget = node["/Obj"].get_object()
            if widget["/Subtype"] == "/Widget":
                yield str(widget["/T"])
        elif "/K" in node:
            yield from _in_structure(node["/K"])


@pytest.mark.parametrize("form", FORMS)
def test_no_field_leaves_the_page_or_lies_on_another(
    printed: dict[tuple[str, str], SetSheets], form: tuple[str, str]
) -> None:
    width, height = (v * POINTS for v in PAPERS[form[0]])
    for field in printed[form].fields:
        left, bottom, right, top = field.box
        assert 20 < left < right < width - 20, field.name
        assert 20 < bottom < top < height - 20, field.name
        # What is written by hand or typed needs room.
        assert top - bottom >= (9 if field.kind == "/Btn" else 13), field.name
    for one, other in combinations(printed[form].fields, 2):
        if one.page == other.page:
            apart = (
                one.box[2] <= other.box[0] + 0.1
                or other.box[2] <= one.box[0] + 0.1
                or one.box[3] <= other.box[1] + 0.1
                or other.box[3] <= one.box[1] + 0.1
            )
            assert apart, (one.name, other.name)


@pytest.mark.parametrize("form", FORMS)
def test_no_text_leaves_the_page_or_lies_on_a_field(
    printed: dict[tuple[str, str], SetSheets], form: tuple[str, str]
) -> None:
    found = printed[form]
    document = pdfium.PdfDocument(found.path)
    for number, page in enumerate(document):
        width, height = page.get_size()
        text = page.get_textpage()
        boxes = [field.box for field in found.fields if field.page == number]
        for index in range(text.count_chars()):
            if not text.get_text_range(index, 1).strip():
                continue
            left, bottom, right, top = text.get_charbox(index)
            assert 20 < left < right < width - 20
            assert 20 < bottom < top < height - 20
            x, y = (left + right) / 2, (bottom + top) / 2
            assert not any(b[0] < x < b[2] and b[1] < y < b[3] for b in boxes)


def test_the_empty_sheets_are_empty(printed: dict[tuple[str, str], SetSheets]) -> None:
    values = set(printed["a4", "empty"].values().values())
    assert values == {"", "/Off"}


def test_the_numbers_of_lines_and_boxes_are_those_of_the_rules(printed: dict[tuple[str, str], SetSheets]) -> None:
    names = [field.name for field in printed["a4", "empty"].fields]

    def count(start: str) -> int:
        return sum(bool(re.fullmatch(rf"{start}-\d+", name)) for name in names)

    assert {re.match(r"pilgrim-\d", name)[0] for name in names if name.startswith("pilgrim")} == {  # type: ignore[index]
        f"pilgrim-{n}" for n in range(1, 9)
    }
    assert (count("pilgrim-1-weapon"), count("pilgrim-1-armour"), count("pilgrim-1-item")) == (2, 1, 3)
    assert count("oathband-hoard") == 16
    for vow in load_yaml(REPOSITORY / "content" / "data" / "vows.yaml")["entries"]:
        song = vow["song"].removeprefix("song-of-")
        assert count(f"oathband-{song}-{vow['id']}") == int(vow["count"]), vow["id"]


def test_the_example_holds_what_the_data_says(printed: dict[tuple[str, str], SetSheets], book: Book) -> None:
    values = printed["a4", "example"].values()
    entries = load_yaml(REPOSITORY / "content" / "data" / "first-road.yaml")["entries"]
    names = {
        entry.id: entry.name
        for set_id in ("melee-weapons", "ranged-weapons", "armour", "items", "lore")
        for entry in book.sets[set_id].entries
    }
    assert values["oathband-name"] == "The First Road Oathband"
    assert values["oathband-leader"] == "The Stalwart"
    assert values["oathband-characters"] == "4"
    assert values["oathband-supplies"] == "60"
    for number, entry in enumerate(entries, 1):
        start = f"pilgrim-{number}-"
        assert values[f"{start}name"] == entry["name"]
        for field in ("might", "aim", "valour", "ward", "endurance"):
            assert int(values[start + field]) == int(entry[field]), (entry["id"], field)
        lines = [values[name] for name in values if re.fullmatch(start + r"(weapon|armour|item|worn)-\d", name)]
        assert sorted(filter(None, lines)) == sorted(names[id_] for id_ in entry["equipment"])
        lore = [values[name] for name in values if re.fullmatch(start + r"lore-\d", name)]
        assert list(filter(None, lore)) == [names[id_] for id_ in entry["lore"]]
        assert sum(name.startswith(f"{start}harm-") for name in values) == int(entry["endurance"])
    assert sum(int(values[f"pilgrim-{n}-cost"]) for n in range(1, 5)) == 600 - 60


def test_each_value_prints_as_it_is_held(printed: dict[tuple[str, str], SetSheets]) -> None:
    """The appearance of a field is set in the book's font and shows its value, letter by letter."""
    found = printed["a4", "example"]
    form: Any = PdfReader(found.path).root_object["/AcroForm"]
    assert "/NeedAppearances" not in form
    font = form["/DR"]["/Font"]["/Text"]
    assert font["/BaseFont"] == "/Spectral"
    assert "/FontFile2" in font["/FontDescriptor"]
    differences = font["/Encoding"].get("/Differences", [])
    others = {int(c): chr(int(str(n)[4:], 16)) for c, n in zip(differences[::2], differences[1::2], strict=True)}
    for field in found.fields:
        content = field.widget["/AP"]["/N"]
        if field.kind == "/Btn":
            assert set(content) == {"/on", "/Off"}
            continue
        shown = re.findall(rb"<([0-9a-f]*)> Tj", content.get_data())
        text = "".join(
            others.get(b) or bytes([b]).decode("cp1252") for code in shown for b in bytes.fromhex(code.decode())
        )
        assert text == field.value, field.name


def test_printing_shows_the_values(printed: dict[tuple[str, str], SetSheets]) -> None:
    """The picture of a filled field has ink where that of the empty one has none."""
    pictures = []
    for name in ("empty", "example"):
        document = pdfium.PdfDocument(printed["a4", name].path)
        document.init_forms()
        pictures.append(document[0].render(scale=2, may_draw_forms=True).to_pil().convert("L"))
    left, bottom, right, top = next(f.box for f in printed["a4", "example"].fields if f.name == "oathband-name")
    height = PAPERS["a4"][1] * POINTS
    inner = (int(2 * left), int(2 * (height - top)) + 2, int(2 * right), int(2 * (height - bottom)) - 3)
    empty, filled = (picture.crop(inner).getextrema()[0] for picture in pictures)
    assert empty > 200
    assert filled < 120


def test_the_same_bytes_each_time(tmp_path: Path, printed: dict[tuple[str, str], SetSheets]) -> None:
    with Progress() as progress:
        results = set_roster_sheets(REPOSITORY, tmp_path / "again.pdf", progress, paper="a4")
    for name, result in zip(("empty", "example"), results, strict=True):
        assert result.output is not None
        assert result.output.read_bytes() == printed["a4", name].path.read_bytes()


def test_what_is_printed_of_the_vows_stands_in_the_data(printed: dict[tuple[str, str], SetSheets], book: Book) -> None:
    document = pdfium.PdfDocument(printed["a4", "empty"].path)
    text = squeezed(document[0].get_textpage().get_text_range())
    for entry in book.sets["vows"].entries:
        assert squeezed(entry.name) in text
    # Labels are in small capitals, and can be copied and read aloud all the same.
    for label in ("Name", "Player", "Legacy", "Sworn", "Thefallen"):
        assert label in text


# The fields, apart from the sheets


@pytest.fixture(scope="module")
def unfinished(book: Book, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The empty sheets as the engine sets them."""
    path = tmp_path_factory.mktemp("unfinished") / "sheets.pdf"
    findings: list[Finding] = []
    forms = declared_forms(book, "a4")
    composed = compose_forms(book, forms, None, template_environment(REPOSITORY / "templates"), findings)
    page = product_page(REPOSITORY, "rosters", "a4")
    with Progress() as progress:
        result = set_product(book, composed.html, page, REPOSITORY / "styles/rosters.css", path, progress)
    assert (*findings, *result.findings) == ()
    return path


def test_a_value_that_does_not_fit_is_found_and_nothing_is_written(
    tmp_path: Path, printed: dict[tuple[str, str], SetSheets], unfinished: Path
) -> None:
    found = printed["a4", "empty"]
    fields = [FieldFinish(field.name, field.tip, "") for field in found.fields]
    at = next(i for i, field in enumerate(fields) if field.name == "pilgrim-1-might")
    output = tmp_path / "out.pdf"
    output.write_text("as it was")
    for value, said in (("very much indeed", "does not fit"), ("\u4e2d", "the font has no \u4e2d")):
        changed = [*fields[:at], replace(fields[at], value=value), *fields[at + 1 :]]
        findings = finish_fields(unfinished, changed, output, LEAST)
        assert [f.code for f in findings] == ["P009"]
        assert "‘pilgrim-1-might’" in findings[0].message
        assert said in findings[0].message
        assert output.read_text() == "as it was"
    assert list(tmp_path.iterdir()) == [output]


def test_a_value_is_made_smaller_until_it_fits_and_may_have_uncommon_letters(
    tmp_path: Path, printed: dict[tuple[str, str], SetSheets], unfinished: Path
) -> None:
    found = printed["a4", "empty"]
    value = "Łucja of the Long Road, −1″ and more"
    fields = [FieldFinish(f.name, f.tip, value if f.name == "pilgrim-1-name" else "") for f in found.fields]
    output = tmp_path / "out.pdf"
    assert finish_fields(unfinished, fields, output, LEAST) == ()
    field = next(field for field in _fields(output) if field.name == "pilgrim-1-name")
    assert field.value == value
    size = float(re.search(r"/Text ([\d.]+) Tf", field.widget["/DA"])[1])  # type: ignore[index]
    assert LEAST <= size < 9.5
    document = pdfium.PdfDocument(output)
    document.init_forms()
    picture = document[1].render(scale=3, may_draw_forms=True).to_pil().convert("L")
    left, bottom, right, top = field.box
    height = PAPERS["a4"][1] * POINTS
    inner = (int(3 * left), int(3 * (height - top)) + 3, int(3 * right), int(3 * (height - bottom)) - 4)
    assert picture.crop(inner).getextrema()[0] < 120


def _sizes(path: Path) -> dict[str, float]:
    """The size in which each filled field of a finished PDF is set, as it is shown and as it is typed in."""
    found = {}
    for field in _fields(path):
        if field.kind == "/Tx" and field.value:
            shown = re.search(rb"/Text ([\d.]+) Tf", field.widget["/AP"]["/N"].get_data())
            typed = re.search(r"/Text ([\d.]+) Tf", field.widget["/DA"])
            assert shown is not None
            assert typed is not None
            found[field.name] = min(float(shown[1]), float(typed[1]))
    return found


@pytest.mark.parametrize("paper", PAPERS)
def test_no_value_of_the_example_is_in_small_type(printed: dict[tuple[str, str], SetSheets], paper: str) -> None:
    sizes = _sizes(printed[paper, "example"].path)
    assert len(sizes) > 40
    assert min(sizes.values()) >= LEAST


LISTED = {
    "weapon": ("melee-weapons", "ranged-weapons"),
    "armour": ("armour",),
    "item": ("items",),
    "worn": ("melee-weapons", "ranged-weapons", "items"),
    "lore": ("lore",),
    "origin": ("lore",),
    "injury": ("injuries",),
}


@pytest.mark.parametrize("line", LISTED)
def test_the_longest_name_that_a_line_may_hold_fits(
    tmp_path: Path, printed: dict[tuple[str, str], SetSheets], unfinished: Path, book: Book, line: str
) -> None:
    longest = max((entry.name for name in LISTED[line] for entry in book.sets[name].entries), key=len)
    at = f"pilgrim-1-{line}-1"
    output = tmp_path / "out.pdf"
    fields = [FieldFinish(f.name, f.tip, longest if f.name == at else "") for f in printed["a4", "empty"].fields]
    assert finish_fields(unfinished, fields, output, LEAST) == ()
    assert _sizes(output).keys() == {at}
    assert _sizes(output)[at] >= LEAST


def test_a_value_that_would_fit_in_smaller_type_alone_is_found(
    tmp_path: Path, printed: dict[tuple[str, str], SetSheets], unfinished: Path
) -> None:
    value = "Even longer than the longest of all that are given"
    source = Position("band.yaml", 7, 5)
    fields = [
        FieldFinish(f.name, f.tip, value, source=source)
        if f.name == "pilgrim-1-name"
        else FieldFinish(f.name, f.tip, "")
        for f in printed["a4", "empty"].fields
    ]
    assert finish_fields(unfinished, fields, tmp_path / "small.pdf", 5.0) == ()
    assert 5.0 <= _sizes(tmp_path / "small.pdf")["pilgrim-1-name"] < LEAST
    (finding,) = finish_fields(unfinished, fields, tmp_path / "out.pdf", LEAST)
    assert (finding.code, finding.position) == ("P009", source)
    assert "not even at 7.5 points" in finding.message
    assert not (tmp_path / "out.pdf").exists()


def test_fields_that_are_not_those_declared_are_found(
    tmp_path: Path, printed: dict[tuple[str, str], SetSheets], unfinished: Path
) -> None:
    found = printed["a4", "empty"]
    fields = [FieldFinish(field.name, field.tip, "") for field in found.fields]
    findings = finish_fields(unfinished, [*fields[1:], FieldFinish("other", "Other", "")], tmp_path / "out.pdf", LEAST)
    assert sorted(f.message for f in findings) == [
        "the field ‘oathband-name’: it is not declared, or is there twice",
        "the field ‘other’: it is not in the PDF",
    ]


# The declaration


FAULTS = {
    "unknown kind": ("kind: oathband\n", "kind: oathbant\n", "S021"),
    "unknown example": ("example: first-road", "example: first-rod", "S021"),
    "unknown set": ("label: Statuses, set: statuses,", "label: Statuses, set: statusses,", "S021"),
    "unknown entry": ("shrouded]", "shroud]", "S021"),
    "unknown field": (
        "text: short, boxes: count}\n      - title: Song of Vigil",
        "text: shirt, boxes: count}\n      - title: Song of Vigil",
        "S021",
    ),
    "id twice": (
        "{id: renown, label: Renown, value: renown_start",
        "{id: cost, label: Renown, value: renown_start",
        "S020",
    ),
    "missing key": ("id: weapon, label: Weapon, count: weapon_slots,", "id: weapon, label: Weapon,", "S012"),
    "unknown key": ("{kind: lines, id: weapon,", "{kind: lines, lines: 3, id: weapon,", "S011"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_the_declaration_is_found_at_its_place(book: Book, tmp_path: Path, fault: str) -> None:
    old, new, code = FAULTS[fault]
    folder = tmp_path / "content" / "products"
    folder.mkdir(parents=True)
    path = folder / "rosters.yaml"
    path.write_text((REPOSITORY / "content/products/rosters.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    edit(path, old, new)
    findings: list[Finding] = []
    assert read_forms(replace(book, root=tmp_path), "rosters", own_schema("forms"), findings) is None
    assert len(findings) == 1, findings
    assert findings[0].position.path == "content/products/rosters.yaml"
    assert findings[0].position.line == 1 + path.read_text(encoding="utf-8").partition(new)[0].count("\n")
    assert findings[0].code == code


def test_a_paper_that_is_not_declared_is_found(book: Book) -> None:
    said = r"the sheets are not set for the paper ‘letre’; there is a4, letter; did you mean ‘letter’\?"
    with pytest.raises(UnknownNameError, match=said):
        declared_forms(book, "letre")


def test_a_formula_that_cannot_be_computed_is_found_at_its_place(book: Book, tmp_path: Path) -> None:
    folder = tmp_path / "content" / "products"
    folder.mkdir(parents=True)
    path = folder / "rosters.yaml"
    path.write_text((REPOSITORY / "content/products/rosters.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    edit(path, "count: weapon_slots,", "count: weapon_slits,")
    findings: list[Finding] = []
    forms = read_forms(replace(book, root=tmp_path), "rosters", own_schema("forms"), findings)
    assert forms is not None
    compose_forms(book, forms, None, template_environment(REPOSITORY / "templates"), findings)
    assert [f.code for f in findings] == ["C007"]
    assert "weapon_slits" in findings[0].message
