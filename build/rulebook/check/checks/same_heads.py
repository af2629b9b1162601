"""S104: chapters that should have the same heads and do not."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.check.check import Check, Sample
from rulebook.finding import Finding
from rulebook.model import Book, Chapter, Heading


def _run(book: Book) -> Iterator[Finding]:
    chapters = {chapter.id: chapter for chapter in book.chapters}
    for group in book.lint.same_heads:
        first, *others = (chapters[id_] for id_ in group)
        wanted = _heads(first)
        for chapter in others:
            heads = _heads(chapter)
            if heads == wanted:
                continue
            missing = [h for h in wanted if h not in heads]
            extra = [h for h in heads if h not in wanted]
            said = [f"lacks ‘{h}’" for h in missing] + [f"has ‘{h}’" for h in extra]
            message = f"‘{chapter.title}’ {' and '.join(said) or 'has them in another order'}; "
            message += f"its heads should be those of ‘{first.title}’"
            yield Finding(CHECK.code, chapter.position, message, "heads in order: " + ", ".join(wanted))


def _heads(chapter: Chapter) -> tuple[str, ...]:
    return tuple(b.title.source for b in chapter.blocks if isinstance(b, Heading) and b.level == 2)


CHECK = Check(
    code="S104",
    name="same-heads",
    summary="chapters of one kind do not have the same heads",
    why="A reader who has learned one scenario finds the same things at the same places in the next.",
    fails=Sample("content/chapters/second-race.md", "---\ntitle: The Second Race\n---\n## Outcomes\n\nAn end.\n"),
    passes=Sample(
        "content/chapters/second-race.md",
        "---\ntitle: The Second Race\n---\n## Setup\n\nA start.\n\n## Outcomes\n\nAn end.\n",
    ),
    run=_run,
)
