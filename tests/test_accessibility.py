"""The finished book by two checkers of PDF/UA-1 that know nothing of each other, and by tests of our own."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any

import page as page_checker
import pdfua
import pytest
from pypdf import PdfReader, PdfWriter

from rulebook.compose.inline import ARROW, inline_text
from rulebook.load import load_book
from rulebook.model import Book, inlines
from tests.conftest import REPOSITORY
from tests.finished_pdf import squeezed
from tests.tagged_pdf import TaggedPdf

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("volume")]

DOCUMENTATION = REPOSITORY / "docs" / "accessibility.md"


@pytest.fixture(scope="module")
def book(finished_book: Path) -> Book:
    """The book from the files of which the PDF was made."""
    loaded = load_book(finished_book.parents[1])
    assert loaded.book is not None
    return loaded.book


@pytest.fixture(scope="module")
def reader(finished_book: Path) -> Any:
    return PdfReader(finished_book)


@pytest.fixture(scope="module")
def elements(reader: Any) -> list[Any]:
    """All elements of the structure, in reading order."""
    found: list[Any] = []
    waiting = [reader.trailer["/Root"]["/StructTreeRoot"]["/K"][0].get_object()]
    while waiting:
        element = waiting.pop()
        found.append(element)
        kids = [kid.get_object() for kid in element["/K"]]
        waiting += [kid for kid in reversed(kids) if isinstance(kid, dict) and "/S" in kid]
    return found


def tagged(elements: list[Any], tag: str) -> list[Any]:
    return [element for element in elements if element["/S"] == f"/{tag}"]


# The two checkers


def test_the_first_checker_finds_nothing(finished_book: Path) -> None:
    report = page_checker.validate_pdf(finished_book, profile="ua1")
    assert [(failure.rule_id, failure.message) for failure in report.failures] == []
    assert report.is_compliant
    assert report.rules.passed == report.rules.total == _number("rules of `page-validation`")


def test_the_second_checker_finds_nothing_in_what_it_can_judge(finished_book: Path) -> None:
    report = pdfua.validate(str(finished_book))
    assert [(finding.rule_id, finding.message) for finding in report.findings] == []
    skipped = {outcome.rule_id: outcome.skipped_reason for outcome in report.skipped}
    print(f"not judged by pdfua: {skipped or 'nothing'}")
    # What is not judged has not passed: it is listed.
    assert set(skipped) == _listed("Skipped")
    judged = {outcome.rule_id for outcome in report.outcomes} - set(skipped)
    assert judged == _listed("Judged")


def test_the_rules_that_the_second_checker_has_not_are_counted() -> None:
    data = json.loads(files("pdfua.data").joinpath("pdfua1_rules.json").read_text(encoding="utf-8"))
    assert len(data["rules"]) == _number("rules of `pdfua`'s list")
    assert pdfua.coverage().covered == _number("of them judged by `pdfua`")


def _number(what: str) -> int:
    """A number that the documentation states, from its table."""
    (found,) = re.findall(rf"^\| {re.escape(what)} \| (\d+) \|$", DOCUMENTATION.read_text(encoding="utf-8"), re.M)
    return int(found)


def _listed(heading: str) -> set[str]:
    """The rules that the documentation lists under a heading."""
    text = DOCUMENTATION.read_text(encoding="utf-8")
    part = re.search(rf"^### {heading}\n(.*?)(?=^#|\Z)", text, re.M | re.S)
    assert part is not None
    return set(re.findall(r"`(UA-[\d-]+)`", part[1]))


@pytest.mark.parametrize(
    ("key", "by_page", "by_pdfua"),
    [
        ("/Lang", "PDFUA1-TEXT-LANGUAGE-001", "UA-06-001"),
        ("/MarkInfo", "PDFUA1-TAGGED-DOCUMENT-001", "UA-01-002"),
        ("/Metadata", "PDFUA1-ID-SCHEMA-001", "UA-28-004"),
        ("/ViewerPreferences", "", "UA-07-002"),
    ],
)
def test_the_checkers_find_what_is_missing(
    finished_book: Path, tmp_path: Path, key: str, by_page: str, by_pdfua: str
) -> None:
    writer = PdfWriter(clone_from=PdfReader(finished_book))
    del writer.root_object[key]
    writer.write(tmp_path / "broken.pdf")
    found = {failure.rule_id for failure in page_checker.validate_pdf(tmp_path / "broken.pdf", profile="ua1").failures}
    assert found
    assert by_page in found or not by_page, found
    assert by_pdfua in {finding.rule_id for finding in pdfua.validate(str(tmp_path / "broken.pdf")).findings}


# Our own


def test_the_headings_have_words_and_no_gaps(elements: list[Any], finished_book: Path) -> None:
    levels = [int(element["/S"][2:]) for element in elements if re.fullmatch(r"/H\d", element["/S"])]
    assert levels[0] == 1
    assert all(level <= before + 1 for before, level in pairwise(levels))
    blocks = {
        t.block for t in TaggedPdf(finished_book).texts if re.fullmatch(r"H\d", _block(t.tags)) and t.text.strip()
    }
    assert len(blocks) == len(levels) > 100


def _block(tags: tuple[str, ...]) -> str:
    return next((tag for tag in reversed(tags) if re.fullmatch(r"H\d", tag)), "")


def test_every_table_has_heads_and_rows_of_one_length(elements: list[Any], book: Book) -> None:
    tables = tagged(elements, "Table")
    assert len(tables) == 23
    for table in tables:
        parts = [kid.get_object() for kid in table["/K"]]
        assert [part["/S"] for part in parts] in (["/THead", "/TBody"], ["/Caption", "/THead", "/TBody"])
        rows = [row.get_object() for part in parts if part["/S"] != "/Caption" for row in part["/K"]]
        cells = [[cell.get_object() for cell in row["/K"]] for row in rows]
        assert len({sum(int(cell.get("/A", {}).get("/ColSpan", 1)) for cell in row) for row in cells}) == 1
        assert all(cell["/S"] == "/TH" and cell["/A"]["/Scope"] == "/Column" for cell in cells[0])
        heads = [cell for row in cells[1:] for cell in row if cell["/S"] == "/TH"]
        assert all(cell["/A"]["/Scope"] == "/Row" for cell in heads)


def test_every_figure_says_what_it_shows(elements: list[Any], book: Book) -> None:
    said = [figure["/Alt"] for figure in tagged(elements, "Figure")]
    alternatives = [
        " ".join(inline_text(inline) for inline in inlines(figure.alternative.blocks)) for figure in book.placed_figures
    ]
    assert said == alternatives
    assert len(said) == 8


def test_every_list_says_how_it_is_numbered(elements: list[Any]) -> None:
    lists = tagged(elements, "L")
    assert len(lists) > 30
    for each in lists:
        items = [kid.get_object() for kid in each["/K"]]
        assert {item["/S"] for item in items} == {"/LI"}
        labelled = {kid.get_object()["/S"] for item in items for kid in item["/K"]}
        assert labelled in ({"/LBody"}, {"/Lbl", "/LBody"})
        assert each["/A"]["/ListNumbering"] in ("/Decimal", "/None")


def test_every_link_is_one_element_with_words(reader: Any, elements: list[Any]) -> None:
    annotations = [entry.get_object() for page in reader.pages for entry in page.get("/Annots", ())]
    links = tagged(elements, "Link")
    tied = [
        kid.get_object()["/Obj"]
        for link in links
        for kid in link["/K"]
        if isinstance(kid.get_object(), dict) and kid.get_object()["/Type"] == "/OBJR"
    ]
    assert len(tied) == len(annotations) >= len(links) > 800
    assert {id(entry.get_object()) for entry in tied} == {id(entry) for entry in annotations}
    for annotation in annotations:
        assert re.search(r"\w", annotation["/Contents"]), annotation
        assert annotation["/Contents"] != annotation.get("/Dest")


def test_links_lead_where_they_say(reader: Any, finished_book: Path) -> None:
    """A reference prints the page of its target."""
    pages = {page.indirect_reference.idnum: str(number) for number, page in enumerate(reader.pages, 1)}
    places = {name: pages[place.page.idnum] for name, place in reader.named_destinations.items()}
    numbered = 0
    for page in reader.pages:
        for entry in page.get("/Annots", ()):
            annotation = entry.get_object()
            if "/Dest" not in annotation:
                assert annotation["/A"]["/URI"].startswith("https://")
                continue
            if annotation["/Contents"].startswith("→"):
                numbered += 1
                assert annotation["/Contents"].endswith(f" {places[annotation['/Dest']]}"), annotation
    assert numbered > 100


def test_each_term_at_a_foot_leads_home(reader: Any, book: Book) -> None:
    homes = {entry.anchor for g in book.glossaries for entry in book.sets[g.set].entries}
    led = [
        entry.get_object()["/Dest"]
        for page in reader.pages
        for entry in page.get("/Annots", ())
        if entry.get_object().get("/Dest") in homes
    ]
    assert len(led) > 400


def test_paragraphs_are_whole_and_in_the_order_of_the_source(finished_book: Path, book: Book) -> None:
    """Whatever columns, pages, tables and feet stand between: a paragraph is read to its end, and then the next."""
    texts = TaggedPdf(finished_book).texts
    read = squeezed("".join(text.text for text in texts))
    at = paragraphs = 0
    for chapter in book.chapters:
        for inline in inlines(chapter.blocks):
            if ARROW in inline.source:
                continue
            words = squeezed(inline_text(inline))
            found = read.find(words, at)
            assert found >= 0, (chapter.id, inline_text(inline))
            at = found + len(words)
            paragraphs += 1
    assert paragraphs > 300


def test_page_labels_are_the_folios(reader: Any) -> None:
    assert reader.page_labels == [str(number) for number in range(1, len(reader.pages) + 1)]
    assert "/PageLabels" in reader.root_object
