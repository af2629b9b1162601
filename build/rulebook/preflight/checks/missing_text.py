"""P104: text of the source that is on no page."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook.preflight.check import Fault, PrintCheck, Sample, Subject, squeezed
from rulebook.render.placed import SourceBlock

# A text is broken by what is drawn between its columns and pages; no text runs over more of them.
_MOST_PARTS = 6

# So many characters at the least stand on each side of such a break.
_LEAST_PART = 2


def _run(subject: Subject) -> Iterator[Fault]:
    if subject.expected is None:
        return
    whole = "".join(subject.text)
    for block in subject.expected.blocks:
        for text in block.texts:
            words = squeezed(text)
            pages = _pages(subject, block)
            # A product says the same in many places: what is said of an entry must stand where it is laid. A letter of
            # small capitals stands there for both cases.
            if subject.product is not None:
                words, pages = words.casefold(), [page.casefold() for page in pages]
            stands = any(words in page for page in pages) if subject.product is not None else words in whole
            if not words or stands or _in_parts(words, pages):
                continue
            page = block.fragments[0].page if block.fragments else 0
            missing = next((s for s in re.split(r"(?<=[.!?:;])\s+", text) if squeezed(s) not in whole), text)
            yield Fault(
                page,
                f"‘{missing.strip()[:100]}’ is in the source, and not in the PDF",
                "a cell past the page’s edge, or a text without room, vanishes",
                source=block.source,
            )


def _pages(subject: Subject, block: SourceBlock) -> list[str]:
    """The texts of the pages on which a block stands, each once for every part of it."""
    return [subject.text[f.page - 1] for f in block.fragments if f.page <= len(subject.text)] or list(subject.text[:0])


def _in_parts(words: str, pages: list[str]) -> bool:
    """Whether the pages hold the words one after another, in as few parts as can be."""
    parts = 0
    while words:
        parts += 1
        length = max((_longest(words, page) for page in pages), default=0)
        if length < min(_LEAST_PART, len(words)) or parts > _MOST_PARTS:
            return False
        words = words[length:]
    return True


def _longest(words: str, page: str) -> int:
    """How many of the first characters stand together on a page."""
    low, high = 0, len(words)
    while low < high:
        middle = (low + high + 1) // 2
        if words[:middle] in page:
            low = middle
        else:
            high = middle - 1
    return low


CHECK = PrintCheck(
    code="P104",
    name="missing-text",
    summary="text of the source is not in the PDF",
    why="What the layout drops without a word, such as a cell past the edge of the page, is a rule that nobody can "
    "follow. It needs the map that the build writes beside the PDF.",
    fails=Sample(
        "<p data-source='a.md:3:1'>A sentence that is seen. <span style='display: none'>One that is not.</span></p>"
    ),
    passes=Sample("<p data-source='a.md:3:1'>A sentence that is seen. <span>One that is seen too.</span></p>"),
    run=_run,
)
