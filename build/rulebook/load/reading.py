"""Reading a source file: bytes to text that is known to be clean."""

from __future__ import annotations

import unicodedata
from pathlib import Path

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.source import Position

# More than any real source file, less than what would exhaust memory.
MOST_BYTES = 4_000_000

_FORBIDDEN_NAMES = {
    "\t": "a tab",
    "\x85": "a next-line character",
    "\u2028": "a line separator",
    "\u2029": "a paragraph separator",
    "\ufeff": "a byte order mark",
    "\u00a0": "a no-break space",
    "\u00ad": "a soft hyphen",
    "\u200b": "a zero-width space",
}


def read_source(root: Path, path: Path, findings: list[Finding]) -> str | None:
    """The text of a file with LF line ends and no byte order mark, or None when it cannot be used.

    Adds a finding for each character that may not stand in a source. Text that is merely not NFC is composed, so
    that later stages can go on and find the rest.
    """
    name = path.relative_to(root).as_posix()
    try:
        if path.stat().st_size > MOST_BYTES:
            findings.append(Finding(codes.UNREADABLE, Position(name), f"the file is larger than {MOST_BYTES} bytes"))
            return None
        raw = path.read_bytes()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        findings.append(Finding(codes.UNREADABLE, Position(name), f"the file cannot be read: {reason}"))
        return None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        findings.append(
            Finding(
                codes.NOT_UTF8,
                Position(name, line, column),
                f"byte 0x{raw[error.start]:02X} is not UTF-8",
                "save the file as UTF-8",
            )
        )
        return None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    _find_bad_characters(name, text, findings)
    return unicodedata.normalize("NFC", text)


def _find_bad_characters(name: str, text: str, findings: list[Finding]) -> None:
    for number, line in enumerate(text.split("\n"), 1):
        for column, character in enumerate(line, 1):
            if character < " " or character == "\x7f" or character in _FORBIDDEN_NAMES:
                what = _FORBIDDEN_NAMES.get(character, f"the control character U+{ord(character):04X}")
                findings.append(
                    Finding(
                        codes.CONTROL_CHARACTER,
                        Position(name, number, column),
                        f"{what} stands in the text",
                        "use a plain space or a line break",
                    )
                )
        if not unicodedata.is_normalized("NFC", line):
            composed = unicodedata.normalize("NFC", line)
            pairs = zip(line, composed, strict=False)
            column = next((i for i, (a, b) in enumerate(pairs, 1) if a != b), 1)
            findings.append(
                Finding(
                    codes.NOT_NFC,
                    Position(name, number, column),
                    f"‘{line[max(0, column - 1) : column + 1]}’ is not in composed form (NFC)",
                    f"type ‘{composed[column - 1 : column]}’ as one character",
                )
            )
