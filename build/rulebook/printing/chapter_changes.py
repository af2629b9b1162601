"""What has changed in the chapters of a book: their sentences, and where the chapters themselves stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulebook.model import Book, Chapter
from rulebook.printing.change import (
    ADDED,
    ASIDES,
    CHANGED,
    CHAPTER,
    ELSEWHERE,
    NOW_ELSEWHERE,
    REMOVED,
    RENAMED,
    REWORDED,
    RULE,
    SECTION,
    TEXT,
    Change,
)
from rulebook.printing.compared import EDITORIAL, ReadBook, Sentence, holds_rules
from rulebook.printing.counterparts import Counterparts
from rulebook.printing.pairing import Pair, pairs
from rulebook.printing.standing import Standing
from rulebook.printing.told import Told
from rulebook.printing.words import Weight, likeness, plain_words, weight
from rulebook.texts import Role

_RANKS = {2: "a section of its own", 3: "a part of a section"}
# What has gone in one place and come in another is one sentence that has this much in common, of so many words.
_ALIKE_ELSEWHERE, _LEAST_WORDS = 0.7, 5


@dataclass(frozen=True, slots=True)
class _Told:
    """A change, and the two sentences that it is of, if it is of any."""

    change: Change
    pair: Pair | None = None


class ChapterChanges:
    """The chapters of two books compared."""

    def __init__(
        self, old: ReadBook, new: ReadBook, before: Standing, after: Standing, told: Told, same: Counterparts
    ) -> None:
        self.old, self.new = old, new
        self.before, self.after = before, after
        self.told = told
        self.same = same

    def changes(self) -> Iterator[Change]:
        """Every change, chapter by chapter; what has gone from one chapter to another is told of once."""
        found: list[_Told] = []
        for old, new in self.same.chapters:
            found += self._chapter(old, new)
        yield from self._between(found)

    def _chapter(self, old: Chapter | None, new: Chapter | None) -> Iterator[_Told]:
        if old is None or new is None:
            yield from self._whole(old, new)
            return
        if old.title != new.title:
            yield _Told(_of_chapter(old, new, RENAMED, old.title, new.title))
        if old.number != new.number:
            was, now = (f"chapter {c.number}" if c.number else "without a number" for c in (old, new))
            yield _Told(_of_chapter(old, new, "renumbered", was, now))
        if old.book != new.book:
            was, now = _part_title(self.old.book, old), _part_title(self.new.book, new)
            yield _Told(_of_chapter(old, new, "now in another book", was, now))
        rules = holds_rules(self.old.book, old) or holds_rules(self.new.book, new)
        for pair in pairs(self.old.chapter_sentences(old), self.new.chapter_sentences(new)):
            if not self.told.follows(pair.old, pair.new) and pair.seen:
                yield _Told(self._of_pair(pair, new, rules=rules), pair)

    def _whole(self, old: Chapter | None, new: Chapter | None) -> Iterator[_Told]:
        """A chapter that has come or gone, and each of its sentences: any may stand in another chapter."""
        chapter = new or old
        assert chapter is not None
        read = self.new if new is not None else self.old
        play = holds_rules(read.book, chapter)
        change = Change(CHAPTER, chapter.title, "", "", chapter.id, chapter.id, play, ADDED if new else REMOVED)
        yield _Told(change)
        for sentence in read.chapter_sentences(chapter):
            pair = Pair(None, sentence) if new is not None else Pair(sentence, None)
            yield _Told(self._of_pair(pair, chapter, rules=play), pair)

    def _of_pair(self, pair: Pair, chapter: Chapter, *, rules: bool) -> Change:
        there = pair.new or pair.old
        assert there is not None
        title = (self.after if pair.new else self.before).titles.get(there.anchor, chapter.title)
        old, new = (sentence.said if sentence else "" for sentence in (pair.old, pair.new))
        # What a reader looks for stands where it stood.
        anchor = (pair.old or there).anchor
        change = Change(_kind(there, rules=rules), title, old, new, anchor, chapter.id, play=False, section=anchor)
        if there.role is Role.HEADING:
            return _of_heading(change, pair)
        if pair.moved:
            return self._moved(change, pair, rules=rules)
        change.about = _happened(pair, CHANGED)
        no_rule = {s.role for s in (pair.old, pair.new) if s is not None} & EDITORIAL or not rules
        if pair.old is None or pair.new is None:
            return replace(change, play=not no_rule)
        if pair.marks:
            return replace(change, old="", about=pair.marks)
        if pair.old.step != pair.new.step and plain_words(pair.old.compared) == plain_words(pair.new.compared):
            about = "now a step of a numbered list" if pair.new.step else "no longer a step of a numbered list"
            return replace(change, old="", play=not no_rule, about=about)
        if pair.elsewhere:
            return replace(change, old="", play=not no_rule, about=ELSEWHERE)
        if no_rule:
            return change
        weighs = weight(pair.old.compared, pair.new.compared)
        about = REWORDED if weighs is Weight.DOUBTFUL else change.about
        return replace(change, play=weighs is not Weight.NONE, about=about)

    def _moved(self, change: Change, pair: Pair, *, rules: bool) -> Change:
        assert pair.old is not None
        assert pair.new is not None
        play = rules and pair.old.rules and not pair.free
        if pair.old.under == pair.new.under:
            return replace(change, old="", play=play, about="now in another order")
        title = self.before.titles.get(pair.old.anchor, "")
        return replace(change, old="", play=play, about=f"moved here from ‘{title}’")

    def _between(self, found: list[_Told]) -> Iterator[Change]:
        """The changes, but for what is only gone and come: from one chapter to another, or from a rule to a note.

        What a chapter that has gone said, and that nothing says now, is told of by the chapter; so is what one says
        that has come.
        """
        gone = [one for one in found if one.pair is not None and one.pair.new is None]
        come = [one for one in found if one.pair is not None and one.pair.old is None]
        joined: dict[int, Change] = {}
        for share in (_same_words, _likeness):
            for one in [one for one in gone if id(one) not in joined]:
                shares = {id(two): share(one, two) for two in come if id(two) not in joined}
                other = max(come, key=lambda two: shares.get(id(two), 0.0), default=one)
                if shares.get(id(other), 0.0) > 0:
                    joined[id(other)] = self._joined(one, other)
                    joined[id(one)] = joined[id(other)]
        whole = {one.change.chapter: one.change for one in found if one.change.kind == CHAPTER and not one.change.old}
        for one in found:
            if one.pair is None:
                yield one.change
            elif id(one) in joined:
                if one.pair.old is None:
                    yield joined[id(one)]
            elif (chapter := whole.get(one.change.chapter)) is None:
                yield one.change
            elif one.pair.new is not None and one.pair.new.rules:
                chapter.new = f"{chapter.new} {one.change.new}".lstrip()

    def _joined(self, one: _Told, other: _Told) -> Change:
        """What has gone from one place and come in another: it is found where it stood."""
        gone, come = one.change, other.change
        new = "" if come.kind == SECTION else come.new
        joined = replace(come, old="", new=new, anchor=gone.anchor, section=gone.section)
        if not _same_words(one, other):
            about = f"moved here from ‘{self._before_here(gone, come)}’, and changed"
            return replace(joined, old=gone.old, play=True, about=about)
        if gone.play != come.play and come.kind != SECTION:
            # A sentence that was a rule and is none any more, or the reverse: that is a change in play.
            about = "no longer a rule: now an aside" if gone.play else "now a rule: it was an aside"
            return replace(joined, play=True, about=about)
        before, after = _both(one, other)
        if before.under == after.under and come.kind != SECTION:
            return replace(joined, about="now another kind of aside")
        return replace(joined, about=f"moved here from ‘{self._before_here(gone, come)}’")

    def _before_here(self, old: Change, new: Change) -> str:
        """Where something stood: in another chapter, or under another heading."""
        here = old.chapter == new.chapter
        return self.before.titles.get(old.anchor if here else old.chapter, "")


def _same_words(one: _Told, other: _Told) -> float:
    """Whether what has gone and what has come are the same words, as a share."""
    old, new = _both(one, other)
    headings = Role.HEADING in (old.role, new.role)
    return float(plain_words(old.compared) == plain_words(new.compared) and (not headings or old.role is new.role))


def _likeness(one: _Told, other: _Told) -> float:
    """How much two rules have in common of which one may be the other, moved and changed; 0 where it hardly is."""
    old, new = _both(one, other)
    if not (old.rules and new.rules and one.change.play and other.change.play):
        return 0.0
    share = likeness(old.skeleton, new.skeleton)
    return share if share >= _ALIKE_ELSEWHERE and len(old.skeleton.split()) >= _LEAST_WORDS else 0.0


def _both(one: _Told, other: _Told) -> tuple[Sentence, Sentence]:
    assert one.pair is not None
    assert other.pair is not None
    assert one.pair.old is not None
    assert other.pair.new is not None
    return one.pair.old, other.pair.new


def _kind(sentence: Sentence, *, rules: bool) -> str:
    if sentence.role is Role.HEADING:
        return SECTION
    return ASIDES.get(sentence.role, RULE if rules else TEXT)


def _of_heading(change: Change, pair: Pair) -> Change:
    if pair.moved:
        return replace(change, old="", new="", about=NOW_ELSEWHERE)
    if pair.old is None or pair.new is None:
        # Its name says it already.
        return replace(change, old="", new="", about=_happened(pair, RENAMED))
    ranks = f"now {_RANKS[pair.new.level]}" if pair.old.level != pair.new.level else ""
    if change.old == change.new:
        return replace(change, old="", new="", about="; ".join(filter(None, (ranks, pair.marks))))
    return replace(change, about=" and ".join(filter(None, (RENAMED, ranks))))


def _of_chapter(old: Chapter, new: Chapter, about: str, was: str, now: str) -> Change:
    return Change(CHAPTER, new.title, was, now, old.id, new.id, play=False, about=about)


def _happened(pair: Pair, both: str) -> str:
    return both if pair.old and pair.new else ADDED if pair.new else REMOVED


def _part_title(book: Book, chapter: Chapter) -> str:
    titles = {"front": book.labels.front, "back": book.labels.back, **{part.id: part.title for part in book.parts}}
    return titles.get(chapter.book, chapter.book)
