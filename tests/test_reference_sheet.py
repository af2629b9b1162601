"""The finished sheet, in all its forms, read from the PDFs. All these tests share one build of the book."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping
from ctypes import c_uint
from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import Path

import pypdfium2 as pdfium
import pypdfium2.raw as raw
import pytest
from PIL import ImageChops
from pypdf import PdfReader

from rulebook.compose.values import value_at, value_text
from rulebook.load import load_book
from rulebook.load.fields import references_in
from rulebook.load.references import link_targets
from rulebook.load.sheets import Sheet, SheetPart
from rulebook.model import Book, Entry
from rulebook.page_numbers import page_numbers
from rulebook.page_stamp import SUFFIX, stamp
from rulebook.product import product_page
from rulebook.progress import Progress
from rulebook.reference_sheet import declared_sheet, set_sheet
from rulebook.render.page import Page
from rulebook.render.pdf import render_pdf
from rulebook.unknown_name import UnknownNameError
from rulebook.volume import composed_document
from tests.conftest import REPOSITORY
from tests.finished_pdf import squeezed

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("sheet")]

PAPERS = {"a4": (2, 210, 297), "letter": (2, 215.9, 279.4), "a5": (4, 148, 210)}
FORMS = [(paper, low_ink) for paper in PAPERS for low_ink in (False, True)]

SMALLEST_PT = 7.5
# The titles of the sections are set larger than this, and by less than a point; and how wide a column is on A4.
SECTION_PT = 11.0
COLUMN_PT = 172

# As wide and as high as no stroke of a letter and no thin rule.
AREA_PT = (12, 1.5)


@dataclass(frozen=True)
class Run:
    """A character on a page: its box in points, its size, and its colour."""

    text: str
    box: tuple[float, float, float, float]
    size: float
    colour: tuple[int, int, int]


@dataclass(frozen=True)
class SetSheet:
    """One form of the sheet: its file, and the characters of each page."""

    path: Path
    paper: str
    low_ink: bool
    pages: tuple[tuple[Run, ...], ...]

    @property
    def text(self) -> str:
        return squeezed("".join(run.text for page in self.pages for run in page))


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the book, set."""
    folder = tmp_path_factory.mktemp("sheet")
    for name in ("content", "templates", "styles", "figures"):
        shutil.copytree(REPOSITORY / name, folder / name)
    loaded = load_book(folder)
    assert loaded.book is not None, [str(f) for f in loaded.findings]
    document = composed_document(loaded.book)
    finished = folder / "dist" / f"{loaded.book.metadata.id}.pdf"
    assert render_pdf(document, finished).findings == ()
    stamp(document, finished)
    return folder


@pytest.fixture(scope="module")
def book(root: Path) -> Book:
    loaded = load_book(root)
    assert loaded.book is not None
    return loaded.book


@pytest.fixture(scope="module")
def sheet(book: Book) -> Sheet:
    return declared_sheet(book, "a4")


@pytest.fixture(scope="module")
def printed(root: Path) -> dict[tuple[str, bool], SetSheet]:
    """Every form, set."""
    found = {}
    for paper, low_ink in FORMS:
        with Progress() as progress:
            result = set_sheet(root, None, progress, paper=paper, low_ink=low_ink)
        assert result.findings == ()
        assert result.output is not None
        found[paper, low_ink] = SetSheet(result.output, paper, low_ink, tuple(_pages(result.output)))
    return found


def _pages(path: Path) -> Iterator[tuple[Run, ...]]:
    document = pdfium.PdfDocument(path)
    for page in document:
        text = page.get_textpage()
        yield tuple(_runs(text))


def _runs(text: pdfium.PdfTextPage) -> Iterator[Run]:
    for index in range(text.count_chars()):
        character = text.get_text_range(index, 1)
        if character.strip():
            red, green, blue, alpha = c_uint(), c_uint(), c_uint(), c_uint()
            raw.FPDFText_GetFillColor(text, index, red, green, blue, alpha)
            size = raw.FPDFText_GetFontSize(text, index)
            matrix = raw.FS_MATRIX()
            raw.FPDFText_GetMatrix(text, index, matrix)
            scale = abs(matrix.d) or 1.0
            yield Run(character, text.get_charbox(index), size * scale, (red.value, green.value, blue.value))


@pytest.fixture(params=FORMS, ids=[f"{paper}-{'low' if low else 'inks'}" for paper, low in FORMS])
def form(request: pytest.FixtureRequest, printed: dict[tuple[str, bool], SetSheet]) -> SetSheet:
    return printed[request.param]


def _parts(sheet: Sheet) -> Iterator[SheetPart]:
    return (part for face in sheet.faces for section in face.sections for part in section.parts)


def _paths(part: SheetPart, entry: Entry) -> Iterator[tuple[str, ...]]:
    yield from (path for column in part.columns for path in (column.value, column.note) if path)
    yield from (path for path in (part.text_of(entry), part.tag) if path)
    if part.kind in ("list", "line"):
        yield ("name",)


def _said(book: Book, entry: Entry, path: tuple[str, ...]) -> str:
    return squeezed(entry.name if path == ("name",) else value_text(book, value_at(book, entry.fields, path)))


# Its pages and its paper


def test_it_fills_its_pages(form: SetSheet) -> None:
    pages, width, height = PAPERS[form.paper]
    reader = PdfReader(form.path)
    assert len(reader.pages) == pages
    for page in reader.pages:
        assert float(page.mediabox.width) == pytest.approx(width * 72 / 25.4, abs=0.1)
        assert float(page.mediabox.height) == pytest.approx(height * 72 / 25.4, abs=0.1)
    assert all(len(page) > 300 for page in form.pages)


def test_the_files_say_which_form_they_are(printed: dict[tuple[str, bool], SetSheet]) -> None:
    assert {s.path.name for s in printed.values()} == {
        f"quick-reference{paper}{ink}.pdf" for paper in ("", "-letter", "-a5") for ink in ("", "-low-ink")
    }


# What it says


def test_it_shows_all_that_it_declares(form: SetSheet, book: Book, sheet: Sheet) -> None:
    missing = [
        (entry.anchor, path)
        for part in _parts(sheet)
        for entry in part.entries
        for path in _paths(part, entry)
        if _said(book, entry, path) not in form.text
    ]
    assert missing == []


@pytest.mark.parametrize(
    "name",
    [
        "attributes", "deeds", "situations", "melee-weapons", "ranged-weapons", "armour", "items", "statuses",
        "light-levels", "seasons", "waymarks", "injuries", "blessings", "reminders",
    ],
)  # fmt: skip
def test_nothing_of_a_whole_set_is_left_out(book: Book, sheet: Sheet, name: str) -> None:
    shown = {entry.id for part in _parts(sheet) for entry in part.entries if entry.set == name}
    assert shown == {entry.id for entry in book.sets[name].entries}


def test_it_shows_the_short_form_of_whatever_has_one(book: Book, sheet: Sheet) -> None:
    for part in _parts(sheet):
        for entry in part.entries:
            shown = {path[0] for path in _paths(part, entry)}
            assert "short" in shown or "short" not in entry.fields, (part.position, entry.id)


def test_each_term_that_equipment_bears_is_said_unless_its_name_says_it(book: Book, sheet: Sheet) -> None:
    equipment = ("melee-weapons", "ranged-weapons", "armour", "items")
    borne = {
        reference.id
        for name in equipment
        for entry in book.sets[name].entries
        for reference in references_in(entry.fields["lore"])
    }
    shown = {entry.id: entry for part in _parts(sheet) for entry in part.entries if entry.set == "lore"}
    assert shown.keys() < borne
    left_out = [entry for entry in book.sets["lore"].entries if entry.id in borne - shown.keys()]
    said = {value_text(book, entry.fields["text"]).replace(entry.name, "It") for entry in left_out}
    # `Ward (+1)` needs no words that say that Ward is modified by 1.
    assert all(re.fullmatch(r"[^.]* modified by X″?\.", text) for text in said), said


@pytest.mark.parametrize(
    ("says", "never"),
    [
        ("Aid A Knocked Down ally within 1″ Stands now", None),
        ("Assault Melee, Engaged or in Reach", "Melee within 1″"),
        ("First Assault of an Act in which they moved into Engagement or Reach", "caused Assault"),
        ("Per ally Engaged with the same Foe and with no other", "base contact"),
        ("−1 Aim each, at most −2", "per Move"),
        ("nor from a defender who wins against Fire", None),
        ("Call to Valour, Activate (2), Reveal", None),
        ("Light (3″), Activate (1), Off-Hand, Throw", None),
        ("Out of Action Endurance 0 or less", "below 0"),
        ("Wounded Each 4 Harm in all", "cum"),
        ("Knocked Down 4+ Harm, one attack", "4+ in one hit"),
        ("until they pass a Panic check", "next Act ends"),
        ("Choose up to 3 before play", "(choose 3)"),
        ("keep the result you prefer", "accept"),
    ],
)
def test_it_agrees_with_the_chapters(printed: dict[tuple[str, bool], SetSheet], says: str, never: str | None) -> None:
    text = printed["a4", False].text
    assert squeezed(says) in text
    assert never is None or squeezed(never) not in text


def test_what_the_rules_give_is_computed(root: Path, book: Book, tmp_path: Path) -> None:
    """Another number of slots in the rules is another on the sheet, whatever the declaration says."""
    from rulebook.compose.environment import template_environment
    from rulebook.compose.sheet import compose_sheet

    changed = tmp_path / "book"
    shutil.copytree(root, changed, ignore=shutil.ignore_patterns("dist"))
    rules = changed / "content" / "rules" / "equipment.yaml"
    rules.write_text(rules.read_text(encoding="utf-8").replace("armour_slots: 1", "armour_slots: 8"), encoding="utf-8")
    loaded = load_book(changed).book
    assert loaded is not None
    texts = []
    for source in (book, loaded):
        with Progress() as progress:
            numbers = page_numbers(book, progress)
        html = compose_sheet(
            source,
            declared_sheet(source, "a4"),
            numbers,
            template_environment(root / "templates"),
            paper="a4",
            low_ink=False,
            findings=[],
        )
        texts.append(re.findall(r"Armour <b>(\d+)</b>", html))
    assert texts == [["1"], ["8"]]


# The pages of the book


def test_each_section_names_the_pages_of_its_rules(
    root: Path, book: Book, sheet: Sheet, printed: dict[tuple[str, bool], SetSheet]
) -> None:
    """The pages are compared with what stands on them in the finished book."""
    document = pdfium.PdfDocument(root / "dist" / f"{book.metadata.id}.pdf")
    on_page = [squeezed(page.get_textpage().get_text_range()) for page in document]
    reader = PdfReader(root / "dist" / f"{book.metadata.id}.pdf")
    labels = reader.page_labels
    targets = link_targets(book)
    for face in sheet.faces:
        for section in face.sections:
            folios = []
            for rule in section.rules:
                words = _words_at(book, rule.text, targets)
                pages = [labels[n] for n, text in enumerate(on_page) if all(word in text for word in words)]
                folios.append(pages)
            said = _pages_said(printed["a4", False], section.title)
            assert said, section.title
            assert all(set(pages) & set(said) for pages in folios), (section.title, said, folios)
            assert all(any(page in pages for pages in folios) for page in said), (section.title, said, folios)


def _words_at(book: Book, target: str, targets: Mapping[str, object]) -> list[str]:
    """Words that stand together on the page of a target, and hardly on another."""
    if target.startswith("table:"):
        table = book.tables[target.removeprefix("table:")]
        first = book.sets[table.set].where(table.filters)[0]
        cells = [value_text(book, value_at(book, first.fields, column.path)) for column in table.columns]
        return [squeezed(head.head) for head in table.columns] + [squeezed(cell) for cell in cells[:2]]
    found = targets[target]
    title = getattr(found, "title", found)
    return [squeezed(getattr(title, "source", str(title)))]


def _pages_said(form: SetSheet, title: str) -> list[str]:
    """The pages that stand on the line of a section's title: in bronze, right of it, in its column."""
    for runs in form.pages:
        large = [run for run in runs if SECTION_PT < run.size < SECTION_PT + 1]
        start = "".join(run.text for run in large).find(squeezed(title))
        if start >= 0:
            left, bottom, _, top = large[start].box
            beside = [r for r in runs if r.size < SECTION_PT and bottom - 2 < _middle(r)[1] < top]
            column = [r for r in beside if left < r.box[0] < left + COLUMN_PT]
            return "".join(r.text for r in column).lstrip("p").lstrip(".").split(",")
    return []


def test_the_pages_are_those_that_the_finished_book_has(root: Path, book: Book) -> None:
    """Read from the PDF that lies there, without setting the book again; from one set anew once that is stale."""
    with Progress() as progress:
        numbers = page_numbers(book, progress)
    assert numbers.folio("table:deeds")
    assert numbers.folio("no-such-place") == ""
    assert (root / "dist" / f"{book.metadata.id}{SUFFIX}").is_file()


# How it looks


def test_no_type_is_too_small(form: SetSheet) -> None:
    sizes = {round(run.size, 2) for page in form.pages for run in page}
    assert min(sizes) >= SMALLEST_PT


def test_nothing_stands_in_the_margins(form: SetSheet, root: Path) -> None:
    page = product_page(root, "sheet", form.paper)
    margin = page.values["sheet-margin"].pt  # type: ignore[union-attr]
    width, height = page.paper.width.pt, page.paper.height.pt
    for runs in form.pages:
        for run in runs:
            left, bottom, right, top = run.box
            assert left >= margin - 1, run
            assert right <= width - margin + 1, run
            assert bottom >= margin - 1, run
            assert top <= height - margin + 1, run


def test_no_text_lies_on_other_text(form: SetSheet) -> None:
    """Of two characters, neither covers the middle of the other."""
    for runs in form.pages:
        rows: dict[int, list[Run]] = {}
        for run in runs:
            rows.setdefault(round(_middle(run)[1] / 8), []).append(run)
        for row, members in rows.items():
            near = [*members, *rows.get(row + 1, ())]
            clashes = [(a.text, b.text, a.box) for a, b in combinations(near, 2) if _covers(a, b) or _covers(b, a)]
            assert clashes == []


def _middle(run: Run) -> tuple[float, float]:
    left, bottom, right, top = run.box
    return (left + right) / 2, (bottom + top) / 2


def _covers(over: Run, under: Run) -> bool:
    """Whether a character covers the middle of another; those of a ligature share their box."""
    if over.box == under.box:
        return False
    left, bottom, right, top = over.box
    x, y = _middle(under)
    return left < x < right and bottom < y < top


def test_nothing_leaves_its_column(form: SetSheet, root: Path) -> None:
    """No character below the head stands between the columns."""
    page = product_page(root, "sheet", form.paper)
    gaps = list(_gaps(page))
    head = page.paper.height.pt - page.values["sheet-margin"].pt - 4 * page.grid.leading.pt  # type: ignore[union-attr]
    for runs in form.pages:
        for run in runs:
            if run.box[3] < head:
                assert not any(left < _middle(run)[0] < right for left, right in gaps), run


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_column_of_the_leaf_is_a_quarter_empty(
    printed: dict[tuple[str, bool], SetSheet], root: Path, paper: str
) -> None:
    page = product_page(root, "sheet", paper)
    margin = page.values["sheet-margin"].pt  # type: ignore[union-attr]
    head = page.paper.height.pt - margin - 4 * page.grid.leading.pt
    edges = [0.0, *(left for left, _ in _gaps(page)), page.paper.width.pt]
    for runs in printed[paper, False].pages:
        for left, right in pairwise(edges):
            lowest = min(run.box[1] for run in runs if left < run.box[0] < right)
            assert (head - lowest) / (head - margin) > 0.75


def _gaps(page: Page) -> Iterator[tuple[float, float]]:
    margin, gutter = (page.values[f"sheet-{name}"].pt for name in ("margin", "gutter"))  # type: ignore[union-attr]
    columns = page.values["sheet-columns"]
    assert isinstance(columns, int)
    width = (page.paper.width.pt - 2 * margin - (columns - 1) * gutter) / columns
    for number in range(1, columns):
        right = margin + number * (width + gutter)
        yield right - gutter, right


def test_it_uses_the_inks_of_the_page(form: SetSheet, root: Path) -> None:
    inks = product_page(root, "sheet", form.paper).inks
    named = {name: (ink.red, ink.green, ink.blue) for name, ink in inks.items()}
    allowed = {(0, 0, 0)} if form.low_ink else {named[name] for name in ("black", "stone", "bronze", "verdigris")}
    used = {run.colour for page in form.pages for run in page}
    used |= set(_fills(form.path))
    assert used <= allowed
    assert form.low_ink or used == allowed


def test_low_ink_has_rules_and_no_areas(printed: dict[tuple[str, bool], SetSheet]) -> None:
    for paper in PAPERS:
        assert not _has_areas(printed[paper, True].path)
        assert _has_areas(printed[paper, False].path)


def _has_areas(path: Path) -> bool:
    """Whether ink covers a rectangle of AREA_PT somewhere: no letter does, and no thin rule."""
    scale = 4
    width, height = (round(side * scale) for side in AREA_PT)
    for page in pdfium.PdfDocument(path):
        image = page.render(scale=scale, grayscale=True).to_pil().point(lambda grey: 0 if grey < 240 else 255)
        below = [ImageChops.offset(image, 0, -rows) for rows in range(height)]
        for covered in below:
            image = ImageChops.lighter(image, covered)
        if bytes(width) in image.tobytes():
            return True
    return False


def _fills(path: Path) -> Iterator[tuple[int, int, int]]:
    """The colour of each path that is drawn."""
    for page in pdfium.PdfDocument(path):
        for item in page.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH], max_depth=4):
            red, green, blue, alpha = c_uint(), c_uint(), c_uint(), c_uint()
            raw.FPDFPageObj_GetFillColor(item, red, green, blue, alpha)
            yield red.value, green.value, blue.value


def test_the_bookmarks_name_faces_and_sections(form: SetSheet, sheet: Sheet) -> None:
    titles: list[object] = []
    for mark in PdfReader(form.path).outline:
        inside = mark if isinstance(mark, list) else []
        titles.append([inner.title for inner in inside if not isinstance(inner, list)] or getattr(mark, "title", ""))
    assert titles == [t for face in sheet.faces for t in (face.title, [section.title for section in face.sections])]


# Again, and otherwise


def test_the_same_sheet_has_the_same_bytes(
    root: Path, printed: dict[tuple[str, bool], SetSheet], tmp_path: Path
) -> None:
    again = tmp_path / "quick-reference-a5.pdf"
    with Progress() as progress:
        assert set_sheet(root, again, progress, paper="a5").findings == ()
    assert again.read_bytes() == printed["a5", False].path.read_bytes()


def test_a_sheet_that_does_not_fit_is_not_written(root: Path, tmp_path: Path) -> None:
    crowded = tmp_path / "book"
    shutil.copytree(root, crowded)
    declaration = crowded / "content" / "products" / "sheet.yaml"
    text = declaration.read_text(encoding="utf-8")
    declaration.write_text(text.replace("{paper: a4, pages: 2}", "{paper: a4, pages: 1}"), encoding="utf-8")
    output = tmp_path / "old.pdf"
    output.write_bytes(b"the old one")
    with Progress() as progress:
        result = set_sheet(crowded, output, progress)
    assert result.output is None
    assert [f.code for f in result.findings] == ["P008"]
    assert "it has 2 pages; it must have 1" in result.findings[0].message
    assert output.read_bytes() == b"the old one"
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["old.pdf"]


def test_an_unknown_paper_is_no_fault_of_the_book(root: Path, tmp_path: Path) -> None:
    said = "the sheet is not set for the paper ‘a6’; there is a4, letter, a5"
    with Progress() as progress, pytest.raises(UnknownNameError, match=re.escape(said)):
        set_sheet(root, tmp_path / "out.pdf", progress, paper="a6")
    assert list(tmp_path.iterdir()) == []
