"""One change between two books."""

from __future__ import annotations

from dataclasses import dataclass, field

RULE, NUMBER, TERM, ROW, ENTRY, TITLE = "rule", "number", "term", "row", "entry", "title"
TABLE, ORDER, ROSTER = "table", "order", "roster"

REWORDED = "reworded"
"""What has happened to a sentence whose words differ, where nothing shows that its rule does, or does not."""


@dataclass(slots=True)
class Change:
    """One change: its kind, what it is of, both versions (empty: it was not, or is not, there), and the chapter.

    `anchor` is the id of what it stands in, `section` that of the section around it, `under` the chapter's title;
    `play` says whether it may change play. `said` are the places that say it too: old and new sentence of each.
    `about` is a line on what happened.
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
