"""The finished book by two checkers of PDF/UA-1 that know nothing of each other, and by tests of our own."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import page as page_checker
import pdfua
import pytest
from pypdf import PdfReader, PdfWriter

from rulebook.compose.inline import ARROW, inline_text
from rulebook.compose.terms import listed_name
from rulebook.load import load_book
from rulebook.model import Book, Inline, Paragraph, Placement, inlines, walk
from tests.accessible import (
    BREAKINGS,
    ReadPdf,
    blocks_of,
    faults_of_figures,
    faults_of_furniture,
    faults_of_headings,
    faults_of_links,
    faults_of_lists,
    faults_of_order,
    faults_of_tables,
    faults_of_targets,
    faults_of_the_document,
)
from tests.conftest import REPOSITORY
from tests.finished_pdf import squeezed
from tests.page_terms import pages_of
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
def pdf(finished_book: Path) -> ReadPdf:
    return ReadPdf(finished_book)


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


# Our own: each of these questions is asked of the book, and of a copy in which its answer is wrong.

Question = Callable[[ReadPdf, Book], list[str]]

QUESTIONS: dict[str, Question] = {
    "order": faults_of_order,
    "headings": faults_of_headings,
    "tables": faults_of_tables,
    "figures": faults_of_figures,
    "lists": faults_of_lists,
    "links": faults_of_links,
    "targets": faults_of_targets,
    "furniture": faults_of_furniture,
    "document": faults_of_the_document,
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_book_answers(pdf: ReadPdf, book: Book, name: str) -> None:
    assert QUESTIONS[name](pdf, book) == []


@pytest.fixture(scope="module")
def broken(finished_book: Path, tmp_path_factory: pytest.TempPathFactory) -> ReadPdf:
    """The book with a fault of each kind in it."""
    writer = PdfWriter(clone_from=PdfReader(finished_book))
    for breaking in BREAKINGS.values():
        breaking(writer)
    path = tmp_path_factory.mktemp("broken") / "broken.pdf"
    writer.write(path)
    return ReadPdf(path)


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_wrong_answer_is_found(broken: ReadPdf, book: Book, name: str) -> None:
    assert QUESTIONS[name](broken, book) != []


def test_each_part_of_the_book_is_there(pdf: ReadPdf, book: Book) -> None:
    """What the questions ask about is counted by the source, so that none of them is asked about nothing."""
    placed = {b.target for c in book.chapters for b in walk(c.blocks) if isinstance(b, Placement)}
    assert len(pdf.tagged("Table")) == len(placed & set(book.tables)) == 23
    assert len(pdf.tagged("Figure")) == len(book.placed_figures) == 8
    paragraphs = [block for block in pdf.blocks(book) if block.tag == "P"]
    assert len(paragraphs) == len([block for block in blocks_of(book) if block.tag == "P"])
    # Of these, so many stand in the chapters themselves; the others are entries that they place.
    written = sum(1 for c in book.chapters for b in walk(c.blocks) if isinstance(b, Paragraph))
    print(f"{len(paragraphs)} paragraphs, {written} of them in the chapters themselves")
    assert len(paragraphs) > written > 0


def test_paragraphs_are_whole_and_in_the_order_of_the_source(pdf: ReadPdf, book: Book) -> None:
    """Whatever columns, pages, tables and feet stand between: a paragraph is read to its end, and then the next.

    Every paragraph of every chapter is asked for; where one refers to another place, the words before and after that.
    """
    read = squeezed("".join(block.text for block in pdf.blocks(book)))
    at = 0
    missing = []
    paragraphs = [inline for chapter in book.chapters for inline in inlines(chapter.blocks)]
    for inline in paragraphs:
        for part in re.split(rf"\[{ARROW}\]\([^)]*\)", inline.source):
            words = squeezed(inline_text(Inline(part, inline.lines)))
            found = read.find(words, at)
            if found < 0:
                missing.append(part)
            else:
                at = found + len(words)
    print(f"{len(paragraphs)} paragraphs, headings and items of the chapters")
    assert missing == []


def test_each_term_at_a_foot_leads_home(pdf: ReadPdf, book: Book) -> None:
    homes = {entry.anchor: listed_name(entry) for g in book.glossaries for entry in book.sets[g.set].entries}
    led = [
        homes[note["/Dest"]]
        for note in {id(tie): tie for tie in (_first_note(link) for link in pdf.tagged("Link"))}.values()
        if homes.get(note.get("/Dest")) == note["/Contents"]
    ]
    listed = [name for page in pages_of(TaggedPdf(pdf.path), book).values() for name in page.listed]
    assert sorted(led) == sorted(listed)


def _first_note(link: Any) -> Any:
    return next(
        kid.get_object()["/Obj"].get_object()
        for kid in link["/K"]
        if isinstance(kid.get_object(), dict) and "/Obj" in kid.get_object()
    )
