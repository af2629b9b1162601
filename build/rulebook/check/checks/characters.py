"""S101: characters that are typed and not the ones that are printed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook.check.check import Check, Sample
from rulebook.finding import Finding
from rulebook.model import Book
from rulebook.texts import linted_texts

# What is wrong, what it should be. A hyphen between a letter and a digit is part of a name.
_WRONG: tuple[tuple[re.Pattern[str], str, str], ...] = (
    (re.compile(r"(?<=\d)(?:[\"“]|”(?![\s,.;:)]|$))"), "an inch mark typed as a quotation mark", "type ″ (U+2033)"),
    (re.compile(r"(?<=\d)['’‘](?=\D|$)(?!s\b)"), "a foot mark typed as a quotation mark", "type ′ (U+2032)"),
    (re.compile(r"(?<![\d″])\""), "a straight double quotation mark", "type “ or ”"),
    (re.compile(r"(?<!\d)'"), "a straight single quotation mark", "type ’ (or ‘ where a quotation begins)"),
    (re.compile(r"(?<![\w–-])-(?=\d)"), "a minus typed as a hyphen", "type − (U+2212)"),
    (re.compile(r"(?<=\d)[-—](?=\d)"), "a range typed with a hyphen or a long dash", "type – (U+2013)"),
    (re.compile(r"(?<=\d)−(?=\d)(?<![–+]\d−)"), "a minus between two numbers without spaces", "a range takes –"),
    (re.compile(r"(?<![\w–″′])–(?=\d)"), "a minus typed as a dash", "type − (U+2212)"),
    (re.compile(r" - |--"), "a dash typed as a hyphen", "type — or –"),
    (re.compile(r"\.\.\."), "an elision typed as three points", "type …"),
    (re.compile(r"(?<=\d) ?x ?(?=\d)"), "a multiplication typed with x", "type ×"),
    (re.compile(r"(?<=\S)  +(?=\S)"), "a double space", "type one"),
    (re.compile(r" +(?=\n|$)"), "a space at the end of a line", "remove it"),
    (re.compile(r"(?<=\s)[‘’](?=(?:tis|twas|em|til)\b)(?<=‘)"), "an elision that opens with ‘", "type ’"),
    (re.compile(r" [,;:.](?=\s|$)"), "a space before a mark", "remove the space"),
)

_LINK_TARGET = re.compile(r"\]\([^)]*\)|\]\{[^}]*\}")


def _run(book: Book) -> Iterator[Finding]:
    for text in linted_texts(book):
        # What stands in a link's target or in a binding is not printed.
        source = _LINK_TARGET.sub(lambda match: "\x00" * len(match.group()), text.source)
        for pattern, what, hint in _WRONG:
            for match in pattern.finditer(source):
                yield CHECK.finding_at(text, match.start(), f"{what} stands here", hint, found=match.group())


CHECK = Check(
    code="S101",
    name="wrong-character",
    summary="a character is typed that is not the one to be printed",
    why=(
        "Nothing is guessed: a hyphen stays a hyphen, a straight quote stays straight. Inches take ″, minus −, "
        "a range –, quotations ‘ ’ and “ ”, multiplication ×."
    ),
    fails=Sample("content/chapters/rules.md", '---\ntitle: Rules\n---\nMove 3" and take -1.\n'),
    passes=Sample("content/chapters/rules.md", "---\ntitle: Rules\n---\nMove 3″ and take −1, or 1–2.\n"),
    run=_run,
)
