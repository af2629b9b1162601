"""Tables as data: reading them, and checking their shape against the set that they show."""

from __future__ import annotations

from collections.abc import Mapping

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.load.fields import filters_of, text_of
from rulebook.load.suggest import did_you_mean
from rulebook.model import Column, Entry, EntrySet, Items, Record, Reference, Table, Value

KIND = "table"


def tables_of(sets: Mapping[str, EntrySet], findings: list[Finding]) -> Mapping[str, Table]:
    """Every table of the sets of kind `table`, by its id; an id is unique among all of them."""
    tables: dict[str, Table] = {}
    for entry_set in sets.values():
        if entry_set.kind != KIND:
            continue
        for entry in entry_set.entries:
            if entry.id in tables:
                message = f"the table ‘{entry.id}’ stands also at {tables[entry.id].position}"
                findings.append(Finding(codes.DUPLICATE_ID, entry.position, message, "give each table its own id"))
                continue
            table = _table(entry)
            tables[entry.id] = table
            _check_shape(table, entry, sets, findings)
    return tables


def _table(entry: Entry) -> Table:
    columns = entry.fields.get("columns")
    records = [c for c in columns.values if isinstance(c, Record)] if isinstance(columns, Items) else []
    return Table(
        entry.id,
        entry.word("caption"),
        entry.word("set"),
        filters_of(entry.fields.get("where")),
        tuple(_column(record) for record in records),
        entry.position,
    )


def _column(record: Record) -> Column:
    return Column(
        text_of(record, "head"),
        tuple(text_of(record, "value").split(".")),
        text_of(record, "align", "left"),
        text_of(record, "die") or None,
        text_of(record, "role") == "row-head",
        record.fields["value"].position,
    )


def _check_shape(table: Table, entry: Entry, sets: Mapping[str, EntrySet], findings: list[Finding]) -> None:
    shown = sets.get(table.set)
    if shown is None:
        place = entry.fields["set"].position
        hint = did_you_mean(table.set, sets)
        findings.append(Finding(codes.UNKNOWN_REFERENCE, place, f"there is no set ‘{table.set}’", hint))
        return
    if shown.opaque or shown.dropped:
        return
    rows = shown.where(table.filters)
    if not rows:
        findings.append(Finding(codes.NOTHING_PLACED, table.position, f"the table ‘{table.id}’ has no rows"))
    for column in table.columns:
        _check_column(table, column, rows, findings)
    _check_widths(table, rows, findings)


def _check_column(table: Table, column: Column, rows: tuple[Entry, ...], findings: list[Finding]) -> None:
    first = column.path[0]
    if rows and not any(first in row.fields for row in rows):
        known = {name for row in rows for name in row.fields}
        findings.append(
            Finding(
                codes.UNKNOWN_REFERENCE,
                column.position,
                f"the column ‘{column.head}’ shows ‘{first}’, which no entry of ‘{table.set}’ has",
                did_you_mean(first, known),
            )
        )
        return
    for row in rows:
        if first not in row.fields:
            message = f"‘{row.id}’ has no ‘{first}’ for the column ‘{column.head}’ of the table ‘{table.id}’"
            findings.append(Finding(codes.TABLE_SHAPE, row.position, message, f"add ‘{first}: …’"))
            continue
        value: Value = row.fields[first]
        for step in column.path[1:]:
            if isinstance(value, Record) and step not in value.fields:
                message = f"‘{first}’ has no ‘{step}’ for the column ‘{column.head}’ of the table ‘{table.id}’"
                findings.append(Finding(codes.TABLE_SHAPE, value.position, message, f"add ‘{step}: …’"))
                break
            if isinstance(value, Record):
                value = value.fields[step]
            elif isinstance(value, Items) and step.isdecimal():
                break  # counted by _check_widths
            elif not isinstance(value, Reference):
                message = f"the column ‘{column.head}’ asks for ‘{'.'.join(column.path)}’, and ‘{first}’ has no parts"
                findings.append(Finding(codes.UNKNOWN_REFERENCE, column.position, message))
                return


def _check_widths(table: Table, rows: tuple[Entry, ...], findings: list[Finding]) -> None:
    """A list shown cell by cell has as many values in each row as the table has columns for it."""
    numbered: dict[str, set[int]] = {}
    for column in table.columns:
        if len(column.path) == 2 and column.path[1].isdecimal():
            numbered.setdefault(column.path[0], set()).add(int(column.path[1]))
    for name, indices in numbered.items():
        width = max(indices) + 1
        for row in rows:
            value = row.fields.get(name)
            if isinstance(value, Items) and len(value.values) != width:
                message = f"‘{name}’ of ‘{row.id}’ has {len(value.values)} cells; the table ‘{table.id}’ has {width}"
                findings.append(Finding(codes.TABLE_SHAPE, value.position, message, "give each column one cell"))
