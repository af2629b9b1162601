"""The texts of a book, each with its place and the headings that it stands under."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from rulebook.model import (
    Aside,
    Block,
    Book,
    Chapter,
    Computed,
    Entry,
    Figure,
    Flag,
    Heading,
    Inline,
    Items,
    ListBlock,
    Number,
    Paragraph,
    Placement,
    Prose,
    Record,
    Reference,
    Value,
    Word,
)
from rulebook.once import once_a_book
from rulebook.source import Position


class Role(Enum):
    """What a text is in the book."""

    PROSE = "prose"
    HEADING = "heading"
    EXAMPLE = "example"
    NOTE = "note"
    EPIGRAPH = "epigraph"
    FIELD = "field"
    WORD = "word"


@dataclass(frozen=True, slots=True)
class PrintedText:
    """A text of the book: its source in Markdown, what it is, its breadcrumb (book, chapter, heading; or set, entry).

    `owner` is the chapter or the entry that holds it; `field` is the path of an entry's field, empty in a chapter;
    `aside` is the place of the aside that it stands in.
    """

    inline: Inline
    role: Role
    breadcrumb: tuple[str, ...]
    owner: Chapter | Entry
    field: str = ""
    aside: Position | None = None

    @property
    def source(self) -> str:
        return self.inline.source

    def position_at(self, offset: int) -> Position:
        return self.inline.position_at(offset)


_ROLES = {"example": Role.EXAMPLE, "note": Role.NOTE, "epigraph": Role.EPIGRAPH}


def figure_crumbs(book: Book, figure: Figure) -> tuple[str, ...]:
    """The breadcrumb of a figure: the book, the chapter that it belongs to, and its own title."""
    chapter = next((c.title for c in book.chapters if c.id == figure.chapter), "")
    return tuple(crumb for crumb in (book.metadata.title, chapter, figure.title) if crumb)


def chapter_texts(book: Book, chapter: Chapter) -> Iterator[PrintedText]:
    """The texts that stand in a chapter's own file, in reading order."""
    crumbs = [book.metadata.title, chapter.title]
    title = Inline(chapter.title, (chapter.position,))
    yield PrintedText(title, Role.HEADING, tuple(crumbs), chapter)
    headings: list[str] = []
    for block in chapter.blocks:
        if isinstance(block, Heading):
            headings = [*headings[: block.level - 2], block.title.source]
            yield PrintedText(block.title, Role.HEADING, (*crumbs, *headings), chapter)
        else:
            yield from _block_texts(block, Role.PROSE, (*crumbs, *headings), chapter)


def _block_texts(
    block: Block,
    role: Role,
    crumbs: tuple[str, ...],
    owner: Chapter | Entry,
    field: str = "",
    aside: Position | None = None,
) -> Iterator[PrintedText]:
    match block:
        case Paragraph(text=text) | Heading(title=text):
            yield PrintedText(text, role, crumbs, owner, field, aside)
        case ListBlock(items=items):
            for item in items:
                for inner in item:
                    yield from _block_texts(inner, role, crumbs, owner, field, aside)
        case Aside(kind=kind, blocks=blocks, position=position):
            for inner in blocks:
                yield from _block_texts(inner, _ROLES.get(kind, role), crumbs, owner, field, position)
        case Placement():
            pass


def entry_texts(book: Book, entry: Entry) -> Iterator[PrintedText]:
    """The texts of an entry's fields, but for ids and references."""
    crumbs = (book.metadata.title, entry.set, entry.name)
    for name, value in entry.fields.items():
        if name != "id":
            yield from _value_texts(value, name, crumbs, entry)


def _value_texts(value: Value, field: str, crumbs: tuple[str, ...], entry: Entry) -> Iterator[PrintedText]:
    match value:
        case Word(text=text, position=position):
            lines = text.split("\n")
            yield PrintedText(Inline(text, (position,) * len(lines)), Role.WORD, crumbs, entry, field)
        case Prose(blocks=blocks):
            for block in blocks:
                yield from _block_texts(block, Role.FIELD, crumbs, entry, field)
        case Items(values=values):
            for inner in values:
                yield from _value_texts(inner, field, crumbs, entry)
        case Record(fields=fields):
            for name, inner in fields.items():
                yield from _value_texts(inner, f"{field}.{name}", crumbs, entry)
        case Reference(parameter=parameter, position=position, parameter_position=place):
            if parameter:
                yield PrintedText(Inline(parameter, (place or position,)), Role.WORD, crumbs, entry, field)
        case Number() | Flag() | Computed():
            pass


@once_a_book
def all_texts(book: Book) -> tuple[PrintedText, ...]:
    """Every text of the book: the chapters in order, then the sets."""
    chapters = [text for chapter in book.chapters for text in chapter_texts(book, chapter)]
    entries = [e for entry_set in book.sets.values() for e in entry_set.entries]
    return (*chapters, *(text for entry in entries for text in entry_texts(book, entry)))


@once_a_book
def declared_texts(book: Book) -> tuple[PrintedText, ...]:
    """What is printed and stands in no chapter and no set: titles, labels and heads of the book and its products."""
    found = [(printed.names, printed.text) for printed in book.printed]
    for kind in book.rosters:
        for own in kind.own:
            words = ((name, value) for name, value in own.fields.fields.items() if isinstance(value, Word))
            found += [((kind.id, own.set.text, name), Inline(word.text, (word.position,))) for name, word in words]
    return tuple(
        PrintedText(text, Role.WORD, (book.metadata.title, *names), _declared(names, text.position))
        for names, text in found
    )


def _declared(names: tuple[str, ...], position: Position) -> Entry:
    """What holds such a text: an entry of no set."""
    return Entry("", "", names[-1], MappingProxyType({}), position)


def linted_texts(book: Book) -> tuple[PrintedText, ...]:
    """All that is printed, wherever it stands."""
    return (*all_texts(book), *declared_texts(book))


def sentence_at(source: str, offset: int) -> str:
    """The sentence of a text that holds an offset; the source has one sentence a line."""
    return sentence_and_offset(source, offset)[0]


def sentence_and_offset(source: str, offset: int) -> tuple[str, int]:
    """The sentence of a text that holds an offset, and where in the sentence that is."""
    start = source.rfind("\n", 0, offset) + 1
    end = source.find("\n", offset)
    line = source[start : end if end >= 0 else len(source)]
    margin = len(line) - len(line.lstrip())
    return line.strip(), max(0, offset - start - margin)
