"""What has changed in the chapters of a book: their sentences, and where the chapters themselves stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace

from rulebook.check.texts import Role
from rulebook.model import Book, Chapter
from rulebook.printing.change import ORDER, REWORDED, RULE, TITLE, Change
from rulebook.printing.compared import EDITORIAL, ReadBook, holds_rules
from rulebook.printing.pairing import Pair, pairs
from rulebook.printing.standing import Standing
from rulebook.printing.told import Told
from rulebook.printing.words import Weight, plain_words, weight


class ChapterChanges:
    """The chapters of two books compared."""

    def __init__(self, old: ReadBook, new: ReadBook, before: Standing, after: Standing, told: Told) -> None:
        self.old, self.new = old, new
        self.before, self.after = before, after
        self.told = told

    def changes(self) -> Iterator[Change]:
        """Every change, chapter by chapter; what has gone from one chapter to another is told of once."""
        found: list[Change] = []
        for old, new in self._chapters():
            found += self._chapter(old, new)
        yield from self._between(found)
        yield from _of_book(self.old.book, self.new.book)

    def _chapters(self) -> Iterator[tuple[Chapter | None, Chapter | None]]:
        olds, news = ({c.id: c for c in read.book.chapters} for read in (self.old, self.new))
        come = [c for c in news.values() if c.id not in olds]
        for chapter in olds.values():
            other = news.get(chapter.id)
            if other is None and (other := next((c for c in come if c.title == chapter.title), None)) is not None:
                come.remove(other)
            yield chapter, other
        yield from ((None, chapter) for chapter in come)

    def _chapter(self, old: Chapter | None, new: Chapter | None) -> Iterator[Change]:
        if old is None or new is None:
            yield from self._whole(old, new)
            return
        if old.title != new.title:
            yield Change(TITLE, "the title", old.title, new.title, old.id, new.id, play=False, about="renamed")
        if old.number != new.number:
            was, now = (str(number or "none") for number in (old.number, new.number))
            yield Change(TITLE, "the chapter’s number", was, now, old.id, new.id, play=False, about="changed")
        if old.book != new.book:
            was, now = _part_title(self.old.book, old), _part_title(self.new.book, new)
            yield Change(ORDER, "the chapter’s book", was, now, old.id, new.id, play=False, about="moved")
        rules = holds_rules(self.old.book, old) or holds_rules(self.new.book, new)
        for pair in pairs(self.old.chapter_sentences(old), self.new.chapter_sentences(new)):
            if not self.told.follows(pair.old, pair.new):
                yield self._of_pair(pair, new, rules=rules)

    def _whole(self, old: Chapter | None, new: Chapter | None) -> Iterator[Change]:
        """A chapter that has come or gone; of one that has come, all that it rules."""
        chapter = new or old
        assert chapter is not None
        read = self.new if new is not None else self.old
        play = holds_rules(read.book, chapter)
        what = f"the chapter {chapter.title}"
        if new is None:
            yield Change(RULE, what, chapter.title, "", chapter.id, chapter.id, play, about="removed")
            return
        says = " ".join(s.text for s in read.chapter_sentences(chapter) if s.rules)
        yield Change(RULE, what, "", says or chapter.title, chapter.id, chapter.id, play, about="added")

    def _of_pair(self, pair: Pair, chapter: Chapter, *, rules: bool) -> Change:
        there = pair.new or pair.old
        assert there is not None
        title = (self.after if pair.new else self.before).titles.get(there.anchor, chapter.title)
        old, new = (sentence.text if sentence else "" for sentence in (pair.old, pair.new))
        # What a reader looks for stands where it stood.
        anchor = (pair.old or there).anchor
        change = Change(RULE, title, old, new, anchor, chapter.id, play=False, section=anchor)
        if there.role is Role.HEADING:
            if pair.moved:
                return replace(change, kind=ORDER, old="", new="", about="order of sections")
            return replace(change, kind=TITLE, what="a section’s title", about=_happened(pair, "renamed"))
        if pair.moved:
            return self._moved(change, pair, rules=rules)
        change.about = _happened(pair, "changed")
        if {s.role for s in (pair.old, pair.new) if s is not None} & EDITORIAL or not rules:
            return change
        if pair.old is None or pair.new is None:
            return replace(change, play=True)
        if pair.old.step != pair.new.step and plain_words(old) == plain_words(new):
            about = "now a step of a numbered list" if pair.new.step else "no longer a step of a numbered list"
            return replace(change, old="", play=True, about=about)
        weighs = weight(old, new)
        about = REWORDED if weighs is Weight.DOUBTFUL else change.about
        return replace(change, play=weighs is not Weight.NONE, about=about)

    def _moved(self, change: Change, pair: Pair, *, rules: bool) -> Change:
        assert pair.old is not None
        assert pair.new is not None
        play = rules and pair.old.rules and not pair.free
        if pair.old.anchor == pair.new.anchor:
            return replace(change, kind=ORDER, old="", play=play, about="order of sentences")
        title = self.before.titles.get(pair.old.anchor, "")
        return replace(change, old="", play=play, about=f"moved here from ‘{title}’")

    def _between(self, found: list[Change]) -> Iterator[Change]:
        """The changes, but for what is only gone and come: from one chapter to another, or from a rule to a note."""
        come: dict[tuple[str, ...], list[Change]] = {}
        for change in found:
            if change.about == "added" and change.kind in (RULE, TITLE):
                come.setdefault((change.kind, *plain_words(change.new)), []).append(change)
        done: set[int] = set()
        for change in found:
            if change.about != "removed" or not (others := come.get((change.kind, *plain_words(change.old)))):
                continue
            other = others.pop(0)
            done.add(id(change))
            if change.play != other.play and change.kind != TITLE:
                self._restated(change, other)
            elif change.anchor == other.anchor and change.kind != TITLE:
                other.about = "now another kind of aside"
            else:
                other.about = f"moved here from ‘{self._before_here(change, other)}’"
            # A reader finds it where it stood.
            other.anchor, other.section = change.anchor, change.section
        yield from (change for change in found if id(change) not in done)

    def _restated(self, old: Change, new: Change) -> None:
        """A sentence that was a rule and is none any more, or the reverse: that is a change in play."""
        new.about = "no longer a rule: now an aside" if old.play else "now a rule: it was an aside"
        new.play = True

    def _before_here(self, old: Change, new: Change) -> str:
        """Where something stood: in another chapter, or under another heading."""
        here = old.chapter == new.chapter
        return self.before.titles.get(old.anchor if here else old.chapter, "")


def _happened(pair: Pair, both: str) -> str:
    return both if pair.old and pair.new else "added" if pair.new else "removed"


def _part_title(book: Book, chapter: Chapter) -> str:
    titles = {"front": book.labels.front, "back": book.labels.back, **{part.id: part.title for part in book.parts}}
    return titles.get(chapter.book, chapter.book)


def _of_book(old: Book, new: Book) -> Iterator[Change]:
    """The titles of the book and of its parts, and the words that it prints of itself."""
    for name in ("title", "subtitle"):
        was, now = getattr(old.metadata, name), getattr(new.metadata, name)
        if was != now:
            yield Change(TITLE, f"the book’s {name}", was, now, "", "", play=False, about="changed")
    before = {part.id: part for part in old.parts}
    for part in new.parts:
        if part.id in before and before[part.id].title != part.title:
            yield Change(
                TITLE, "a book’s title", before[part.id].title, part.title, "", "", play=False, about="renamed"
            )
    for label in fields(new.labels):
        was, now = getattr(old.labels, label.name), getattr(new.labels, label.name)
        if was != now:
            yield Change(TITLE, f"the words for ‘{label.name}’", was, now, "", "", play=False, about="changed")
    yield from _drawings(old, new)


def _drawings(old: Book, new: Book) -> Iterator[Change]:
    for id_, figure in new.figures.items():
        if id_ in old.figures and _drawing(old, id_) != _drawing(new, id_):
            yield Change(TITLE, figure.title, "", "", figure.anchor, figure.chapter, play=False, about="drawn anew")


def _drawing(book: Book, id_: str) -> bytes:
    path = book.root / "figures" / f"{id_}.svg.j2"
    return path.read_bytes() if path.is_file() else b""
