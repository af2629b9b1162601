"""Places of a book as `rulebook where` lists them: in groups, each place with what stands there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rulebook.model import Book, Placement, walk
from rulebook.rules.bound import Bound
from rulebook.source import Position
from rulebook.texts import PrintedText, sentence_at


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the author's files, what stands there, and how it comes to be in the list."""

    position: Position
    text: str
    how: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Places of one sort, in order."""

    title: str
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """All that a thing touches: what it is, and the groups that have any place."""

    title: str
    groups: tuple[Group, ...]

    @property
    def count(self) -> int:
        """How many places there are beside that of the thing itself."""
        return sum(len(group.places) for group in self.groups[1:])


def whereabouts(title: str, groups: Iterable[Group]) -> Whereabouts:
    """The groups that hold anything; the first is the thing's own place, and stays."""
    kept = [group for number, group in enumerate(groups) if group.places or not number]
    return Whereabouts(title, tuple(kept))


def bound_place(bound: Bound, how: str = "", printed: Sequence[str] = ()) -> Place:
    """The place of a binding, with its sentence, and the chapters in which an entry's text is printed."""
    words = f"‘{bound.written}’ in: {sentence_at(bound.text.source, bound.binding.start)}"
    where = f"printed in {', '.join(printed)}" if printed else ""
    return Place(bound.text.position_at(bound.binding.start), words, _joined(how, _crumbs(bound.text), where))


def text_place(text: PrintedText, offset: int, how: str = "") -> Place:
    """The place of an offset in a text, with its sentence."""
    return Place(text.position_at(offset), sentence_at(text.source, offset), _joined(how, _crumbs(text)))


def placements(book: Book) -> Iterator[tuple[str, Placement]]:
    """Every directive of the chapters, with its chapter's title."""
    for chapter in book.chapters:
        for block in walk(chapter.blocks):
            if isinstance(block, Placement):
                yield chapter.title, block


def printed_in(book: Book) -> dict[str, tuple[str, ...]]:
    """The titles of the chapters that print each entry, by its anchor."""
    found: dict[str, dict[str, None]] = {}
    for title, placement in placements(book):
        for entry in book.placed(placement):
            found.setdefault(entry.anchor, {})[title] = None
    return {anchor: tuple(titles) for anchor, titles in found.items()}


def placement_place(chapter: str, placement: Placement) -> Place:
    """The place of a directive, as it is typed."""
    conditions = "".join(f" {f.field}={f.value}" for f in placement.filters)
    return Place(placement.position, f"::: {placement.directive} {placement.target}{conditions}", f"in {chapter}")


def _crumbs(text: PrintedText) -> str:
    crumbs = [*text.breadcrumb[1:], *([text.field] if text.field else [])]
    return f"in {' › '.join(crumbs)}"


def _joined(*parts: str) -> str:
    return "; ".join(filter(None, parts))
