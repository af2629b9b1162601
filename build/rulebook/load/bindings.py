"""Bindings in prose: `[7″]{let=drop}` and `[4]{is="fall_harm(drop)"}`.

A binding names a number of a text (`let`) or says what computes it (`is`). It is taken out before Markdown is parsed,
which knows nothing of it; only the words between the brackets are printed. Its grammar is strict, since Markdown would
print what it does not understand: nothing between `]` and `{`; a value is a plain name, or stands between double quotes
on one line and holds none of `"`, `{`, `}` and `|`; no brackets, links or emphasis inside.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.load.suggest import did_you_mean
from rulebook.model import Binding
from rulebook.source import Position

KINDS = ("is", "let")

_SPAN = re.compile(r"\[(?P<text>[^\[\]\n]*)\]\{(?P<body>[^{}\n]*)\}")
_BODY = re.compile(r'^(?P<kind>[A-Za-z_-]+)=(?:"(?P<quoted>[^"{}|]*)"|(?P<plain>[A-Za-z_][A-Za-z0-9_]*))$')
_KEYS = re.compile(r"(?:^|\s)([A-Za-z_-]+)=")
_LINK = re.compile(r"\[[^\[\]]*\]\([^()]*\)")


@dataclass(frozen=True, slots=True)
class Stripped:
    """A text without its bindings, and the bindings of each of its rows, by their columns from 0."""

    text: str
    rows: tuple[tuple[Binding, ...], ...]


def strip_bindings(text: str, lines: tuple[Position, ...], findings: list[Finding]) -> Stripped:
    """Take the bindings out of a text; what is wrong with one is a finding at its column."""
    if "]{" not in text:
        return Stripped(text, ((),) * (text.count("\n") + 1))
    rows = []
    bindings = []
    for number, row in enumerate(text.split("\n")):
        stripped, found = _strip_row(row, lines[min(number, len(lines) - 1)], findings)
        rows.append(stripped)
        bindings.append(found)
    return Stripped("\n".join(rows), tuple(bindings))


def _strip_row(row: str, start: Position, findings: list[Finding]) -> tuple[str, tuple[Binding, ...]]:
    parts: list[str] = []
    found: list[Binding] = []
    cursor = length = 0
    for match in _SPAN.finditer(row):
        before = row[cursor : match.start()]
        place = start.after(match.start())
        parts.append(before)
        length += len(before)
        words = match["text"]
        binding = _binding(match, length, place, findings)
        if binding is not None:
            found.append(binding)
            findings.extend(_astray(row, match, place))
        parts.append(words)
        length += len(words)
        cursor = match.end()
    parts.append(row[cursor:])
    stripped = "".join(parts)
    for link in _LINK.finditer(stripped):
        for binding in found:
            if binding.start < link.end() and binding.end > link.start():
                message = "a number is bound inside a link"
                findings.append(Finding(codes.BINDING, binding.position, message, "take it out of the link"))
    return stripped, tuple(found)


def _astray(row: str, match: re.Match[str], place: Position) -> Iterator[Finding]:
    """What stands right beside a binding and would be printed, since Markdown knows nothing of it."""
    before, after = row[: match.start()], row[match.end() :]
    if (len(before) - len(before.rstrip("\\"))) % 2:
        message = f"a backslash stands before the binding of ‘{match['text']}’, and would be printed"
        yield Finding(codes.BINDING, place, message, "leave it out; a bracket that is printed has no ‘{…}’ after it")
    if after.startswith("(#"):
        message = f"a link’s target stands after the binding of ‘{match['text']}’, and would be printed"
        yield Finding(codes.BINDING, place, message, "bind the number outside of the link: [3]{is=name} ([words](#id))")


def _binding(match: re.Match[str], start: int, place: Position, findings: list[Finding]) -> Binding | None:
    words, body = match["text"], match["body"].strip(" ")

    def wrong(message: str, hint: str = "") -> None:
        findings.append(Finding(codes.BINDING, place, message, hint))

    form = 'write [7″]{let=name} or [7″]{is="expression"}'
    if not words.strip():
        wrong("a binding holds no words", form)
        return None
    if re.search(r"[*`]", words):
        wrong(f"‘{words}’ is bound with its emphasis", "put the emphasis outside the brackets")
        return None
    keys = _KEYS.findall(re.sub(r'"[^"]*"', '""', body))
    unknown = [key for key in keys if key not in KINDS]
    if unknown:
        wrong(f"a binding has no key ‘{unknown[0]}’", did_you_mean(unknown[0], KINDS))
        return None
    if len(keys) > 1:
        wrong(f"a binding has {len(keys)} keys: {', '.join(keys)}", "one binding says one thing")
        return None
    parsed = _BODY.match(body)
    if parsed is None or body != match["body"]:
        wrong(f"‘{{{match['body']}}}’ is not a binding", form)
        return None
    expression = parsed["plain"] if parsed["quoted"] is None else parsed["quoted"]
    if parsed["kind"] == "let" and parsed["quoted"] is not None:
        wrong("‘let’ takes a plain name", "write [7″]{let=name}")
        return None
    if not expression.strip():
        wrong("a binding's expression is empty", form)
        return None
    offset = match.start("body") - match.start() + parsed.start("plain" if parsed["quoted"] is None else "quoted")
    return Binding(
        start=start,
        end=start + len(words),
        kind=parsed["kind"],
        expression=expression,
        close=match.end() - match.end("text"),
        position=place,
        expression_position=place.after(offset),
    )
