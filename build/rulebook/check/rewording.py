"""What to write in the place of words that the rules no longer give, tried before it is proposed."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from rulebook.check.longest_text import beyond_longest
from rulebook.finding import Finding
from rulebook.model import Book, Inline, Paragraph
from rulebook.rules.bound import Bound
from rulebook.rules.numbers import as_meant, format_like, unrisen
from rulebook.rules.values import Value
from rulebook.source import Position

# Characters of a binding's own grammar and of Markdown, which bound words cannot hold.
_MARKS = frozenset("[]{}*`\n")
# What is no markup wherever it stands, but at the beginning of a line.
_PLAIN = re.compile(r"[A-Za-z0-9″′%–−+,./’ ½⅓⅔¼¾⅕⅙⅛⅜⅝⅞-]+")
# A letter that no source holds, to stand for the words.
_STAND_IN = "\ue000"


@dataclass(frozen=True, slots=True)
class Rewording:
    """The words that would agree with the rules, in the author's form; or None, and why there are none."""

    words: str | None
    reason: str = ""


def rewording(book: Book, bound: Bound, value: Value) -> Rewording:
    """What to write for a bound number that is worth `value`.

    It is put into its text and read there: what says another value, is markup, turns a range round or is longer than
    the schema allows is not proposed.
    """
    new = format_like(bound.written if bound.quantity is not None else as_meant(bound.written), value)
    if new is None or new == bound.written:
        return Rewording(None, f"the form of ‘{bound.written}’ has no such value")
    if _MARKS & set(new) or not _prints(bound, new):
        return Rewording(None, f"‘{new}’ would not be printed as it stands")
    source, binding = bound.text.source, bound.binding
    if turned := unrisen(source, binding.start, binding.end, new):
        return Rewording(None, f"it would read ‘{turned}’, and what stands there rises")
    most = beyond_longest(book, bound.text, binding.position, len(new) - len(bound.written))
    if most is not None:
        return Rewording(None, f"with ‘{new}’ the text would have more than the {most} characters of its schema")
    return Rewording(new)


def _prints(bound: Bound, new: str) -> bool:
    """Whether the words are printed as they are written, and no finding of the loader comes of them."""
    source, start, end = bound.text.source, bound.binding.start, bound.binding.end
    begins_a_line = start == 0 or source[start - 1] == "\n"
    if _PLAIN.fullmatch(new) and not begins_a_line:
        return True
    # Loaded here: most runs have nothing to propose, and no use for the Markdown parser.
    from rulebook.compose.inline import inline_text

    def put(words: str) -> Inline:
        return replace(bound.text.inline, source=source[:start] + words + source[end:], bindings=())

    if _faults(put(new).source) > _faults(source):
        return False
    return inline_text(put(new)) == inline_text(put(_STAND_IN)).replace(_STAND_IN, new)


def _faults(source: str) -> int:
    """How much the loader finds in a paragraph; what is a paragraph no more is a fault."""
    from rulebook.load.markdown import MarkdownSource, parse_markdown

    findings: list[Finding] = []
    lines = tuple(Position("", number) for number in range(1, source.count("\n") + 2))
    blocks = parse_markdown(MarkdownSource(source, lines, sections=False), findings)
    is_paragraph = len(blocks) == 1 and isinstance(blocks[0], Paragraph)
    return len(findings) + (not is_paragraph)
