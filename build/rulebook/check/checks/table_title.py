"""T103: a table or figure that cannot be named: no title of its own, another's title, or one of another form."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from rulebook.check.check import Check, Sample
from rulebook.finding import Finding
from rulebook.model import Book, Chapter, Heading, Placement, walk
from rulebook.source import Position

# Words that have no capital in a title of capitals, but as its first.
_SMALL = frozenset("a an and as at but by for from in into of off on onto or out over the to up with".split())  # noqa: SIM905
_WORD = re.compile(r"[^\W\d_][\w’]*")


@dataclass(frozen=True, slots=True)
class _Placed:
    """A table or figure that a chapter places, where its data stands, and the title under which a reader finds it.

    `own` is true for a caption or a figure's title; a table without one goes by the heading that it stands under.
    """

    what: str
    title: str
    own: bool
    chapter: Chapter
    position: Position


def _run(book: Book) -> Iterator[Finding]:
    placed = [thing for chapter in book.chapters for thing in _placed(book, chapter)]
    yield from _shared(book, placed)
    yield from _forms(book, placed)


def _placed(book: Book, chapter: Chapter) -> Iterator[_Placed]:
    title = chapter.title
    for block in walk(chapter.blocks):
        if isinstance(block, Heading):
            title = block.title.source
        elif isinstance(block, Placement) and block.directive == "table":
            table = book.tables[block.target]
            own = bool(table.caption.strip())
            yield _Placed(f"table ‘{table.id}’", table.caption.strip() or title, own, chapter, table.position)
        elif isinstance(block, Placement) and block.directive == "figure":
            figure = book.figures[block.target]
            yield _Placed(f"figure ‘{figure.id}’", figure.title.strip(), True, chapter, figure.position)


def _shared(book: Book, placed: list[_Placed]) -> Iterator[Finding]:
    """Two that go by one title: a caption by the whole book's, a heading by its chapter's."""
    seen: dict[tuple[str, str], _Placed] = {}
    for thing in placed:
        where = "" if thing.own else thing.chapter.id
        first = seen.setdefault((where, thing.title.casefold()), thing)
        if first is thing:
            continue
        if thing.own:
            message = f"the {thing.what} has the title ‘{thing.title}’, which the {first.what} has"
            hint = f"the other stands at {first.position}; give each a title of its own"
        else:
            message = f"the {thing.what} has no caption, and stands under ‘{thing.title}’ as the {first.what} does"
            hint = f"the other stands at {first.position}; give one a ‘caption: …’, or a heading of its own"
        yield _finding(book, thing, message, hint)


def _forms(book: Book, placed: list[_Placed]) -> Iterator[Finding]:
    """Titles are of one form: a capital first, no full stop, and capitals as the others have them."""
    own = {thing.title: thing for thing in placed if thing.own}
    told = Counter(form for title in own if (form := _capitals(title)))
    usual = told.most_common(1)[0][0] if told else ""
    for title, thing in own.items():
        if title.endswith((".", ":", ",", ";")):
            yield _finding(book, thing, f"the title ‘{title}’ of the {thing.what} ends in a mark", "end it with a word")
        if title[:1].islower():
            message = f"the title ‘{title}’ of the {thing.what} begins small"
            yield _finding(book, thing, message, f"write ‘{title[:1].upper()}{title[1:]}’")
        form = _capitals(title)
        # Where as many have the one form as the other, neither is usual.
        if form and form != usual and told[usual] > told[form]:
            message = f"the title ‘{title}’ of the {thing.what} has {form}; most others have {usual}"
            yield _finding(book, thing, message, "write it as the others are written")


def _capitals(title: str) -> str:
    """How a title uses capitals; empty where it cannot be told."""
    words = [word for word in _WORD.findall(title)[1:] if word.lower() not in _SMALL]
    capital = sum(word[0].isupper() for word in words)
    if not words:
        return ""
    return "a capital on each word" if capital == len(words) else "small words"


def _finding(book: Book, thing: _Placed, message: str, hint: str) -> Finding:
    crumbs = (book.metadata.title, thing.chapter.title)
    return Finding(CHECK.code, thing.position, message, hint, breadcrumb=crumbs, found=thing.title)


_TABLES = (
    "kind: table\nentries:\n"
    "  - id: omens\n    set: omens\n{omens}"
    "    columns:\n      - {{head: D6, value: roll, die: D6}}\n      - {{head: Omen, value: name}}\n"
    "  - id: names\n    set: names\n{names}"
    "    columns:\n      - {{head: D6, value: roll, die: D6}}\n"
    "      - {{head: 1–3, value: words.0}}\n      - {{head: 4–6, value: words.1}}\n"
)

CHECK = Check(
    code="T103",
    name="table-title",
    summary="a table or figure has no title that is its own, or one of another form than the rest",
    why=(
        "A rule says “roll on the table of Omens”; a reader has to find it by that title. A table goes by its caption, "
        "or else by the heading that it stands under; two under one heading need captions. Captions and the titles of "
        "figures are unique in the book and of one form: a capital first, no full stop, capitals as the others."
    ),
    fails=Sample("content/data/tables.yaml", _TABLES.format(omens="", names="")),
    passes=Sample(
        "content/data/tables.yaml", _TABLES.format(omens="    caption: Omens\n", names="    caption: Names\n")
    ),
    run=_run,
)
