"""Which terms a text uses: whole words, as they are written, the longest first."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from rulebook.model import Book, Chapter, Entry, Filter

_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class TermMatcher:
    """Finds terms by their names and declared forms.

    A form matches as a whole word, case and all; a possessive ’s after it is no part of the word. Forms are tried
    from the longest to the shortest, and each match hides what it covers ("Born Leader" hides "Leader").
    """

    terms: tuple[Entry, ...]

    @cached_property
    def _forms(self) -> dict[str, tuple[tuple[str, Entry], ...]]:
        """The forms by their first word; of two that are alike, the first term's."""
        found: dict[str, dict[str, Entry]] = {}
        for term in self.terms:
            for form in forms_of(term):
                first = _WORD.search(form)
                if first is not None and first.start() == 0:
                    found.setdefault(first.group(), {}).setdefault(form, term)
        return {word: tuple(forms.items()) for word, forms in found.items()}

    def terms_in(self, texts: Iterable[str]) -> tuple[Entry, ...]:
        """The terms that the texts use, each once, alphabetical by the name under which they are listed."""
        return in_alphabet({term.anchor: term for _, _, term in self.uses_in("\n".join(texts))}.values())

    def uses_in(self, text: str) -> tuple[tuple[int, int, Entry], ...]:
        """Each use of a term in a text: where it begins, where it ends, and the term."""
        matches = []
        for word in _WORD.finditer(text):
            for form, term in self._forms.get(word.group(), ()):
                end = word.start() + len(form)
                if text.startswith(form, word.start()) and not _WORD.match(text, end):
                    matches.append((word.start(), end, term))
        matches.sort(key=lambda match: (match[0] - match[1], match[0]))
        hidden = bytearray(len(text))
        found = []
        for start, end, term in matches:
            if not any(hidden[start:end]):
                hidden[start:end] = b"\x01" * (end - start)
                found.append((start, end, term))
        return tuple(sorted(found, key=lambda use: use[:2]))


def in_alphabet(terms: Iterable[Entry]) -> tuple[Entry, ...]:
    """Terms in the order in which they are listed: alphabetical, whatever their case."""
    return tuple(sorted(terms, key=lambda term: (listed_name(term).casefold(), term.anchor)))


def listed_name(term: Entry) -> str:
    """The name under which a list of terms has the term."""
    return term.word("listed") or term.name


def forms_of(term: Entry) -> tuple[str, ...]:
    """Every form by which prose names a term."""
    names = (term.name, term.word("listed"), *term.words("forms"))
    return tuple(dict.fromkeys(name for name in names if name))


def terms_for(book: Book, chapter: Chapter) -> tuple[Entry, ...]:
    """The terms that may be listed with a chapter."""
    if chapter.id in {word.text for word in book.without_terms}:
        return ()
    pool: list[Entry] = []
    for glossary in book.glossaries:
        if glossary.chapters and chapter.id not in glossary.chapters:
            continue
        pool += [e for e in book.sets[glossary.set].entries if not _excepted(e, glossary.exceptions)]
    return tuple(pool)


def _excepted(entry: Entry, exceptions: tuple[Filter, ...]) -> bool:
    return any(entry.value_as_written(f.field) == f.value for f in exceptions)
