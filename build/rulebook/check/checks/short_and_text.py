"""N101: the short form of a rule has other numbers or signs than its text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook.check.check import Check, Sample
from rulebook.check.texts import PrintedText, entry_texts
from rulebook.compose.values import value_text
from rulebook.finding import Finding
from rulebook.model import Book, Entry

SHORT_FORMS = ("short", "foot")

_NUMBER = re.compile(r"[+−]?\d+(?:÷\d+)?")
_WORDS = {
    "one": "1", "once": "1", "single": "1", "two": "2", "twice": "2", "both": "2", "three": "3", "four": "4",
    "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12",
}  # fmt: skip


def _run(book: Book) -> Iterator[Finding]:
    for entry_set in book.sets.values():
        for entry in entry_set.entries:
            full = _full_text(book, entry)
            if not full:
                continue
            known = _numbers(full)
            for text in entry_texts(book, entry):
                if text.field in SHORT_FORMS:
                    yield from _compare(text, known)


def _full_text(book: Book, entry: Entry) -> str:
    """Every field but the short forms, as one text."""
    values = (value_text(book, v) for name, v in entry.fields.items() if name not in (*SHORT_FORMS, "id"))
    return "\n".join(values) if "text" in entry.fields else ""


def _numbers(text: str) -> set[str]:
    found = set(_NUMBER.findall(text))
    return found | {_WORDS[w] for w in re.findall(r"[a-z]+", text.lower()) if w in _WORDS}


def _compare(text: PrintedText, known: set[str]) -> Iterator[Finding]:
    for match in _NUMBER.finditer(text.source):
        number = match.group()
        if number in known:
            continue
        plain = number.lstrip("+−")
        near = sorted(k for k in known if k.lstrip("+−") == plain)
        message = f"the {text.field} form says {number}, which the text does not"
        hint = f"the text says {', '.join(near)}" if near else "state the same number in both"
        yield CHECK.finding_at(text, match.start(), message, hint, found=number)


CHECK = Check(
    code="N101",
    name="short-and-text",
    summary="a short form has a number or a sign that its text does not have",
    why=(
        "A rule is printed in full in its chapter and in short on the sheet and the cards. The short form may say "
        "less; what it says must be so."
    ),
    fails=Sample(
        "content/data/charms.yaml",
        "kind: charm\nentries:\n  - {id: bell, name: Bell, text: Take +2 speed., short: +1 speed}\n",
    ),
    passes=Sample(
        "content/data/charms.yaml",
        "kind: charm\nentries:\n  - {id: bell, name: Bell, text: Take +2 speed., short: +2 speed}\n",
    ),
    run=_run,
)
