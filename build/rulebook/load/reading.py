"""Reading a source file: bytes to text that is known to be clean."""

from __future__ import annotations

import re
import stat
import unicodedata
from pathlib import Path

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.source import Position

# More than any real source file, less than what would exhaust memory or patience.
MOST_BYTES = 500_000

# A line that no author writes, and over which the Markdown parser would spend minutes.
LONGEST_LINE = 10_000

# After so many forbidden characters a file is taken for something other than text.
MOST_BAD_CHARACTERS = 50

# What git writes around the two sides of a conflict.
_CONFLICT = ("<<<<<<< ", ">>>>>>> ")

_FORBIDDEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\xa0\u00ad\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]"
)

_FORBIDDEN_NAMES = {
    "\t": "a tab",
    "\x85": "a next-line character",
    "\u2028": "a line separator",
    "\u2029": "a paragraph separator",
    "\ufeff": "a byte order mark",
    "\u00a0": "a no-break space",
    "\u00ad": "a soft hyphen",
    "\u200b": "a zero-width space",
    "\ufffe": "a character that Unicode has not",
    "\uffff": "a character that Unicode has not",
}


def read_source(root: Path, path: Path, findings: list[Finding]) -> str | None:
    """The text of a file with LF line ends and no byte order mark, or None when it cannot be used.

    Adds a finding for each character that may not stand in a source. Text that is merely not NFC is composed, and a
    forbidden character is taken for a space (a tab stays), so that later stages can go on and find the rest.
    """
    name = path.relative_to(root).as_posix()
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            what = "a folder" if stat.S_ISDIR(status.st_mode) else "no plain file"
            findings.append(Finding(codes.UNREADABLE, Position(name), f"this is {what}", "a file is expected"))
            return None
        if status.st_size > MOST_BYTES:
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
    if not _is_text(name, text, findings):
        return None
    return unicodedata.normalize("NFC", _FORBIDDEN.sub(_replacement, text))


def character_name(character: str) -> str:
    """What a forbidden character is called in a message."""
    return _FORBIDDEN_NAMES.get(character, f"the control character U+{ord(character):04X}")


def forbidden_characters(text: str) -> list[tuple[int, str]]:
    """The characters that may not stand in a source, each with its offset."""
    return [(match.start(), match.group()) for match in _FORBIDDEN.finditer(text)]


def _replacement(match: re.Match[str]) -> str:
    return match.group() if match.group() == "\t" else " "


def _is_text(name: str, text: str, findings: list[Finding]) -> bool:
    """Whether the text can be used; adds a finding for each character or line that may not stand in a source."""
    bad = 0
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            message = f"the line is {len(line)} characters long; the most is {LONGEST_LINE}"
            findings.append(Finding(codes.UNREADABLE, Position(name, number), message, "one sentence a line"))
            return False
        if line.startswith(_CONFLICT):
            message = f"‘{line[:30].rstrip()}’ is a mark of a merge that is not settled"
            hint = "keep what is to stand of the two sides, and take the marks out"
            findings.append(Finding(codes.UNREADABLE, Position(name, number), message, hint))
            return False
        for offset, character in forbidden_characters(line):
            place = Position(name, number, offset + 1)
            bad += 1
            if bad > MOST_BAD_CHARACTERS:
                message = f"more than {MOST_BAD_CHARACTERS} control characters: the rest of the file is not read"
                findings.append(Finding(codes.UNREADABLE, place, message, "save it as plain text"))
                return False
            message = f"{character_name(character)} stands in the text"
            hint = "use a plain space or a line break"
            findings.append(Finding(codes.CONTROL_CHARACTER, place, message, hint))
        if not line.isascii() and not unicodedata.is_normalized("NFC", line):
            findings.append(_not_composed(name, number, line))
    return True


def _not_composed(name: str, number: int, line: str) -> Finding:
    composed = unicodedata.normalize("NFC", line)
    pairs = zip(line, composed, strict=False)
    column = next((i for i, (a, b) in enumerate(pairs, 1) if a != b), 1)
    return Finding(
        codes.NOT_NFC,
        Position(name, number, column),
        f"‘{line[max(0, column - 1) : column + 1]}’ is not in composed form (NFC)",
        f"type ‘{composed[column - 1 : column]}’ as one character",
    )
