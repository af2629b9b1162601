"""A copy of a book's content in which every word is another word and every number is another number.

The words are enciphered letter by letter, vowels to vowels and consonants to consonants, so that a word has the same
other word wherever it stands (`Oathband`, `Oathbands`, `oathband-and-characters`), no two words become one, and what
comes out can still be hyphenated. Numbers are doubled, and with them the dice: each face of the old die is two faces of
the new, so that the ranges of a roll still cover it. A set that the book keeps in the order of the alphabet is put in
the order of its new names. What belongs to the format (keys that the pipeline asks for, names
of directives, marks of Markdown) stays as it is.
"""

from __future__ import annotations

import json
import random
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from rulebook.compose.figure_values import compute
from rulebook.load import load_book
from rulebook.rules.values import ListValue, Number, Scalar, Text, Truth
from tests.game_nouns import (
    FIGURE_KIND,
    PIPELINE_FIELDS,
    PIPELINE_KINDS,
    TABLE_KIND,
    WAIVES,
    load_yaml,
    noun_words,
    words_of,
)

SCALE = 2

# `and` is how an id spells `&`: the one word of the game's language that the pipeline writes.
KEPT_WORDS = frozenset({"and"})

# What a reference may name besides a set.
_KINDS_OF_TARGET = frozenset({"chapter", "book", "section"})

# Without s, which is left as it is: the possessive ’s is of the book's language, and that stays what it is.
_CONSONANTS = "bcdfghjklmnpqrtvwxz"
_VOWELS = "aeiouy"

_TOKEN = re.compile(
    r"https://"
    r"|(?P<die>(?<![A-Za-z])[Dd](?P<faces>[1-9]\d*))"
    r"|(?P<range>(?P<first>\d+)–(?P<last>\d+))"
    r"|(?P<number>\d+(?:,\d{3})+|\d+\.\d+|\d+)"
    r"|(?P<word>[A-Za-z]+)"
)
_BINDING = re.compile(r"\[([^\[\]\n]*)\]\{(?:is|let)=[^{}\n]*\}")
_DIRECTIVE = re.compile(r"^::: (?P<name>[a-z]+)(?P<rest>.*)$")
_LIST_MARK = re.compile(r"^ *\d+[.)] ")
_FRONT_MATTER = re.compile(r"^(?P<key>[a-z_]+:)(?P<value>.*)$")


@dataclass
class Renaming:
    """What becomes of each word and number of a book; `words` and `numbers` count the places that it has changed."""

    old_words: frozenset[str]
    noun_words: frozenset[str]
    words: Counter[str] = field(default_factory=Counter)
    numbers: Counter[str] = field(default_factory=Counter)

    @cached_property
    def cipher(self) -> dict[int, str]:
        """The first key of a fixed series that moves every letter and makes no word a noun of the game."""
        for key in range(10_000):
            table = _cipher(key)
            if all(table[ord(letter)] != letter for letter in _CONSONANTS + _VOWELS) and not any(
                word.translate(table) in self.noun_words for word in self.old_words
            ):
                return table
        raise LookupError("no key makes every noun a word that is no noun")

    def word(self, word: str) -> str:
        if word.lower() in KEPT_WORDS:
            return word
        self.words[word.lower()] += 1
        return word.translate(self.cipher)

    def number(self, number: str) -> str:
        if not number.strip("0.,"):
            return number  # nothing, twice over, is nothing
        self.numbers[number] += 1
        doubled = Decimal(number.replace(",", "")) * SCALE
        return f"{doubled:,}" if "," in number else str(doubled)

    def roll(self, roll: str) -> str:
        """A range of the die: the faces that each of its faces has become."""
        match = re.fullmatch(r"(\d+)(?:–(\d+))?", roll)
        if match is None:
            return roll  # no result falls
        self.numbers[roll] += 1
        first, last = int(match[1]), int(match[2] or match[1])
        return f"{(first - 1) * SCALE + 1}–{last * SCALE}"

    def text(self, text: str) -> str:
        return _TOKEN.sub(self._token, text)

    def _token(self, match: re.Match[str]) -> str:
        whole = match.group()
        if match["die"]:
            self.numbers[whole.upper()] += 1
            return f"{whole[0]}{int(match['faces']) * SCALE}"
        if match["range"]:
            return self.roll(whole)
        if match["number"]:
            return self.number(whole)
        return self.word(whole) if match["word"] else whole

    def markdown(self, text: str) -> str:
        return "\n".join(self._line(line) for line in text.split("\n"))

    def _line(self, line: str) -> str:
        mark = _LIST_MARK.match(line)
        start = mark.end() if mark else 0
        return line[:start] + self.text(line[start:])

    def field_name(self, name: str) -> str:
        return name if name in PIPELINE_FIELDS else self.text(name)

    def path(self, path: str) -> str:
        """The path of a value in an entry; a step that counts a list's items is no number of the game."""
        return ".".join(step if step.isdecimal() else self.field_name(step) for step in path.split("."))

    # Files

    def chapter(self, source: str) -> str:
        rows = source.split("\n")
        end = rows.index("---", 1)
        front = [_FRONT_MATTER.sub(lambda m: m["key"] + self.text(m["value"]), row) for row in rows[1:end]]
        body = [self._directive(row) if row.startswith(":::") else self._line(row) for row in rows[end + 1 :]]
        return "\n".join(["---", *front, "---", *body])

    def _directive(self, row: str) -> str:
        match = _DIRECTIVE.match(row)
        if match is None:
            return row
        words = []
        for word in match["rest"].split():
            name, equals, value = word.partition("=")
            if value not in ("true", "false"):
                value = self.text(value)
            words.append(f"{self.field_name(name)}={value}" if equals else self.text(word))
        return " ".join(("::: " + match["name"], *words))

    def schema(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        changed: dict[str, Any] = {}
        for key, value in schema.items():
            match key:
                case "properties":
                    changed[key] = {
                        self.field_name(name): inner if name == WAIVES else self.schema(inner)
                        for name, inner in value.items()
                    }
                case "required":
                    changed[key] = [self.field_name(name) for name in value]
                case "enum":
                    changed[key] = [self.text(word) for word in value]
                case "x-ref":
                    changed[key] = [word if word in _KINDS_OF_TARGET else self.text(word) for word in value]
                case "title" | "description" | "$comment":
                    changed[key] = self.text(value)
                case "minimum" | "maximum":
                    changed[key] = value * SCALE
                case "items" | "additionalProperties" if isinstance(value, dict):
                    changed[key] = self.schema(value)
                case _:
                    changed[key] = value
        return changed

    def value(self, value: Any, schema: Mapping[str, Any]) -> Any:
        """A value of an entry, by the schema of its field."""
        if isinstance(value, list):
            return [self.value(item, schema.get("items", {})) for item in value]
        if isinstance(value, dict):
            if "x-ref" in schema:
                return {self.text(id_): self.text(parameter) for id_, parameter in value.items()}
            properties, other = schema.get("properties", {}), schema.get("additionalProperties")
            other = other if isinstance(other, dict) else {}
            return {
                self.field_name(k): self.waivers(v) if k == WAIVES else self.value(v, properties.get(k, other))
                for k, v in value.items()
            }
        if schema.get("x-roll"):
            return self.roll(value)
        if schema.get("type") == "boolean":
            return value
        return self.markdown(value) if schema.get("x-markdown") else self.text(value)

    def waivers(self, waivers: list[dict[str, str]]) -> list[dict[str, str]]:
        """What an entry waives; the code of a check is the pipeline's."""
        return [{k: v if k == "code" else self.text(v) for k, v in waiver.items()} for waiver in waivers]

    def table(self, table: Mapping[str, Any]) -> dict[str, Any]:
        changed: dict[str, Any] = {}
        for key, value in table.items():
            match key:
                case "columns":
                    changed[key] = [self._column(column) for column in value]
                case "where":
                    changed[key] = {self.field_name(name): self.text(word) for name, word in value.items()}
                case _:
                    changed[key] = self.text(value)
        return changed

    def cards(self, value: Any, key: str = "") -> Any:
        """What is said of cards: the layouts and the marks of decks are no game's."""
        if isinstance(value, dict):
            if key == "where":
                return {self.field_name(name): self.text(word) for name, word in value.items()}
            return {k: v if k in ("layouts", "mark", "page", "style") else self.cards(v, k) for k, v in value.items()}
        if isinstance(value, list):
            return [self.cards(item, key) for item in value]
        if key in ("field", "or", "of", "through", "title", "ticks") and value.islower():
            owner, dot, rest = value.partition(".")
            return f"{owner}.{self.path(rest)}" if dot and owner == "owner" else self.path(value)
        return self.text(value)

    def figure(self, figure: Mapping[str, Any], values: Mapping[str, Scalar]) -> dict[str, Any]:
        """A figure whose values are what the rules gave, renamed; their names are its template's."""
        return {
            "id": self.text(figure["id"]),
            "name": self.text(figure["name"]),
            "chapter": self.text(figure["chapter"]),
            "caption": self.markdown(figure["caption"]),
            "alternative": self.markdown(figure["alternative"]),
            "values": {name: self._constant(value) for name, value in values.items()},
            "labels": {name: self.markdown(text) for name, text in figure.get("labels", {}).items()},
        }

    def _constant(self, value: Scalar) -> str:
        """A value as an expression that gives the renamed value."""
        match value:
            case Number(value=number, unit=unit):
                return f"{number * SCALE}{unit.value}"
            case Text(text=text):
                return f"'{self.text(text)}'"
            case Truth(truth=truth):
                return str(truth).lower()
            case ListValue(items=items):
                return f"[{', '.join(self._constant(item) for item in items)}]"
            case _:
                raise TypeError(f"{value} cannot be written as an expression")

    def _column(self, column: Mapping[str, str]) -> dict[str, str]:
        change = {"head": self.text, "value": self.path, "die": self.text}
        return {key: change[key](value) if key in change else value for key, value in column.items()}

    def book(self, book: Mapping[str, Any]) -> dict[str, Any]:
        changed = {key: self._inside(value) for key, value in book.items()}
        # A language and a date are what they are in any game; where a glossary stands is the format's word.
        changed |= {key: book[key] for key in ("language", "record", "glossary") if key in book}
        for was, is_ in zip(book.get("index", {}).get("of", ()), changed.get("index", {}).get("of", ()), strict=True):
            is_ |= {key: kind for key, kind in was.items() if key == "kind"}
        changed["glossaries"] = [self._glossary(glossary) for glossary in book["glossaries"]]
        changed["entries"] = {
            self.text(kind): [self._part(part) for part in parts] for kind, parts in book["entries"].items()
        }
        # A share is of the book's making, and no number of its game.
        changed["lint"] |= {key: share for key, share in book["lint"].items() if key == "numerals"}
        return changed

    def _glossary(self, glossary: Mapping[str, Any]) -> dict[str, Any]:
        changed = {key: self._inside(value) for key, value in glossary.items()}
        if "except" in glossary:
            changed["except"] = {self.field_name(k): self.text(v) for k, v in glossary["except"].items()}
        return changed

    def _inside(self, value: Any) -> Any:
        match value:
            case list():
                return [self._inside(item) for item in value]
            case dict():
                return {key: self._inside(item) for key, item in value.items()}
            case _:
                # What stands in braces is the format's.
                parts = re.split(r"(\{[a-z_]+\})", value)
                return "".join(part if part.startswith("{") else self.text(part) for part in parts)

    def _part(self, part: Mapping[str, str]) -> dict[str, str]:
        change = {"field": self.path, "beside": self.path, "lead": self.text}
        return {key: change[key](value) if key in change else value for key, value in part.items()}


def _cipher(key: int) -> dict[int, str]:
    drawn = random.Random(key)
    pairs: dict[str, str] = {}
    for letters in (_CONSONANTS, _VOWELS):
        others = list(letters)
        drawn.shuffle(others)
        pairs |= dict(zip(letters, others, strict=True))
    return str.maketrans(pairs | {old.upper(): new.upper() for old, new in pairs.items()})


def renaming_of(content: Path) -> Renaming:
    """The renaming that a content's own words ask for."""
    files = [path for path in content.rglob("*") if path.suffix in (".md", ".yaml", ".json")]
    texts: Iterable[str] = (path.stem + " " + path.read_text(encoding="utf-8") for path in files)
    old_words = frozenset(word for text in texts for word in words_of(text))
    return Renaming(old_words - KEPT_WORDS, noun_words(content))


def write_renamed(content: Path, target: Path) -> Renaming:
    """Write the renamed content into the new folder `target`, and the templates of its figures beside that.

    The renaming that is returned has counted what it changed.

    Bindings, the rules that they name, those of rosters, and the products but for the cards are left out: a rule need
    not hold of numbers that are all doubled.
    """
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "content"
        shutil.copytree(content, plain, ignore=shutil.ignore_patterns("rules", "rosters", "products"))
        for path in (*plain.rglob("*.md"), *plain.rglob("*.yaml")):
            path.write_text(_BINDING.sub(r"\1", path.read_text(encoding="utf-8")), encoding="utf-8")
        renaming = _write_renamed(plain, target, _drawn_values(content.parent))
    (target / "products").mkdir()
    cards = renaming.cards(load_yaml(content / "products" / "cards.yaml"))
    _write(target / "products" / "cards.yaml", _dumped(cards))
    (target.parent / "figures").mkdir()
    for path in (content.parent / "figures").glob("*.j2"):
        name, dot, rest = path.name.partition(".")
        known = (content.parent / "content" / "data" / "figures.yaml").read_text(encoding="utf-8")
        new = renaming.text(name) if f"  - id: {name}\n" in known else name
        shutil.copyfile(path, target.parent / "figures" / f"{new}{dot}{rest}")
    return renaming


def _drawn_values(root: Path) -> dict[str, dict[str, Scalar]]:
    """What each figure of a book is drawn from, as its rules compute it."""
    book = load_book(root).book
    if book is None:
        raise LookupError(f"the book in {root} cannot be loaded")
    return {
        id_: {name: compute(book, value) for name, value in figure.values.items()}
        for id_, figure in book.figures.items()
    }


def _write_renamed(content: Path, target: Path, drawn: Mapping[str, Mapping[str, Scalar]]) -> Renaming:
    renaming = renaming_of(content)
    for folder in ("schemas", "data", "chapters"):
        (target / folder).mkdir(parents=True)
    book = load_yaml(content / "book.yaml")
    alphabetical = book.get("lint", {}).get("alphabetical", ())
    schemas = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in (content / "schemas").glob("*.json")}
    for kind, schema in schemas.items():
        if kind in PIPELINE_KINDS:
            name, changed = kind, schema
        else:
            name, changed = renaming.text(kind), renaming.schema(schema)
        _write(target / "schemas" / f"{name}.json", json.dumps(changed, ensure_ascii=False))
    for path in (content / "data").glob("*.yaml"):
        data = load_yaml(path)
        kind = data["kind"]
        if kind == TABLE_KIND:
            written = {"kind": kind, "entries": [renaming.table(entry) for entry in data["entries"]]}
        elif kind == FIGURE_KIND:
            figures = [renaming.figure(entry, drawn[entry["id"]]) for entry in data["entries"]]
            written = {"kind": kind, "entries": figures}
        else:
            entries = [renaming.value(entry, schemas[kind]) for entry in data["entries"]]
            if path.stem in alphabetical:
                entries.sort(key=lambda entry: str(entry["name"]).casefold())
            written = {"kind": renaming.text(kind), "entries": entries}
        _write(target / "data" / f"{renaming.text(path.stem)}.yaml", _dumped(written))
    for path in (content / "chapters").glob("*.md"):
        written_chapter = renaming.chapter(path.read_text(encoding="utf-8"))
        _write(target / "chapters" / f"{renaming.text(path.stem)}.md", written_chapter)
    _write(target / "book.yaml", _dumped(renaming.book(book)))
    known = [path for path in content.rglob("*") if path.is_file()]
    written_files = [path for path in target.rglob("*") if path.is_file()]
    if len(known) != len(written_files):
        raise LookupError(f"{len(known)} files of the content, {len(written_files)} of the copy")
    return renaming


def _write(path: Path, text: str) -> None:
    with path.open("x", encoding="utf-8", newline="\n") as file:
        file.write(text)


class _Dumper(yaml.SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else "'")


_Dumper.add_representer(str, _text)


def _dumped(data: Any) -> str:
    return yaml.dump(data, Dumper=_Dumper, allow_unicode=True, width=1_000_000, sort_keys=False)
