"""The files that products are written to: each is made by one of them alone, and none is the book's own."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.load.declared import CARDS, FORMS, SHEET, product_form
from rulebook.load.fields import records_of, text_of, words_of
from rulebook.model import Book, Record

# The paper for which a file's name does not say it.
_FIRST_PAPER = "a4"
# The editions of a book whose file's name says it.
_EDITIONS = ("press", "ink")


def check_outputs(book: Book, products: dict[str, Record], findings: list[Finding]) -> None:
    """Add a finding for each product that would be written over the book, or over another product."""
    own = book.metadata.id
    made = dict.fromkeys((own, *(f"{own}-{edition}" for edition in _EDITIONS)), "the book itself, by its ‘id’")
    for product, record in products.items():
        names = list(_files(product, record))
        place = record.fields.get("output", record).position
        taken = next((name for name in names if name in made), None)
        if taken is not None:
            message = f"dist/{taken}.pdf would be written twice: here, and for {made[taken]}"
            findings.append(Finding(codes.DUPLICATE_ID, place, message, "give it another ‘output’"))
        made |= {name: f"the product ‘{product}’ ({place})" for name in names if name not in made}


def _files(product: str, record: Record) -> Iterator[str]:
    """The names, without their ends, of the files that a product is written to."""
    form = product_form(product)
    if form == CARDS:
        yield product
        return
    named = [text_of(paper, "paper") for paper in records_of(record, "papers")]
    for paper in named or [word.text for word in words_of(record, "papers")]:
        name = text_of(record, "output") + ("" if paper == _FIRST_PAPER else f"-{paper}")
        yield name
        if form == SHEET:
            yield f"{name}-low-ink"
        if form == FORMS and "example" in record.fields:
            yield f"{name}-example"
