"""A book as it is compared: each sentence and each value, with the thing that holds it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulebook.check.texts import PrintedText, Role, chapter_texts, entry_texts
from rulebook.model import (
    Binding,
    Book,
    Chapter,
    Computed,
    Entry,
    Flag,
    Heading,
    Items,
    Number,
    Prose,
    Record,
    Reference,
    Value,
    Word,
)

EDITORIAL = frozenset({Role.NOTE, Role.EPIGRAPH, Role.EXAMPLE})


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a chapter or an entry: as it is printed, and with what is bound named and not said.

    `anchor` is the id of the heading, chapter or entry that it stands under; `expressions` are those of its bindings.
    """

    text: str
    skeleton: str
    anchor: str
    role: Role
    expressions: tuple[str, ...] = ()


def chapter_sentences(book: Book, chapter: Chapter) -> tuple[Sentence, ...]:
    """The sentences that stand in a chapter's own file, but for its title."""
    found: list[Sentence] = []
    anchor = chapter.id
    headings = {id(b.title): b.id for b in chapter.blocks if isinstance(b, Heading)}
    for number, text in enumerate(chapter_texts(book, chapter)):
        anchor = headings.get(id(text.inline), anchor)
        if number:
            found += _sentences(text, anchor)
    return tuple(found)


def entry_sentences(book: Book, entry: Entry) -> dict[str, tuple[Sentence, ...]]:
    """The sentences of an entry's fields of prose, by field."""
    found: dict[str, list[Sentence]] = {}
    for text in entry_texts(book, entry):
        if text.role is not Role.WORD:
            found.setdefault(text.field, []).extend(_sentences(text, entry.anchor))
    return {field: tuple(sentences) for field, sentences in found.items()}


def _sentences(text: PrintedText, anchor: str) -> Iterator[Sentence]:
    """One for each line of a source, which has one sentence a line."""
    start = 0
    for line in text.source.split("\n"):
        bindings = [b for b in text.inline.bindings if start <= b.start < start + len(line) + 1]
        skeleton = _skeleton(line, start, bindings)
        if line.strip():
            yield Sentence(line.strip(), skeleton.strip(), anchor, text.role, tuple(b.expression for b in bindings))
        start += len(line) + 1


def _skeleton(line: str, start: int, bindings: list[Binding]) -> str:
    for binding in reversed(bindings):
        words = f"{{{binding.expression}}}"
        line = line[: binding.start - start] + words + line[binding.end - start :]
    return line


def plain_values(entry: Entry) -> dict[str, str]:
    """The values of an entry that are no prose, as they are written, by the path of the field."""
    return dict(_plain("", Record(entry.fields, entry.position)))


def _plain(path: str, value: Value) -> Iterator[tuple[str, str]]:
    match value:
        case Word(text=text) | Number(text=text) | Flag(text=text) | Computed(text=text):
            yield path, text
        case Reference(id=id_, parameter=parameter):
            yield path, f"{id_} ({parameter})" if parameter else id_
        case Items(values=values):
            for number, inner in enumerate(values, 1):
                yield from _plain(f"{path}.{number}".lstrip("."), inner)
        case Record(fields=fields):
            for name, inner in fields.items():
                yield from _plain(f"{path}.{name}".lstrip("."), inner)
        case Prose():
            pass
