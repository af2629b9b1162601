"""What is said of a run: a line for each class, each survivor, the score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from rulebook.mutate.mutant import Kind, Mutant
from rulebook.mutate.places import position_in_file
from rulebook.mutate.run import Outcome, Verdict
from rulebook.mutate.shown import SHOWN

_HINTS = {
    Kind.BOUND: "write the number to more places, or bind what is exact",
    Kind.OPERAND: "leave the number out of the expression, or compute what depends on it",
    Kind.GIVEN: "let an ‘is’ of this text depend on it, or do not give it",
    Kind.VALUE: "bind a number to it, or claim what follows from it",
    Kind.FORMULA: "claim, or show in an Example, a case in which this number decides",
    Kind.ROSTER: (
        "give it a name among the values of the rules, or make what it is part of a formula of the rules and claim "
        "cases in which it decides"
    ),
    Kind.CLAIM: "claim something that depends on the number: how many cases there are, or what each comes to",
    Kind.RANGE: "give the table's column its die, or claim what a roll comes to",
}


def lines_of(outcomes: Sequence[Outcome], root: Path) -> Iterator[str]:
    """The report, line by line. `root` is the book's folder, in whose files the unfound are sought."""
    if not outcomes:
        yield "there is nothing to change: the book binds no number, and has no values, rolls or numbers in its data"
        return
    unfound = unfound_in(outcomes)
    for kind in Kind:
        yield _class_line(kind, [o.verdict for o in outcomes if o.mutant.kind is kind])
        if kind is not Kind.FIELD:
            yield from _single_lines(
                [o.mutant for o in outcomes if o.mutant.kind is kind and o.verdict is Verdict.SINGLE]
            )
    for mutant in unfound:
        yield from _unfound_lines(mutant, root)
    judged = sum(o.verdict in (Verdict.FOUND, Verdict.SURVIVED) and o.mutant.kind is not Kind.FIELD for o in outcomes)
    if not judged:
        yield "no score: the book states no rule whose change could be found"
        return
    yield f"score: {judged - len(unfound):,} of {judged:,} found, {percentage(judged - len(unfound), judged)}"


def unfound_in(outcomes: Sequence[Outcome]) -> tuple[Mutant, ...]:
    """The mutants that nothing finds and that something should."""
    return tuple(o.mutant for o in outcomes if o.verdict is Verdict.SURVIVED)


def percentage(part: int, whole: int) -> str:
    """A share in per cent, rounded down to a tenth, so that only the whole is 100 %."""
    tenths = 1000 * part // whole
    return f"{tenths // 10} %" if tenths % 10 == 0 else f"{tenths // 10}.{tenths % 10} %"


def _class_line(kind: Kind, verdicts: Sequence[Verdict]) -> str:
    if not verdicts:
        return f"  {kind.value:<40} none"
    if kind in SHOWN:
        return f"  {kind.value:<40}{len(verdicts):>6,} single-source"
    found = f"{verdicts.count(Verdict.FOUND):>6,} of {len(verdicts):>6,} found"
    single = verdicts.count(Verdict.SINGLE)
    if kind is Kind.FIELD:
        found += f"; {single} single-source, {verdicts.count(Verdict.UNFELT)} read without effect"
    elif single:
        found += f"; {single} single-source"
    return f"  {kind.value:<40}{found}"


def _single_lines(mutants: Sequence[Mutant]) -> Iterator[str]:
    """The numbers that have one source, by name; those of the data are too many to be listed."""
    by_subject: dict[str, dict[int, str]] = {}
    for mutant in mutants:
        by_subject.setdefault(mutant.subject, {})[mutant.place.offset] = mutant.before
    for subject, numbers in by_subject.items():
        yield f"    single-source: {subject} ({', '.join(numbers.values())})"


def _unfound_lines(mutant: Mutant, root: Path) -> Iterator[str]:
    position = position_in_file(root, mutant.place)
    if mutant.changes:
        others = " or ".join(f"‘{change.after}’" for change in mutant.changes[:3])
        more = f" or {len(mutant.changes) - 3} others" if len(mutant.changes) > 3 else ""
        said = f"‘{mutant.before}’ changed to {others}{more} is not found"
    else:
        said = f"‘{mutant.before}’ has nothing else that it could be"
    yield f"{position} {said}"
    yield f"    In: {mutant.kind.value} › {mutant.subject}"
    yield f"    Hint: {_HINTS.get(mutant.kind, '')}"
