"""G105: a capitalised word inside a sentence that no glossary knows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rulebook.check.check import Check, Sample
from rulebook.check.pool import glossary_entries, word_lists
from rulebook.check.texts import PrintedText, Role, all_texts
from rulebook.compose.inline import inline_text
from rulebook.compose.terms import forms_of
from rulebook.finding import Finding
from rulebook.model import Book

# A capitalised word that does not begin a sentence, a clause after a colon, or a quotation.
_CAPITALISED = re.compile(r"(?<=[a-z0-9,;)’”″] )(?P<word>[A-Z][\w’]*(?:-[\w’]+)*)")

_DICE = re.compile(r"^D\d+$")


def _run(book: Book) -> Iterator[Finding]:
    known = _known_words(book)
    # What is set as a quotation has capitals of its own.
    quoted = {part.path[0] for parts in book.views.values() for part in parts if part.style == "quote"}
    for text in all_texts(book):
        if text.role not in (Role.PROSE, Role.FIELD, Role.EXAMPLE) or text.field in quoted:
            continue
        if getattr(text.owner, "set", "") in book.lint.quoting_sets:
            continue
        yield from _unknown(text, known)


def _unknown(text: PrintedText, known: frozenset[str]) -> Iterator[Finding]:
    plain = inline_text(text.inline)
    for match in _CAPITALISED.finditer(plain):
        word = match["word"].removesuffix("’s").removesuffix("’")
        if word in known or len(word) == 1 or _DICE.match(word) or _is_compound(word, known):
            continue
        offset = max(text.source.find(word), 0)
        hint = "define it, declare it as a form, write it small, or list it under lint.names in content/book.yaml"
        yield CHECK.finding_at(text, offset, f"‘{word}’ is written as a term and is defined nowhere", hint, found=word)


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


CHECK = Check(
    code="G105",
    name="undefined-term",
    summary="a capitalised word is used as a term and is defined nowhere",
    why="A capital says: this word has a rule. A reader who looks for it must find one.",
    fails=Sample("content/chapters/rules.md", "---\ntitle: Rules\n---\nSpeed is lost to the Mire.\n"),
    passes=Sample("content/chapters/rules.md", "---\ntitle: Rules\n---\nSpeed is lost to the mire.\n"),
    run=_run,
)
