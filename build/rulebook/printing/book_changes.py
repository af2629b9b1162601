"""What has changed in the book as a whole: its titles, its labels, its figures and its templates."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from difflib import SequenceMatcher
from pathlib import Path

from rulebook.compose.book import title_finder
from rulebook.model import Book
from rulebook.printing.change import (
    ADDED,
    BOOK,
    CHANGED,
    DRAWN_ANEW,
    FIGURE,
    LABEL,
    REMOVED,
    RENAMED,
    TEMPLATE,
    TITLE,
    Change,
)
from rulebook.printing.looks import products_of

_FOLDER = "templates"
_NO_WORDS = re.compile(r"\{#.*?#\}|<!--.*?-->", re.DOTALL)
_CODE = re.compile(r"(\{[%{].*?[%}]\}|<(?:[^>{]|\{\{.*?\}\}|\{%.*?%\})*>)", re.DOTALL)
# What is read of a tag, and what may be of a statement: a text that is written in it.
_ATTRIBUTE = re.compile(r"\b(?:alt|title|content|aria-label)=\"([^\"{]+)\"")
_LITERAL = re.compile(r"\"([^\"]*)\"")
_SENTENCE = re.compile(r"^[A-Z][^=]*$|^[^=:]* [^=:]*$")
_SPACE = re.compile(r"\s+")
_LETTER = re.compile(r"[^\W\d_]")


def book_changes(old: Book, new: Book) -> Iterator[Change]:
    """Every change of what stands in no chapter and no entry; none of them is one in play."""
    for name in ("title", "subtitle"):
        was, now = getattr(old.metadata, name), getattr(new.metadata, name)
        if was != now:
            yield _editorial(TITLE, f"the book’s {name}", was, now, CHANGED)
    before = {part.id: part for part in old.parts}
    for part in new.parts:
        if part.id in before and before[part.id].title != part.title:
            yield _editorial(BOOK, part.title, before[part.id].title, part.title, RENAMED)
    for label in fields(new.labels):
        was, now = getattr(old.labels, label.name), getattr(new.labels, label.name)
        if was != now:
            yield _editorial(LABEL, was or now, was, now, CHANGED)
    yield from _figures(old, new)
    yield from _templates(old.root, new.root)


def _editorial(kind: str, what: str, old: str, new: str, about: str) -> Change:
    return Change(kind, what, old, new, "", "", play=False, about=about)


def _figures(old: Book, new: Book) -> Iterator[Change]:
    """Figures that are drawn otherwise, or counted otherwise: each is referred to by its number."""
    numbers = [{f.id: n for n, f in enumerate(book.placed_figures, 1)} for book in (old, new)]
    for id_, figure in new.figures.items():
        if id_ not in old.figures:
            continue
        if _drawing(old, id_) != _drawing(new, id_):
            yield Change(FIGURE, figure.title, "", "", figure.anchor, figure.chapter, play=False, about=DRAWN_ANEW)
        if id_ in numbers[0] and id_ in numbers[1] and numbers[0][id_] != numbers[1][id_]:
            was, now = title_finder(old)(old.figures[id_].anchor), title_finder(new)(figure.anchor)
            yield Change(FIGURE, figure.title, was, now, figure.anchor, figure.chapter, play=False, about="renumbered")


def _drawing(book: Book, id_: str) -> bytes:
    path = book.root / "figures" / f"{id_}.svg.j2"
    return path.read_bytes() if path.is_file() else b""


def _templates(old: Path, new: Path) -> Iterator[Change]:
    """The templates that are other ones: the words that stand in them, or else that they are, and what they make."""
    paths = sorted({p.relative_to(root) for root in (old, new) for p in (root / _FOLDER).rglob("*.j2")})
    for path in paths:
        before, after = (_text(root / path) for root in (old, new))
        if _squeezed(before) == _squeezed(after):
            continue
        name = path.relative_to(_FOLDER).as_posix()
        products = products_of(old / _FOLDER if not after else new / _FOLDER, name)
        what = f"{path.as_posix()} ({', '.join(products)})" if products else path.as_posix()
        was, now = _words_that_differ(before, after)
        about = "has other words" if was or now else CHANGED
        if not before or not after:
            about = REMOVED if before else ADDED
        yield _editorial(TEMPLATE, what, was, now, about)


def _text(path: Path) -> str:
    return _NO_WORDS.sub("", path.read_text(encoding="utf-8", errors="replace")) if path.is_file() else ""


def _squeezed(text: str) -> str:
    return _SPACE.sub("", text)


def _words_that_differ(old: str, new: str) -> tuple[str, str]:
    """The passages of words that only one of two templates has; what stands between is code."""
    before, after = ([*_passages(text)] for text in (old, new))
    was: list[str] = []
    now: list[str] = []
    for kind, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal":
            was += before[a:b]
            now += after[c:d]
    return "; ".join(was), "; ".join(now)


def _passages(text: str) -> Iterator[str]:
    for number, part in enumerate(_CODE.split(text)):
        # Every second one is code.
        found = _read(part) if number % 2 else [part]
        yield from (" ".join(words.split()) for words in found if _LETTER.search(words))


def _read(code: str) -> list[str]:
    """The words that a reader has of a tag or a statement; names of classes and files are none."""
    if code.startswith("<"):
        return _ATTRIBUTE.findall(code)
    return [words for words in _LITERAL.findall(code) if _SENTENCE.match(words)]
