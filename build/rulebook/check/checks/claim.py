"""E106: a claim that does not hold, or would whatever the rules say, or an external one whose words are gone."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.check.check import Check, Sample
from rulebook.finding import Finding
from rulebook.model import Book
from rulebook.rules.bound import memory_of
from rulebook.rules.claims import prove
from rulebook.rules.expression import parse_expression, result_in_words
from rulebook.rules.failing_part import failing_part
from rulebook.rules.faulty import follows
from rulebook.texts import all_texts


def _run(book: Book) -> Iterator[Finding]:
    memory = memory_of(book)
    texts = tuple(all_texts(book))
    for topic in book.rules:
        for claim in topic.claims:
            proof = prove(claim, memory)
            result = proof.evaluation
            if not proof.holds and follows(book, claim.holds, proof.error):
                continue  # it is found in the definition
            if proof.error is not None:
                where = f" (in ‘{proof.error.definition}’)" if proof.error.definition else ""
                message = f"the claim ‘{claim.says}’ cannot be computed{where}: {proof.error.message}"
                place = claim.holds_position.after(0 if where else proof.error.start)
                yield Finding(CHECK.code, place, message, proof.error.hint)
            elif result is not None and not proof.holds:
                part = failing_part(parse_expression(claim.holds), memory)
                which = "it" if part.source == claim.holds.strip() else f"‘{part.source}’"
                yield Finding(
                    CHECK.code,
                    claim.holds_position,
                    f"the claim ‘{claim.says}’ does not hold: {which} gives {result_in_words(part.evaluation.value)}",
                    "mend the rule, or the claim",
                    computed="; ".join(part.evaluation.working.lines()),
                )
            elif result is not None and not result.used.something:
                message = f"the claim ‘{claim.says}’ depends on no value, table or formula of the rules"
                yield Finding(CHECK.code, claim.holds_position, message, "compute it from the rules, or remove it")
        for external in topic.external:
            if not any(external.text in t.source for t in texts if t.owner.id == external.chapter):
                message = f"‘{external.chapter}’ does not say ‘{external.text}’"
                yield Finding(
                    CHECK.code, external.position, message, "remove it, or give the words as they are printed"
                )


CHECK = Check(
    code="E106",
    name="claim",
    summary="a claim about the rules does not hold, or proves nothing",
    why=(
        "What the book promises of its odds and sums is proved from the same tables, exactly. "
        "A claim that uses nothing of the rules holds whatever they say."
    ),
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
