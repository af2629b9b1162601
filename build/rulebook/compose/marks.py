"""Marks in composed text: an empty element before each use of a term or an entry, which is read when pages are laid.

`data-term` marks a use of a term that a page lists at its foot, `data-entry` a use of what the index lists; the value
is the anchor of what is used. A mark stands where the use begins, so that a use that runs over a page's end is that
page's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from rulebook.compose.terms import TermMatcher
from rulebook.model import Entry

_BEGINNING = re.compile(r"(?:^|[.?!:]\s*)[“‘(]?\Z")

TERM = Markup('<span data-term="{}"></span>')
ENTRY = Markup('<span data-entry="{}"></span>')


@dataclass(frozen=True)
class Marker:
    """Marks the uses in one chapter: of the terms that its pages list, and of the entries that the index does.

    The names of the sets in `glossaries` are terms wherever they stand. Of other entries, a name of one word counts for
    the index only within a sentence of prose: where it begins one, and among the words of a table, it may be any word.
    """

    terms: TermMatcher
    entries: TermMatcher
    indexed: frozenset[str] = frozenset()
    glossaries: frozenset[str] = frozenset()

    def marks(self, text: str, *, prose: bool) -> Mapping[int, Markup]:
        """The marks of a text, by the place of the character that each stands before."""
        found: dict[int, Markup] = {}
        for start, _, term in self.terms.uses_in(text):
            found[start] = TERM.format(term.anchor)
        for start, end, entry in self.entries.uses_in(text):
            if entry.set in self.glossaries or (prose and (" " in text[start:end] or not _begins(text, start))):
                found[start] = found.get(start, Markup("")) + ENTRY.format(entry.anchor)
        return found

    def reference(self, entry: Entry) -> Markup:
        """The mark before what refers to an entry by its id; empty when the index does not list it."""
        return ENTRY.format(entry.anchor) if entry.anchor in self.indexed else Markup("")


def _begins(text: str, start: int) -> bool:
    """Whether a sentence begins there."""
    return _BEGINNING.search(text, 0, start) is not None


def marked(text: str, marks: Mapping[int, Markup], at: int = 0) -> Markup:
    """A text as HTML with the marks that stand in it; `at` is the place of its first character."""
    parts: list[Markup] = []
    begin = 0
    for place in sorted(p - at for p in marks if at <= p < at + len(text)):
        parts += [Markup.escape(text[begin:place]), marks[at + place]]
        begin = place
    return Markup("").join([*parts, Markup.escape(text[begin:])])
