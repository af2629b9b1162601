"""Reading which decks of cards a book has, and how they may be laid out: `content/products/cards.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.load.fields import filters_of, record_of, records_of, text_of, words_of
from rulebook.load.kept import NOTHING_KEPT, Kept
from rulebook.load.paths import check_condition, check_path
from rulebook.load.schema import Schema, typed_file
from rulebook.load.suggest import did_you_mean
from rulebook.model import Book, CardDeck, CardLayout, CardPart, Cards, CardSource, Number, Record, Word
from rulebook.source import Position

CARDS_FILE = "content/products/cards.yaml"
OWNER = "owner"

# What a card is titled by where nothing else is said.
_NAME = ("name",)

# What a kind of layout needs, and what it has no use for.
_NEEDS = {
    "sheet": ("paper", "columns", "rows"),
    "single": (),
    "image": ("columns", "rows", "resolution", "most-pixels"),
}

# The keys of a part under which its paths stand, the first before the other.
_PATHS_OF_PART = ("field", "or")

_Named = TypeVar("_Named", CardDeck, CardLayout)


def with_cards(
    book: Book,
    own: Schema,
    schemas: Mapping[str, Schema | None],
    findings: list[Finding],
    kept: Kept = NOTHING_KEPT,
) -> Book:
    """The book with its cards, where it has any; a finding for each fault of what it says of them."""
    path = book.root / CARDS_FILE
    if not path.exists():
        return book
    typed = typed_file(book.root, path, own, "the cards", findings, kept)
    record = typed.record if typed is not None and typed.sound else None
    if record is None:
        return book
    cards = Cards(
        title=text_of(record, "title"),
        page_label=text_of(record, "page"),
        layouts=tuple(_layout(r, findings) for r in records_of(record, "layouts")),
        decks=tuple(_deck(r) for r in records_of(record, "decks")),
        position=record.position,
    )
    _unique(cards.layouts, "layout", findings)
    _unique(cards.decks, "deck", findings)
    for deck in cards.decks:
        for source in deck.sources:
            _check_source(book, source, schemas, findings)
    return replace(book, cards=cards)


def _layout(record: Record, findings: list[Finding]) -> CardLayout:
    kind, id_ = text_of(record, "kind"), text_of(record, "id")
    for name in _NEEDS[kind]:
        if name not in record.fields:
            message = f"the layout ‘{id_}’ has no ‘{name}’, which the kind ‘{kind}’ needs"
            findings.append(Finding(codes.MISSING_KEY, record.position, message, f"add ‘{name}: …’"))
    for name, value in record.fields.items():
        if name not in (*_NEEDS[kind], "id", "kind"):
            message = f"the layout ‘{id_}’ has ‘{name}’, for which the kind ‘{kind}’ has no use"
            findings.append(Finding(codes.UNKNOWN_KEY, value.position, message, "remove it"))
    return CardLayout(
        id=id_,
        kind=kind,
        paper=text_of(record, "paper"),
        columns=_number(record, "columns"),
        rows=_number(record, "rows"),
        resolution=_number(record, "resolution"),
        most_pixels=_number(record, "most-pixels"),
        position=record.position,
    )


def _number(record: Record, name: str) -> int:
    value = record.fields.get(name)
    return value.value if isinstance(value, Number) else 0


def _deck(record: Record) -> CardDeck:
    return CardDeck(
        id=text_of(record, "id"),
        title=text_of(record, "title"),
        mark=_word(record, "mark"),
        sources=tuple(_source(r) for r in records_of(record, "cards")),
        position=record.position,
    )


def _source(record: Record) -> CardSource:
    badge = record_of(record, "badge")
    return CardSource(
        set=_word(record, "set"),
        filters=filters_of(record.fields.get("where")),
        through=text_of(record, "through"),
        title=_path(text_of(record, "title")) if "title" in record.fields else _NAME,
        chapter=_word(record, "chapter") if "chapter" in record.fields else None,
        says=text_of(record, "says"),
        badge=_part(badge) if badge is not None else None,
        facts=tuple(_part(r) for r in records_of(record, "facts")),
        body=tuple(_part(r) for r in records_of(record, "body")),
        strip=tuple(_part(r) for r in records_of(record, "strip")),
        ticks=_word(record, "ticks") if "ticks" in record.fields else None,
        declared=record,
    )


def _part(record: Record) -> CardPart:
    names = [text_of(record, name) for name in _PATHS_OF_PART if name in record.fields]
    return CardPart(
        paths=tuple(_path(name) for name in names),
        style=text_of(record, "style", "text"),
        lead=text_of(record, "lead"),
        of=tuple(word.text for word in words_of(record, "of")),
        declared=record,
        none=text_of(record, "none"),
    )


def _path(text: str) -> tuple[str, ...]:
    return tuple(text.split("."))


def _word(record: Record, name: str) -> Word:
    """A text that the schema requires."""
    value = record.fields[name]
    return value if isinstance(value, Word) else Word("", record.position)


def _unique(things: tuple[_Named, ...], what: str, findings: list[Finding]) -> None:
    first: dict[str, _Named] = {}
    for thing in things:
        if first.setdefault(thing.id, thing) is not thing:
            message = f"the {what} ‘{thing.id}’ stands twice: first on line {first[thing.id].position.line}"
            findings.append(Finding(codes.DUPLICATE_ID, thing.position, message, "give each its own id"))


def _check_source(
    book: Book, source: CardSource, schemas: Mapping[str, Schema | None], findings: list[Finding]
) -> None:
    """Add a finding for each set, chapter, condition and field that is not there."""
    chapters = [chapter.id for chapter in book.chapters]
    if source.chapter is not None and source.chapter.text not in chapters:
        message = f"there is no chapter ‘{source.chapter.text}’"
        hint = did_you_mean(source.chapter.text, chapters)
        findings.append(Finding(codes.UNKNOWN_REFERENCE, source.chapter.position, message, hint))
    entry_set = book.sets.get(source.set.text)
    if entry_set is None:
        message = f"there is no set ‘{source.set.text}’"
        hint = did_you_mean(source.set.text, book.sets)
        findings.append(Finding(codes.UNKNOWN_REFERENCE, source.set.position, message, hint))
        return
    schema = schemas.get(entry_set.kind)
    if entry_set.opaque or schema is None:
        return  # which has been found
    for condition in source.filters:
        check_condition(condition, entry_set, schema, book.sets, source.position, findings)
    prefix: tuple[str, ...] = ()
    if source.through:
        inner = schema.get("properties", {}).get(source.through, {})
        prefix = (source.through, "0") if isinstance(inner.get("items"), dict) else (source.through,)
        if source.through not in _referring(schema):
            message = f"the field ‘{source.through}’ of ‘{entry_set.id}’ refers to nothing, so that no card is of it"
            hint = did_you_mean(source.through, _referring(schema))
            findings.append(Finding(codes.UNKNOWN_REFERENCE, source.declared.at("through"), message, hint))
            return

    def leads(path: tuple[str, ...], place: Position, say: bool = True) -> bool:
        whole = path[1:] if path[0] == OWNER and source.through else (*prefix, *path)
        found = findings if say else []
        return check_path(whole, schema, schemas, book.sets, place, "a card", found, whole=True)

    if source.chapter is None and source.title == _NAME and not leads(_NAME, source.position, say=False):
        message = f"the cards of ‘{entry_set.id}’ have no title: what they are of has no field ‘name’"
        findings.append(Finding(codes.UNKNOWN_REFERENCE, source.position, message, "add ‘title: …’ with another field"))
    elif source.chapter is None:
        leads(source.title, source.declared.at("title"))
    _check_paths(source, leads)
    _check_ticks(source, schema, prefix, leads, findings)


def _referring(schema: Schema) -> list[str]:
    """The fields of a kind that refer to entries, one or several."""
    fields: Mapping[str, Any] = schema.get("properties", {})
    listed = ((name, form.get("items"), form) for name, form in fields.items())
    return [name for name, items, form in listed if "x-ref" in (items if isinstance(items, dict) else form)]


class _Leads(Protocol):
    """Whether a path leads to a value; a finding at that place where not, unless it is not to be said."""

    def __call__(self, path: tuple[str, ...], place: Position, say: bool = True) -> bool: ...


def _check_paths(source: CardSource, leads: _Leads) -> None:
    badge = (source.badge,) if source.badge is not None else ()
    for part in (*badge, *source.facts, *source.body, *source.strip):
        for key, path in zip(_PATHS_OF_PART, part.paths, strict=False):
            if leads(path, part.declared.at(key)):
                for number, field in enumerate(part.of):
                    # Of each thing of a list, or of the one thing.
                    if not leads((*path, "0", field), part.position, say=False):
                        leads((*path, field), part.declared.at("of", number))


def _check_ticks(
    source: CardSource, schema: Schema, prefix: tuple[str, ...], leads: _Leads, findings: list[Finding]
) -> None:
    """A card has as many boxes to tick as its field says, which is to be a number."""
    if source.ticks is None:
        return
    path, place = _path(source.ticks.text), source.ticks.position
    if not leads(path, place) or prefix or path[0] == OWNER:
        return  # what another entry says, through which the card's own is found, is told when it is made
    for step in path:
        schema = schema.get("properties", {}).get(step, {})
    if "x-ref" not in schema and schema.get("type") not in ("integer", None):
        message = f"‘{source.ticks.text}’ of ‘{source.set.text}’ is no whole number, and so no number of boxes to tick"
        findings.append(Finding(codes.WRONG_VALUE, place, message, "name a field whose type is ‘integer’"))
