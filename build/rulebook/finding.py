"""Findings: what is wrong, where, what was expected, and how to put it right."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from rulebook.source import Position


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault at one place.

    `code` is a letter for the family and three digits; `message` says in a sentence what was found and
    what was expected; `hint`, where there is one, says how to put it right. A finding in the book's text
    may say more: the headings it stands under, its sentence, what was found and what was computed. `sentence_offset`
    is where in the sentence it is: the character that stays in sight when the sentence is too long to be shown.
    """

    code: str
    position: Position
    message: str
    hint: str = ""
    breadcrumb: tuple[str, ...] = ()
    sentence: str = ""
    found: str = ""
    computed: str = ""
    sentence_offset: int = 0

    def __str__(self) -> str:
        lines = [f"{self.position} {self.code} {self.message}"]
        if self.breadcrumb:
            lines.append("    In: " + " › ".join(self.breadcrumb))
        if self.sentence:
            lines.append(f"    Sentence: {self.sentence}")
        if self.found:
            lines.append(f"    Found: {self.found}")
        if self.computed:
            lines.append(f"    Computed: {self.computed}")
        if self.hint:
            lines.append(f"    Hint: {self.hint}")
        return "\n".join(lines)


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings once each, by file, line and column; what they quote of a source is on one line, and printable."""
    return tuple(sorted({_in_one_line(f) for f in findings}, key=lambda f: (f.position, f.code, f.message, f.hint)))


# A message names a thing; whoever wants all of it has its place.
_MOST_CHARACTERS = 600
# A cut falls between two words, unless there is no end of a word so near.
_LONGEST_WORD = 40
# What stands in quotes, and a number, when a message repeats it: enough to know it by.
_MOST_QUOTED = 200
_MOST_DIGITS = 40
_SHOWN_DIGITS = 12
_LONG_NUMBER = re.compile(rf"\d(?:[,.]?\d){{{_MOST_DIGITS},}}")
_LONG_QUOTE = re.compile(rf"‘([^‘’]{{{_MOST_QUOTED + 1},}})’")


def _in_one_line(finding: Finding) -> Finding:
    shown = replace(
        finding,
        message=printable(finding.message),
        hint=printable(finding.hint),
        sentence=_quoted(finding.sentence, finding.sentence_offset),
        found=printable(finding.found),
        computed=printable(finding.computed),
        breadcrumb=tuple(printable(heading) for heading in finding.breadcrumb),
    )
    return finding if shown == finding else shown


def printable(text: str) -> str:
    """A text as a message shows it: on one line, without what a terminal would obey, and no longer than of use.

    A number of many digits is shown by its first ones and their count, a long quotation by its beginning.
    """
    text = _without_controls(text)
    if len(text) <= _MOST_DIGITS:
        return text
    text = _LONG_NUMBER.sub(_number_told, text)
    text = _LONG_QUOTE.sub(lambda found: f"‘{found[1][: _MOST_QUOTED - 1]}…’", text)
    return text if len(text) <= _MOST_CHARACTERS else f"{text[: _MOST_CHARACTERS - 1]}…"


def _quoted(sentence: str, offset: int) -> str:
    """A sentence as a finding shows it: what stands about the place in question, and … where it is cut."""
    if len(sentence) <= _MOST_DIGITS and sentence.isprintable():
        return sentence
    # Each part for itself, since what is done to the first moves the place.
    before, after = (
        _LONG_NUMBER.sub(_number_told, _without_controls(part)) for part in (sentence[:offset], sentence[offset:])
    )
    text, place = before + after, len(before)
    if len(text) <= _MOST_CHARACTERS:
        return text
    start = min(max(0, place - _MOST_CHARACTERS // 2), len(text) - _MOST_CHARACTERS)
    end = start + _MOST_CHARACTERS
    cut_before, cut_after = start > 0, end < len(text)
    if cut_before:
        space = text.find(" ", start + 1, start + _LONGEST_WORD)
        start = space if space > 0 else start + 1
    if cut_after:
        space = text.rfind(" ", end - _LONGEST_WORD, end - 1)
        end = space + 1 if space > 0 else end - 1
    return f"{'…' * cut_before}{text[start:end]}{'…' * cut_after}"


def _without_controls(text: str) -> str:
    """On one line, and without a control character, which would reach the terminal of whoever reads the message."""
    if text.isprintable():
        return text
    words = " ".join(text.split())
    return "".join(c if c.isprintable() else f"U+{ord(c):04X}" for c in words)


def _number_told(found: re.Match[str]) -> str:
    digits = sum(character.isdigit() for character in found[0])
    return f"{found[0][:_SHOWN_DIGITS]}… ({digits:,} digits)"
