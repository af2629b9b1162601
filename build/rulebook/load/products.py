"""Reading what a book declares in `content/products`, to find its faults before anything is made of it.

The cards are read with the book, which holds them; the sheet, the roster sheets and the packs when they are made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulebook.finding import Finding
from rulebook.load.declared import FORMS, PACK, SHEET, product_form, product_names, product_record
from rulebook.load.fields import records_of, words_of
from rulebook.load.forms import read_forms
from rulebook.load.kept import NOTHING_KEPT, Kept
from rulebook.load.marks import check_marks
from rulebook.load.outputs import check_outputs
from rulebook.load.packs import read_pack
from rulebook.load.papers import check_papers, known_papers
from rulebook.load.schema import Schema
from rulebook.load.sheets import read_sheet
from rulebook.model import Book, Record, Word

_READERS: dict[str, Callable[[Book, str, Schema, list[Finding], Kept], object]] = {
    SHEET: read_sheet,
    FORMS: read_forms,
    PACK: read_pack,
}


def check_products(
    book: Book, own_schema: Callable[[str], Schema], findings: list[Finding], kept: Kept = NOTHING_KEPT
) -> None:
    """A finding for each fault of a product's declaration.

    It refers to what stands in the book, which must be sound: what is missing there would be a finding here too.
    """
    records: dict[str, Record] = {}
    for name in product_names(book.root):
        form = product_form(name)
        if form in _READERS:
            _READERS[form](book, name, own_schema(form), findings, kept)
        record = product_record(book, name, own_schema(form), name, [], kept)
        if record is not None:
            records[name] = record
    check_outputs(book, records, findings)
    papers = known_papers(book.root, kept)
    for record in records.values():
        check_papers(papers, _papers(record), findings)
        check_marks(book.root, _marks(record), findings)


def _papers(record: Record) -> Iterator[Word]:
    """The papers that a product or a layout of its cards is set for."""
    yield from words_of(record, "papers")
    for one in (*records_of(record, "papers"), *records_of(record, "layouts")):
        paper = one.fields.get("paper")
        if isinstance(paper, Word):
            yield paper


def _marks(record: Record) -> Iterator[Word]:
    """The marks of decks and tokens."""
    parts = (part for page in records_of(record, "pages") for part in records_of(page, "parts"))
    tokens = (token for part in parts for token in records_of(part, "tokens"))
    for one in (*records_of(record, "decks"), *tokens):
        mark = one.fields.get("mark")
        if isinstance(mark, Word):
            yield mark
