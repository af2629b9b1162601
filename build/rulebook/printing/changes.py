"""What has changed between two books: in play, and in the text alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rulebook.model import Book
from rulebook.printing.book_changes import book_changes
from rulebook.printing.change import REWORDED, Change
from rulebook.printing.chapter_changes import ChapterChanges
from rulebook.printing.compared import ReadBook
from rulebook.printing.counterparts import Counterparts
from rulebook.printing.definitions import changed_definitions, changed_roster_rules
from rulebook.printing.entry_changes import EntryChanges
from rulebook.printing.record import FrozenId
from rulebook.printing.standing import Standing
from rulebook.printing.table_changes import TableChanges
from rulebook.printing.told import Told


@dataclass(frozen=True, slots=True)
class Moved:
    """A thing whose page is another: its title, and both pages."""

    id: str
    kind: str
    title: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Changes:
    """All changes, in the order of the new book; what moved; and the book's rosters that the new rules forbid."""

    changes: tuple[Change, ...]
    moved: tuple[Moved, ...]
    illegal: tuple[str, ...]

    @property
    def in_play(self) -> tuple[Change, ...]:
        return tuple(change for change in self.changes if change.play)

    @property
    def editorial(self) -> tuple[Change, ...]:
        return tuple(change for change in self.changes if not change.play)


def changes_between(old: Book, new: Book) -> tuple[Change, ...]:
    """The changes from one book to another: each once, with what follows from it beneath it."""
    same = Counterparts(old, new)
    read_old, read_new = ReadBook(old), ReadBook(new, same)
    before, after = Standing(old), Standing(new)
    told = Told(new, changed_definitions(old, new))
    entries = EntryChanges(read_old, read_new, before, after, told)
    entries.plain()
    entries.prose()
    texts = list(ChapterChanges(read_old, read_new, before, after, told, same).changes())
    tables = TableChanges(read_old, read_new, before, after, entries.same, same.places).changes()
    of_book = book_changes(old, new)
    found = _each_once([*told.definitions, *changed_roster_rules(old, new), *told.data, *tables, *texts, *of_book])
    # What stands in a chapter follows it; values and entries have theirs too. What is gone comes where it stood.
    order = {chapter.id: n for n, chapter in enumerate(new.chapters)}
    titles = {**before.titles, **after.titles}
    for change in found:
        change.under = titles.get(change.chapter, "")
    return tuple(sorted(found, key=lambda change: order.get(change.chapter, len(order))))


def _each_once(changes: Iterable[Change]) -> list[Change]:
    """The changes without those that would be the same line: a figure that is drawn anew for two reasons."""
    return list({(c.kind, c.what, c.anchor, c.about, c.old, c.new): c for c in changes}.values())


class NoRewordingError(Exception):
    """An editor has judged rules that are only reworded, and there are none with these words."""

    def __init__(self, words: tuple[str, ...]) -> None:
        several = ", ".join(f"‘{one}’" for one in words)
        super().__init__(f"no change that is ‘{REWORDED}’ has these words in its old or its new sentence: {several}")


def judged(changes: tuple[Change, ...], editorial: Iterable[str]) -> tuple[Change, ...]:
    """The changes as their editor judges them: what is reworded and has any of these words is none in play.

    Nothing else can be judged: a number or a name says itself what it changes. Raises NoRewordingError.
    """
    unfound = []
    for words in editorial:
        found = [c for c in changes if c.about == REWORDED and (words in c.old or words in c.new)]
        for change in found:
            change.play = False
        if not found:
            unfound.append(words)
    if unfound:
        raise NoRewordingError(tuple(unfound))
    return changes


def moved_things(old: Iterable[FrozenId], new: Mapping[str, str]) -> tuple[Moved, ...]:
    """What stands on another page than in a printing; `new` are the pages now. Things that are gone are left out."""
    return tuple(
        Moved(i.id, i.kind, i.title or i.id, i.page, new[i.id])
        for i in old
        if i.page and i.id in new and new[i.id] != i.page
    )
