"""X101: a cross-reference that is typed and not linked."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook.check.check import Check, Sample
from rulebook.finding import Finding
from rulebook.load.references import link_targets
from rulebook.model import Book, Chapter, Entry, Heading
from rulebook.texts import all_texts

_ARROW = re.compile(r"→(?!\]\()")
_SEE = re.compile(r"\((?:see|See) (?!\[)(?P<title>[A-Z][^)]*)\)")


def title_of(target: Chapter | Heading | Entry | str) -> str:
    """The title or name of what a link leads to; a book's title is itself."""
    match target:
        case Chapter(title=title):
            return title
        case Heading(title=heading):
            return heading.source
        case Entry():
            return target.name
        case str():
            return target


def _run(book: Book) -> Iterator[Finding]:
    targets = {title_of(target): id_ for id_, target in reversed(link_targets(book).items())}
    for text in all_texts(book):
        for match in _ARROW.finditer(text.source):
            hint = "write [→](#id); the title and the page are set from the target"
            yield CHECK.finding_at(text, match.start(), "an arrow leads nowhere", hint, found=match.group())
        for match in _SEE.finditer(text.source):
            hint = f"write [→](#{targets.get(match['title'], 'id')}), so that the title cannot be wrong"
            message = f"‘{match['title']}’ is referred to by a typed title"
            yield CHECK.finding_at(text, match.start(), message, hint, found=match.group())


CHECK = Check(
    code="X101",
    name="typed-reference",
    summary="a cross-reference is typed instead of linked",
    why="A typed title is right until the title changes. A link is set with the target's own title and page.",
    fails=Sample("content/chapters/rules.md", "---\ntitle: Rules\n---\nRoll (see Speed).\n"),
    passes=Sample("content/chapters/rules.md", "---\ntitle: Rules\n---\nRoll ([→](#rules)).\n"),
    run=_run,
)
