"""The operators of a content stream, read with one expression: a general reader takes several times as long.

Numbers are floats, names are text with their stroke, strings are bytes, arrays lists, dictionaries dictionaries.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

Operation = tuple[list[Any], bytes]

_TOKEN = re.compile(
    rb"[\s\0]+|%[^\r\n]*"
    rb"|(?P<number>[+-]?(?:\d+\.?\d*|\.\d+))(?=[\s\0\[\]<>(){}/%]|$)"
    rb"|<(?P<hex>[0-9a-fA-F\s]*)>"
    rb"|(?P<name>/[^\s\0\[\]<>(){}/%]*)"
    rb"|(?P<mark><<|>>|\[|\])"
    rb"|(?P<text>\()"
    rb"|(?P<word>[^\s\0\[\]<>(){}/%]+)"
)
_ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|\r\n|[\s\S])")
_WORDS = {b"true": True, b"false": False, b"null": None}


def operations(data: bytes) -> Iterator[Operation]:
    """Each operator with its operands. Raises ValueError where the stream is no such text."""
    for operands, operator, _, _ in placed_operations(data):
        yield operands, operator


def placed_operations(data: bytes) -> Iterator[tuple[list[Any], bytes, int, int]]:
    """Each operator with its operands, and the bytes from the first of these to its end. Raises ValueError."""
    stack: list[list[Any]] = [[]]
    at = 0
    begin = -1
    while at < len(data):
        match = _TOKEN.match(data, at)
        if match is None:
            raise ValueError(f"the content of a page cannot be read at byte {at}")
        at = match.end()
        kind, token = match.lastgroup, match.group()
        if begin < 0 and kind is not None:
            begin = match.start()
        match kind:
            case "number":
                stack[-1].append(float(token))
            case "hex":
                digits = b"".join(match["hex"].split()).decode("ascii")
                stack[-1].append(bytes.fromhex(digits + "0" * (len(digits) % 2)))
            case "name":
                stack[-1].append(token.decode("latin-1"))
            case "text":
                end = _end_of_text(data, at)
                stack[-1].append(_ESCAPE.sub(_unescaped, data[at : end - 1]))
                at = end
            case "mark":
                _nest(stack, token)
            case "word":
                if token in _WORDS:
                    stack[-1].append(_WORDS[token])
                elif token == b"BI":
                    # An image within the stream: nothing of it is text.
                    at = _end_of_image(data, at)
                    begin = -1
                else:
                    yield stack[0], token, begin, at
                    stack = [[]]
                    begin = -1


def _nest(stack: list[list[Any]], token: bytes) -> None:
    if token in (b"[", b"<<"):
        stack.append([])
    elif len(stack) > 1:
        inner = stack.pop()
        stack[-1].append(inner if token == b"]" else dict(zip(inner[::2], inner[1::2], strict=False)))


def _end_of_text(data: bytes, at: int) -> int:
    """Where a string ends whose opening bracket has been read."""
    depth = 1
    while depth and at < len(data):
        if data[at] == 0x5C:
            at += 1
        elif data[at] == 0x28:
            depth += 1
        elif data[at] == 0x29:
            depth -= 1
        at += 1
    return at


def _end_of_image(data: bytes, at: int) -> int:
    end = re.compile(rb"\sEI(?=\s|$)").search(data, at)
    return end.end() if end else len(data)


def _unescaped(match: re.Match[bytes]) -> bytes:
    token = match[1]
    if token.isdigit() and token[0] < 0x38:
        return bytes([int(token, 8) & 0xFF])
    return b"" if token in (b"\n", b"\r", b"\r\n") else _ESCAPED.get(token, token)
