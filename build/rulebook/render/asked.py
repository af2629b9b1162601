"""Which measures the style sheets of a book ask for, and those that they ask for in vain."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.load.suggest import is_near
from rulebook.load.yaml_tree import Key
from rulebook.source import Position

# The style sheet of the book itself, which imports others: it is always read.
_BOOK = "book.css"

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_IMPORT = re.compile(r"@import\s+(?:url\(\s*)?['\"]?([^'\")\s;]+)")
# A custom property for which nothing else is named, and one that a style sheet sets for itself.
_ASKED = re.compile(r"var\(\s*--([\w-]+)\s*\)")
_OWN = re.compile(r"(?<![\w-])--([\w-]+)\s*:")


@dataclass(frozen=True, slots=True)
class Vain:
    """What is asked for and is not there: a name of a group, or the whole group (then `name` is empty)."""

    group: str
    name: str
    finding: Finding


def asked_in_vain(folder: Path, groups: Mapping[Key, Collection[Key]], file: str) -> Iterator[Vain]:
    """Each name that a style sheet in `folder` asks for and that no group has; its finding is at its misspelt form.

    `groups` are the groups of the file of measures with their names. A style sheet that the book does not read is that
    of a product, and what it asks for is missed only from groups that there are.
    """
    sheets = {path.name: _COMMENT.sub("", _text(path)) for path in sorted(folder.glob("*.css"))}
    own = {name for text in sheets.values() for name in _OWN.findall(text)}
    asked: dict[str, str] = {}
    of_book = _imported(sheets)
    for sheet in (*of_book, *(name for name in sheets if name not in of_book)):
        for name in _ASKED.findall(sheets[sheet]):
            asked.setdefault(name, sheet)
    given = {f"{group.text}-{name.text}" for group, names in groups.items() for name in names}
    told: set[str] = set()
    for name, sheet in asked.items():
        if name in given or name in own:
            continue
        vain = _in_a_group(name, sheet, groups, asked)
        word = name.partition("-")[0]
        if vain is not None:
            yield vain
        elif sheet in of_book and word not in told:
            told.add(word)
            yield Vain(word, "", _without_group(word, name, sheet, groups, asked, file))


def _in_a_group(name: str, sheet: str, groups: Mapping[Key, Collection[Key]], asked: Collection[str]) -> Vain | None:
    """A name that one of the groups should have; None when there is no such group."""
    fitting = [group for group in groups if name.startswith(f"{group.text}-")]
    if not fitting:
        return None
    group = max(fitting, key=lambda one: len(one.text))
    short = name.removeprefix(f"{group.text}-")
    for key in groups[group]:
        if f"{group.text}-{key.text}" not in asked and is_near(key.text, [short]):
            message = f"‘{group.text}’ has ‘{key.text}’, for which no style sheet asks"
            finding = Finding(codes.UNKNOWN_KEY, key.position, message, f"did you mean ‘{short}’?")
            return Vain(group.text, short, finding)
    message = f"‘{group.text}’ has no ‘{short}’, for which styles/{sheet} asks"
    return Vain(group.text, short, Finding(codes.MISSING_KEY, group.position, message, f"add ‘{short}: …’"))


def _without_group(
    word: str, name: str, sheet: str, groups: Mapping[Key, Collection[Key]], asked: Collection[str], file: str
) -> Finding:
    """The finding for a group that is not there; `name` is one of those that it should have."""
    for group, names in groups.items():
        if is_near(group.text, [word]) and not any(f"{group.text}-{key.text}" in asked for key in names):
            message = f"for the group ‘{group.text}’ no style sheet asks"
            return Finding(codes.UNKNOWN_KEY, group.position, message, f"did you mean ‘{word}’?")
    message = f"there is no group ‘{word}’, for which styles/{sheet} asks (--{name})"
    return Finding(codes.MISSING_KEY, Position(file), message, f"add ‘{word}:’ with its names and values")


def _imported(sheets: Mapping[str, str]) -> tuple[str, ...]:
    """The style sheets that the book reads."""
    found: dict[str, None] = {}
    waiting = [_BOOK]
    while waiting:
        name = waiting.pop(0)
        if name in sheets and name not in found:
            found[name] = None
            waiting += _IMPORT.findall(sheets[name])
    return tuple(found)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:  # what is wrong with it is found when it is used
        return ""
