"""A book several times its size, for the benchmark: is the time that work takes in proportion to the content?

Each chapter, each entry of the data, and each value and formula of the rules is written again under an id of its own.
What may stand in a book once only (what a directive places, tables, figures, claims) is left out of the copies. A grown
book has findings of its own, such as a die's results that are there twice; it is measured, never read.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import Any

import yaml

_PLACES_DATA = re.compile(r"^::: \S+ \S.*\n:::$\n?", re.MULTILINE)
_ANCHOR = re.compile(r" \{#[^}]*\}$", re.MULTILINE)
# Forms and waivers of an entry, which no second entry may have.
_ONCE = re.compile(r"^    (?:forms|waives):.*\n(?:     .*\n)*", re.MULTILINE)
_SECTION = re.compile(r"^(?=\w+:)", re.MULTILINE)
_NAME = re.compile(r"^  (\w+)([(:])", re.MULTILINE)
_TITLE = re.compile(r"^title: *(['\"]?)(.*?)\1$", re.MULTILINE)


def grown_book(root: Path, folder: Path, times: int, *, chapters_only: bool = False) -> Path:
    """Write the book in `root`, `times` times as large, into the new `folder`, and return it.

    Templates, styles and figures are those of `root`. With `chapters_only` the data and the rules stay as they are, so
    that the book is as sound as it was and can be set.
    """
    shutil.copytree(root / "content", folder / "content")
    for name in ("templates", "styles", "figures"):
        if (root / name).is_dir():
            os.symlink((root / name).resolve(), folder / name, target_is_directory=True)
    copies = range(2, times + 1)
    for path in sorted((folder / "content" / "chapters").glob("*.md")):
        text = path.read_text(encoding="utf-8")
        for copy in copies:
            path.with_name(f"{path.stem}-{copy}.md").write_text(_chapter(text, copy), encoding="utf-8")
    _grow_book(folder / "content" / "book.yaml", copies)
    if not chapters_only:
        for path in sorted((folder / "content" / "data").glob("*.yaml")):
            _grow_data(path, copies)
        for path in sorted((folder / "content" / "rules").glob("*.yaml")):
            _grow_rules(path, copies)
    return folder


def _chapter(text: str, copy: int) -> str:
    text = _ANCHOR.sub("", _PLACES_DATA.sub("", text))
    return _TITLE.sub(lambda match: f"title: '{match[2].replace(chr(39), '')} {copy}'", text, count=1)


def _grow_book(path: Path, copies: range) -> None:
    book = _read(path)
    lists = [book, *book.get("books", ())]
    for part, key in [*((book, key) for key in ("front", "back")), *((entry, "chapters") for entry in lists[1:])]:
        part[key] = [id_ for name in part.get(key, ()) for id_ in (name, *(f"{name}-{copy}" for copy in copies))]
    book["without_terms"] = [
        id_ for name in book.get("without_terms", ()) for id_ in (name, *(f"{name}-{copy}" for copy in copies))
    ]
    _write(path, book)


def _grow_data(path: Path, copies: range) -> None:
    text = path.read_text(encoding="utf-8")
    head, mark, entries = text.partition("entries:\n")
    if not re.search(r"^kind: (?:table|figure)$", head, re.MULTILINE):
        path.write_text(
            head + mark + "".join([entries, *(_entries(entries, copy) for copy in copies)]), encoding="utf-8"
        )


def _entries(text: str, copy: int) -> str:
    text = _ONCE.sub("", text)
    text = re.sub(r"^( *- \{?id: )([\w-]+)", rf"\1\2-{copy}", text, flags=re.MULTILINE)
    return re.sub(r"^( +name: )([^'\"\n]+)$", rf"\1\2 {copy}", text, flags=re.MULTILINE)


def _grow_rules(path: Path, copies: range) -> None:
    parts = _SECTION.split(path.read_text(encoding="utf-8"))
    grown = [
        part + "".join(_NAME.sub(rf"  \1_{copy}\2", part.partition("\n")[2]) for copy in copies)
        if part.startswith(("values:", "formulas:"))
        else part
        for part in parts
    ]
    path.write_text("".join(grown), encoding="utf-8")


def _read(path: Path) -> Any:
    # Every scalar stays the text that the author typed, as it does for the loader.
    return yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CBaseLoader)


def _write(path: Path, content: Any) -> None:
    path.write_text(yaml.dump(content, allow_unicode=True, sort_keys=False, width=10_000), encoding="utf-8")
