"""E104: an Example, a `let` or an `is` that proves nothing."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.check.check import Check, Sample
from rulebook.finding import Finding
from rulebook.model import Book
from rulebook.rules.bound import Bound, Scope, bound_book
from rulebook.rules.faulty import misspelt_givens, rests_on_fault


def _run(book: Book) -> Iterator[Finding]:
    for scope in bound_book(book).scopes:
        computed = [b for b in scope.bound if b.binding.kind == "is"]
        repeated = _at_work(scope)
        is_open = _is_open(book, scope)
        if is_open:
            repeated |= {given.name for given in scope.given}
        if scope.is_example and not computed:
            message = "this Example computes nothing"
            yield CHECK.finding_at(scope.texts[0], 0, message, 'bind what follows from the rules: [4]{is="…"}')
        for bound in computed:
            if bound.binding.expression.strip() in repeated:
                continue
            if rests_on_fault(book, bound.binding.expression):
                continue  # what it depends on is known when the definition is mended
            if bound.evaluation is not None and not bound.evaluation.used.something:
                message = f"‘{bound.binding.expression}’ depends on no value, table or formula of the rules"
                yield CHECK.finding_at(bound.text, bound.binding.start, message, "compute it from the rules")
        yield from _idle_names(book, scope, is_open)
        yield from _given_twice(scope)


def _at_work(scope: Scope) -> set[str]:
    """The given names from which, and from the rules, something is computed: such a number may be said again."""
    evaluations = [bound.evaluation for bound in scope.bound if bound.evaluation is not None]
    return {name for evaluation in evaluations if evaluation.used.something for name in evaluation.used.given}


def _is_open(book: Book, scope: Scope) -> bool:
    """Whether something of a text cannot be computed, or not yet: that may be computed from what is given."""
    return any(bound.error is not None or rests_on_fault(book, bound.binding.expression) for bound in scope.bound)


def _idle_names(book: Book, scope: Scope, is_open: bool) -> Iterator[Finding]:
    used = _at_work(scope)
    misspelt = misspelt_givens(book, scope)
    for bound in scope.bound:
        name = bound.binding.expression
        if bound.binding.kind != "let" or name in used:
            continue
        if meant := misspelt.get(name):
            message = f"‘{name}’ is given and nothing is computed from it; ‘{meant}’, which is used here, is not given"
            yield CHECK.finding_at(bound.text, bound.binding.start, message, f"call it ‘{meant}’", found=bound.written)
        elif not is_open:
            message = f"‘{name}’ is given and nothing is computed from it"
            hint = "use it in an ‘is’ of this text"
            yield CHECK.finding_at(bound.text, bound.binding.start, message, hint, found=bound.written)


def _given_twice(scope: Scope) -> Iterator[Finding]:
    """A name has one value in a text: of two, one would be taken for both."""
    first: dict[str, Bound] = {}
    for bound in scope.bound:
        if bound.binding.kind != "let":
            continue
        before = first.setdefault(bound.binding.expression, bound)
        if before is not bound:
            place = before.text.position_at(before.binding.start)
            message = f"‘{bound.binding.expression}’ is given twice in this text: first at {place}"
            hint = "give it another name, or say the first again with ‘is’"
            yield CHECK.finding_at(bound.text, bound.binding.start, message, hint, found=bound.written)


CHECK = Check(
    code="E104",
    name="idle-example",
    summary="an Example, a given number or a computation proves nothing",
    why=(
        "What computes nothing passes whatever the rules say. A given number may be said again (`[two]{is=n}`) where "
        "something is computed from it and the rules. A name given twice in a text would have two values."
    ),
    fails=Sample(
        "content/chapters/rules.md",
        "---\ntitle: Rules\n---\nA Speed of [3″]{is=stride}, [far]{is=\"'far' if far(1) > 0″ else ''\"}.\n\n"
        "::: example\n[Two]{let=n} steps are no more than [two]{is=n}.\n:::\n",
    ),
    passes=Sample(
        "content/chapters/rules.md",
        "---\ntitle: Rules\n---\nA Speed of [3″]{is=stride}.\n\n"
        '::: example\n[Two]{let=n} steps are [6″]{is="far(n)"}, and [two]{is=n} are enough.\n:::\n',
    ),
    run=_run,
)
