"""E101: a bound number that is not what the rules compute."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.check.check import Check, Sample
from rulebook.check.rewording import rewording
from rulebook.finding import Finding
from rulebook.model import Book
from rulebook.rules.bound import Bound, bound_book
from rulebook.rules.expression import result_in_words
from rulebook.rules.faulty import follows


def _run(book: Book) -> Iterator[Finding]:
    for bound in bound_book(book).bound:
        # What comes of a definition that is at fault is found there, and once.
        if bound.error is None or not follows(book, bound.binding.expression, bound.error):
            yield from bound_findings(book, bound)


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
