"""Chapters, the books that they make, and the places within them."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.model.prose import Block, Heading, head_of
from rulebook.source import Position


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: its title, its blocks, and where it stands.

    `number` counts the chapters of the numbered books from 1; it is 0 in front and back matter.
    `book` is the id of its book, or `front` or `back`.
    """

    id: str
    title: str
    number: int
    book: str
    blocks: tuple[Block, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Part:
    """A numbered book within the volume: its id, title, number from 1, and its chapters."""

    id: str
    title: str
    number: int
    chapters: tuple[Chapter, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Section:
    """A place within a chapter that a reference can name: a section or a run-in head."""

    head: Heading
    chapter: Chapter

    @property
    def blocks(self) -> tuple[Block, ...]:
        """What belongs to it: the blocks from its head to the next of its level or above."""
        blocks = self.chapter.blocks
        begin = next((n for n, block in enumerate(blocks) if self.head in (block, head_of(block))), len(blocks))
        after = (n for n in range(begin + 1, len(blocks)) if (h := head_of(blocks[n])) and h.level <= self.head.level)
        return blocks[begin : next(after, len(blocks))]
