"""A book as it is compared: each sentence and each value, with the thing that holds it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rulebook.compose.book import title_finder
from rulebook.compose.inline import ARROW
from rulebook.compose.values import value_text
from rulebook.model import (
    Block,
    Book,
    Chapter,
    Computed,
    Entry,
    Flag,
    Heading,
    Items,
    ListBlock,
    Number,
    Paragraph,
    Prose,
    Record,
    Reference,
    Value,
    Word,
    walk,
)
from rulebook.printing.as_read import unmarked
from rulebook.printing.counterparts import Counterparts
from rulebook.texts import PrintedText, Role, chapter_texts, entry_texts

EDITORIAL = frozenset({Role.NOTE, Role.EPIGRAPH, Role.EXAMPLE})
"""What no text of these roles says is a rule."""

_SENTENCE_END = re.compile(r"[.!?…][”’)\]*_]*\s+(?=[“‘(\[*_]*[A-Z0-9→])")
_ARROW = re.compile(rf"\[{ARROW}\]\(#([^)\s]*)\)")
_ONE = (Word, Number, Reference)
_NO_CHAPTER_OF_RULES = ("front", "back")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a chapter or an entry: as it is printed, and with what is bound named and not said.

    `anchor` is the id of the heading, chapter or entry that it stands under; `expressions` are those of its bindings;
    a `step` is one of a numbered list; `level` is that of a heading. `before` is the text with the titles that its
    references showed in the book that it is compared with (empty: the same text), so that a sentence is the same when
    only what it refers to has another title; so has `skeleton`. `targets` are the ids there of what they lead to, and
    `place` is that of what it stands under.
    """

    text: str
    skeleton: str
    anchor: str
    role: Role
    expressions: tuple[str, ...] = ()
    step: bool = False
    level: int = 0
    before: str = ""
    targets: tuple[str, ...] = ()
    place: str = ""

    @property
    def under(self) -> str:
        """The id by which what it stands under is compared with what one of the old book stands under."""
        return self.place or self.anchor

    @property
    def compared(self) -> str:
        """The text by which it is compared with one of the old book."""
        return self.before or self.text

    @property
    def said(self) -> str:
        """The text as it is read, without marks."""
        return unmarked(self.text)

    def same(self, other: Sentence) -> bool:
        """Whether nothing differs but the titles of what it refers to."""
        return self._key == other._key

    @property
    def _key(self) -> tuple[object, ...]:
        return self.compared, self.step, self.level, self.targets

    @property
    def rules(self) -> bool:
        """Whether it can be a rule: it is no note, no Example, no epigraph, and no heading."""
        return self.role not in EDITORIAL and self.role is not Role.HEADING


@dataclass(frozen=True, slots=True)
class Shown:
    """A value as it is written in its file, and as it is read where it is printed."""

    written: str
    read: str


def holds_rules(book: Book, chapter: Chapter) -> bool:
    """Whether a chapter has rules: all do but those before and after the numbered books that use no terms."""
    return chapter.book not in _NO_CHAPTER_OF_RULES or chapter.id not in {word.text for word in book.without_terms}


class ReadBook:
    """A book whose texts are read as its readers see them: where an arrow stands, the title that it prints.

    With `since`, its sentences are compared with those of the old book of the two.
    """

    def __init__(self, book: Book, since: Counterparts | None = None) -> None:
        self.book = book
        self._since = since
        self._finder = title_finder(book)
        columns = (column.path for table in book.tables.values() for column in table.columns)
        # The lists whose places stand under heads of their own.
        self._counted = frozenset(path[0] for path in columns if any(step.isdecimal() for step in path[1:]))

    def title(self, target: str) -> str:
        """The title of what an id names; the id itself when nothing bears it."""
        try:
            return self._finder(target)
        except KeyError:
            return target

    def chapter_sentences(self, chapter: Chapter) -> tuple[Sentence, ...]:
        """The sentences that stand in a chapter's own file, but for its title."""
        found: list[Sentence] = []
        anchor = chapter.id
        headings = {id(b.title): b for b in chapter.blocks if isinstance(b, Heading)}
        steps = _steps(chapter.blocks)
        for number, text in enumerate(chapter_texts(self.book, chapter)):
            heading = headings.get(id(text.inline))
            anchor = heading.id if heading else anchor
            if number:
                level = heading.level if heading else 0
                found += self._sentences(text, anchor, step=id(text.inline) in steps, level=level)
        return tuple(found)

    def entry_sentences(self, entry: Entry) -> dict[str, tuple[Sentence, ...]]:
        """The sentences of an entry's fields of prose, by field."""
        found: dict[str, list[Sentence]] = {}
        steps = {step for value in entry.fields.values() for step in _steps_of(value)}
        for text in entry_texts(self.book, entry):
            if text.role is not Role.WORD:
                sentences = self._sentences(text, entry.anchor, step=id(text.inline) in steps)
                found.setdefault(text.field, []).extend(sentences)
        return {field: tuple(sentences) for field, sentences in found.items()}

    def plain_values(self, entry: Entry) -> dict[str, Shown]:
        """The values of an entry that are no prose, by the path of the field."""
        return dict(self._plain("", Record(entry.fields, entry.position)))

    def _sentences(self, text: PrintedText, anchor: str, *, step: bool, level: int = 0) -> Iterator[Sentence]:
        """The sentences of a text, wherever its lines are broken."""
        source = text.source.replace("\n", " ")
        start = 0
        for end in (*(match.end() for match in _SENTENCE_END.finditer(source)), len(source)):
            line = source[start:end]
            bindings = [b for b in text.inline.bindings if start <= b.start < end]
            skeleton = line
            for binding in reversed(bindings):
                words = f"{{{binding.expression}}}"
                skeleton = skeleton[: binding.start - start] + words + skeleton[binding.end - start :]
            if line.strip():
                expressions = tuple(b.expression for b in bindings)
                shown, before = _shown(line, self.title), _shown(line, self._old_title)
                yield Sentence(
                    shown,
                    _shown(skeleton, self._old_title),
                    anchor,
                    text.role,
                    expressions,
                    step,
                    level,
                    before,
                    tuple(map(self._old_id, _ARROW.findall(line))),
                    self._old_id(anchor),
                )
            start = end

    def _old_title(self, target: str) -> str:
        title = self.title(target)
        return self._since.old_title(target, title) if self._since else title

    def _old_id(self, target: str) -> str:
        return self._since.old_id(target) if self._since else target

    def _plain(self, path: str, value: Value) -> Iterator[tuple[str, Shown]]:
        match value:
            case Word(text=text) | Number(text=text) | Flag(text=text) | Computed(text=text):
                yield path, Shown(text, text)
            case Reference(id=id_, parameter=parameter):
                yield path, Shown(f"{id_} ({parameter})" if parameter else id_, self._name(value))
            case Items(values=values) if path not in self._counted and all(isinstance(v, _ONE) for v in values):
                told = [shown for inner in values for _, shown in self._plain(path, inner)]
                yield path, Shown(", ".join(one.written for one in told), ", ".join(one.read for one in told))
            case Items(values=values):
                for number, inner in enumerate(values, 1):
                    yield from self._plain(f"{path}.{number}".lstrip("."), inner)
            case Record(fields=fields):
                for name, inner in fields.items():
                    yield from self._plain(f"{path}.{name}".lstrip("."), inner)
            case Prose():
                pass

    def _name(self, value: Reference) -> str:
        try:
            return value_text(self.book, value)
        except LookupError:
            return value.id


def _shown(line: str, title: Callable[[str], str]) -> str:
    """A sentence on one line; an arrow has the title of what it leads to, as it is printed."""
    return " ".join(_ARROW.sub(lambda match: f"{ARROW} {title(match[1])}", line).split())


def _steps_of(value: Value) -> Iterator[int]:
    match value:
        case Prose(blocks=blocks):
            yield from _steps(blocks)
        case Items(values=values):
            yield from (step for inner in values for step in _steps_of(inner))
        case Record(fields=fields):
            yield from (step for inner in fields.values() for step in _steps_of(inner))
        case _:
            pass


def _steps(blocks: tuple[Block, ...]) -> frozenset[int]:
    """The texts of the paragraphs of numbered lists, as objects."""
    lists = (block for block in walk(blocks) if isinstance(block, ListBlock) and block.ordered)
    inner = (block for ordered in lists for item in ordered.items for block in walk(item))
    return frozenset(id(block.text) for block in inner if isinstance(block, Paragraph))
