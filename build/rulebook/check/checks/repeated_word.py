"""T102: a word that stands twice in a table of words."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.check.check import Check, Sample
from rulebook.check.pool import word_lists
from rulebook.finding import Finding
from rulebook.model import Book, Items, Word
from rulebook.source import Position


def _run(book: Book) -> Iterator[Finding]:
    for table in book.tables.values():
        for name in sorted(field for set_id, field in word_lists(book) if set_id == table.set):
            seen: dict[str, Position] = {}
            for row in book.sets[table.set].where(table.filters):
                value = row.fields.get(name)
                for word in value.values if isinstance(value, Items) else ():
                    if not isinstance(word, Word):
                        continue
                    if word.text in seen:
                        message = f"‘{word.text}’ stands twice in the table ‘{table.id}’"
                        hint = f"first at {seen[word.text]}; rule on it, or change one"
                        yield Finding(CHECK.code, word.position, message, hint)
                    seen.setdefault(word.text, word.position)


CHECK = Check(
    code="T102",
    name="repeated-word",
    summary="a word stands twice in a table from which words are drawn",
    why="A name that two rolls give is likelier than the rest, which is seldom meant.",
    fails=Sample(
        "content/data/names.yaml",
        "kind: colours\nentries:\n"
        "  - {id: one, roll: 1–3, words: [Red, Old]}\n  - {id: two, roll: 4–6, words: [Dun, Red]}\n",
    ),
    passes=Sample(
        "content/data/names.yaml",
        "kind: colours\nentries:\n"
        "  - {id: one, roll: 1–3, words: [Red, Old]}\n  - {id: two, roll: 4–6, words: [Dun, Wan]}\n",
    ),
    run=_run,
    warning=True,
)
