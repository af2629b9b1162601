"""G102: a term that no text uses."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.check.check import Check, Sample
from rulebook.check.pool import counted_by_chapter, glossary_entries, is_excepted
from rulebook.compose.inline import inline_text
from rulebook.compose.terms import TermMatcher, forms_of
from rulebook.finding import Finding
from rulebook.model import Book, Entry, Items, Reference
from rulebook.texts import Role, all_texts, entry_texts


def _run(book: Book) -> Iterator[Finding]:
    terms = [t for t in glossary_entries(book) if not is_excepted(book, t)]
    glossaries = frozenset(glossary.set for glossary in book.glossaries)
    texts = [text for _, counted in counted_by_chapter(book, without=glossaries) for text in counted]
    texts += [text.source for text in all_texts(book) if text.role is Role.HEADING]
    used = {term.anchor for term in TermMatcher(tuple(terms)).terms_in(texts)} | _referred(book)
    # A definition may lean on another: what it uses is used, but for itself.
    definitions = [
        (entry.anchor, inline_text(text.inline))
        for set_id in glossaries
        for entry in book.sets[set_id].entries
        for text in entry_texts(book, entry)
        if text.field == "text"
    ]
    joined = "\n".join(text for _, text in definitions)
    for term in terms:
        if term.anchor in used or any(
            form in joined and any(form in text for anchor, text in definitions if anchor != term.anchor)
            for form in forms_of(term)
        ):
            continue
        message = f"no text of the book uses ‘{term.name}’"
        yield Finding(CHECK.code, term.position, message, "use it, declare the form that is used, or remove it")


def _referred(book: Book) -> set[str]:
    """The anchors of what other entries refer to by id."""
    found = set()
    for entry_set in book.sets.values():
        for entry in entry_set.entries:
            for value in entry.fields.values():
                for reference in value.values if isinstance(value, Items) else (value,):
                    if isinstance(reference, Reference) and isinstance(target := book.resolve(reference), Entry):
                        found.add(target.anchor)
    return found


CHECK = Check(
    code="G102",
    name="unused-term",
    summary="a term is defined and used nowhere",
    why="A definition that no rule leans on is either dead or the sign of a word that is written in another form.",
    fails=Sample(
        "content/data/terms.yaml",
        "kind: term\nentries:\n"
        "  - {id: speed, name: Speed, text: How far one goes.}\n"
        "  - {id: luck, name: Luck, text: What none can count.}\n",
    ),
    passes=Sample(
        "content/data/terms.yaml", "kind: term\nentries:\n  - {id: speed, name: Speed, text: How far one goes.}\n"
    ),
    run=_run,
)
