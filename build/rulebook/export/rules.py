"""The rules that can be computed, as JSON: values, formulas and claims, with what each comes to."""

from __future__ import annotations

from rulebook.export.computed import expression_json
from rulebook.export.jsons import Json, JsonMap
from rulebook.model import RuleText, RuleTopic
from rulebook.rules.bound import BoundBook
from rulebook.rules.claims import prove


def topic_json(rules: BoundBook, topic: RuleTopic) -> JsonMap:
    """A topic: its values and formulas by name, its claims, and the numbers that rest on outside sources."""
    claims: list[Json] = [
        {"says": claim.says, "holds": claim.holds, "proved": prove(claim, rules.memory).holds} for claim in topic.claims
    ]
    external: list[Json] = [
        {"chapter": claim.chapter, "text": claim.text, "source": claim.source} for claim in topic.external
    ]
    return {
        "id": topic.id,
        "chapter": topic.home,
        "values": {text.head: _value(rules, text) for text in topic.values},
        "formulas": dict(_formula(rules, text) for text in topic.formulas),
        "claims": claims,
        "external": external,
    }


def _value(rules: BoundBook, text: RuleText) -> JsonMap:
    return {"expression": text.body, "value": expression_json(rules, text.head)}


def _formula(rules: BoundBook, text: RuleText) -> tuple[str, JsonMap]:
    """A formula by its name; one that needs nothing given has a value."""
    name = text.head.partition("(")[0].strip()
    definition = rules.definitions.formula(name)
    parameters: list[Json] = list(definition.parameters) if definition else []
    value = None if parameters else expression_json(rules, f"{name}()")
    return name, {"parameters": parameters, "expression": text.body, "value": value}
