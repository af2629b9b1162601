"""The typed book: what loading gives and every later stage reads.

Nothing here knows a game. A book has chapters made of blocks, sets of entries, tables that view a set,
and lists of terms; the game's kinds and fields are data that a JSON Schema describes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from dataclasses import field as _field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from rulebook.printing.record import Printing
from rulebook.source import Position


def _no_keys() -> Mapping[str, Position]:
    return _NO_KEYS


_NO_KEYS: Mapping[str, Position] = MappingProxyType({})


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
class Printed:
    """A text that is printed and stands in no chapter and no set, such as a label: what it is called, and its words."""

    names: tuple[str, ...]
    text: Inline


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


@dataclass(frozen=True, slots=True)
class Word:
    """A short value as the author typed it; nothing in it is markup."""

    text: str
    position: Position


@dataclass(frozen=True, slots=True)
class Number:
    """An integer, with the form in which it was written."""

    value: int
    text: str
    position: Position


@dataclass(frozen=True, slots=True)
class Flag:
    """A truth value."""

    value: bool
    text: str
    position: Position


@dataclass(frozen=True, slots=True)
class Prose:
    """Text in Markdown: paragraphs and lists."""

    blocks: tuple[Block, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Reference:
    """The id of another thing, which must stand in one of `sets`; `parameter` is the value it is given, and where its
    text stands."""

    sets: tuple[str, ...]
    id: str
    parameter: str | None
    position: Position
    parameter_position: Position | None = None


@dataclass(frozen=True, slots=True)
class Items:
    """A list of values."""

    values: tuple[Value, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Record:
    """Named values.

    `keys` are the places of those of its names that the author chose, and that no schema knows.
    """

    fields: Mapping[str, Value]
    position: Position
    keys: Mapping[str, Position] = field(default_factory=_no_keys, compare=False, repr=False)

    def at(self, *path: str | int) -> Position:
        """The place of the value to which these names and numbers lead; where there is none, of what would hold it."""
        found: Value = self
        for step in path:
            inner: Value | None = None
            if isinstance(found, Record) and isinstance(step, str):
                inner = found.fields.get(step)
            elif isinstance(found, Items) and isinstance(step, int) and step < len(found.values):
                inner = found.values[step]
            if inner is None:
                break
            found = inner
        return found.position


@dataclass(frozen=True, slots=True)
class Computed:
    """A value that the rules compute: an expression in the language of formulas, as the author typed it."""

    text: str
    position: Position


Value = Word | Number | Flag | Prose | Reference | Items | Record | Computed


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing of a set: a weapon, a term, a row of a roll table."""

    set: str
    kind: str
    id: str
    fields: Mapping[str, Value]
    position: Position

    def word(self, name: str) -> str:
        """A short field's text; empty when the entry has no such field."""
        value = self.fields.get(name)
        return value.text if isinstance(value, Word | Number | Flag) else ""

    def words(self, name: str) -> tuple[str, ...]:
        """The texts of a field that is a list of short values; empty when the entry has no such field."""
        value = self.fields.get(name)
        if not isinstance(value, Items):
            return ()
        return tuple(v.text for v in value.values if isinstance(v, Word | Number | Flag))

    @property
    def name(self) -> str:
        return self.word("name") or self.id

    @property
    def anchor(self) -> str:
        return f"{self.set}:{self.id}"

    def value_as_written(self, name: str) -> str | None:
        """A field's value as the author typed it, for filters; None when it is absent or not a single value."""
        match self.fields.get(name):
            case Word(text=text) | Number(text=text) | Flag(text=text):
                return text
            case Reference(id=id_):
                return id_
            case _:
                return self.id if name == "id" else None


@dataclass(frozen=True, slots=True)
class EntrySet:
    """The entries of one file, in the author's order.

    `dropped` are the ids of entries that have faults, and `faulty` those entries as far as they could be read; an
    `opaque` set is one whose file could not be read, or not all of it, so that entries may be missing. Neither makes a
    second fault of what refers to it.
    """

    id: str
    kind: str
    entries: tuple[Entry, ...]
    position: Position
    dropped: frozenset[str] = frozenset()
    opaque: bool = False
    faulty: tuple[Entry, ...] = ()

    def where(self, filters: tuple[Filter, ...]) -> tuple[Entry, ...]:
        """The entries that satisfy every filter."""
        return tuple(e for e in self.entries if all(e.value_as_written(f.field) == f.value for f in filters))


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its head, the path of its value in an entry, its alignment, its die.

    The cells of a column of `words` are bare words, whatever they mean elsewhere: no use of a term.
    """

    head: str
    path: tuple[str, ...]
    align: str
    die: str | None
    row_head: bool
    position: Position
    words: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A view of a set as rows and columns."""

    id: str
    caption: str
    set: str
    filters: tuple[Filter, ...]
    columns: tuple[Column, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing that a chapter places: its title, caption and text alternative, and what its template is given.

    Its template is figures/`id`.svg.j2. `values` are computed by the rules; `labels` are the texts that stand in it.
    `chapter` is the id of the chapter that it belongs to.
    """

    id: str
    anchor: str
    title: str
    chapter: str
    caption: Prose
    alternative: Prose
    values: Mapping[str, Computed]
    labels: Mapping[str, Prose]
    position: Position


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
        begin = next((n for n, block in enumerate(blocks) if self.head in (block, _head_of(block))), len(blocks))
        after = (n for n in range(begin + 1, len(blocks)) if (h := _head_of(blocks[n])) and h.level <= self.head.level)
        return blocks[begin : next(after, len(blocks))]


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


@dataclass(frozen=True, slots=True)
class RuleText:
    """A definition as typed: a value's name or a formula's `name(parameters)`, its text, and the place of each."""

    head: str
    body: str
    head_position: Position
    body_position: Position


@dataclass(frozen=True, slots=True)
class Claim:
    """What must hold of the rules and is printed nowhere: a sentence, and the condition that proves it."""

    says: str
    holds: str
    position: Position
    holds_position: Position


@dataclass(frozen=True, slots=True)
class ExternalClaim:
    """A number of a chapter that rests on something outside the book: its words, and the source."""

    chapter: str
    text: str
    source: str
    position: Position


@dataclass(frozen=True, slots=True)
class RuleTopic:
    """A file of rules: values, formulas and claims, with the chapter that is their home."""

    id: str
    home: str
    home_position: Position
    values: tuple[RuleText, ...]
    formulas: tuple[RuleText, ...]
    claims: tuple[Claim, ...]
    external: tuple[ExternalClaim, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Place:
    """Where something holds: in a chapter, or in a set, one of its entries, one of its fields. Empty: everywhere."""

    chapter: str = ""
    set: str = ""
    entry: str = ""
    field: str = ""


@dataclass(frozen=True, slots=True)
class Inert:
    """Words whose numerals no rule stands behind, and why. Without `text`, all of a field's numerals are meant."""

    text: str
    reason: str
    place: Place
    position: Position
    declared: Record | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class WaiverSource:
    """The set whose entries may waive findings, and the field of such an entry that gives the reason."""

    set: str
    reason: str
    declared: Record

    @property
    def position(self) -> Position:
        """Where it is declared."""
        return self.declared.position


@dataclass(frozen=True, slots=True)
class RosterColumn:
    """One column of what a roster's members, or the roster itself, are paid for: its head, and a formula."""

    head: str
    price: Word


@dataclass(frozen=True, slots=True)
class RosterField:
    """A field of a member that a formula gives; only to a member that has the field `needs`, where that is not empty.

    `head` is the head under which a report shows it; empty when it shows it not.
    """

    field: str
    value: Word
    needs: str
    head: str


@dataclass(frozen=True, slots=True)
class RosterRule:
    """What makes a roster legal: a condition on the roster, on each member, or on each item of a list of either.

    `each` is that list, or None. `breaks` is what is said of who breaks it, with `{member}`, `{item}` and `{found}` in
    it; `found` is a formula. `where` is the chapter, or the entry (`set:id`), that states the rule in the sentence
    that holds the words `says`. `at` are the paths of the fields that a fault is placed at: the first that is there.
    A `note` makes no roster illegal.
    """

    id: str
    of_members: bool
    each: Word | None
    holds: Word
    found: Word | None
    breaks: str
    hint: str
    where: Word | None
    says: Word | None
    at: tuple[Word, ...]
    note: bool
    position: Position


@dataclass(frozen=True, slots=True)
class OwnRoster:
    """A roster that the book itself has: the set of its members, and the other fields of its file."""

    set: Word
    fields: Record


@dataclass(frozen=True, slots=True)
class RosterKind:
    """What a roster of this game is: the schema of its file, the names its formulas use, its prices and its rules.

    In formulas `roster` is the whole, `members` the list of its members, which is also their key in the file, and
    `member` the one that a condition is about. `most` is how many members a file may list (0: any number);
    `fields_schema` is the schema of its other keys, `member_schema` that of one member.
    """

    id: str
    name: str
    home: Word
    roster: str
    member: str
    members: str
    unit: str
    most: int
    fields_schema: Mapping[str, Any]
    member_schema: Mapping[str, Any]
    computed: tuple[RosterField, ...]
    columns: tuple[RosterColumn, ...]
    shared: tuple[RosterColumn, ...]
    price: Word
    limit: Word
    own: tuple[OwnRoster, ...]
    rules: tuple[RosterRule, ...]
    position: Position

    @property
    def formulas(self) -> Iterator[tuple[str, Word]]:
        """Every formula, with the name of what it belongs to: a field, a column, a rule, the price, the limit."""
        for one in self.computed:
            yield one.field, one.value
        for column in (*self.columns, *self.shared):
            yield column.head, column.price
        yield "price", self.price
        yield "limit", self.limit
        for rule in self.rules:
            yield from ((rule.id, formula) for formula in (rule.each, rule.holds, rule.found) if formula is not None)


@dataclass(frozen=True, slots=True)
class CardPart:
    """A part of a card: the paths of its value, of which the first that the entry has is set, its style and its lead.

    `style` is `text`, `quote`, `strong`, `display` (large) or `listed`: each thing that the value refers to on a line
    of its own, its name, and the first of the fields `of` that it has; where it refers to nothing, `none` is said. A
    path that begins with `owner` leads into the entry through which the card's own was found.
    """

    paths: tuple[tuple[str, ...], ...]
    style: str
    lead: str
    of: tuple[str, ...]
    declared: Record
    none: str = ""

    @property
    def position(self) -> Position:
        """Where it is declared."""
        return self.declared.position


@dataclass(frozen=True, slots=True)
class CardSource:
    """Which entries have a card each, and what stands on it.

    They are those of `set` that meet every filter, or, with `through`, what that field of theirs refers to. `title` is
    the path of the card's title; where there is a `chapter`, that chapter's title. `badge` stands in the corner,
    `facts` under the title, `strip` are the cells at the foot (each with its head as lead), `ticks` is the path of a
    number of boxes to be ticked. The words of `says` are a fact of all these cards.
    """

    set: Word
    filters: tuple[Filter, ...]
    through: str
    title: tuple[str, ...]
    chapter: Word | None
    says: str
    badge: CardPart | None
    facts: tuple[CardPart, ...]
    body: tuple[CardPart, ...]
    strip: tuple[CardPart, ...]
    ticks: Word | None
    declared: Record

    @property
    def position(self) -> Position:
        """Where it is declared."""
        return self.declared.position


@dataclass(frozen=True, slots=True)
class CardDeck:
    """A deck of cards: its id, title, the shape that marks it, and where its cards come from."""

    id: str
    title: str
    mark: Word
    sources: tuple[CardSource, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class CardLayout:
    """A way in which cards are laid out.

    `kind` is `sheet` (so many columns and rows on a paper), `single` (a card a page, with its bleed) or `image` (a
    picture for each card and for each sheet of so many, at `resolution` dots an inch; a sheet is at most `most_pixels`
    wide or high). What a layout has no use for is empty or 0.
    """

    id: str
    kind: str
    paper: str
    columns: int
    rows: int
    resolution: int
    most_pixels: int
    position: Position


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of a book: what they are called, what stands before the page of a rule, the layouts and the decks."""

    title: str
    page_label: str
    layouts: tuple[CardLayout, ...]
    decks: tuple[CardDeck, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Lint:
    """What the book declares to the checks.

    `names` are capitalised words that are no terms; `alphabetical` sets keep that order; each group of `same_heads`
    is of chapters with the same heads; `quoting_sets` quote other wordings, and may use words that are avoided.
    `inert` are numerals with no rule behind them; `numerals` is the least share of the others, in per cent, that must
    be bound or stand as data (None: no matter how many); `waivers` says where findings are waived. `links` are words of
    links that are not the title of their target.
    """

    names: tuple[str, ...] = ()
    alphabetical: tuple[str, ...] = ()
    same_heads: tuple[tuple[str, ...], ...] = ()
    quoting_sets: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    inert: tuple[Inert, ...] = ()
    numerals: int | None = None
    waivers: WaiverSource | None = None


@dataclass(frozen=True, slots=True)
class Metadata:
    """What is said of the book as a whole. `record` is the date of its source, as YYYY-MM-DD."""

    id: str
    title: str
    subtitle: str
    version: str
    language: str
    authors: tuple[str, ...]
    description: str
    keywords: tuple[str, ...]
    rights: str
    record: str


@dataclass(frozen=True, slots=True)
class Book:
    """The whole book, loaded and with every reference resolved."""

    root: Path
    metadata: Metadata
    labels: Labels
    front: tuple[Chapter, ...]
    parts: tuple[Part, ...]
    back: tuple[Chapter, ...]
    sets: Mapping[str, EntrySet]
    tables: Mapping[str, Table]
    glossaries: tuple[Glossary, ...]
    without_terms: tuple[Word, ...]
    # Where the terms are listed: at the foot of each `page`, or at the end of each `chapter`.
    glossary: str = "page"
    index: Index | None = None
    views: Mapping[str, tuple[EntryPart, ...]] = field(default_factory=dict)
    lint: Lint = Lint()
    rules: tuple[RuleTopic, ...] = ()
    rosters: tuple[RosterKind, ...] = ()
    figures: Mapping[str, Figure] = field(default_factory=dict)
    cards: Cards | None = None
    imprint: Imprint | None = None
    printings: tuple[Printing, ...] = ()
    printed: tuple[Printed, ...] = ()

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """All chapters in the order of the book."""
        return (*self.front, *(c for part in self.parts for c in part.chapters), *self.back)

    def entry(self, set_id: str, entry_id: str) -> Entry | None:
        """The entry of that id, or None."""
        found = self.sets.get(set_id)
        return next((e for e in found.entries if e.id == entry_id), None) if found else None

    def section(self, id_: str) -> Section | None:
        """The section, or the run-in head, of that id; None when no chapter has it."""
        for chapter in self.chapters:
            if not id_.startswith(f"{chapter.id}-"):
                continue
            head = next((head for head in heads_in(chapter.blocks) if head.id == id_), None)
            if head is not None:
                return Section(head, chapter)
        return None

    def placed(self, placement: Placement) -> tuple[Entry, ...]:
        """The entries that a directive places: a table's rows, or those of its set that meet its conditions."""
        if placement.directive == "table":
            table = self.tables[placement.target]
            return self.sets[table.set].where(table.filters)
        if placement.directive == "figure":
            return ()
        return self.sets[placement.target].where(placement.filters)

    @property
    def placed_figures(self) -> tuple[Figure, ...]:
        """The figures that chapters place, in reading order: the first is Figure 1."""
        blocks = (block for chapter in self.chapters for block in walk(chapter.blocks))
        return tuple(
            self.figures[block.target]
            for block in blocks
            if isinstance(block, Placement) and block.directive == "figure" and block.target in self.figures
        )

    def resolve(self, reference: Reference) -> Entry | Chapter | Part | Section | None:
        """What a reference names: an entry, a chapter, a book, or a section of a chapter."""
        for set_id in reference.sets:
            if set_id == "chapter":
                chapter = next((c for c in self.chapters if c.id == reference.id), None)
                if chapter is not None:
                    return chapter
            elif set_id == "book":
                part = next((p for p in self.parts if p.id == reference.id), None)
                if part is not None:
                    return part
            elif set_id == "section":
                section = self.section(reference.id)
                if section is not None:
                    return section
            elif (entry := self.entry(set_id, reference.id)) is not None:
                return entry
        return None


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
        if head := _head_of(block):
            yield head


def _head_of(block: Block) -> Heading | None:
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
