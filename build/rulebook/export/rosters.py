"""Kinds of roster as JSON: the schema of a file, the prices, the rules, and the book's own rosters with their bills."""

from __future__ import annotations

from fractions import Fraction

from rulebook.export.fields import Fields, word_json
from rulebook.export.jsons import Json, JsonMap, plain_number
from rulebook.model import OwnRoster, RosterColumn, RosterField, RosterKind, RosterRule, Word
from rulebook.roster.judging import Judged
from rulebook.roster.pricing import Bill, BillLine


def roster_json(fields: Fields, kind: RosterKind, own: tuple[Judged, ...]) -> JsonMap:
    """A kind of roster; `own` are the book's own of this kind, judged."""
    return {
        "id": kind.id,
        "name": kind.name,
        "chapter": kind.home.text,
        "roster": kind.roster,
        "member": kind.member,
        "members": kind.members,
        "most": kind.most or None,
        "unit": kind.unit,
        "fields_schema": dict(kind.fields_schema),
        "member_schema": dict(kind.member_schema),
        "computed": [_field(field) for field in kind.computed],
        "columns": [_column(column) for column in kind.columns],
        "shared": [_column(column) for column in kind.shared],
        "price": kind.price.text,
        "limit": kind.limit.text,
        "rules": [_rule(rule) for rule in kind.rules],
        "own": [_own(fields, declared, judged) for declared, judged in zip(kind.own, own, strict=True)],
    }


def _column(column: RosterColumn) -> JsonMap:
    return {"head": column.head, "price": column.price.text}


def _field(field: RosterField) -> JsonMap:
    return {
        "field": field.field,
        "value": field.value.text,
        "needs": field.needs or None,
        "head": field.head or None,
    }


def _rule(rule: RosterRule) -> JsonMap:
    return {
        "id": rule.id,
        "of": "members" if rule.of_members else "roster",
        "each": _text(rule.each),
        "holds": rule.holds.text,
        "found": _text(rule.found),
        "breaks": rule.breaks,
        "hint": rule.hint or None,
        "where": _text(rule.where),
        "says": _text(rule.says),
        "note": rule.note,
    }


def _text(word: Word | None) -> str | None:
    return word.text if word is not None else None


def _own(fields: Fields, declared: OwnRoster, judged: Judged) -> JsonMap:
    """A roster of the book's own: its members are entries of the set, each with what the formulas give it."""
    members: list[Json] = [
        {"id": m.entry.id, "computed": {name: word_json(text) for name, text in m.computed.items()}}
        for m in judged.roster.members
    ]
    return {
        "set": declared.set.text,
        "fields": {name: fields.value(value) for name, value in declared.fields.fields.items()},
        "members": members,
        "legal": judged.legal,
        "bill": _bill(judged.bill) if judged.bill else None,
    }


def _bill(bill: Bill) -> JsonMap:
    """What a roster costs, in its unit: a price for each column of each member, then what all share."""
    return {
        "heads": list(bill.heads),
        "lines": [_line(line) for line in bill.lines],
        "shared": [_line(line) for line in bill.shared],
        "total": _price(bill.total),
        "limit": _price(bill.limit),
        "left": _price(bill.left),
    }


def _line(line: BillLine) -> JsonMap:
    return {"name": line.name, "prices": [_price(price) for price in line.prices], "total": _price(line.total)}


def _price(price: Fraction) -> int | float:
    return plain_number(price)
