"""G101: two terms of a glossary with one name or form."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.check.check import Check, Sample
from rulebook.compose.terms import forms_of
from rulebook.compose.values import display_name
from rulebook.finding import Finding
from rulebook.model import Book, Entry


def _run(book: Book) -> Iterator[Finding]:
    for set_id in dict.fromkeys(glossary.set for glossary in book.glossaries):
        owner: dict[str, Entry] = {}
        for entry in book.sets[set_id].entries:
            for form in dict.fromkeys((display_name(entry), *forms_of(entry))):
                if form in owner and owner[form] is not entry:
                    first = owner[form]
                    message = f"‘{form}’ is a form of ‘{entry.name}’ and of ‘{first.name}’"
                    hint = f"the other stands at {first.position}; a form belongs to one term"
                    yield Finding(CHECK.code, entry.position, message, hint)
                owner.setdefault(form, entry)


CHECK = Check(
    code="G101",
    name="defined-twice",
    summary="two terms of a glossary share a name or a form",
    why="A word with two definitions has none. Each form belongs to one term, so that the lists of terms are exact.",
    fails=Sample(
        "content/data/terms.yaml",
        "kind: term\nentries:\n"
        "  - {id: speed, name: Speed, text: How far one goes., forms: [Haste]}\n"
        "  - {id: haste, name: Haste, text: How far one goes.}\n",
    ),
    passes=Sample(
        "content/data/terms.yaml",
        "kind: term\nentries:\n  - {id: speed, name: Speed, text: How far one goes., forms: [Speeds]}\n",
    ),
    run=_run,
)
