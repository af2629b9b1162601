"""G103: a term's home does not use it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulebook.check.check import Check, Sample
from rulebook.check.pool import counted_by_chapter
from rulebook.check.unknown_words import unknown_words
from rulebook.compose.blocks import counted_texts
from rulebook.compose.inline import inline_text
from rulebook.compose.terms import forms_of
from rulebook.finding import Finding
from rulebook.model import Book, Chapter, Entry, Heading, Items, Part, Placement, Reference, Section


def _run(book: Book) -> Iterator[Finding]:
    for set_id in dict.fromkeys(glossary.set for glossary in book.glossaries):
        # A glossary's own entries state nothing: they are what is looked up from elsewhere.
        texts = {
            chapter.id: "\n".join((*counted, *_headings(chapter)))
            for chapter, counted in counted_by_chapter(book, without=frozenset({set_id}))
        }
        for term in book.sets[set_id].entries:
            homes = term.fields.get("home")
            for home in homes.values if isinstance(homes, Items) else ():
                if isinstance(home, Reference):
                    yield from _check_home(book, term, home, texts)


def _headings(chapter: Chapter) -> Iterator[str]:
    yield chapter.title
    for block in chapter.blocks:
        if isinstance(block, Heading):
            yield block.title.source


def _check_home(book: Book, term: Entry, home: Reference, texts: dict[str, str]) -> Iterator[Finding]:
    match book.resolve(home):
        case Chapter(id=id_, title=title):
            stated = [texts[id_]]
        case Part(chapters=members, title=title):
            stated = [texts[c.id] for c in members]
        case Section(head=head) as section:
            title = inline_text(head.title)
            blocks = tuple(b for b in section.blocks if not (isinstance(b, Placement) and b.target == term.set))
            stated = [title, *counted_texts(book, blocks, row_heads=True)]
        case _:
            return
    if not any(form in text for text in stated for form in forms_of(term)) and not _is_misspelt(book, term, stated):
        message = f"‘{title}’ is given as the home of ‘{term.name}’ and does not use it"
        yield Finding(CHECK.code, home.position, message, "state the rule there, or name its true home")


def _is_misspelt(book: Book, term: Entry, stated: Iterable[str]) -> bool:
    """Whether the texts have a word that is nearly one of the term's, which is found there."""
    words = {word for form in forms_of(term) for word in form.split()}
    slips = [one.word for one in unknown_words(book) if one.meant in words]
    return any(slip in text for text in stated for slip in slips)


CHECK = Check(
    code="G103",
    name="home-chapter",
    summary="the chapter that is given as a term's home does not state it",
    why="A reader who follows a definition to its home must find the rule there.",
    fails=Sample(
        "content/data/terms.yaml",
        "kind: term\nentries:\n  - {id: luck, name: Luck, text: What none can count., home: [rules]}\n",
    ),
    passes=Sample(
        "content/data/terms.yaml",
        "kind: term\nentries:\n  - {id: speed, name: Speed, text: How far one goes., home: [rules]}\n",
    ),
    run=_run,
)
