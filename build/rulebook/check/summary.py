"""What a check has looked at: how much of a book its rules stand behind, and what they do not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rulebook.check.checks import unused_formula
from rulebook.check.numerals import Numerals, Standing, numerals_of
from rulebook.check.run import Checked
from rulebook.check.waivers import Waived
from rulebook.model import Book, ExternalClaim
from rulebook.plural import counted
from rulebook.rules.bound import bound_book
from rulebook.texts import sentence_at


@dataclass(frozen=True, slots=True)
class Summary:
    """The counts of a book. `given` and `computed` are its bindings: each `let`, each `is`."""

    title: str
    chapters: int
    tables: int
    entries: int
    examples: int
    given: int
    computed: int
    values: int
    formulas: int
    unused: tuple[str, ...]
    claims: int
    external: tuple[ExternalClaim, ...]
    waived: tuple[Waived, ...]
    numerals: Numerals


def summary_of(book: Book, checked: Checked) -> Summary:
    """The summary of a book and of what its checks found."""
    rules = bound_book(book)
    kinds = [bound.binding.kind for bound in rules.bound]
    return Summary(
        title=book.metadata.title,
        chapters=len(book.chapters),
        tables=len(book.tables),
        entries=sum(len(s.entries) for s in book.sets.values()),
        examples=sum(scope.is_example for scope in rules.scopes),
        given=kinds.count("let"),
        computed=kinds.count("is"),
        values=sum(len(topic.values) for topic in book.rules),
        formulas=sum(len(topic.formulas) for topic in book.rules),
        unused=tuple(finding.found for finding in unused_formula.CHECK.run(book)),
        claims=sum(len(topic.claims) for topic in book.rules),
        external=tuple(claim for topic in book.rules for claim in topic.external),
        waived=checked.waived,
        numerals=numerals_of(book),
    )


def summary_lines(summary: Summary, *, verbose: bool = False, asked: int = 0) -> Iterator[str]:
    """The summary of a book without findings; `verbose` adds each external claim and each inert declaration.

    `asked` is how many checks were asked where not all of them were: what the others would find is not known.
    """
    s = summary
    entries = counted(s.entries, "entry", "entries")
    of_some = f"{counted(asked, 'check')} asked, " if asked else ""
    yield f"{s.title}: {counted(s.chapters, 'chapter')}, {counted(s.tables, 'table')}, {entries}; {of_some}no findings"
    unused = f" ({len(s.unused)} used by nothing: {', '.join(s.unused)})" if s.unused else ""
    formulas = counted(s.formulas, "formula")
    yield f"  rules: {counted(s.values, 'value')}, {formulas}{unused}, {counted(s.claims, 'claim')}"
    yield f"  bindings: {s.computed} computed (is), {s.given} given (let); {counted(s.examples, 'Example')}"
    yield f"  numerals: {share_line(s.numerals)}"
    yield f"  external claims: {len(s.external)}{_if('; --verbose lists them', bool(s.external) and not verbose)}"
    if verbose:
        yield from (f"    {c.position} ‘{c.text}’: {c.source}" for c in s.external)
    yield f"  waived: {len(s.waived)}"
    yield from (f"    {waived.finding.position} {waived.waiver}" for waived in s.waived)
    if verbose:
        yield from inert_lines(s.numerals)


def share_line(numerals: Numerals) -> str:
    """The share of the numerals in a line: what it is of, and what is no part of it."""
    counts = numerals.counts
    bound, data, loose = counts[Standing.BOUND], counts[Standing.DATA], counts[Standing.LOOSE]
    apart = ", ".join(
        f"{counts[standing]} {words}"
        for standing, words in (
            (Standing.DICE, "dice"),
            (Standing.NAME, "in names"),
            (Standing.EXTERNAL, "external"),
            (Standing.INERT, "declared inert"),
        )
    )
    return (
        f"{percent(numerals.share)} of {numerals.settled + loose} settled "
        f"({bound} bound, {data} data; {loose} loose); apart from these {apart}; {numerals.total} in all"
    )


def percent(share: Fraction) -> str:
    """A share in per cent to a tenth, rounded down, so that only a whole is `100%`."""
    tenths = int(share * 1000)
    return f"{tenths // 10}%" if tenths % 10 == 0 else f"{tenths // 10}.{tenths % 10}%"


def numeral_lines(numerals: Numerals) -> Iterator[str]:
    """The share, each numeral that is loose with its sentence, and each inert declaration."""
    yield f"numerals: {share_line(numerals)}"
    for placed in numerals.loose:
        text, numeral = placed.text, placed.numeral
        yield f"  {text.position_at(numeral.start)} ‘{numeral.text}’: {sentence_at(text.source, numeral.start)}"
    yield from inert_lines(numerals)


def inert_lines(numerals: Numerals) -> Iterator[str]:
    """Each inert declaration, with how many numerals it covers and why."""
    covered = counted(numerals.counts[Standing.INERT], "numeral")
    yield f"  inert: {covered} by {counted(len(numerals.inert), 'declaration')}"
    for use in numerals.inert:
        words = f"‘{use.inert.text}’" if use.inert.text else "all of the field"
        yield f"    {use.inert.position} {words} ({use.count}): {use.inert.reason}"


def summary_fields(summary: Summary) -> dict[str, Any]:
    """The summary for a program."""
    s, numerals = summary, summary.numerals
    return {
        "title": s.title,
        "chapters": s.chapters,
        "tables": s.tables,
        "entries": s.entries,
        "examples": s.examples,
        "bindings": {"is": s.computed, "let": s.given},
        "values": s.values,
        "formulas": s.formulas,
        "unused_formulas": list(s.unused),
        "claims": s.claims,
        "external": [{"place": str(c.position), "text": c.text, "source": c.source} for c in s.external],
        "numerals": {
            **{standing.value: numerals.counts[standing] for standing in Standing},
            "share": float(numerals.share),
        },
    }


def _if(words: str, condition: bool) -> str:
    return words if condition else ""
