"""S102: a heading with nothing below it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rulebook.check.check import Check, Sample
from rulebook.finding import Finding
from rulebook.model import Book, Heading


def _run(book: Book) -> Iterator[Finding]:
    for chapter in book.chapters:
        blocks = (*chapter.blocks, None)
        for block, following in pairwise(blocks):
            if not isinstance(block, Heading):
                continue
            if following is None or (isinstance(following, Heading) and following.level <= block.level):
                yield Finding(
                    CHECK.code,
                    block.title.position,
                    f"the section ‘{block.title.source}’ is empty",
                    "write its text, or remove its heading",
                    breadcrumb=(book.metadata.title, chapter.title, block.title.source),
                )


CHECK = Check(
    code="S102",
    name="empty-section",
    summary="a section has a heading and no text",
    why="A heading promises a rule. Where a text was lost, the heading is what is left of it.",
    fails=Sample("content/chapters/rules.md", "---\ntitle: Rules\n---\nA rule.\n\n## Outcomes\n"),
    passes=Sample("content/chapters/rules.md", "---\ntitle: Rules\n---\nA rule.\n\n## Outcomes\n\nThe end.\n"),
    run=_run,
)
