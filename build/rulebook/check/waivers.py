"""Waivers: findings that a ruling lets stand, each with its reason."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rulebook.check.places import holds_position, in_words, located_fault
from rulebook.finding import Finding
from rulebook.load.suggest import did_you_mean
from rulebook.model import Book, Entry, Items, Place, Prose, Record, Reference, Value, Word, inlines
from rulebook.source import Position

FIELD = "waives"
"""The field of an entry that lists what it waives: maps of `code`, `chapter` or `set` (and `entry`), and `text`."""


@dataclass(frozen=True, slots=True)
class Waiver:
    """What an entry waives: findings of a code at a place, those only that say `text` where there is one.

    `holder` is the entry's name, `reason` what it gives as its reason; `parts` are the places of its keys' values.
    """

    code: str
    place: Place
    text: str
    holder: str
    reason: str
    position: Position
    parts: Mapping[str, Position]

    def __str__(self) -> str:
        words = f" ‘{self.text}’" if self.text else ""
        return f"{self.code} in {in_words(self.place)}{words}: {self.holder}. {self.reason}"


@dataclass(frozen=True, slots=True)
class Waived:
    """A finding, and the waiver that lets it stand."""

    finding: Finding
    waiver: Waiver


def waivers_of(book: Book) -> tuple[Waiver, ...]:
    """Every waiver of the book, in order; those with faults too, which waive nothing."""
    source = book.lint.waivers
    entry_set = book.sets.get(source.set) if source else None
    if source is None or entry_set is None:
        return ()
    found = []
    for entry in entry_set.entries:
        items = entry.fields.get(FIELD)
        for record in items.values if isinstance(items, Items) else ():
            if isinstance(record, Record):
                found.append(_waiver(record, entry, source.reason))
    return tuple(found)


def _waiver(record: Record, entry: Entry, reason: str) -> Waiver:
    def word(name: str) -> str:
        value = record.fields.get(name)
        match value:
            case Word(text=text):
                return text
            case Reference(id=id_):
                return id_
            case _:
                return ""

    place = Place(word("chapter"), word("set"), word("entry"))
    parts = {name: v.position for name, v in record.fields.items() if isinstance(v, Word | Reference)}
    because = _reason(entry.fields.get(reason))
    return Waiver(word("code"), place, word("text"), entry.name, because, record.position, MappingProxyType(parts))


def _reason(value: Value | None) -> str:
    match value:
        case Word(text=text):
            return text
        case Prose(blocks=blocks):
            return " ".join(inline.source for inline in inlines(blocks)).replace("\n", " ")
        case _:
            return ""


def fault_of_waiver(book: Book, waiver: Waiver, codes: Collection[str]) -> tuple[Position, str, str] | None:
    """What is wrong with a waiver in itself: its place, a sentence, a hint. `codes` are those that can be waived."""
    if waiver.code not in codes:
        message = f"there is no check ‘{waiver.code}’ whose findings can be waived"
        # Loaded here: it knows the codes of every stage.
        from rulebook.check.told_elsewhere import told_elsewhere

        hint = told_elsewhere(waiver.code) or did_you_mean(waiver.code, codes)
        return waiver.parts.get("code", waiver.position), message, hint
    if not (waiver.place.chapter or waiver.place.set):
        message = f"the waiver of {waiver.code} does not say where it holds"
        return waiver.position, message, "add ‘chapter: …’ or ‘set: …’"
    if not waiver.reason:
        return waiver.position, f"the waiver of {waiver.code} gives no reason", "say why in the entry that holds it"
    fault = located_fault(book, waiver.place)
    return (waiver.parts.get(fault[0], waiver.position), *fault[1:]) if fault is not None else None


def applies(book: Book, waiver: Waiver, finding: Finding) -> bool:
    """Whether a waiver lets a finding stand."""
    said = (finding.message, finding.found, finding.sentence)
    return (
        waiver.code == finding.code
        and any(waiver.text in part for part in said)
        and holds_position(book, waiver.place, finding.position)
    )


def without_waived(
    book: Book, waivers: Iterable[Waiver], findings: Iterable[Finding]
) -> tuple[list[Finding], list[Waived]]:
    """The findings that are left, and those that are waived. The waivers must be without faults."""
    left: list[Finding] = []
    waived: list[Waived] = []
    known = tuple(waivers)
    for finding in findings:
        waiver = next((w for w in known if applies(book, w, finding)), None)
        if waiver is None:
            left.append(finding)
        else:
            waived.append(Waived(finding, waiver))
    return left, waived
