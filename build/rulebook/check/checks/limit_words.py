"""N105: a limit that is one thing in one sentence and another in the next."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum

from rulebook.check.check import Check, Sample
from rulebook.check.statements import Statement, others, statements
from rulebook.finding import Finding
from rulebook.model import Book


class Limit(Enum):
    """What the words beside a number make of it, and how the number is then said."""

    EXACT = "exactly {}"
    MOST = "at most {}"
    LEAST = "at least {}"
    BELOW = "less than {}"
    ABOVE = "more than {}"


# What stands before a number, and what after it with no more than two words between.
_LESS = "less|fewer|lower|closer|nearer|shorter"
_MORE = "more|greater|higher|farther|further|longer"


def _words_before(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{words})$", re.IGNORECASE)


def _words_after(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?: \w+){{0,2}} (?:{words})\b")


_BEFORE = (
    (Limit.EXACT, _words_before("exactly|precisely|no more and no less than|neither more nor less than")),
    (
        Limit.MOST,
        _words_before(
            rf"up to|at (?:the )?most|as (?:many|much|far) as|(?:no|not|never) (?:{_MORE}) than|a maximum of|only"
        ),
    ),
    (Limit.LEAST, _words_before(rf"at (?:the )?least|(?:no|not|never) (?:{_LESS}) than|a minimum of")),
    (Limit.BELOW, _words_before(rf"below|under|(?:{_LESS}) than")),
    (Limit.ABOVE, _words_before(rf"above|over|beyond|(?:{_MORE}) than")),
)
_AFTER = (
    (Limit.EXACT, _words_after("exactly|precisely")),
    (Limit.MOST, _words_after(rf"or (?:{_LESS}|below|under)|at (?:the )?most")),
    (Limit.LEAST, _words_after(rf"or (?:{_MORE}|above|over|better|beyond)|at (?:the )?least")),
)
# Two limits that divide all numbers between them say the same of a threshold.
_HALVES = (frozenset({Limit.MOST, Limit.ABOVE}), frozenset({Limit.LEAST, Limit.BELOW}))
_VERB = re.compile(r"\b[a-z]{3,}$", re.IGNORECASE)
# Words before a number that say nothing of what is done with it.
_IDLE = frozenset(
    {"the", "and", "for", "than", "with", "from", "within", "each", "all", "its", "their", "this", "that"}
    | {"once", "when", "until", "after", "before", "then"}
)


def _run(book: Book) -> Iterator[Finding]:
    for of_value in statements(book).values():
        if len(of_value) > 1 and any(_limit(statement) is not None for statement in of_value):
            yield from _compare(of_value)


def _compare(of_value: tuple[Statement, ...]) -> Iterator[Finding]:
    for statement in of_value:
        limit = _limit(statement)
        for other in _judges(statement, of_value):
            against = _limit(other)
            if against is None or (limit is None and (against is Limit.EXACT or not _same_verb(statement, other))):
                continue
            if limit is None or not (limit is against or frozenset({limit, against}) in _HALVES):
                yield _finding(statement, limit, other, against)
                break


def _judges(statement: Statement, of_value: tuple[Statement, ...]) -> list[Statement]:
    """The statements that are right where one differs: those of the home chapter; without these, what stands before.

    Where a statement sets no limit, any other that does is right.
    """
    if _limit(statement) is None:
        return list(others(statement, of_value))
    limited = [other for other in of_value if _limit(other) is not None]
    home = [other for other in limited if other.at_home]
    return [
        other for other in home or limited if of_value.index(other) < of_value.index(statement) or not statement.at_home
    ]


def _limit(statement: Statement) -> Limit | None:
    if statement.bound.written.endswith("+"):
        return Limit.LEAST
    before = statement.before.rstrip()
    for limit, pattern in _BEFORE:
        if pattern.search(before):
            return limit
    return next((limit for limit, pattern in _AFTER if pattern.match(statement.after)), None)


def _same_verb(statement: Statement, other: Statement) -> bool:
    """Whether the same is done with the number: `take 3`, `take up to 3`."""
    verb = _verb(statement.before)
    return bool(verb) and verb == _verb(other.before)


def _verb(before: str) -> str:
    before = before.rstrip()
    for _, pattern in _BEFORE:
        before = pattern.sub("", before).rstrip()
    match = _VERB.search(before)
    verb = match[0].lower() if match else ""
    return "" if verb in _IDLE else verb


def _finding(statement: Statement, limit: Limit | None, other: Statement, against: Limit) -> Finding:
    bound, first = statement.bound, other.bound
    written = bound.written.removesuffix("+")
    place = "in its home chapter" if other.at_home and not statement.at_home else "in another place"
    said = limit.value.format(written) if limit else f"{written} and no limit"
    message = f"‘{bound.binding.expression}’ is {said} here, and {against.value.format(written)} {place}"
    where = first.text.position_at(first.binding.start)
    hint = f"the other stands at {where}: say the same in both"
    return CHECK.finding_at(bound.text, bound.binding.start, message, hint, found=_words(statement))


def _words(statement: Statement) -> str:
    """The number with a few words on either side."""
    before = " ".join(statement.before.split()[-2:])
    after = " ".join(re.split(r"[.,;:()]", statement.after)[0].split()[:3])
    return f"{before} {statement.bound.written} {after}".strip()


CHECK = Check(
    code="N105",
    name="limit-words",
    summary="a number is a limit in one sentence and another limit, or none, in the next",
    why=(
        "“3 or less” and “less than 3” are two rules, and so are “take up to 3” and “take 3”. Where a value is "
        "stated in several places, the words beside it set the same limit in each; its home chapter is right."
    ),
    fails=Sample(
        "content/chapters/rules.md",
        "---\ntitle: Rules\n---\nA Speed of [3″]{is=stride} or less is slow.\n\nOne below [3″]{is=stride} is slow.\n",
    ),
    passes=Sample(
        "content/chapters/rules.md",
        "---\ntitle: Rules\n---\nA Speed of [3″]{is=stride} or less is slow.\n\n"
        "One of more than [3″]{is=stride} is not.\n",
    ),
    run=_run,
)
