"""Every numeral of a book's text, and what stands behind it.

The text is all that the book prints: chapters, tables, and the entries that a chapter places or a list of terms may
draw on, each text once however often it is printed. A numeral is bound, or stands as data, or is one of the few that
no rule has to stand behind: dice, parts of names, what rests on a source outside the book, and what the book declares
inert. What is left is loose.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from itertools import accumulate
from types import MappingProxyType

from rulebook.check.places import fault_of, holds_text
from rulebook.check.waivers import FIELD as WAIVES
from rulebook.load.tables import KIND as TABLE
from rulebook.model import Book, Chapter, Entry, Inert, Items, Number, Placement, Record, Value, walk
from rulebook.once import once_a_book
from rulebook.rules.bound import bound_book
from rulebook.rules.expression.lookup import read_field
from rulebook.rules.numbers import Kind, Numeral, find_numerals
from rulebook.rules.values import Number as NumberValue
from rulebook.rules.values import Unit
from rulebook.texts import PrintedText, Role


class Standing(Enum):
    """What stands behind a numeral."""

    BOUND = "bound"
    DATA = "data"
    DICE = "dice"
    NAME = "names"
    EXTERNAL = "external"
    INERT = "inert"
    LOOSE = "loose"


@dataclass(frozen=True, slots=True)
class Placed:
    """A numeral and the text that it stands in."""

    text: PrintedText
    numeral: Numeral


@dataclass(frozen=True, slots=True)
class InertUse:
    """An inert declaration, how many numerals it covers, and the first that it may not cover, with the reason."""

    inert: Inert
    count: int
    refused: Placed | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Numerals:
    """All numerals of a book: how many have which standing, each that is loose, and what each declaration covers."""

    counts: Mapping[Standing, int]
    loose: tuple[Placed, ...]
    inert: tuple[InertUse, ...]

    @property
    def total(self) -> int:
        """All numerals, dice and names among them."""
        return sum(self.counts.values())

    @property
    def settled(self) -> int:
        """The numerals that are bound or stand as data."""
        return self.counts[Standing.BOUND] + self.counts[Standing.DATA]

    @property
    def share(self) -> Fraction:
        """The settled among the settled and the loose; 1 where there are none of either."""
        whole = self.settled + self.counts[Standing.LOOSE]
        return Fraction(self.settled, whole) if whole else Fraction(1)


@once_a_book
def numerals_of(book: Book) -> Numerals:
    """The numerals of a book."""
    return _Count(book).whole()


# Where a table's own words stand in its entry; the rest of it says what to show.
_TABLE_TEXTS = ("caption", "columns.head")

_TARGET = re.compile(r"\]\([^()\n]*\)")
_UNIT_AFTER = re.compile(r"[ \u00a0\u202f]?(?:mm|cm|km|pt|px|ft|kg|lb|″|′|%)(?![A-Za-z])")
_DIE_AFTER = re.compile(r"[ \u00a0\u202f]?[0-9]*D[0-9]")
_DIE_BEFORE = re.compile(r"D[0-9]+[ \u00a0\u202f]?[÷×+−]?[ \u00a0\u202f]?$")


class _Count:
    def __init__(self, book: Book) -> None:
        self.book = book
        self.counts: Counter[Standing] = Counter()
        self.loose: list[Placed] = []
        self.uses: Counter[int] = Counter()
        self.refused: dict[int, tuple[Placed, str]] = {}
        self.cells = frozenset((t.set, column.path[0]) for t in book.tables.values() for column in t.columns)
        self.names = _names(book)
        self.external: dict[str, list[str]] = {}
        for topic in book.rules:
            for claim in topic.external:
                self.external.setdefault(claim.chapter, []).append(claim.text)
        self.inert = [
            (number, inert, inert.text.lower())
            for number, inert in enumerate(book.lint.inert)
            if fault_of(book, inert.place) is None and fault_of_words(inert) is None
        ]

    def whole(self) -> Numerals:
        texts = tuple(self.texts())
        for text, numerals in zip(texts, _find_in_all([_without_targets(text.source) for text in texts]), strict=True):
            if numerals:
                self.add(text, numerals)
        uses = tuple(
            InertUse(inert, self.uses[number], *self.refused.get(number, ()))
            for number, inert in enumerate(self.book.lint.inert)
        )
        counts = MappingProxyType({standing: self.counts[standing] for standing in Standing})
        return Numerals(counts, tuple(self.loose), uses)

    def texts(self) -> Iterator[PrintedText]:
        """Every text that the book prints; the numbers of its data, which are no texts, are counted."""
        placed = _placed(self.book)
        for entry_set in self.book.sets.values():
            for entry in entry_set.entries:
                if entry.anchor in placed:
                    self.counts[Standing.DATA] += sum(_numbers_in(entry.fields.values()))
        tables = _placed_tables(self.book)
        for scope in bound_book(self.book).scopes:
            for text in scope.texts:
                owner = text.owner
                if isinstance(owner, Chapter):
                    yield text
                elif owner.kind == TABLE:
                    if owner.id in tables and text.field in _TABLE_TEXTS:
                        yield text
                elif owner.anchor in placed and not text.field.startswith(WAIVES):
                    yield text

    def add(self, text: PrintedText, numerals: tuple[Numeral, ...]) -> None:
        names = [match.span() for match in self.names.finditer(text.source)] if self.names else []
        data = self.is_data(text, numerals)
        for numeral in numerals:
            standing = self.standing(text, numeral, names, data)
            self.counts[standing] += 1
            if standing is Standing.LOOSE:
                self.loose.append(Placed(text, numeral))

    def standing(self, text: PrintedText, numeral: Numeral, names: Iterable[tuple[int, int]], data: bool) -> Standing:
        quantity = numeral.quantity
        if any(b.start < numeral.end and b.end > numeral.start for b in text.inline.bindings):
            return Standing.BOUND
        if quantity is not None and quantity.kind is Kind.DICE:
            return Standing.DICE
        if data:
            return Standing.DATA
        if (quantity is not None and quantity.kind is Kind.NAME) or _within(numeral, names):
            return Standing.NAME
        owner = text.owner.id
        if any(_within(numeral, _spans(words, text.source)) for words in self.external.get(owner, ())):
            return Standing.EXTERNAL
        return Standing.INERT if self.is_inert(text, numeral) else Standing.LOOSE

    def is_data(self, text: PrintedText, numerals: tuple[Numeral, ...]) -> bool:
        """Whether a field is a number, or a cell of a table that begins with its one number and is no sentence."""
        if isinstance(text.owner, Chapter) or len(numerals) != 1:
            return False
        first = numerals[0]
        if (first.start == 0 and first.end == len(text.source)) or isinstance(read_field(text.source), NumberValue):
            return True
        cell = (text.owner.set, text.field.partition(".")[0]) in self.cells
        return cell and first.start == 0 and first.text[-1] in "″′%0123456789" and "." not in text.source

    def is_inert(self, text: PrintedText, numeral: Numeral) -> bool:
        found = False
        source = text.source.lower()
        for number, inert, words in self.inert:
            if words not in source or not holds_text(inert.place, text):
                continue
            if words and not _within(numeral, _whole_words(words, source)):
                continue
            why = self.needs_a_rule(text, numeral)
            if why:
                self.refused.setdefault(number, (Placed(text, numeral), why))
                continue
            self.uses[number] += 1
            found = True
        return found

    def needs_a_rule(self, text: PrintedText, numeral: Numeral) -> str:
        """Why a numeral may not be declared inert; empty where it may."""
        if text.role is Role.EXAMPLE:
            return "it stands in an Example"
        owner = text.owner
        if isinstance(owner, Entry) and (
            owner.kind == TABLE or (owner.set, text.field.partition(".")[0]) in self.cells
        ):
            return "it stands in a table"
        if (numeral.quantity and numeral.quantity.unit is not Unit.NONE) or _UNIT_AFTER.match(text.source, numeral.end):
            return "it has a unit"
        if _DIE_AFTER.match(text.source, numeral.end) or _DIE_BEFORE.search(text.source[: numeral.start]):
            return "it stands beside a die"
        return ""


# A full stop ends each text, so that what ends it is read as what ends a sentence.
_BETWEEN = ".\n"


def _find_in_all(sources: Sequence[str]) -> list[tuple[Numeral, ...]]:
    """The numerals of each of many texts. One search of all is several times as fast as one of each."""
    starts = list(accumulate((len(source) + len(_BETWEEN) for source in sources), initial=0))
    found: list[list[Numeral]] = [[] for _ in sources]
    number = 0
    for numeral in find_numerals(_BETWEEN.join(sources)):
        while starts[number + 1] <= numeral.start:
            number += 1
        start = starts[number]
        found[number].append(replace(numeral, start=numeral.start - start, end=numeral.end - start))
    return [tuple(numerals) for numerals in found]


def _without_targets(source: str) -> str:
    """A text without the targets of its links, its length unchanged."""
    if "](" not in source:
        return source
    return _TARGET.sub(lambda match: "]" + " " * (len(match[0]) - 1), source)


def fault_of_words(inert: Inert) -> tuple[str, str] | None:
    """What is wrong with the words of an inert declaration, and a hint."""
    if not inert.text:
        if inert.place.field:
            return None
        return "the declaration says neither which words nor which field is inert", "add ‘text: …’"
    numerals = find_numerals(inert.text)
    if not numerals:
        return f"‘{inert.text}’ holds no numeral", "give the words as they are printed, the numeral among them"
    alone = (numerals[0].start, numerals[0].end) == (0, len(inert.text))
    if alone and inert.place == replace(inert.place, chapter="", set=""):
        return f"‘{inert.text}’ is a numeral alone, and would be inert everywhere", "add words beside it, or its place"
    return None


def _within(numeral: Numeral, spans: Iterable[tuple[int, int]]) -> bool:
    return any(start <= numeral.start and numeral.end <= end for start, end in spans)


def _spans(words: str, source: str) -> Iterator[tuple[int, int]]:
    start = source.find(words)
    while start >= 0:
        yield start, start + len(words)
        start = source.find(words, start + 1)


def _whole_words(words: str, source: str) -> Iterator[tuple[int, int]]:
    """Where words stand that are no part of longer ones."""
    for start, end in _spans(words, source):
        before, after = source[start - 1 : start], source[end : end + 1]
        if not (before.isalnum() and words[0].isalnum()) and not (after.isalnum() and words[-1].isalnum()):
            yield start, end


def _names(book: Book) -> re.Pattern[str] | None:
    """The names that hold a numeral: of terms and entries, of chapters and books, and those that are declared."""
    names = [book.metadata.title, *book.lint.names, *(c.title for c in book.chapters), *(p.title for p in book.parts)]
    for entry_set in book.sets.values():
        if entry_set.id not in book.lint.quoting_sets and entry_set.kind != TABLE:
            for entry in entry_set.entries:
                names += [entry.word("name"), entry.word("listed"), *entry.words("forms")]
    distinct = list(dict.fromkeys(names))
    # A name that is one numeral would make a name of every numeral like it.
    with_numerals = [
        name
        for name, numerals in zip(distinct, _find_in_all(distinct), strict=True)
        if numerals and numerals[0].text != name
    ]
    with_numerals.sort(key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, with_numerals))})") if with_numerals else None


def _placed(book: Book) -> Collection[str]:
    """The anchors of the entries that a chapter places, that a list of terms may draw on, or that are a figure."""
    found = {entry.anchor for glossary in book.glossaries for entry in book.sets[glossary.set].entries}
    found |= {figure.anchor for figure in book.placed_figures}
    for chapter in book.chapters:
        for block in walk(chapter.blocks):
            if isinstance(block, Placement):
                found |= {entry.anchor for entry in book.placed(block)}
    return found


def _placed_tables(book: Book) -> Collection[str]:
    blocks = (block for chapter in book.chapters for block in walk(chapter.blocks))
    return {b.target for b in blocks if isinstance(b, Placement) and b.directive == "table"}


def _numbers_in(values: Iterable[Value]) -> Iterator[int]:
    """A one for each number that stands as one in the data; texts are read for themselves."""
    for value in values:
        match value:
            case Number():
                yield 1
            case Items(values=inner):
                yield from _numbers_in(inner)
            case Record(fields=fields):
                yield from _numbers_in(fields.values())
            case _:
                pass
