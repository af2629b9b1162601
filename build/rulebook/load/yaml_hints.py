"""What an author is told of a YAML syntax fault: where it is best looked for, and what to write."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulebook.load.yaml_lines import column_after_dash, is_dash, key_end
from rulebook.load.yaml_mending import SyntaxFault

_TIGHT_DASH = re.compile(r"""^ *(?P<item>-["'\[{A-Za-z].*)$""")
_CLOSING = {"[": "]", "{": "}", "'": "quote", '"': "quote"}
_LONGEST = 40

_AROUND = "look at the indentation of this line and the one before, and at quotes that do not close"
_COLON = "write ‘key: value’, or indent what belongs to the line before"


def explained(fault: SyntaxFault, rows: Sequence[str]) -> tuple[SyntaxFault, str]:
    """The fault, put where its cause stands in the lines of its text, and a hint; empty where there is none."""
    problem = fault.problem
    if "mapping values are not allowed" in problem:
        return _of_colon(fault, rows)
    # Brackets that a comment leaves open are missed on that line, or on the one that follows.
    for number in (fault.line, _line_above(rows, fault.line)):
        column = _comment_in_brackets(rows[number]) if number is not None and number < len(rows) else None
        if number is not None and column is not None:
            told = SyntaxFault(number, column, "a comment cuts a list or map short")
            return told, "a # after a space begins a comment: quote a value that begins so"
    return fault, _hint(problem, rows[fault.line] if fault.line < len(rows) else "")


def _hint(problem: str, row: str) -> str:
    if "'\\t'" in problem or "tab" in problem:
        return "indent with spaces"
    if "end of stream" in problem:
        return "the quote that begins here does not close"
    if "cannot start any token" in problem:
        return "quote a value that begins with a mark that YAML reserves"
    if "expected ':'" in problem:
        return _COLON
    if "cannot stand under" in problem:
        return "look at the indentation of this line and of those around it"
    if "block sequence entries are not allowed" in problem:
        return "put an item on a line of its own; a text that begins with a dash must be quoted"
    if "expected comment or line break" in problem:
        return "begin the text on the line below ‘|’ or ‘>’"
    if "expected node content" in problem:
        return "look for a comma too many, and for a bracket that does not close or is closed by another"
    if "expected ',' or" in problem:
        closing = "}" if "'}'" in problem else "]"
        return f"in brackets, put a comma between two that stand side by side, and ‘{closing}’ after the last"
    if "did not find expected key" in problem and (ended := _ended_by(row)):
        shown = ended if ended == "quote" else f"‘{ended}’"
        return f"the value ends at its {shown}: take out what follows, or quote all of it"
    if "expected <block end>" in problem or "did not find expected" in problem:
        return _AROUND
    return ""


def _line_above(rows: Sequence[str], line: int) -> int | None:
    """The nearest line above that is neither empty nor a comment; None where there is none."""
    above = range(min(line, len(rows)) - 1, -1, -1)
    return next((n for n in above if rows[n].strip() and rows[n].lstrip()[0] != "#"), None)


def _comment_in_brackets(row: str) -> int | None:
    """The column at which a comment begins in a line whose brackets are still open there; None where there is none."""
    depth = 0
    quote = ""
    for column, mark in enumerate(row):
        if quote:
            quote = "" if mark == quote else quote
        elif mark in "\"'" and row[:column].rstrip(" ")[-1:] in ("[", "{", ",", ":"):
            quote = mark
        elif mark in "[{":
            depth += 1
        elif mark in "]}":
            depth -= 1
        elif mark == "#" and row[:column].endswith(" "):
            return column if depth > 0 else None
    return None


def _ended_by(row: str) -> str:
    """What ends the value that a line gives its key, where that begins with a bracket or a quote; empty for another."""
    end = key_end(row, _begin(row))
    return _CLOSING.get(row[end:].lstrip(" ")[:1], "") if end is not None else ""


def _begin(row: str) -> int:
    """The column of what follows the indentation and the dashes of a line."""
    column = len(row) - len(row.lstrip(" "))
    while is_dash(row, column):
        column = column_after_dash(row, column)
    return column


def _of_colon(fault: SyntaxFault, rows: Sequence[str]) -> tuple[SyntaxFault, str]:
    """A colon that no key can have: within a value, or of a key that goes on from a line that is at fault."""
    quoted = "a value that holds ‘: ’ must be quoted"
    row = rows[fault.line] if fault.line < len(rows) else ""
    begin = _begin(row)
    if key_end(row, begin) != fault.column + 1:
        return fault, quoted
    number = _line_above(rows, fault.line)
    if number is None:
        return fault, quoted
    above = rows[number]
    if tight := _TIGHT_DASH.match(above):
        item = tight["item"].rstrip()
        shown = item if len(item) <= _LONGEST else f"{item[:_LONGEST]}…"
        place = SyntaxFault(number, tight.start("item"), f"‘{shown}’ begins no item")
        return place, f"put a space after the dash: - {shown[1:]}"
    start = _begin(above)
    undashed = not above[:start].strip()
    if start == begin and undashed and above[start:] and key_end(above, start) is None and above[start] not in "\"'[{":
        return SyntaxFault(number, start, "could not find expected ':'"), _COLON
    return fault, (
        "this line is read as going on from the one before: look at the indentation of both, and for a key or a dash "
        "that is missing; a text that holds ‘: ’ must be quoted"
    )
