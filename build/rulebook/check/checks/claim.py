"""E106: a claim that does not hold, or an external one whose words are gone."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.check.check import Check, Sample
from rulebook.check.texts import all_texts
from rulebook.finding import Finding
from rulebook.model import Book
from rulebook.rules.bound import bound_book
from rulebook.rules.expression import ExpressionError, check_expression, evaluate, parse_expression, result_in_words
from rulebook.rules.values import Truth


def _run(book: Book) -> Iterator[Finding]:
    rules = bound_book(book)
    texts = tuple(all_texts(book))
    for topic in book.rules:
        for claim in topic.claims:
            try:
                expression = parse_expression(claim.holds)
                faults = check_expression(expression, rules.definitions, rules.data)
                if faults:
                    raise faults[0]
                result = evaluate(expression, rules.definitions, rules.data)
            except ExpressionError as error:
                message = f"the claim ‘{claim.says}’ cannot be computed: {error.message}"
                yield Finding(CHECK.code, claim.holds_position, message, error.hint)
                continue
            if not isinstance(result.value, Truth) or not result.value.truth:
                yield Finding(
                    CHECK.code,
                    claim.holds_position,
                    f"the claim ‘{claim.says}’ does not hold: it gives {result_in_words(result.value)}",
                    "mend the rule, or the claim",
                    computed="; ".join(result.working.lines()),
                )
        for external in topic.external:
            if not any(external.text in t.source for t in texts if t.owner.id == external.chapter):
                message = f"‘{external.chapter}’ does not say ‘{external.text}’"
                yield Finding(
                    CHECK.code, external.position, message, "remove it, or give the words as they are printed"
                )


CHECK = Check(
    code="E106",
    name="claim",
    summary="a claim about the rules does not hold",
    why="What the book promises of its odds and sums is proved from the same tables, exactly.",
    fails=Sample(
        "content/rules/running.yaml",
        "home: rules\nvalues:\n  stride: 3″\nclaims:\n"
        "  - {says: Half the omens are calm., holds: \"P(result_of('omens', 'roll', D6).name == 'Storm') < 1/2\"}\n",
    ),
    passes=Sample(
        "content/rules/running.yaml",
        "home: rules\nvalues:\n  stride: 3″\nclaims:\n"
        "  - {says: Half the omens are calm., holds: \"P(result_of('omens', 'roll', D6).name == 'Storm') == 1/2\"}\n",
    ),
    run=_run,
)
