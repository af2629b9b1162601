"""Capitalised words inside a sentence that no glossary, title or name of the book knows."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulebook.check.pool import glossary_entries, word_lists
from rulebook.compose.inline import inline_text
from rulebook.compose.terms import forms_of
from rulebook.model import Book
from rulebook.once import once_a_book
from rulebook.rules.bound import bound_book
from rulebook.texts import PrintedText, Role, all_texts

# A capitalised word that does not begin a sentence, a clause after a colon, or a quotation. An A before it may begin
# a sentence: it is no word of a name.
_CAPITALISED = re.compile(r"(?<=[a-zA0-9,;)’”″] )(?P<word>[A-Z][\w’]*(?:-[\w’]+)*)")

# How like a term's word, of 1, another must be to be a slip for it.
_LIKE = 0.8
_DICE = re.compile(r"^D\d+$")


@dataclass(frozen=True, slots=True)
class UnknownWord:
    """A word, its text and where it begins there; `meant` is a term's word that is nearly the same, or empty."""

    word: str
    text: PrintedText
    offset: int
    meant: str


@once_a_book
def unknown_words(book: Book) -> tuple[UnknownWord, ...]:
    """Every such word of the book, in order, but for those of a bound number that is found to be another."""
    known = _known_words(book)
    # What is set as a quotation has capitals of its own.
    quoted = {part.path[0] for parts in book.views.values() for part in parts if part.style == "quote"}
    terms = sorted({word for term in glossary_entries(book) for form in forms_of(term) for word in form.split()})
    found: list[UnknownWord] = []
    for text in all_texts(book):
        if text.role not in (Role.PROSE, Role.FIELD, Role.EXAMPLE, Role.NOTE) or text.field in quoted:
            continue
        if getattr(text.owner, "set", "") in book.lint.quoting_sets:
            continue
        for word, offset in _unknown(text, known):
            meant = next(iter(difflib.get_close_matches(word, terms, n=1, cutoff=_LIKE)), "")
            # A note may speak of what is outside the book, and has names of its own.
            if meant or text.role is not Role.NOTE:
                found.append(UnknownWord(word, text, offset, meant))
    wrong = _wrong_names(book) if found else frozenset()
    return tuple(one for one in found if (id(one.text.inline), one.offset) not in wrong)


def _wrong_names(book: Book) -> frozenset[tuple[int, int]]:
    """Where bound words stand that are not what the rules give: their inline, by its identity, and their beginning."""
    return frozenset(
        (id(bound.text.inline), bound.binding.start)
        for bound in bound_book(book).bound
        if bound.binding.kind == "is" and not bound.holds
    )


def _unknown(text: PrintedText, known: frozenset[str]) -> Iterator[tuple[str, int]]:
    plain = inline_text(text.inline)
    for match in _CAPITALISED.finditer(plain):
        word = match["word"].removesuffix("’s").removesuffix("’")
        if word in known or len(word) == 1 or _DICE.match(word) or _is_compound(word, known):
            continue
        # The source has the same words in the same order, and marks between them.
        places = [found.start() for found in re.finditer(re.escape(word), text.source)]
        before = plain.count(word, 0, match.start())
        yield word, places[min(before, len(places) - 1)] if places else 0


def _is_compound(word: str, known: frozenset[str]) -> bool:
    """Whether a hyphenated word is made of known ones; inside it they are written small."""
    parts = word.split("-")
    return len(parts) > 1 and all(part in known or part.capitalize() in known for part in parts)


def _known_words(book: Book) -> frozenset[str]:
    """Each word of every term, name and title of the book, and of the names that it declares."""
    names: list[str] = [*book.lint.names, book.metadata.title, *book.metadata.authors]
    for term in glossary_entries(book):
        names += [*forms_of(term), term.word("abbreviation"), term.word("tag")]
    beside = {part.beside for parts in book.views.values() for part in parts if part.beside}
    names += [entry.word(field) for s in book.sets.values() for entry in s.entries for field in beside]
    names += [entry.name for entry_set in book.sets.values() for entry in entry_set.entries]
    cells = word_lists(book)
    names += [word for set_id, field in cells for entry in book.sets[set_id].entries for word in entry.words(field)]
    names += [chapter.title for chapter in book.chapters] + [part.title for part in book.parts]
    names += [t.source for t in all_texts(book) if t.role is Role.HEADING]
    names += [m.group(1) for t in all_texts(book) for m in re.finditer(r"\*\*(.+?)[.]?\*\*", t.source)]
    return frozenset(_words(names))


def _words(names: Iterable[str]) -> Iterator[str]:
    for name in names:
        for word in re.findall(r"[\w’]+(?:-[\w’]+)*", name):
            yield word
            yield word.removesuffix("’s")
            yield from word.split("-")
