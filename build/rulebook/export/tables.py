"""Tables as JSON: their columns, their rows as printed, and the results of dice as ranges."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.compose.values import display_name, value_at
from rulebook.export.fields import Fields, results
from rulebook.export.jsons import Json, JsonMap, dice_json
from rulebook.model import Book, Column, Entry, Figure, Table
from rulebook.rules.numbers import read_quantity


def dice_of(book: Book) -> dict[tuple[str, tuple[str, ...]], str]:
    """The fields that are ranges of a die, by set and path, and the die."""
    columns = ((table.set, column) for table in book.tables.values() for column in table.columns)
    return {(set_id, column.path): column.die for set_id, column in columns if column.die}


@dataclass(frozen=True)
class Tables:
    """Gives the tables and figures of one book."""

    book: Book
    fields: Fields

    def table(self, table: Table) -> JsonMap:
        """A table. `results` of a column are those of a second roll, which chooses among the columns."""
        second = _second_roll(table)
        columns: list[Json] = [self.column(column, column in second) for column in table.columns]
        rows: list[Json] = [
            {"entry": row.id, "cells": [self.cell(row, column) for column in table.columns]}
            for row in self.book.sets[table.set].where(table.filters)
        ]
        return {"caption": table.caption or None, "set": table.set, "columns": columns, "rows": rows}

    def column(self, column: Column, chosen: bool) -> JsonMap:
        """A column: its head, the field that it shows, and its die."""
        low, high = results(column.head) if chosen else (None, None)
        quantity = read_quantity(column.die) if column.die else None
        dice = quantity.dice if quantity else None
        return {
            "head": column.head,
            "field": ".".join(column.path),
            "align": column.align,
            "row_head": column.row_head,
            "die": dice_json(dice, column.die) if dice and column.die else None,
            "results": {"low": low, "high": high} if chosen else None,
        }

    def cell(self, row: Entry, column: Column) -> JsonMap:
        """A cell as it is printed; of a column with a die, its range too: both null where no result falls."""
        if column.path == ("name",):
            return {"text": display_name(row)}
        text = self.fields.plain(value_at(self.book, row.fields, column.path))
        if column.die is None:
            return {"text": text}
        low, high = results(text)
        return {"text": text, "low": low, "high": high}

    def figure(self, figure: Figure, number: int | None) -> JsonMap:
        """A figure: its words, and the values that it is drawn from."""
        texts = self.fields.texts
        return {
            "title": figure.title,
            "number": number,
            "anchor": figure.anchor,
            "chapter": figure.chapter,
            "caption": texts.prose(figure.caption.blocks),
            "alternative": texts.prose(figure.alternative.blocks),
            "values": {name: self.fields.value(value) for name, value in figure.values.items()},
            "labels": {name: texts.prose(label.blocks) for name, label in figure.labels.items()},
        }


def _second_roll(table: Table) -> tuple[Column, ...]:
    """The columns that a second roll chooses among: those headed by results, beside one with a die."""
    headed = tuple(c for c in table.columns if c.die is None and results(c.head) != (None, None))
    return headed if len(headed) > 1 and any(c.die for c in table.columns) else ()
