"""The whole book as JSON's values."""

from __future__ import annotations

from rulebook.compose.terms import forms_of, listed_name
from rulebook.export.chapters import Chapters
from rulebook.export.fields import Fields
from rulebook.export.jsons import Json, JsonMap
from rulebook.export.rosters import roster_json
from rulebook.export.rules import topic_json
from rulebook.export.tables import Tables, dice_of
from rulebook.export.texts import Texts
from rulebook.load.figures import KIND as FIGURES
from rulebook.load.tables import KIND as TABLES
from rulebook.model import Book, Chapter, Entry, EntrySet, Glossary, Placement, Prose, walk
from rulebook.roster.judging import judged_own
from rulebook.rules.bound import bound_book

# The form of the document; it is another when a program that reads it would have to change.
FORMAT = "rulebook-export/1"


def book_json(book: Book) -> JsonMap:
    """A book that the checks have passed, as the export's schema describes it.

    Nothing in it depends on where its source stands or on when it is made: the same content gives the same document.
    """
    rules = bound_book(book)
    texts = Texts(book, rules)
    fields = Fields(book, rules, texts, dice_of(book))
    chapters, tables = Chapters(book, texts), Tables(book, fields)
    places = _places(book)
    numbers = {figure.id: number for number, figure in enumerate(book.placed_figures, 1)}
    return {
        "format": FORMAT,
        "book": _metadata(book),
        "parts": _parts(book),
        "chapters": [chapters.chapter(chapter) for chapter in book.chapters],
        "sets": {
            id_: _set(fields, found, places)
            for id_, found in book.sets.items()
            if found.kind not in (TABLES, FIGURES)  # which are exported as what they are
        },
        "tables": {id_: tables.table(table) for id_, table in book.tables.items()},
        "figures": {id_: tables.figure(figure, numbers.get(id_)) for id_, figure in book.figures.items()},
        "glossaries": [_glossary(book, texts, glossary) for glossary in book.glossaries],
        "rules": [topic_json(rules, topic) for topic in book.rules],
        "waivers": _waivers(book),
        "rosters": _rosters(book, fields),
    }


def _metadata(book: Book) -> JsonMap:
    about = book.metadata
    return {
        "id": about.id,
        "title": about.title,
        "subtitle": about.subtitle,
        "version": about.version,
        "language": about.language,
        "authors": list(about.authors),
        "description": about.description,
        "keywords": list(about.keywords),
        "rights": about.rights,
        "record": about.record,
    }


def _parts(book: Book) -> list[Json]:
    """The front matter, the numbered books and the back matter, in order; only a book has a number."""
    matter = (("front", book.labels.front, book.front), ("back", book.labels.back, book.back))
    front, back = (_part(id_, title, None, chapters) for id_, title, chapters in matter)
    return [front, *(_part(part.id, part.title, part.number, part.chapters) for part in book.parts), back]


def _part(id_: str, title: str, number: int | None, chapters: tuple[Chapter, ...]) -> JsonMap:
    return {"id": id_, "title": title, "number": number, "chapters": [chapter.id for chapter in chapters]}


def _places(book: Book) -> dict[str, list[Json]]:
    """The chapters that place each entry, by its anchor, in the order of the book."""
    found: dict[str, list[Json]] = {}
    for chapter in book.chapters:
        for block in walk(chapter.blocks):
            for entry in book.placed(block) if isinstance(block, Placement) else ():
                chapters = found.setdefault(entry.anchor, [])
                if chapter.id not in chapters:
                    chapters.append(chapter.id)
    return found


def _set(fields: Fields, found: EntrySet, places: dict[str, list[Json]]) -> JsonMap:
    entries: list[Json] = [
        {"id": e.id, "name": e.name, "chapters": places.get(e.anchor, []), "fields": fields.entry(e)}
        for e in found.entries
    ]
    return {"kind": found.kind, "entries": entries}


def _glossary(book: Book, texts: Texts, glossary: Glossary) -> JsonMap:
    """A list of terms: the chapters in which they count, and each term's forms and its text in its several lengths."""
    without = {word.text for word in book.without_terms}
    chapters: list[Json] = [
        chapter.id
        for chapter in book.chapters
        if chapter.id not in without and (not glossary.chapters or chapter.id in glossary.chapters)
    ]
    terms: list[Json] = [
        _term(texts, entry)
        for entry in book.sets[glossary.set].entries
        if not any(entry.value_as_written(f.field) == f.value for f in glossary.exceptions)
    ]
    return {"set": glossary.set, "chapters": chapters, "terms": terms}


def _term(texts: Texts, term: Entry) -> JsonMap:
    lengths = {name: _words(texts, term, name) for name in ("text", "short", "foot")}
    return {"id": term.id, "name": listed_name(term), "forms": list(forms_of(term)), **lengths}


def _words(texts: Texts, term: Entry, name: str) -> str | None:
    value = term.fields.get(name)
    if isinstance(value, Prose):
        return texts.plain_prose(value.blocks)
    return term.word(name) or None


def _waivers(book: Book) -> Json:
    """The set whose entries let findings stand, and the field that says why."""
    waivers = book.lint.waivers
    return {"set": waivers.set, "reason": waivers.reason} if waivers else None


def _rosters(book: Book, fields: Fields) -> list[Json]:
    judged = judged_own(book)
    return [roster_json(fields, kind, tuple(j for j in judged if j.roster.kind is kind)) for kind in book.rosters]
