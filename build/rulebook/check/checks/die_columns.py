"""T101: every die column covers its die, each result once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rulebook.check.check import Check, Sample
from rulebook.compose.values import value_at
from rulebook.finding import Finding
from rulebook.model import Book, Column, Number, Table, Word
from rulebook.source import Position

NO_RESULT = "–"

_ROLL = re.compile(r"^(\d+)(?:–(\d+))?$")
_HAS_DIGIT = re.compile(r"\D*\d")
_DIE = re.compile(r"^(\d*)D(\d+)$")


@dataclass(frozen=True, slots=True)
class Span:
    """A cell's range of results, both ends included, the row it stands in, and its place."""

    low: int
    high: int
    text: str
    row: str
    position: Position


def die_range(die: str) -> tuple[int, int] | None:
    """The least and greatest result of a die such as D12 or 2D6; None when it is no die."""
    match = _DIE.match(die)
    if not match or int(match[2]) < 1:
        return None
    count = int(match[1] or 1)
    return count, count * int(match[2])


def _run(book: Book) -> Iterator[Finding]:
    for table in book.tables.values():
        for column in table.columns:
            yield from column_findings(book, table, column)
        yield from _heads(table)


def column_findings(book: Book, table: Table, column: Column) -> Iterator[Finding]:
    """What is wrong with one column's ranges; nothing is where it has no die."""
    if column.die is None:
        return
    limits = die_range(column.die)
    where = f"the column ‘{column.head}’ of the table ‘{table.id}’"
    if limits is None:
        yield Finding(CHECK.code, column.position, f"‘{column.die}’ in {where} is no die", "write D6, D12, 2D6 …")
        return
    spans: list[Span] = []
    unread: list[Word | Number] = []
    for row in book.sets[table.set].where(table.filters):
        value = value_at(book, row.fields, column.path)
        if not isinstance(value, Word | Number) or value.text == NO_RESULT:
            continue
        match = _ROLL.match(value.text)
        if not match:
            unread.append(value)
            continue
        low, high = int(match[1]), int(match[2] or match[1])
        if low > high or (match[2] and low == high):
            kind = "runs backwards" if low > high else "is one result"
            hint = f"write {high}–{low}" if low > high else f"write {low}"
            message = f"the range {value.text} in {where} {kind}"
            yield Finding(CHECK.code, value.position, message, hint, found=value.text)
        spans.append(Span(min(low, high), max(low, high), value.text, row.name, value.position))
    if not spans and len(unread) > 1 and not any(_HAS_DIGIT.match(value.text) for value in unread):
        # The column shows another field than it should, or has no die: not one of its rows is wrong.
        message = f"no cell of {where} is a range of {column.die}: the first is ‘{unread[0].text}’"
        yield Finding(CHECK.code, column.position, message, "name the field that has the ranges, or leave ‘die’ out")
        return
    for value in unread:
        message = f"‘{value.text}’ in {where} is no range of {column.die}"
        hint = f"write 1, 2–3, or {NO_RESULT} for no result"
        yield Finding(CHECK.code, value.position, message, hint, found=value.text)
    yield from _check_cover(spans, limits, where, column, bool(unread))


def _heads(table: Table) -> Iterator[Finding]:
    """The heads of a table that is read by two rolls: one finds the row, the other the column."""
    heads = [(column, match) for column in table.columns if not column.die and (match := _ROLL.match(column.head))]
    die = next((column for column in table.columns if column.die), None)
    limits = die_range(die.die or "") if die else None
    if die is None or limits is None or len(heads) < 2:
        return
    spans: list[Span] = []
    for column, match in heads:
        low, high = sorted((int(match[1]), int(match[2] or match[1])))
        spans.append(Span(low, high, column.head, column.head, column.position))
    yield from _check_cover(spans, limits, f"the heads of the table ‘{table.id}’", die)


def _check_cover(
    spans: list[Span], limits: tuple[int, int], where: str, column: Column, unread: bool = False
) -> Iterator[Finding]:
    """What is past the die, what stands twice, and what nowhere, unless a cell that could not be read may hold it."""
    low, high = limits
    if not spans and not unread:
        message = f"{where} has no results: each of its rows has {NO_RESULT}"
        yield Finding(CHECK.code, column.position, message, f"it should cover {low}–{high}")
        return
    for place, span in enumerate(spans):
        yield from _past_the_die(span, limits, where, column)
        for before in spans[:place]:
            yield from _double(span, before, where, column)
    if unread:
        return
    held = {result for span in spans for result in range(max(span.low, low), min(span.high, high) + 1)}
    for first, last in _runs([result for result in range(low, high + 1) if result not in held]):
        yield _missing(first, last, spans, limits, where, column)


def _past_the_die(span: Span, limits: tuple[int, int], where: str, column: Column) -> Iterator[Finding]:
    low, high = limits
    if low <= span.low and span.high <= high:
        return
    side, end = ("above", high) if span.high > high else ("below", low)
    message = f"{span.text} in {where} goes past the die: {column.die} gives no result {side} {end}"
    hint = f"{column.die} gives {low} to {high}; {_cell(span)} is to stay within"
    yield Finding(CHECK.code, span.position, message, hint, found=span.text, computed=f"{low}–{high}")


def _double(span: Span, before: Span, where: str, column: Column) -> Iterator[Finding]:
    first, last = max(span.low, before.low), min(span.high, before.high)
    if first > last:
        return
    message = f"{_results(first, last)} of {column.die} stand{'s' if first == last else ''} twice in {where}"
    message += f": in {_cell(before)} and in {_cell(span)}"
    hint = f"the other stands at {before.position}; each result belongs to one row"
    yield Finding(CHECK.code, span.position, message, hint, found=span.text)


def _missing(first: int, last: int, spans: list[Span], limits: tuple[int, int], where: str, column: Column) -> Finding:
    """A gap, at the row after which it is; at the first row where it comes before all."""
    low, high = limits
    before = max((s for s in spans if s.high < first), key=lambda s: s.high, default=None)
    after = min((s for s in spans if s.low > last), key=lambda s: s.low, default=None)
    it = "it is" if first == last else "they are"
    if first == low:
        kind = f"{it} the first"
    elif last == high or before is None:
        kind = f"{it} the last"
    else:
        kind = f"a gap after {_cell(before)}"
    message = f"{_results(first, last)} of {column.die} stand{'s' if first == last else ''} nowhere in {where}: {kind}"
    place = before or after or spans[0]
    return Finding(CHECK.code, place.position, message, f"{column.die} gives {low} to {high}; each stands once")


def _cell(span: Span) -> str:
    return span.text if span.row == span.text else f"{span.text} of ‘{span.row}’"


def _results(first: int, last: int) -> str:
    return f"the result {first}" if first == last else f"the results {first}–{last}"


def _runs(results: list[int]) -> Iterator[tuple[int, int]]:
    """The first and last of each run of results that follow one another."""
    start = 0
    for place in range(1, len(results) + 1):
        if place == len(results) or results[place] != results[place - 1] + 1:
            yield results[start], results[place - 1]
            start = place


CHECK = Check(
    code="T101",
    name="die-column",
    summary="a die column does not cover its die, each result once",
    why=(
        "A roll that no row answers stops the game, and one that two rows answer starts a quarrel. From the first "
        "result to the last, each column with a die holds each result once; – means that a row has none."
    ),
    fails=Sample(
        "content/data/omens.yaml",
        "kind: omen\nentries:\n  - {id: calm, name: Calm, roll: 1–3}\n  - {id: storm, name: Storm, roll: 5–6}\n",
    ),
    passes=Sample(
        "content/data/omens.yaml",
        "kind: omen\nentries:\n  - {id: calm, name: Calm, roll: 1–3}\n  - {id: storm, name: Storm, roll: 4–6}\n",
    ),
    run=_run,
)
