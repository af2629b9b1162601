"""The nouns of a game, read from its content: kinds, sets, fields, entries and their forms, chapters and books.

The content is read here with PyYAML and json alone, so that nothing of the pipeline decides what its nouns are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

Phrase = tuple[str, ...]

# What the pipeline itself asks of an entry. A game may not rename these: they are the format's words.
PIPELINE_FIELDS = frozenset(
    {"id", "name", "text", "parameter", "abbreviation", "foot", "listed", "forms", "avoid", "instead", "waives"}
)

# The one of them that is a list of maps, whose keys are the format's too.
WAIVES = "waives"

# What the content need not say itself, though a program may: `weathers`.
PLURAL = "plural of a kind"

# The kinds that are the pipeline's: a table is data that shows data, a figure is data that is drawn.
TABLE_KIND = "table"
FIGURE_KIND = "figure"
PIPELINE_KINDS = frozenset({TABLE_KIND, FIGURE_KIND})

# Words that names hold and that name nothing.
FUNCTION_WORDS = frozenset(
    re.findall(
        r"\w+",
        """a all an and any are as at be before by each every for from has how in is it its itself no not of off on once
        one or out over per set so still than that the their them then there these they this those to under up was what
        when who why will with you your yours""",
    )
)


def words_of(text: str) -> Phrase:
    """The words of a text in lower case; a possessive's s and a word's parts about a hyphen are words of their own."""
    return tuple(re.findall(r"[a-z]+", text.lower()))


def load_yaml(path: Path) -> Any:
    """A file as strings, lists and maps, nothing typed."""
    return yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CBaseLoader)


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun and what it is the name of."""

    phrase: Phrase
    what: str


@cache
def nouns_of(content: Path) -> tuple[Noun, ...]:
    """Every noun of the content, each once."""
    found: dict[Phrase, Noun] = {}
    for noun in _all(content):
        if _is_noun(noun.phrase) and (noun.what != PLURAL or noun.phrase not in found):
            found[noun.phrase] = noun
    return tuple(found.values())


def noun_words(content: Path) -> frozenset[str]:
    """The words of the game's nouns that can be told from initials and from words that name nothing."""
    words = {word for noun in nouns_of(content) if noun.what != PLURAL for word in noun.phrase}
    return frozenset(word for word in words if len(word) > 2 and word not in FUNCTION_WORDS)


def _is_noun(phrase: Phrase) -> bool:
    return any(len(word) > 1 and word not in FUNCTION_WORDS for word in phrase)


def _all(content: Path) -> Iterator[Noun]:
    for path in sorted((content / "schemas").glob("*.json")):
        if path.stem in PIPELINE_KINDS:
            continue
        phrase = words_of(path.stem)
        yield Noun(phrase, "kind")
        yield Noun((*phrase[:-1], f"{phrase[-1]}s"), PLURAL)
        for name in _fields(json.loads(path.read_text(encoding="utf-8"))):
            if name not in PIPELINE_FIELDS:
                yield Noun(words_of(name), f"field of {path.stem}")
    for path in sorted((content / "data").glob("*.yaml")):
        data = load_yaml(path)
        if data["kind"] == FIGURE_KIND:
            continue  # a figure is named for the rule that it draws
        yield Noun(words_of(path.stem), "set")
        if data["kind"] == TABLE_KIND:
            continue  # a table is named for the set that it shows
        for entry in data["entries"]:
            yield Noun(words_of(entry["id"]), f"entry of {path.stem}")
            for name in (entry.get("name", ""), entry.get("listed", ""), *entry.get("forms", ())):
                yield Noun(words_of(name), f"entry of {path.stem}")
    book = load_yaml(content / "book.yaml")
    yield Noun(words_of(book["id"]), "book")
    yield Noun(words_of(book["title"]), "book")
    for part in book["books"]:
        yield Noun(words_of(part["title"]), "book")
    for path in sorted((content / "chapters").glob("*.md")):
        yield Noun(words_of(path.stem), "chapter")


def _fields(schema: dict[str, Any]) -> Iterator[str]:
    for name, inner in schema.get("properties", {}).items():
        yield name
        if name != WAIVES:
            yield from _fields(inner)
    if isinstance(schema.get("items"), dict):
        yield from _fields(schema["items"])
