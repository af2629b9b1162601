"""E107: a formula that nothing uses."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook.check.check import Check, Sample
from rulebook.finding import Finding
from rulebook.model import Book
from rulebook.rules.bound import BoundBook, bound_book, name_of
from rulebook.rules.expression import ExpressionError, dependencies, names_used, parse_expression
from rulebook.rules.faulty import misspelt_definitions

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def _run(book: Book) -> Iterator[Finding]:
    rules = bound_book(book)
    unused = _unused(book, rules)
    users: dict[str, str] = {}
    for formula in rules.definitions.formulas if unused else ():
        for name in dependencies(rules.definitions, formula.name) - {formula.name}:
            users.setdefault(name, formula.name)
    for formula in rules.definitions.formulas:
        if formula.name not in unused:
            continue
        message = f"the formula ‘{formula.name}’ is used by nothing: no binding, claim, roster or figure"
        if formula.name in users:
            message += f"; ‘{users[formula.name]}’ uses it, and is itself used by none"
        hint = "bind a number to it, claim something of it, or remove it"
        yield Finding(CHECK.code, rules.definers[formula.name].text.head_position, message, hint, found=formula.head)


def _unused(book: Book, rules: BoundBook) -> set[str]:
    """The formulas that neither a binding nor a claim uses, directly or through others."""
    unused = {formula.name for formula in rules.definitions.formulas}
    for bound in rules.bound:
        if bound.evaluation is not None:
            unused -= bound.evaluation.used.formulas
    # An evaluation reads no more than one branch of a condition: what it left is looked for in the expressions.
    seen: set[str] = set()
    for expression in _expressions(book, rules):
        if not unused:
            break
        try:
            names = names_used(parse_expression(expression)) - seen
        except ExpressionError:
            # A finding of its own: what it would use is told by its words.
            names = frozenset(_WORD.findall(expression)) - seen
        for name in names:
            seen |= {name} | dependencies(rules.definitions, name)
        unused -= seen
    return unused


def _expressions(book: Book, rules: BoundBook) -> Iterator[str]:
    for topic in book.rules:
        for claim in topic.claims:
            yield claim.holds
    # What cannot be read may use a formula, and is found where it stands.
    for source in rules.sources:
        if rules.definitions.get(name_of(source.text.head)) is None:
            yield source.text.body
    # Whatever uses the name that is meant by a misspelt one uses it.
    yield from misspelt_definitions(book)
    for kind in book.rosters:
        yield from (formula.text for _, formula in kind.formulas)
    for figure in book.figures.values():
        yield from (value.text for value in figure.values.values())
    yield from dict.fromkeys(bound.binding.expression for bound in rules.bound if bound.binding.kind == "is")


CHECK = Check(
    code="E107",
    name="unused-formula",
    summary="a formula of the rules is used by nothing",
    why=(
        "A formula proves something only where it computes a number of the book, a claim, a roster's price or rule, or "
        "what a figure draws. One that nothing uses may say anything, and stays behind when its rule changes."
    ),
    fails=Sample("content/rules/running.yaml", "home: rules\nvalues:\n  stride: 3″\nformulas:\n  far(n): stride * n\n"),
    passes=Sample(
        "content/rules/running.yaml",
        "home: rules\nvalues:\n  stride: 3″\nformulas:\n  far(n): stride * n\n"
        "claims:\n  - {says: Two strides are twice as far as one., holds: far(2) == 2 * far(1)}\n",
    ),
    run=_run,
)
