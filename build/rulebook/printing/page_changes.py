"""What is said otherwise on each page of a book than in another state of it, from the maps of the two PDFs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from rulebook.plural import some_of
from rulebook.printing.words import ALIKE, likeness
from rulebook.render.placed import SourceBlock

_SENTENCE_END = re.compile(r"(?<=[.!?:])\s+")
# What Markdown would read as its own.
_MARKUP = re.compile(r"([\\`*_<>~\[\]|#])")
# More words than these say nothing to a reader.
_MOST_WORDS = 12


@dataclass(frozen=True, slots=True)
class BookPages:
    """A book as it is compared page by page: the texts of its map in order, and all the words of each page.

    `words` are by the page's number in the file, counted from 1; so are `folios`, what is printed on it.
    """

    blocks: tuple[SourceBlock, ...]
    words: Mapping[int, Counter[str]]
    folios: Mapping[int, str]


def page_changes(old: BookPages, new: BookPages, looking_different: Sequence[int]) -> dict[int, tuple[str, ...]]:
    """What is said otherwise on each page of the new book, as lines of Markdown, by the number of the page.

    `looking_different` are the pages whose pictures differ: each of them is there, with the reason as far as it can be
    told. Pages on which nothing differs are left out.
    """
    said, came_from = _texts(old, new)
    for page in looking_different:
        if page not in said:
            said[page] = [_why(page, old, new, came_from.get(page, Counter()))]
    return {page: tuple(lines) for page, lines in sorted(said.items())}


def _texts(old: BookPages, new: BookPages) -> tuple[dict[int, list[str]], dict[int, Counter[int]]]:
    """The texts that differ, by page; and of each page, how many of the others stood on which other page before."""
    said: dict[int, list[str]] = {}
    came_from: dict[int, Counter[int]] = {}
    matcher = SequenceMatcher(None, [_key(b) for b in old.blocks], [_key(b) for b in new.blocks], autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            for before, after in zip(old.blocks[a:b], new.blocks[c:d], strict=True):
                was, now = _page(before), _page(after)
                if was and now and was != now:
                    came_from.setdefault(now, Counter())[was] += 1
            continue
        page = 1
        for one, two in _pairs(old.blocks[a:b], new.blocks[c:d]):
            # What is gone is told of where it would stand now.
            page = _page(two) if two is not None else _page_of_gone(new.blocks, c) or page
            said.setdefault(page, []).extend(_difference(one, two))
    return said, came_from


def _key(block: SourceBlock) -> tuple[str, tuple[str, ...]]:
    return block.kind, block.texts


def _page(block: SourceBlock) -> int:
    """The page on which a text begins; 0 when it stands on none."""
    return block.fragments[0].page if block.fragments else 0


def _page_of_gone(blocks: Sequence[SourceBlock], at: int) -> int:
    """The page of the text before the place, or of the one after it."""
    near = [*reversed(blocks[:at]), *blocks[at:]]
    return next((_page(block) for block in near if block.fragments), 0)


def _pairs(
    old: Sequence[SourceBlock], new: Sequence[SourceBlock]
) -> Iterator[tuple[SourceBlock | None, SourceBlock | None]]:
    """Each new text with the old one whose place it has taken, if there is one; then the old ones that are gone."""
    left = list(old)
    for after in new:
        alike = [(likeness(_text(before), _text(after)), -n) for n, before in enumerate(left)]
        best, at = max(alike, default=(0.0, 0))
        yield (left.pop(-at) if best >= ALIKE else None), after
    yield from ((before, None) for before in left)


def _text(block: SourceBlock) -> str:
    return " · ".join(block.texts)


def _difference(old: SourceBlock | None, new: SourceBlock | None) -> Iterator[str]:
    block = new or old
    assert block is not None
    where = block.source.rpartition(":")[0] or block.source
    before = _SENTENCE_END.split(_text(old)) if old is not None else []
    after = _SENTENCE_END.split(_text(new)) if new is not None else []
    for kind, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal":
            yield f"{_place(where)}: {_both(' '.join(before[a:b]), ' '.join(after[c:d]))}"


def _place(where: str) -> str:
    """A place as code; a name that has a backtick in it is put between two."""
    return f"`` {where} ``" if "`" in where else f"`{where}`"


def _both(old: str, new: str) -> str:
    """One text that shows two: the words that are gone struck out, those that are new in bold."""
    before, after = old.split(), new.split()
    found = []
    for kind, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        gone, come = _plain(" ".join(before[a:b])), _plain(" ".join(after[c:d]))
        if kind == "equal":
            found.append(come)
        else:
            found += [f"~~{gone}~~"] if gone else []
            found += [f"**{come}**"] if come else []
    return " ".join(found)


def _plain(text: str) -> str:
    return _MARKUP.sub(r"\\\1", text)


def _why(page: int, old: BookPages, new: BookPages, came_from: Counter[int]) -> str:
    """Why a page looks different although every text on it is one of the old book's."""
    if page not in old.words:
        shown = "a page more than before"
    elif page not in new.words:
        return "this page is no longer there"
    else:
        shown = ""
    if came_from:
        pages = ", ".join(old.folios.get(number, str(number)) for number in sorted(came_from))
        moved = f"text that stood on page {pages}" if len(came_from) == 1 else f"text that stood on pages {pages}"
        return f"{shown}: {moved}" if shown else f"{moved} has moved here"
    if shown:
        return shown
    gone, come = old.words[page] - new.words[page], new.words[page] - old.words[page]
    if not gone and not come:
        return "the words are the same: lines, type or drawings differ"
    return "outside the running text: " + "; ".join(filter(None, (_listed("gone", gone), _listed("new", come))))


def _listed(what: str, words: Counter[str]) -> str:
    if not words:
        return ""
    named = [_plain(word) for word in words.elements()]
    return f"{what}: {some_of(named, _MOST_WORDS)}"
