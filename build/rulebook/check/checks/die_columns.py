"""T101: every die column covers its die, each result once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rulebook.check.check import Check, Sample
from rulebook.compose.values import value_at
from rulebook.finding import Finding
from rulebook.model import Book, Column, Table, Word
from rulebook.source import Position

NO_RESULT = "–"

_ROLL = re.compile(r"^(\d+)(?:–(\d+))?$")
_DIE = re.compile(r"^(\d*)D(\d+)$")


@dataclass(frozen=True, slots=True)
class Span:
    """A cell's range of results, both ends included, and its place."""

    low: int
    high: int
    text: str
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
            if column.die is not None:
                yield from _check_column(book, table, column)


def _check_column(book: Book, table: Table, column: Column) -> Iterator[Finding]:
    limits = die_range(column.die or "")
    where = f"the column ‘{column.head}’ of the table ‘{table.id}’"
    if limits is None:
        yield Finding(CHECK.code, column.position, f"‘{column.die}’ in {where} is no die", "write D6, D12, 2D6 …")
        return
    spans: list[Span] = []
    for row in book.sets[table.set].where(table.filters):
        value = value_at(book, row.fields, column.path)
        if not isinstance(value, Word) or value.text == NO_RESULT:
            continue
        match = _ROLL.match(value.text)
        if not match:
            message = f"‘{value.text}’ in {where} is no range of {column.die}"
            yield Finding(CHECK.code, value.position, message, "write 1, 2–3, or – for no result")
            continue
        low, high = int(match[1]), int(match[2] or match[1])
        if low > high or (match[2] and low == high):
            message = (
                f"the range {value.text} in {where} runs backwards"
                if low > high
                else (f"the range {value.text} in {where} is one result")
            )
            yield Finding(
                CHECK.code, value.position, message, f"write {min(low, high)}–{max(low, high)}, or one number"
            )
        spans.append(Span(min(low, high), max(low, high), value.text, value.position))
    yield from _check_cover(spans, limits, where, column)


def _check_cover(spans: list[Span], limits: tuple[int, int], where: str, column: Column) -> Iterator[Finding]:
    low, high = limits
    if not spans:
        yield Finding(CHECK.code, column.position, f"{where} has no results", f"it should cover {low}–{high}")
        return
    owner: dict[int, Span] = {}
    for span in spans:
        for result in range(span.low, span.high + 1):
            if not low <= result <= high:
                message = f"{result} in {where} is no result of {column.die} ({low}–{high})"
                yield Finding(CHECK.code, span.position, message, found=span.text, computed=f"{low}–{high}")
                break
            if result in owner:
                message = f"the result {result} of {column.die} stands twice in {where}"
                hint = f"it stands also at {owner[result].position}"
                yield Finding(CHECK.code, span.position, message, hint, found=span.text)
            owner.setdefault(result, span)
    missing = [result for result in range(low, high + 1) if result not in owner]
    if missing:
        after = [s for s in spans if s.high < missing[0]]
        place = max(after, key=lambda s: s.high).position if after else spans[0].position
        message = f"no row of {where} holds the result{'s' if len(missing) > 1 else ''} "
        message += ", ".join(str(result) for result in missing)
        yield Finding(CHECK.code, place, message, f"{column.die} gives {low} to {high}; each stands once")


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
