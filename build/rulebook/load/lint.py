"""What a book declares to the checks by id: each chapter and set that it names must be there."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.load.fields import record_of, text_of, words_of
from rulebook.load.references import Doubt
from rulebook.load.schema import Schema
from rulebook.load.suggest import did_you_mean
from rulebook.model import Book, Items, Record, Word


def same_heads_of(lint: Record) -> Iterator[tuple[Word, ...]]:
    """The groups of chapters that should have the same heads."""
    groups = lint.fields.get("same_heads")
    for group in groups.values if isinstance(groups, Items) else ():
        if isinstance(group, Items):
            yield tuple(word for word in group.values if isinstance(word, Word))


def check_lint(
    record: Record, book: Book, schemas: Mapping[str, Schema | None], doubt: Doubt, findings: list[Finding]
) -> None:
    """Add a finding for each chapter, set and field that the declarations of content/book.yaml name and none has."""
    lint = record_of(record, "lint")
    if lint is None:
        return
    chapters = frozenset(chapter.id for chapter in book.chapters) | doubt.chapters
    for group in same_heads_of(lint):
        _check(group, chapters, "chapter", findings)
    for key in ("alphabetical", "quoting_sets"):
        _check(words_of(lint, key), book.sets, "set", findings)
    waivers = record_of(lint, "waivers")
    entry_set = book.sets.get(text_of(waivers, "set")) if waivers else None
    schema = schemas.get(entry_set.kind) if entry_set else None
    if waivers and entry_set and schema:
        name, known = text_of(waivers, "reason"), schema.get("properties", {})
        if name and name not in known:
            message = f"the entries of ‘{entry_set.id}’ have no field ‘{name}’"
            findings.append(Finding(codes.UNKNOWN_REFERENCE, waivers.at("reason"), message, did_you_mean(name, known)))


def _check(words: tuple[Word, ...], known: Collection[str], what: str, findings: list[Finding]) -> None:
    for word in words:
        if word.text not in known:
            message = f"there is no {what} ‘{word.text}’"
            findings.append(Finding(codes.UNKNOWN_REFERENCE, word.position, message, did_you_mean(word.text, known)))
