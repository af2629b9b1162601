"""Texts as they are written: inline Markdown with what is bound in it, and the blocks that hold it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from dataclasses import field as _field

from rulebook.source import Position


@dataclass(frozen=True, slots=True)
class Binding:
    """Words of a text that are bound to the rules.

    `start` and `end` are offsets into the text's source, from which the marks of the binding are gone. `kind` is `let`
    (the words give a value to a name) or `is` (an expression computes them). `close` is the length of the marks after
    the words; `position` is the opening bracket's place.
    """

    start: int
    end: int
    kind: str
    expression: str
    close: int
    position: Position
    expression_position: Position

    def moved(self, by: int) -> Binding:
        """The same binding, its words `by` characters further on."""
        return replace(self, start=self.start + by, end=self.end + by)


@dataclass(frozen=True, slots=True)
class Inline:
    """Inline Markdown, with the place of each of its lines.

    `lines[k]` is where line k of `source` (split at newlines) begins in the author's file. `bindings` are the words
    that are bound to the rules, in order.
    """

    source: str
    lines: tuple[Position, ...]
    bindings: tuple[Binding, ...] = ()

    @property
    def position(self) -> Position:
        return self.lines[0]

    def position_at(self, offset: int) -> Position:
        """The place in the author's file of a character offset into `source`."""
        before = self.source[:offset]
        number = before.count("\n")
        start = self.lines[min(number, len(self.lines) - 1)]
        begin = before.rfind("\n") + 1
        # The marks of bindings that stand before it on its line are in the file and not in the source.
        marks = sum(
            (b.start <= offset) + (b.close if b.end <= offset else 0) for b in self.bindings if b.start >= begin
        )
        return start.after(offset - begin + marks)


@dataclass(frozen=True, slots=True)
class Heading:
    """A section's heading: level 2 or 3, its title, and the id by which it is referred to."""

    level: int
    title: Inline
    id: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; `run_in` is true when it begins with a run-in head in bold.

    `head` is that head as a link can lead to it: its words without the stop. The text of an entry or a list has none.
    """

    text: Inline
    run_in: bool = False
    head: Heading | None = None


@dataclass(frozen=True, slots=True)
class ListBlock:
    """A list, numbered or not; each item is a tuple of blocks."""

    ordered: bool
    start: int
    items: tuple[tuple[Block, ...], ...]


@dataclass(frozen=True, slots=True)
class Aside:
    """An aside of a kind (`example`, `note`, `epigraph`) and its blocks."""

    kind: str
    blocks: tuple[Block, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Filter:
    """One condition on an entry: the value of `field`, as written, must be `value`.

    `position` is the place of the value and `field_position` that of the field's name, where they have their own.
    """

    field: str
    value: str
    position: Position | None = _field(default=None, compare=False, repr=False)
    field_position: Position | None = _field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Placement:
    """A directive that places data: `table`, `figure`, `entries`, `list` or `text`, its target and its filters."""

    directive: str
    target: str
    filters: tuple[Filter, ...]
    position: Position


Block = Heading | Paragraph | ListBlock | Aside | Placement


def walk(blocks: tuple[Block, ...]) -> Iterator[Block]:
    """Every block, those inside lists and asides too, in reading order."""
    for block in blocks:
        yield block
        match block:
            case ListBlock(items=items):
                for item in items:
                    yield from walk(item)
            case Aside(blocks=inner):
                yield from walk(inner)
            case _:
                pass


def heads_in(blocks: tuple[Block, ...]) -> Iterator[Heading]:
    """Every heading and run-in head, in reading order: what is a place that a link can lead to."""
    for block in walk(blocks):
        if head := head_of(block):
            yield head


def head_of(block: Block) -> Heading | None:
    """The place that a block begins, if it begins one."""
    return block.head if isinstance(block, Paragraph) else block if isinstance(block, Heading) else None


def inlines(blocks: tuple[Block, ...]) -> Iterator[Inline]:
    """The inline text of every heading and paragraph, in reading order."""
    for block in walk(blocks):
        match block:
            case Heading(title=title):
                yield title
            case Paragraph(text=text):
                yield text
            case _:
                pass
