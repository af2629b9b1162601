"""E101: a bound number that is not what the rules compute."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulebook.check.check import Check, Sample
from rulebook.check.rewording import rewording
from rulebook.finding import Finding
from rulebook.model import Book
from rulebook.rules.bound import Bound, Scope, bound_book
from rulebook.rules.expression import Fault, result_in_words
from rulebook.rules.faulty import follows, misspelt_givens, names_in
from rulebook.rules.numbers import agrees, as_meant, read_quantity


def _run(book: Book) -> Iterator[Finding]:
    for scope in bound_book(book).scopes:
        meant = frozenset(misspelt_givens(book, scope).values())
        wanting: set[str] = set()
        for bound in scope.bound:
            if bound.holds:
                continue
            expression, name = bound.binding.expression, _not_given(scope, bound)
            # What comes of a definition that is at fault, or of a misspelt ‘let’, is found there, and once.
            elsewhere = follows(book, expression, bound.error) or names_in(expression) & meant or name in wanting
            if bound.binding.kind == "is" and elsewhere:
                continue
            for finding in bound_findings(book, bound):
                # One ‘let’ is wanting, for all that is computed from it.
                yield replace(finding, hint=f"give it where it is stated: […]{{let={name}}}") if name else finding
            wanting |= {name} - {""}


def _not_given(scope: Scope, bound: Bound) -> str:
    """The name that an Example uses, and that neither it gives nor anything like it; empty for any other fault."""
    error, expression = bound.error, bound.binding.expression
    if not scope.is_example or error is None or error.fault is not Fault.UNKNOWN_NAME or error.definition:
        return ""
    if error.hint.startswith("did you mean"):
        return ""
    is_formula = expression[error.end :].lstrip().startswith("(")
    return "" if is_formula else expression[error.start : error.end]


def bound_findings(book: Book, bound: Bound) -> Iterator[Finding]:
    """What is wrong with one binding: nothing, or one finding."""
    if bound.binding.kind == "let":
        if bound.quantity is None:
            message = f"‘{bound.written}’ cannot be read as a number or a name"
            yield CHECK.finding_at(bound.text, bound.binding.start, message, "write it in another form")
    elif bound.error is not None:
        yield _error(bound)
    else:
        yield from _compared(book, bound)


def _error(bound: Bound) -> Finding:
    error = bound.error
    if error is None:  # pragma: no cover - the caller has looked
        raise ValueError("there is no error")
    where = f" (in ‘{error.definition}’)" if error.definition else ""
    return CHECK.finding_at(
        bound.text,
        bound.binding.start,
        f"‘{bound.binding.expression}’ cannot be computed{where}: {error.message}",
        error.hint,
        found=bound.written,
    )


def _compared(book: Book, bound: Bound) -> Iterator[Finding]:
    evaluation = bound.evaluation
    if evaluation is None or bound.holds:
        return
    meant = read_quantity(as_meant(bound.written))
    if bound.quantity is None and meant is not None and agrees(meant, evaluation.value):
        return  # the character that is wrong in it is found as such
    computed = result_in_words(evaluation.value)
    new = rewording(book, bound, evaluation.value)
    hint = "change the words, or the rule: " + new.reason
    if new.words is not None:
        hint = f"write ‘{new.words}’, or change the rule"
    yield CHECK.finding_at(
        bound.text,
        bound.binding.start,
        f"the text says ‘{bound.written}’; the rules give {computed}",
        hint,
        found=bound.written,
        computed="; ".join(evaluation.working.lines()),
    )


CHECK = Check(
    code="E101",
    name="computed-number",
    summary="a number in prose is not what the rules compute",
    why=(
        "A number that is stated twice is wrong in one place as soon as it is changed in the other. A bound number is "
        "computed from the rules and compared with what is printed, at the precision to which it is written."
    ),
    fails=Sample("content/chapters/rules.md", "---\ntitle: Rules\n---\nA Speed of [4″]{is=stride} a step.\n"),
    passes=Sample("content/chapters/rules.md", "---\ntitle: Rules\n---\nA Speed of [3″]{is=stride} a step.\n"),
    run=_run,
)
