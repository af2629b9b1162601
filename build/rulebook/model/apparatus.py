"""What a book has besides its chapters: lists of terms, an index, an imprint, and the words of its own labels."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.model.data import Record, Word
from rulebook.model.prose import Filter, Inline
from rulebook.source import Position


@dataclass(frozen=True, slots=True)
class Printed:
    """A text that is printed and stands in no chapter and no set, such as a label: what it is called, and its words."""

    names: tuple[str, ...]
    text: Inline


@dataclass(frozen=True, slots=True)
class Glossary:
    """A set whose entries are listed as terms.

    `chapters` limits it to some chapters (empty: all); an entry that matches a filter of `exceptions` is left out.
    """

    set: str
    chapters: tuple[str, ...]
    exceptions: tuple[Filter, ...]
    declared: Record

    @property
    def position(self) -> Position:
        """Where it is declared."""
        return self.declared.position


@dataclass(frozen=True, slots=True)
class IndexSource:
    """What an index lists: the entries of a set, or all of a kind (`table`, `figure`, `heading`); the other is empty.

    The names of a set's entries are looked for in `chapters` (empty: all that count terms).
    """

    set: str
    kind: str
    chapters: tuple[str, ...]
    declared: Record

    @property
    def position(self) -> Position:
        """Where it is declared."""
        return self.declared.position


@dataclass(frozen=True, slots=True)
class IndexWord:
    """A word under which a rule is looked for, whatever the rule calls itself: the targets of links that state it."""

    text: str
    targets: tuple[Word, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Index:
    """The index: its title, the id of the chapter that it stands before (empty: it closes the book), what it lists.

    A name that begins with one of `articles` is listed by its next word: `Ladder, The`. What the targets of `without`
    bear as a title is not listed for that; `words` are listed besides.
    """

    title: str
    before: str
    articles: tuple[str, ...]
    sources: tuple[IndexSource, ...]
    declared: Record
    without: tuple[Word, ...] = ()
    words: tuple[IndexWord, ...] = ()

    @property
    def position(self) -> Position:
        """Where it is declared."""
        return self.declared.position


@dataclass(frozen=True, slots=True)
class Imprint:
    """What a chapter says first of the printing that it stands in.

    In `printing` stand `{version}` and `{date}`, or `{year}`, `{month}` and `{day}`; in `committed`, said of a working
    copy whose every file is committed, `{revision}`; `working` is said of any other copy. `months` are their names.
    """

    chapter: str
    printing: str
    committed: str
    working: str
    months: tuple[str, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class EntryPart:
    """One part of an entry as it is set: the field's path, how it is set, and a lead before it."""

    path: tuple[str, ...]
    style: str
    lead: str
    beside: str
    declared: Record

    @property
    def position(self) -> Position:
        """Where it is declared."""
        return self.declared.position


@dataclass(frozen=True, slots=True)
class Labels:
    """The words that the pipeline itself prints."""

    contents: str
    book: str
    terms: str
    figure: str
    figures: str
    example: str
    note: str
    front: str
    back: str
    draft: str
    # Before the page of a reference whose words could be taken for a part of its number; may be empty.
    page: str = ""
