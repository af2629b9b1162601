"""What the rules compute, as JSON."""

from __future__ import annotations

from rulebook.export.jsons import Json, JsonMap, number_json, plain_number, text_json
from rulebook.rules.bound import BoundBook
from rulebook.rules.expression import ExpressionError, check_expression, evaluate, parse_expression
from rulebook.rules.values import (
    Distribution,
    EntryValue,
    ListValue,
    Number,
    RecordValue,
    Text,
    Truth,
    Value,
    in_words,
)


def value_json(value: Value) -> JsonMap:
    """A value of the rules. Dice are the list of their outcomes, each with its exact chance."""
    match value:
        case Number(value=number, unit=unit):
            return number_json(number, unit, in_words(value))
        case Text(text=text):
            return text_json(text)
        case Truth(truth=truth):
            return {"type": "flag", "text": "true" if truth else "false", "value": truth}
        case EntryValue(set=set_id, id=id_, name=name, parameter=parameter):
            given: Json = value_json(parameter) if parameter is not None else None
            text = in_words(value)
            return {"type": "reference", "set": set_id, "id": id_, "name": name, "text": text, "parameter": given}
        case RecordValue(fields=fields):
            return {"type": "record", "fields": {name: value_json(field) for name, field in fields}}
        case ListValue(items=items):
            return {"type": "list", "items": [value_json(item) for item in items]}
        case Distribution():
            outcomes: list[Json] = [
                {"value": value_json(outcome), "chance": plain_number(chance), "exact": str(chance)}
                for outcome, chance in value
            ]
            return {"type": "distribution", "outcomes": outcomes}


def expression_json(rules: BoundBook, expression: str) -> Json:
    """What an expression without given names comes to; null where it cannot be computed."""
    try:
        parsed = parse_expression(expression)
        if check_expression(parsed, rules.definitions, data=rules.data):
            return None
        return value_json(evaluate(parsed, rules.definitions, rules.data, memory=rules.memory).value)
    except ExpressionError:
        return None
