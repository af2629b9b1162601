"""Tables as data: reading them, and checking their shape against the set that they show."""

from __future__ import annotations

from collections.abc import Mapping

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.load.fields import filters_of, text_of
from rulebook.load.paths import check_condition, check_path
from rulebook.load.schema import Schema
from rulebook.load.suggest import did_you_mean
from rulebook.model import Column, Entry, EntrySet, Items, Record, Table, Value

KIND = "table"


def tables_of(
    sets: Mapping[str, EntrySet], schemas: Mapping[str, Schema | None], findings: list[Finding]
) -> Mapping[str, Table]:
    """Every table of the sets of kind `table`, by its id; an id is unique among all of them.

    A table whose own data has faults is known by its id; of its shape only the number of cells is checked.
    """
    tables: dict[str, Table] = {}
    for entry_set in sets.values():
        if entry_set.kind != KIND:
            continue
        for entry in entry_set.entries:
            first = tables.get(entry.id)
            if first is not None:
                if first.position.path != entry.position.path:  # in one file it has been found
                    message = f"the table ‘{entry.id}’ stands also at {first.position}"
                    findings.append(Finding(codes.DUPLICATE_ID, entry.position, message, "give each table its own id"))
                continue
            table = _table(entry)
            tables[entry.id] = table
            _check_shape(table, entry, sets, schemas, findings)
        for entry in entry_set.faulty:
            table = tables.setdefault(entry.id, _table(entry))
            shown = sets.get(table.set)
            schema = schemas.get(shown.kind) if shown else None
            rows_are_known = isinstance(entry.fields.get("where", Record({}, entry.position)), Record)
            if (
                shown
                and schema
                and rows_are_known
                and all(c.path[0] in schema.get("properties", {}) for c in table.columns)
            ):
                _check_widths(table, shown.entries, findings)
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
        record.fields.get("value", record).position,
        text_of(record, "role") == "words",
    )


def _check_shape(
    table: Table,
    entry: Entry,
    sets: Mapping[str, EntrySet],
    schemas: Mapping[str, Schema | None],
    findings: list[Finding],
) -> None:
    shown = sets.get(table.set)
    if shown is None:
        place = entry.fields.get("set", entry).position
        hint = did_you_mean(table.set, sets)
        findings.append(Finding(codes.UNKNOWN_REFERENCE, place, f"there is no set ‘{table.set}’", hint))
        return
    schema = schemas.get(shown.kind)
    if shown.opaque or schema is None:
        return
    satisfied = True
    for condition in table.filters:
        satisfied = check_condition(condition, shown, schema, sets, entry.position, findings) and satisfied
    rows = shown.where(table.filters)
    if not rows and not shown.dropped and satisfied:
        findings.append(Finding(codes.NOTHING_PLACED, table.position, f"the table ‘{table.id}’ has no rows"))
    for column in table.columns:
        what = f"the column ‘{column.head}’ of the table ‘{table.id}’"
        if check_path(column.path, schema, schemas, sets, column.position, what, findings, whole=True):
            _check_column(table, column, rows, findings)
    _check_widths(table, rows, findings)


def _check_column(table: Table, column: Column, rows: tuple[Entry, ...], findings: list[Finding]) -> None:
    """Each row has the value that a column shows."""
    for row in rows:
        value: Value = Record(row.fields, row.position)
        for step in column.path:
            if isinstance(value, Record) and step not in value.fields:
                message = f"‘{row.id}’ has no ‘{step}’ for the column ‘{column.head}’ of the table ‘{table.id}’"
                findings.append(Finding(codes.TABLE_SHAPE, value.position, message, f"add ‘{step}: …’"))
                break
            if not isinstance(value, Record):
                break  # a list's cells are counted by _check_widths
            value = value.fields[step]


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
