"""Every check, by its code. Retired codes stay reserved."""

from __future__ import annotations

from rulebook.check.check import Check
from rulebook.check.checks import (
    alphabetical,
    characters,
    claim,
    computed_number,
    defined_twice,
    die_columns,
    double_negative,
    empty_section,
    exact_title,
    figure_value,
    frozen_id,
    home_chapter,
    idle_example,
    inert_numeral,
    limit_words,
    loose_numeral,
    product_value,
    rate_words,
    repeated_word,
    roster_declaration,
    roster_legality,
    rule_definition,
    same_heads,
    short_and_text,
    synonym,
    table_title,
    text_alternative,
    typed_reference,
    unbound_example,
    undefined_term,
    unstated_value,
    unused_formula,
    unused_term,
    waiver,
)

CHECKS: tuple[Check, ...] = (
    characters.CHECK,
    empty_section.CHECK,
    alphabetical.CHECK,
    same_heads.CHECK,
    text_alternative.CHECK,
    waiver.CHECK,
    frozen_id.CHECK,
    die_columns.CHECK,
    repeated_word.CHECK,
    table_title.CHECK,
    defined_twice.CHECK,
    unused_term.CHECK,
    home_chapter.CHECK,
    synonym.CHECK,
    undefined_term.CHECK,
    typed_reference.CHECK,
    exact_title.CHECK,
    computed_number.CHECK,
    rule_definition.CHECK,
    unbound_example.CHECK,
    idle_example.CHECK,
    unstated_value.CHECK,
    claim.CHECK,
    unused_formula.CHECK,
    figure_value.CHECK,
    product_value.CHECK,
    short_and_text.CHECK,
    double_negative.CHECK,
    loose_numeral.CHECK,
    inert_numeral.CHECK,
    limit_words.CHECK,
    rate_words.CHECK,
    roster_legality.CHECK,
    roster_declaration.CHECK,
)

# Codes that a check once had. None may be given again.
RETIRED: frozenset[str] = frozenset()


def check_of(code: str) -> Check | None:
    """The check of a code, or None."""
    return next((check for check in CHECKS if check.code == code), None)
