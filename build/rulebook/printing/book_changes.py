"""What has changed in the book as a whole: its titles, labels, index, figures and templates, the order of its
chapters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from difflib import SequenceMatcher
from pathlib import Path

from rulebook.compose.book import title_finder
from rulebook.compose.index import index_of
from rulebook.model import Book, Index
from rulebook.plural import some_of
from rulebook.printing.change import (
    ADDED,
    BOOK,
    CHANGED,
    CHAPTER,
    DRAWN_ANEW,
    FIGURE,
    INDEX,
    LABEL,
    NOW_ELSEWHERE,
    REMOVED,
    RENAMED,
    TEMPLATE,
    TITLE,
    Change,
)
from rulebook.printing.looks import products_of

_FOLDER = "templates"
# So many names are told of that the index lists, or lists no longer.
_NAMES = 12
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
    yield from _order(old, new)
    yield from _index(old, new)
    yield from _figures(old, new)
    yield from _templates(old.root, new.root)


def _editorial(kind: str, what: str, old: str, new: str, about: str) -> Change:
    return Change(kind, what, old, new, "", "", play=False, about=about)


def _order(old: Book, new: Book) -> Iterator[Change]:
    """The chapters without a number that stand in another order; of the others their numbers tell."""
    before, after = ([chapter for chapter in book.chapters if not chapter.number] for book in (old, new))
    known = {chapter.id: chapter.book for chapter in before}
    kept = [chapter for chapter in after if known.get(chapter.id) == chapter.book]
    ids = [chapter.id for chapter in kept]
    matching = SequenceMatcher(None, [c.id for c in before if c.id in ids], ids, autojunk=False).get_matching_blocks()
    stays = {id_ for block in matching for id_ in ids[block.b : block.b + block.size]}
    for chapter in kept:
        if chapter.id not in stays:
            yield Change(CHAPTER, chapter.title, "", "", chapter.id, chapter.id, play=False, about=NOW_ELSEWHERE)


def _index(old: Book, new: Book) -> Iterator[Change]:
    """An index that is declared otherwise; that things themselves have come, gone or another name is told of them."""
    if _declared(old.index) == _declared(new.index):
        return
    title = next((index.title for index in (new.index, old.index) if index is not None), "")
    if old.index is None or new.index is None:
        yield _editorial(INDEX, title, "", "", REMOVED if old.index else ADDED)
        return
    if old.index.title != new.index.title:
        yield _editorial(INDEX, title, old.index.title, new.index.title, RENAMED)
    before, after = _indexed(old), _indexed(new)
    was = [name for name in before if name not in after]
    now = [name for name in after if name not in before]
    if was or now:
        about = "lists other names" if was and now else "lists more" if now else "lists less"
        yield _editorial(INDEX, title, some_of(was, _NAMES), some_of(now, _NAMES), about)
    elif old.index.title == new.index.title:
        yield _editorial(INDEX, title, "", "", CHANGED)


def _declared(index: Index | None) -> tuple[object, ...]:
    """What an index is declared to be, wherever that stands."""
    if index is None:
        return ()
    sources = tuple((source.set, source.kind, source.chapters) for source in index.sources)
    words = tuple((word.text, tuple(target.text for target in word.targets)) for word in index.words)
    return (index.title, index.before, index.articles, sources, tuple(w.text for w in index.without), words)


def _indexed(book: Book) -> list[str]:
    index = index_of(book)
    return [line.name for group in index.groups for line in group.lines] if index is not None else []


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
