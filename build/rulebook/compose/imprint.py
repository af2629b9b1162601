"""What a book says of the printing that it is: the printing's number and date, or that it is a working copy."""

from __future__ import annotations

from rulebook.load.imprint import made_as
from rulebook.model import Book, Imprint
from rulebook.printing.git import short_revision
from rulebook.printing.tree import BOOK_FOLDERS, LOCK, PIPELINE


def imprint_words(book: Book, imprint: Imprint) -> str:
    """The sentence, which depends on what is being printed and never on the clock."""
    made = made_as(book.root)
    if made is not None:
        year, month, day = made.date.split("-")
        named = imprint.months[int(month) - 1] if imprint.months else month
        date = f"{int(day)} {named} {year}" if imprint.months else made.date
        words = {"version": made.version, "date": date, "year": year, "month": named, "day": str(int(day))}
        return _filled(imprint.printing, words)
    revision = short_revision(book.root, (*BOOK_FOLDERS, PIPELINE, LOCK), "content/book.yaml")
    return _filled(imprint.committed, {"revision": revision}) if revision else imprint.working


def _filled(template: str, words: dict[str, str]) -> str:
    for name, word in words.items():
        template = template.replace(f"{{{name}}}", word)
    return template


def printing_date(book: Book) -> str:
    """The date that the PDF bears: that of the printing, or of the book's source, as YYYY-MM-DD."""
    made = made_as(book.root)
    return made.date if made is not None else book.metadata.record
