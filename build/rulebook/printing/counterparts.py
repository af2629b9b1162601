"""Which thing of an old book each thing of a new one is that a reference can lead to, and the title that it had."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from rulebook.compose.book import title_finder
from rulebook.model import Block, Book, Chapter, Heading, Paragraph, Placement, Section, heads_in, walk


class Counterparts:
    """Two books side by side: their chapters, and what their references lead to."""

    def __init__(self, old: Book, new: Book) -> None:
        self.old, self.new = old, new
        self._title = title_finder(old)
        self._entries = {e.anchor: e for s in new.sets.values() for e in s.entries}

    @cached_property
    def chapters(self) -> tuple[tuple[Chapter | None, Chapter | None], ...]:
        """The chapters of both, side by side: by id, or by title where one has another id; None where there is none."""
        news = {chapter.id: chapter for chapter in self.new.chapters}
        olds = {chapter.id for chapter in self.old.chapters}
        come = [chapter for chapter in news.values() if chapter.id not in olds]
        found: list[tuple[Chapter | None, Chapter | None]] = []
        for chapter in self.old.chapters:
            other = news.get(chapter.id)
            if other is None and (other := next((c for c in come if c.title == chapter.title), None)) is not None:
                come.remove(other)
            found.append((chapter, other))
        return (*found, *((None, chapter) for chapter in come))

    @cached_property
    def places(self) -> Mapping[str, str]:
        """The old id of each chapter, section and run-in head of the new book, by its new one."""
        found: dict[str, str] = {}
        for old, new in self.chapters:
            if old is not None and new is not None:
                found[new.id] = old.id
                found |= _heads(old, new)
        return found

    def old_id(self, target: str) -> str:
        """The id that a thing of the new book had in the old one: its own where it had none, or the same."""
        entry = self._entries.get(target)
        if entry is None:
            return self.places.get(target, target)
        # What has the same name is the same, whatever its id is now.
        before = self.old.sets.get(entry.set)
        named = (e.anchor for e in before.entries if e.name == entry.name) if before else ()
        return next(iter(named), target)

    def old_title(self, target: str, default: str) -> str:
        """The title that a reference to a thing of the new book showed in the old one; the default if it had none."""
        try:
            return self._title(self.old_id(target))
        except KeyError:
            return default


def _heads(old: Chapter, new: Chapter) -> Mapping[str, str]:
    """The old id of each head of a chapter; one with another title is the one of whose text it has the most."""
    before, after = ([*dict.fromkeys(heads_in(chapter.blocks))] for chapter in (old, new))
    same = {head.id for head in before} & {head.id for head in after}
    found = {id_: id_ for id_ in same}
    left, right = ([head for head in heads if head.id not in same] for heads in (before, after))
    texts = {id(head): frozenset(_lines(c, head)) for c, some in ((old, left), (new, right)) for head in some}
    shares = [(_share(texts[id(one)], texts[id(two)]), one, two) for one in left for two in right]
    for share, one, two in sorted(shares, key=lambda found: found[0], reverse=True):
        if share and one.id not in found.values() and two.id not in found:
            found[two.id] = one.id
    return found


def _lines(chapter: Chapter, head: Heading) -> Iterator[str]:
    """What stands under a head, line by line, and what is placed there."""
    for block in walk(Section(head, chapter).blocks):
        yield from _lines_of(block)


def _lines_of(block: Block) -> Iterator[str]:
    match block:
        case Paragraph(text=text):
            yield from text.source.split("\n")
        case Placement(directive=directive, target=target, filters=filters):
            yield f"::: {directive} {target} {filters}"
        case _:
            pass


def _share(one: frozenset[str], two: frozenset[str]) -> float:
    """How much of what stands under two heads is the same, from 0 to 1."""
    return len(one & two) / len(one | two) if one | two else 0.0
