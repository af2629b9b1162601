"""Lines that spoil the structure of a YAML text, put right: so that one such line costs nothing of what is around it.

A line at a wrong indentation, a header without its colon or with a stray mark, makes libyaml stop at another line, and
what stands below it seems to belong to something else. Where the text can be read further once one line near to where
libyaml stops is put as its neighbours are, that line is the fault, and is read as it was meant.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

import yaml

from rulebook.load.yaml_lines import Lines, closes_bracket, is_dash, key_end

# So many lines are put right at most; an author who has made more cannot want them all at once.
MOST_LINES = 25
# How many characters are read in all, in looking for them: some tenths of a second.
_MOST_CHARACTERS = 2_000_000

# How many lines before the one where libyaml stops are looked at.
_MOST_BEFORE = 60

_STAND_IN = "x"
# A line that is further from its place may be meant for another.
_MOST_SHIFT = 8
_MOST_HOLDER_SHIFT = 3
# A key alone on its line, with a mark that spoils it: `'key:`, `[key:`, `key`, `key:]`.
_OPENED = re.compile(r" *['\"][A-Za-z][\w-]*:?\Z")
_HEADER = re.compile(r"['\"\[{@]?(?P<key>[A-Za-z][\w-]*)['\"]? *:?[\]}'\"]?\Z")


@dataclass(frozen=True, slots=True)
class Straightened:
    """A text with such lines put right: its lines, and what is wrong with each of those, by its number from 0."""

    rows: list[str]
    faults: dict[int, str]


@dataclass(frozen=True, slots=True)
class _Change:
    """What a line could be instead. `said` is what is wrong with it; without, it only lets the reading go on."""

    line: int
    row: str
    said: str


def straightened(rows: list[str], begin: int = 0) -> Straightened:
    """The lines of a text that libyaml refuses, each that spoils the structure put right; `begin` is the first read."""
    right, faults = list(rows), dict[int, str]()
    # Beside it stands the same text with stand-ins for what else is wrong, so that the reading can go on.
    tried = list(rows)
    left = _MOST_CHARACTERS
    touched: set[int] = set()
    stop = _stop(tried, begin)
    while stop is not None and len(touched) < MOST_LINES:
        best: tuple[_Change, _Stop | None] | None = None
        for change in _changes(tried, stop, begin):
            if change.line in touched:
                continue
            left -= sum(map(len, tried)) + len(tried)
            if left < 0:
                return Straightened(right, faults)
            found = _stop([*tried[: change.line], change.row, *tried[change.line + 1 :]], begin)
            if _is_further(change, found, stop) and (best is None or _stopped_at(found) > _stopped_at(best[1])):
                best = (change, found)
                if found is None:
                    break
        if best is None:
            break
        change, stop = best
        touched.add(change.line)
        tried[change.line] = change.row
        if change.said:
            right[change.line] = change.row
            faults[change.line] = change.said
    return Straightened(right, faults)


@dataclass(frozen=True, slots=True)
class _Stop:
    """Where libyaml stops, and where what it was reading began: lines from 0."""

    line: int
    begin: int


def _stop(rows: list[str], begin: int) -> _Stop | None:
    """Where libyaml stops in reading a text; None when it reads the whole."""
    try:
        for _ in yaml.parse("\n".join(rows), Loader=yaml.CSafeLoader):
            pass
    except yaml.MarkedYAMLError as error:
        last = len(rows) - 1
        line = min(error.problem_mark.line if error.problem_mark else begin, last)
        return _Stop(line, min(error.context_mark.line if error.context_mark else line, last))
    except yaml.YAMLError:
        return _Stop(begin, begin)
    return None


def _stopped_at(stop: _Stop | None) -> float:
    return math.inf if stop is None else stop.line


def _is_further(change: _Change, found: _Stop | None, before: _Stop) -> bool:
    """Whether the reading comes further than before, and past the line that was changed.

    A quote or a bracket that opens on a line may have hidden all below it: it is enough to come past that line.
    """
    hides = not change.said and change.line == before.begin < before.line
    return _stopped_at(found) > (change.line if hides else max(before.line, change.line))


def _changes(rows: list[str], stop: _Stop, begin: int) -> Iterator[_Change]:
    """What the lines near to where libyaml stops could be instead, the likeliest first."""
    lines = Lines(rows)
    content = [n for n in lines.content(begin, len(rows)) if not closes_bracket(rows[n], lines.indent(n) or 0)]
    places = [
        place - before for place in (_place(content, stop.line), _place(content, stop.begin)) for before in (0, 1)
    ]
    # A quote that opens is closed by the next, anywhere.
    places += [i for i, number in enumerate(content) if number < stop.line and _OPENED.match(rows[number])]
    # What is further in than its siblings shows when the next of them comes.
    seen = range(max(0, places[0] - _MOST_BEFORE), places[0])
    places += [i for i in reversed(seen) if not _is_usual(lines, content, i, lines.indent(content[i]) or 0)][:2]
    near = [i for i in dict.fromkeys(places) if 0 <= i < len(content)]
    if content:
        yield from _first(lines, content)
    for i in near:
        yield from _item(lines, content, i)
    for i in near:
        yield from _header(lines, content, i)
    for i in near:
        number = content[i]
        end = key_end(rows[number], lines.column_after_dashes(number))
        if end is not None and rows[number][end:].strip():
            yield _Change(number, f"{rows[number][:end]} {_STAND_IN}", "")


def _place(content: list[int], line: int) -> int:
    return next((i for i, number in enumerate(content) if number >= line), len(content) - 1)


def _first(lines: Lines, content: list[int]) -> Iterator[_Change]:
    """The first line of all, which shares its indentation with what stands furthest out."""
    right = min(lines.indent(number) or 0 for number in content)
    row = lines.rows[content[0]]
    if row[:right].strip() or row[right:].lstrip(" \t") != row[right:]:
        yield _Change(content[0], " " * right + row.lstrip(" \t"), _misplaced(lines, content[0], right))


def _item(lines: Lines, content: list[int], i: int) -> Iterator[_Change]:
    """A line that begins an item, where its neighbours show it to stand."""
    number = content[i]
    bare = lines.rows[number].lstrip(" \t")
    now = len(lines.rows[number]) - len(bare)
    if not is_dash(bare, 0):
        return
    doubtful = _is_usual(lines, content, i, now) and not lines.is_tabbed(number)
    if doubtful and not _is_between(lines, content, i):
        return
    for right in dict.fromkeys(_beside(lines, content, i)):
        if 0 <= right != now and abs(right - now) <= _MOST_SHIFT:
            yield _Change(number, " " * right + bare, _misplaced(lines, number, right))


def _is_between(lines: Lines, content: list[int], i: int) -> bool:
    """Whether the lines before and after begin items that both stand further in, at one indentation."""
    around = content[max(0, i - 1) : i] + content[i + 1 : i + 2]
    indents = [lines.indent(n) or 0 for n in around if is_dash(lines.shapes[n], lines.indent(n) or 0)]
    return len(indents) == 2 and indents[0] == indents[1] > (lines.indent(content[i]) or 0)


def _beside(lines: Lines, content: list[int], i: int) -> Iterator[int]:
    """Where an item stands: for what it goes on to hold, for the item before it, or, if it is the first, the next."""
    row = lines.shapes[content[i]]
    before = content[i - 1] if i > 0 else None
    is_first = before is not None and lines.holds_what_follows(before, lines.column_after_dashes(before))
    if i + 1 < len(content):
        following = lines.indent(content[i + 1]) or 0
        is_item = is_dash(lines.shapes[content[i + 1]], following)
        holds = key_end(row, lines.column_after_dashes(content[i])) is not None
        now = len(lines.rows[content[i]]) - len(lines.rows[content[i]].lstrip(" \t"))
        if not is_item and holds and abs(following - 2 - now) <= _MOST_HOLDER_SHIFT:
            least = (lines.indent(before) or 0) if is_first and before is not None else 0
            if following - 2 >= least and _is_usual(lines, content, i, following - 2):
                yield following - 2
        if is_item and is_first:
            yield following
    if before is not None and is_dash(lines.shapes[before], lines.indent(before) or 0):
        yield lines.indent(before) or 0


def _header(lines: Lines, content: list[int], i: int) -> Iterator[_Change]:
    """A line that is a key alone, as the header of what stands below it."""
    number = content[i]
    bare = lines.rows[number].strip()
    match = _HEADER.match(bare)
    if match is None or i + 1 == len(content):
        return
    now = len(lines.rows[number]) - len(lines.rows[number].lstrip(" \t"))
    own = lines.indent(number) or 0
    following = lines.indent(content[i + 1]) or 0
    new = f"{match['key']}:"
    for indent in sorted({own, following - 2, following}, key=lambda column: not _is_usual(lines, content, i, column)):
        is_above = indent < following or (indent == following and is_dash(lines.shapes[content[i + 1]], following))
        # A tab has no width, and tells nothing of the place.
        is_near = lines.is_tabbed(number) or abs(indent - own) <= _MOST_HOLDER_SHIFT
        if not is_above or indent < 0 or not is_near or (new, indent) == (bare, now):
            continue
        if new == bare and _is_usual(lines, content, i, now) and not lines.is_tabbed(number):
            continue
        said = _misplaced(lines, number, indent) if new == bare else f"what stands below needs ‘{new}’ here"
        yield _Change(number, " " * indent + new, said)


def _is_usual(lines: Lines, content: list[int], i: int, indent: int) -> bool:
    """Whether another line of the kind, an item or none, stands at an indentation."""
    listed = is_dash(lines.rows[content[i]].lstrip(" \t"), 0)
    others = (n for n in content if n != content[i] and lines.indent(n) == indent)
    return any(is_dash(lines.shapes[n], indent) is listed for n in others)


def _misplaced(lines: Lines, number: int, right: int) -> str:
    if lines.is_tabbed(number):
        return f"a tab stands in the indentation of this line; {right} spaces would fit"
    now = len(lines.rows[number]) - len(lines.rows[number].lstrip(" "))
    return f"this line is indented by {now}, which fits nothing around it; {right} would"
