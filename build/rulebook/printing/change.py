"""One change between two books."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulebook.texts import Role

RULE, NUMBER, TERM, ROW, ENTRY, TITLE = "rule", "number", "term", "row", "entry", "title"
TABLE, FIGURE, ROSTER, LABEL = "table", "figure", "roster", "label"
BOOK, CHAPTER, SECTION = "book", "chapter", "section"
INDEX = "index"
ENTRIES = "entries"
TEXT = "text"
TEMPLATE = "template"

ASIDES = {Role.NOTE: "note", Role.EXAMPLE: "Example", Role.EPIGRAPH: "epigraph"}
"""The kinds of the sentences that are no rules, by their roles."""

STANDS_IN = frozenset({RULE, TEXT, ENTRIES, *ASIDES.values()})
"""The kinds of what has no name of its own: it is told by what it stands in."""

ADDED, REMOVED, CHANGED, RENAMED = "added", "removed", "changed", "renamed"
REWORDED = "reworded"
"""What has happened to a sentence whose words differ, where nothing shows that its rule does, or does not."""

DRAWN_ANEW = "drawn anew"
NOW_ELSEWHERE = "now in another place"
ELSEWHERE = "now refers to another place of the same title"


@dataclass(slots=True)
class Change:
    """One change: its kind, what it is of, both versions (empty: it was not, or is not, there), and the chapter.

    `anchor` is the id of what it stands in, `section` that of the section around it, `under` the chapter's title;
    `play` says whether it may change play. `said` are the places that say it too: old and new sentence of each.
    `about` is what has happened: kind, name and this read as one line. All texts are as they are read, without marks.
    """

    kind: str
    what: str
    old: str
    new: str
    anchor: str
    chapter: str
    play: bool
    about: str = ""
    said: list[tuple[str, str]] = field(default_factory=list)
    section: str = ""
    under: str = ""
