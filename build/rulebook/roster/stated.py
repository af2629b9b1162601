"""Where the book states a rule of a roster: the one sentence that holds the words by which the rule names it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulebook.model import Book, RosterRule
from rulebook.texts import PrintedText, chapter_texts, entry_texts, sentence_at


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence of the book and the headings that it stands under."""

    sentence: str
    breadcrumb: tuple[str, ...]


def statements(book: Book, rule: RosterRule) -> tuple[Statement, ...]:
    """The sentences of the chapter or entry that the rule names which hold its words: one, in a sound declaration."""
    if rule.where is None or rule.says is None:
        return ()
    words = rule.says.text
    found: dict[Statement, None] = {}
    for text in _texts(book, rule.where.text):
        start = text.source.find(words)
        while start >= 0:
            found.setdefault(Statement(sentence_at(text.source, start), text.breadcrumb))
            start = text.source.find(words, start + 1)
    return tuple(found)


def _texts(book: Book, where: str) -> Iterator[PrintedText]:
    set_id, colon, id_ = where.partition(":")
    if not colon:
        for chapter in book.chapters:
            if chapter.id == where:
                yield from chapter_texts(book, chapter)
        return
    entry = book.entry(set_id, id_)
    if entry is not None:
        yield from entry_texts(book, entry)
