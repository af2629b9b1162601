"""A short value that is not one line: where it goes on, and how it is written in one."""

from __future__ import annotations

from rulebook.finding import Finding
from rulebook.load import codes
from rulebook.load.yaml_tree import Scalar


def not_one_line(node: Scalar) -> Finding:
    """What is said of a short value that has several lines, or begins or ends with a space."""
    text = node.text
    end = text.find("\n")
    if end < 0:
        begins = text != text.lstrip()
        place = node.start if begins else node.start.after(len(text.rstrip()))
        message = f"a short value {'begins' if begins else 'ends'} with a space"
        return Finding(codes.WRONG_VALUE, place, message, "take the space out")
    rest = text[end:]
    next_line = node.start.after(end + len(rest) - len(rest.lstrip()))
    place = node.position if node.style == "|" else next_line
    if node.style == '"' and node.start.after(end).line == next_line.line:
        place = node.start.after(end)
    return Finding(codes.WRONG_VALUE, place, "a short value has several lines", _hint(node, place.line, end))


def _hint(node: Scalar, line: int, end: int) -> str:
    """How the lines of the value become one; `end` is where its first line ends, `line` where the fault is told."""
    text = node.text
    if node.style == "|":
        if any(not row or row.startswith((" ", "\t")) for row in text.split("\n")):
            return "write it in one line"
        return "write it in one line, or ‘>-’ for ‘|’, which joins its lines"
    if node.style == '"' and node.start.after(end).line == line:
        return "write a space for ‘\\n’"
    if node.style == ">":
        # YAML joins no line with one that is indented further, nor with what an empty line divides it from.
        lines = [row for row in text[end:].split("\n") if row]
        if text.rpartition("\n")[0][:1] in (" ", "\t") or (lines and lines[0].startswith((" ", "\t"))):
            return "let all its lines begin at the same column"
    return "take out the empty line before this one"
