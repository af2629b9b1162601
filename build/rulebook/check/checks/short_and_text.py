"""N101: the short form of a rule has other numbers or signs than its text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook.check.check import Check, Sample
from rulebook.compose.values import value_text
from rulebook.finding import Finding
from rulebook.model import Book, Entry
from rulebook.rules.numbers.words import CARDINALS, COUNTS, ORDINALS, ordinal_suffix
from rulebook.texts import PrintedText, entry_texts

SHORT_FORMS = ("short", "foot")

_NUMBER = re.compile(r"[+−]?\d+(?:÷\d+)?(?:st|nd|rd|th)?")
_LETTERS = re.compile(r"[A-Za-z]+")
# An ordinal before a noun; without one (“stand first;”) it says an order and counts nothing.
_BEFORE_A_WORD = re.compile(r"[ -]\w")
# A number of things in digits and in words is the same; which of several it is, an ordinal alone says.
_WORDS = {word: str(number) for word, number in (*CARDINALS.items(), *COUNTS.items(), ("single", 1))} | {
    word: f"{number}{ordinal_suffix(number)}" for word, number in ORDINALS.items()
}


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
    return found | {_WORDS[word] for word in _LETTERS.findall(text.lower()) if word in _WORDS}


def _order(number: str) -> tuple[int, str]:
    """Signed numbers first, then those of things, then ordinals; each by its size."""
    digits = re.sub(r"\D.*$", "", number.lstrip("+−"))
    return (0 if number[0] in "+−" else 1 if number.isdecimal() else 2), digits.zfill(9)


def _compare(text: PrintedText, known: set[str]) -> Iterator[Finding]:
    numbers = [(match, match.group()) for match in _NUMBER.finditer(text.source)]
    words = [
        (match, _WORDS.get(word, ""))
        for match in _LETTERS.finditer(text.source)
        if (word := match.group().lower()) not in ORDINALS or _BEFORE_A_WORD.match(text.source, match.end())
    ]
    for match, number in (*numbers, *words):
        if not number or number in known:
            continue
        written = f"‘{match.group()}’" if match.group() != number else number
        message = f"the {text.field} form says {written}, which the text does not"
        hint = "state the same number in both"
        if known:
            hint += f"; those of the text: {', '.join(sorted(known, key=_order))}"
        yield CHECK.finding_at(text, match.start(), message, hint, found=match.group())


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
