"""Where an entry stands, is placed, listed, referred to, linked to, named, and read."""

from __future__ import annotations

import re

from rulebook.compose.blocks import counted_texts
from rulebook.compose.terms import TermMatcher, forms_of, terms_for
from rulebook.edit.places import Place, placement_place, placements, text_place
from rulebook.edit.uses import reading_of
from rulebook.load.fields import references_in
from rulebook.model import Book, Entry
from rulebook.rules.expression import Evaluation, Expression
from rulebook.texts import all_texts, entry_texts


def own_texts(book: Book, entry: Entry) -> tuple[Place, ...]:
    """Its fields as they are printed, the short forms among them."""
    return tuple(
        Place(text.inline.position, text.source.replace("\n", " "), text.field) for text in entry_texts(book, entry)
    )


def placed(book: Book, entry: Entry) -> tuple[Place, ...]:
    """The directives of chapters that place the entry, by itself or with others."""
    found = []
    for chapter, placement in placements(book):
        itself = placement.directive == entry.kind and placement.target == entry.id
        if itself or any(e is entry for e in book.placed(placement)):
            found.append(placement_place(chapter, placement))
    return tuple(found)


def rows(book: Book, entry: Entry) -> tuple[Place, ...]:
    """The tables that show the entry as a row."""
    return tuple(
        Place(table.position, f"the table {table.id}")
        for table in book.tables.values()
        if table.set == entry.set and any(e is entry for e in book.sets[table.set].where(table.filters))
    )


def listed(book: Book, entry: Entry) -> tuple[Place, ...]:
    """The chapters in which the entry is listed as a term: those that use it."""
    if entry.set not in {glossary.set for glossary in book.glossaries}:
        return ()
    found = []
    for chapter in book.chapters:
        terms = terms_for(book, chapter)
        if any(t is entry for t in terms):
            used = TermMatcher(terms).terms_in(counted_texts(book, chapter.blocks))
            if any(t is entry for t in used):
                found.append(Place(chapter.position, chapter.title))
    return tuple(found)


def references(book: Book, entry: Entry) -> tuple[Place, ...]:
    """The fields of other entries that refer to the entry by its id."""
    found = []
    for entry_set in book.sets.values():
        for other in entry_set.entries:
            for name, value in other.fields.items():
                for reference in references_in(value):
                    if book.resolve(reference) is entry:
                        given = f" with {reference.parameter}" if reference.parameter else ""
                        found.append(Place(reference.position, f"{other.set}/{other.id}: {name}{given}"))
    return tuple(found)


def links(book: Book, entry: Entry) -> tuple[Place, ...]:
    """The links of texts that lead to the entry."""
    mark = f"](#{entry.anchor})"
    return tuple(
        text_place(text, match.start())
        for text in all_texts(book)
        for match in re.finditer(re.escape(mark), text.source)
    )


def named(book: Book, entry: Entry) -> tuple[Place, ...]:
    """Each sentence that names the entry, but for its own; a longer term that holds its name hides it."""
    others = [e for glossary in book.glossaries for e in book.sets[glossary.set].entries]
    matcher = TermMatcher((entry, *(e for e in others if e is not entry)))
    forms = re.compile(
        "|".join(rf"\b{re.escape(form)}(?!\w)" for form in sorted(forms_of(entry), key=len, reverse=True))
    )
    found = []
    for text in all_texts(book):
        if text.owner is entry:
            continue
        offset = 0
        for line in text.source.split("\n"):
            match = forms.search(line)
            if match is not None and any(t is entry for t in matcher.terms_in([line])):
                found.append(text_place(text, offset + match.start()))
            offset += len(line) + 1
    return tuple(found)


def stated(book: Book, entry: Entry) -> tuple[Place, ...]:
    """The rules of rosters that a sentence of the entry states."""
    return tuple(
        Place(
            rule.where.position, rule.says.text if rule.says is not None else "", f"{kind.name}: the rule ‘{rule.id}’"
        )
        for kind in book.rosters
        for rule in kind.rules
        if rule.where is not None and rule.where.text == entry.anchor
    )


def reads_entry(entry: Entry, expression: Expression, evaluation: Evaluation | None) -> str | None:
    """How an expression reads an entry; None when it does not."""
    if evaluation is not None:
        fields = sorted(c.field for c in evaluation.used.cells if (c.set, c.id) == (entry.set, entry.id))
        if fields:
            return f"reads {', '.join(fields)}"
    reading = reading_of(expression)
    if (entry.set, entry.id) in reading.entries:
        return "reads it"
    if entry.set in reading.sets:
        return f"looks through {entry.set}"
    if entry.id in reading.words or entry.name in reading.words:
        return "names it"
    return None
