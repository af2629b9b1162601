"""What has changed between two books: in play, and in the text alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from functools import partial

from rulebook.check.checks.short_and_text import SHORT_FORMS
from rulebook.compose.terms import forms_of
from rulebook.edit.places import placements
from rulebook.edit.uses import direct_uses, ways_to
from rulebook.load.figures import KIND as FIGURES
from rulebook.load.tables import KIND as TABLES
from rulebook.model import Book, Chapter, Column, Entry, Heading, Paragraph, Placement, walk
from rulebook.printing.compared import EDITORIAL, Sentence, chapter_sentences, entry_sentences, plain_values
from rulebook.printing.record import FrozenId
from rulebook.printing.words import ALIKE, as_read, changes_play, likeness
from rulebook.roster import own_rosters
from rulebook.roster.judging import judge
from rulebook.rules.bound import bound_book
from rulebook.rules.expression import ExpressionError, names_used, parse_expression

RULE, NUMBER, TERM, ROW, ENTRY, TITLE = "rule", "number", "term", "row", "entry", "title"


@dataclass(slots=True)
class Change:
    """One change: its kind, what it is of, both versions (empty: it was not, or is not, there), and the chapter.

    `anchor` is the id of what it stands in; `play` says whether it may change play. `said` are the places that say it
    too: old and new sentence of each. `about` is a line on what happened.
    """

    kind: str
    what: str
    old: str
    new: str
    anchor: str
    chapter: str
    play: bool
    about: str = ""
    said: list[tuple[str, str]] = field(default_factory=list)


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
    return _Comparison(old, new).changes()


def moved_things(old: Iterable[FrozenId], new: Mapping[str, str]) -> tuple[Moved, ...]:
    """What stands on another page than in a printing; `new` are the pages now. Things that are gone are left out."""
    return tuple(
        Moved(i.id, i.kind, i.title or i.id, i.page, new[i.id])
        for i in old
        if i.page and i.id in new and new[i.id] != i.page
    )


def illegal_rosters(old: Book, new: Book) -> tuple[str, ...]:
    """The old book's own rosters that break the new rules: a line for each rule that one breaks."""
    kinds = {kind.id: kind for kind in new.rosters}
    found = []
    for roster in own_rosters(old):
        kind = kinds.get(roster.kind.id)
        if kind is None:
            continue
        judged = judge(new, replace(roster, kind=kind))
        found += [f"{kind.name} ‘{roster.entry.name}’: {finding.message}" for finding in judged.illegal]
    return tuple(found)


class _Comparison:
    def __init__(self, old: Book, new: Book) -> None:
        self.old = old
        self.new = new
        self.homes = {**_homes(old), **_homes(new)}
        self.chapters = {c.id: c.title for book in (old, new) for c in book.chapters}
        self.rows = _row_names(new)
        self.glossaries = {glossary.set for book in (old, new) for glossary in book.glossaries}
        self.values = self._values()
        self.entries: list[Change] = []
        self.renamed: list[tuple[re.Pattern[str], str, Change]] = []
        uses = direct_uses(bound_book(new).definitions)
        # What a change of each value reaches.
        self.reached = {change.what: {change.what, *ways_to(change.what, uses)} for change in self.values}

    def changes(self) -> tuple[Change, ...]:
        self._renamed_terms()
        for set_id in dict.fromkeys((*self.old.sets, *self.new.sets)):
            self._set(set_id)
        texts = [change for pair in self._chapters() for change in self._chapter(*pair)]
        # What stands in a chapter follows it; values and entries have theirs too.
        order = {chapter.id: n for n, chapter in enumerate(self.new.chapters)}
        found = [*self.values, *self.entries, *texts]
        return tuple(sorted(found, key=lambda change: order.get(change.chapter, len(order))))

    # Values

    def _values(self) -> list[Change]:
        old, new = _definitions(self.old), _definitions(self.new)
        found = []
        for head in dict.fromkeys((*old, *new)):
            (before, home), (after, now) = old.get(head, ("", "")), new.get(head, ("", ""))
            # A definition that is new, or gone, is told of by the sentences that state it.
            if before and after and before != after:
                name = head.partition("(")[0]
                found.append(Change(NUMBER, name, before, after, now or home, now or home, play=True))
        return found

    # Terms and data

    def _renamed_terms(self) -> None:
        for set_id in self.glossaries & self.old.sets.keys() & self.new.sets.keys():
            for entry in self.new.sets[set_id].entries:
                before = self.old.entry(set_id, entry.id)
                if before is not None and before.name != entry.name:
                    change = self._change(TERM, entry, before.name, entry.name, "renamed", play=True)
                    self.entries.append(change)
                    pairs = zip(forms_of(before), forms_of(entry), strict=False)
                    for old, new in sorted(pairs, key=lambda pair: -len(pair[1])):
                        self.renamed.append((re.compile(rf"\b{re.escape(new)}\b", re.IGNORECASE), old, change))

    def _set(self, set_id: str) -> None:
        olds = {e.id: e for e in self.old.sets[set_id].entries} if set_id in self.old.sets else {}
        news = {e.id: e for e in self.new.sets[set_id].entries} if set_id in self.new.sets else {}
        for id_ in dict.fromkeys((*olds, *news)):
            before, after = olds.get(id_), news.get(id_)
            if before is not None and after is not None:
                self._entry(before, after)
            elif entry := before or after:
                said = self._said(entry)
                old, new = ("", said) if before is None else (said, "")
                about = "added" if before is None else "removed"
                self.entries.append(self._change(self._kind(entry), entry, old, new, about, self._counts(entry)))

    def _kind(self, entry: Entry) -> str:
        if entry.set in self.glossaries:
            return TERM
        if entry.kind in (TABLES, FIGURES):
            return TITLE
        return ROW if entry.set in self.rows else ENTRY

    def _counts(self, entry: Entry) -> bool:
        """Whether an entry is part of play: no title of a table, and nothing of a set that quotes other wordings."""
        waivers = self.new.lint.waivers
        quoting = {*self.new.lint.quoting_sets, *((waivers.set,) if waivers else ())}
        return entry.set not in quoting and self._kind(entry) != TITLE

    def _said(self, entry: Entry) -> str:
        prose = [s.text for sentences in entry_sentences(self.new, entry).values() for s in sentences]
        values = [f"{name} {value}" for name, value in plain_values(entry).items() if name not in ("id", "name")]
        return "; ".join(values) if values and not prose else " ".join(prose)

    def _change(self, kind: str, entry: Entry, old: str, new: str, about: str, play: bool) -> Change:
        what = self.rows[entry.set].of(entry) if kind == ROW else entry.name
        return Change(kind, what, old, new, entry.anchor, self.homes.get(entry.anchor, ""), play, about)

    def _entry(self, before: Entry, after: Entry) -> None:
        old, new = plain_values(before), plain_values(after)
        parts = []
        for name in dict.fromkeys((*old, *new)):
            if old.get(name) != new.get(name) and not self._of_renaming(after, name, old, new):
                parts.append((name, old.get(name, ""), new.get(name, "")))
        told = [pair for pair in self._prose(before, after) if not self._follows(*pair[1:])]
        kind = self._kind(after)
        if parts:
            heads = self.rows[after.set].heads if after.set in self.rows else {}
            was = "; ".join(f"{heads.get(name, name)} {one or '—'}" for name, one, _ in parts)
            now = "; ".join(f"{heads.get(name, name)} {two or '—'}" for name, _, two in parts)
            change = self._change(kind, after, was, now, "changed", self._counts(after))
            change.said += [_words(one, two) for _, one, two in told]
            self.entries.append(change)
            return
        last: Change | None = None
        for field_name, one, two in told:
            play = self._counts(after) and _in_play(one, two)
            words = _words(one, two)
            if last is not None and field_name in SHORT_FORMS:
                # It says again what the text says.
                last.said.append(words)
                last.play = last.play or play
                continue
            last = self._change(kind, after, *words, "redefined" if kind == TERM else "changed", play)
            self.entries.append(last)

    def _of_renaming(self, entry: Entry, name: str, old: Mapping[str, str], new: Mapping[str, str]) -> bool:
        """Whether a value is another only because a term has another name: the name itself, or a word that has it."""
        if name == "name" and entry.set in self.glossaries:
            return True
        return name in old and name in new and self._as_it_was_named(new[name])[0] == old[name]

    def _prose(self, before: Entry, after: Entry) -> Iterator[tuple[str, Sentence | None, Sentence | None]]:
        """The sentences that differ, each with its field; the short forms come last."""
        old, new = entry_sentences(self.old, before), entry_sentences(self.new, after)
        for name in sorted(dict.fromkeys((*old, *new)), key=lambda name: name in SHORT_FORMS):
            yield from ((name, one, two) for one, two in _pairs(old.get(name, ()), new.get(name, ())))

    # Chapters

    def _chapters(self) -> Iterator[tuple[Chapter | None, Chapter | None]]:
        olds, news = ({c.id: c for c in book.chapters} for book in (self.old, self.new))
        for id_ in dict.fromkeys((*olds, *news)):
            yield olds.get(id_), news.get(id_)

    def _chapter(self, before: Chapter | None, after: Chapter | None) -> Iterator[Change]:
        chapter = after or before
        assert chapter is not None
        if before is None or after is None:
            about = "added" if before is None else "removed"
            title = chapter.title
            old, new = ("", title) if before is None else (title, "")
            yield Change(RULE, f"the chapter {title}", old, new, chapter.id, chapter.id, play=True, about=about)
            return
        if before.title != after.title:
            yield Change(TITLE, "the title", before.title, after.title, after.id, after.id, play=False)
        for one, two in _pairs(chapter_sentences(self.old, before), chapter_sentences(self.new, after)):
            if self._follows(one, two):
                continue
            there = two or one
            assert there is not None
            about = "changed" if one and two else "added" if two else "removed"
            yield Change(
                RULE, self._heading(there), *_words(one, two), there.anchor, chapter.id, _in_play(one, two), about
            )

    def _heading(self, sentence: Sentence) -> str:
        return self.chapters.get(sentence.anchor, "")

    # What follows from another change

    def _follows(self, old: Sentence | None, new: Sentence | None) -> bool:
        """Whether a sentence is another only because of a change that is told of already, which then names it."""
        if old is None or new is None:
            return False
        if old.skeleton == new.skeleton and self._follows_values(old, new):
            return True
        named, changes = self._as_it_was_named(new.text)
        if changes and named == old.text:
            for change in changes:
                change.said.append((old.text, new.text))
            return True
        return False

    def _follows_values(self, old: Sentence, new: Sentence) -> bool:
        names: set[str] = set()
        sets: set[str] = set()
        for expression in new.expressions:
            try:
                names |= names_used(parse_expression(expression))
            except ExpressionError:
                continue
            sets |= {set_id for set_id in self.new.sets if f"'{set_id}'" in expression}
        causes = [change for change in self.values if self.reached[change.what] & names]
        causes += [change for change in self.entries if change.anchor.partition(":")[0] in sets]
        for change in causes:
            change.said.append((old.text, new.text))
        return bool(causes)

    def _as_it_was_named(self, text: str) -> tuple[str, list[Change]]:
        """A text with the old names of renamed terms, and the renamings that it shows."""
        found = []
        for pattern, name, change in self.renamed:
            text, count = pattern.subn(partial(_cased, name), text)
            if count and change not in found:
                found.append(change)
        return text, found


def _cased(name: str, found: re.Match[str]) -> str:
    """A name with the first letter of what was found in its place."""
    like = found[0]
    return name if like[:1].isupper() == name[:1].isupper() else name[:1].swapcase() + name[1:]


def _words(old: Sentence | None, new: Sentence | None) -> tuple[str, str]:
    """Both sentences as they are printed; empty where there is none."""
    return old.text if old else "", new.text if new else ""


def _in_play(old: Sentence | None, new: Sentence | None) -> bool:
    roles = {s.role for s in (old, new) if s is not None}
    if roles & EDITORIAL:
        return False
    return old is None or new is None or changes_play(old.text, new.text)


def _definitions(book: Book) -> dict[str, tuple[str, str]]:
    """Each value and formula: its text, and the chapter that is its home."""
    return {
        text.head: (" ".join(text.body.split()), topic.home)
        for topic in book.rules
        for text in (*topic.values, *topic.formulas)
    }


def _homes(book: Book) -> dict[str, str]:
    """The chapter that places each entry first, by its anchor."""
    ids = {chapter.title: chapter.id for chapter in book.chapters}
    found: dict[str, str] = {}
    for title, placement in placements(book):
        for entry in book.placed(placement):
            found.setdefault(entry.anchor, ids[title])
    return found


@dataclass(frozen=True, slots=True)
class _Rows:
    """How a reader finds a row: what its table stands under, the path of the column that names it, and all heads."""

    under: str
    path: str
    heads: Mapping[str, str]

    def of(self, entry: Entry) -> str:
        own = entry.word("name")
        if not own and (shown := plain_values(entry).get(self.path)):
            # A row of a roll table is known by what is rolled.
            own = f"{self.heads.get(self.path, '')} {shown}".lstrip()
        return ": ".join(filter(None, (self.under, own or entry.id)))


def _row_names(book: Book) -> dict[str, _Rows]:
    """How the rows of each set that stands in a table are named, by the set: by caption or by the head above."""
    under: dict[str, str] = {}
    for chapter in book.chapters:
        heading = chapter.title
        for block in walk(chapter.blocks):
            head = block.head if isinstance(block, Paragraph) else block
            if isinstance(head, Heading):
                heading = as_read(head.title.source, "")[0]
            elif isinstance(block, Placement):
                under.setdefault(block.target, heading)
    found: dict[str, _Rows] = {}
    # Of several tables of a set the one with a caption comes first.
    for table in sorted(book.tables.values(), key=lambda table: not table.caption):
        names = next((column for column in table.columns if column.row_head), table.columns[0])
        heads = {_dotted(column): column.head for column in table.columns if column.head}
        rows = _Rows(table.caption or under.get(table.id, ""), _dotted(names), heads)
        found.setdefault(table.set, rows)
    return found


def _dotted(column: Column) -> str:
    """The path of a column as a value's is told, which counts what is in a list from one."""
    return ".".join(str(int(part) + 1) if part.isdecimal() else part for part in column.path)


def _pairs(old: Sequence[Sentence], new: Sequence[Sentence]) -> Iterator[tuple[Sentence | None, Sentence | None]]:
    """The sentences that differ: each old one with the new one that has taken its place, or with none."""
    matcher = SequenceMatcher(None, [s.text for s in old], [s.text for s in new], autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            continue
        left, right = list(old[a:b]), list(new[c:d])
        alone = []
        for sentence in left:
            shares = [likeness(sentence.skeleton, other.skeleton) for other in right]
            best = right[shares.index(max(shares))] if shares and max(shares) >= ALIKE else None
            if best is None:
                alone.append(sentence)
            else:
                right.remove(best)
                yield sentence, best
        if len(alone) == len(right) == 1:
            # However little they have in common: it has been written anew.
            yield alone[0], right[0]
            continue
        yield from ((sentence, None) for sentence in alone)
        yield from ((None, sentence) for sentence in right)
