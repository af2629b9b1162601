"""Writing stale numbers anew: outside the Examples, in place, in the form in which the author wrote them.

The writing is tried on a copy of the content first, as often as numbers that are read from changed texts ask for it.
Only what loads and agrees with the rules there is written to the book.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rulebook.check.checks import computed_number, rule_definition
from rulebook.check.run import run_checks, selected_checks
from rulebook.edit.replace import FileChange, replace_files
from rulebook.edit.spans import SourceText, Span, spans_in_markdown, spans_in_yaml, written_as
from rulebook.edit.stale import Stale, stale_numbers
from rulebook.finding import Finding
from rulebook.leftovers import temporary_folder
from rulebook.load import load_book
from rulebook.load.folders import FOLDERS
from rulebook.model import Book
from rulebook.rules.bound import Bound, BoundBook, bound_book

# The column of a place that a message names.
_COLUMN = re.compile(r"(?<=\d):\d+\b")
# A number may be read from a text that is itself bound, and that one from another; no book has more in a row.
MOST_ROUNDS = 8


class RebindError(Exception):
    """The numbers cannot be written: what came of it does not load, or does not settle. Nothing was written."""


@dataclass(frozen=True, slots=True)
class Rewriting:
    """A number that is written anew: what was stale, and its new words."""

    stale: Stale
    words: str


@dataclass(frozen=True, slots=True)
class Rebinding:
    """What rewriting a book comes to.

    `findings` are what stops the book from being loaded, or what is wrong with its definitions, and then there is
    nothing else. `rewritten` are in the order of the book; `examples` are the stale numbers in Examples and `left` the
    others that are left to the editor, as they stand when all else is written; `rosters` are what the checks then find
    of rosters, whose formulas state nothing in prose that could be written anew, and `then` what else they find that
    they did not find before: words that were declared, and have changed; `changes` are the files.
    """

    findings: tuple[Finding, ...] = ()
    rewritten: tuple[Rewriting, ...] = ()
    examples: tuple[Stale, ...] = ()
    left: tuple[Stale, ...] = ()
    rosters: tuple[Finding, ...] = ()
    then: tuple[Finding, ...] = ()
    changes: tuple[FileChange, ...] = ()


def plan_rebinding(root: Path) -> Rebinding:
    """What would be written in the book in `root`; nothing is written there.

    Raises RebindError when the result would not be a sound book, OSError when the content cannot be copied.
    """
    loaded = load_book(root)
    if loaded.book is None:
        return Rebinding(loaded.findings)
    # By a definition that is at fault nobody can say what is stale.
    if faults := run_checks(loaded.book, selected_checks([rule_definition.CHECK.code])).errors:
        return Rebinding(faults)
    if not any(True for _ in stale_numbers(bound_book(loaded.book))):
        return Rebinding(rosters=_of_rosters(loaded.book))
    with temporary_folder("bind") as scratch:
        _copy(root / "content", scratch / "content")
        for path in root.iterdir():
            # What else the book is loaded with is only read.
            if path.name != "content":
                (scratch / path.name).symlink_to(path.absolute())
        return _tried(root, scratch)


def write_rebinding(rebinding: Rebinding) -> None:
    """Write the files of a plan. Raises ReplaceError when they cannot be, and then all is as it was."""
    replace_files(rebinding.changes)


def _copy(source: Path, target: Path) -> None:
    """Copy what the loader reads: plain files in the folder and in those that it has, and nothing below them.

    What else stands there it passes over, and so is passed over here: a link that leads nowhere or round, a pipe.
    """
    for folder in (Path(), *map(Path, FOLDERS)):
        if not (source / folder).is_dir():
            continue
        (target / folder).mkdir(parents=True)
        for path in sorted((source / folder).iterdir()):
            if _is_plain(path):
                # Without the rights of the files: those that may not be written are tried like the others.
                shutil.copyfile(path, target / folder / path.name)


def _is_plain(path: Path) -> bool:
    """Whether it is a file that can be read, itself or through a link."""
    try:
        return stat.S_ISREG(path.stat().st_mode) and os.access(path, os.R_OK)
    except OSError:
        return False


def _tried(root: Path, scratch: Path) -> Rebinding:
    before: dict[str, bytes] = {}
    first: dict[int, Stale] = {}
    words: dict[int, str] = {}
    for _ in range(MOST_ROUNDS):
        rules = bound_book(_loaded(scratch))
        stale = list(stale_numbers(rules))
        _compare(rules, words)
        new, left = _placed(scratch, rules, stale)
        if not new:
            changes = tuple(
                FileChange(root / path, old, (scratch / path).read_bytes()) for path, old in sorted(before.items())
            )
            return Rebinding(
                rewritten=tuple(Rewriting(first[i], words[i]) for i in sorted(words)),
                examples=tuple(s for s in stale if s.in_example),
                left=left,
                rosters=_of_rosters(rules.book),
                then=_come_of_it(_loaded(root), rules.book) if words else (),
                changes=tuple(c for c in changes if c.before != c.after),
            )
        for path, changed in new.items():
            raw = (scratch / path).read_bytes()
            before.setdefault(path, raw)
            (scratch / path).write_bytes(SourceText(raw).replaced([(span, text) for _, span, text in changed]))
            for item, _, text in changed:
                first.setdefault(item.index, item)
                words[item.index] = item.new or text
    raise RebindError("the numbers do not settle: each time that they are written, others come of it")


def _come_of_it(before: Book, after: Book) -> tuple[Finding, ...]:
    """What the checks find of the written book that they do not find of the old one, in the order of the book.

    Stale numbers and rosters are told apart from it. A number that is written anew moves what stands behind it in its
    line, so findings are compared without their columns.
    """
    checks = selected_checks(ignore=[computed_number.CHECK.code, "R"])
    known = Counter(map(_without_columns, run_checks(before, checks).errors))
    new = []
    for finding in run_checks(after, checks).errors:
        same = _without_columns(finding)
        if known[same]:
            known[same] -= 1
        else:
            new.append(finding)
    return tuple(new)


def _without_columns(finding: Finding) -> tuple[str, str, int, str]:
    place = finding.position
    return finding.code, place.path, place.line, _COLUMN.sub("", finding.message)


def _of_rosters(book: Book) -> tuple[Finding, ...]:
    return run_checks(book, selected_checks(["R"])).errors


def _loaded(scratch: Path) -> Book:
    loaded = load_book(scratch)
    if loaded.book is None:
        found = "\n".join(map(str, loaded.findings))
        raise RebindError(f"what would be written is no sound book; nothing was written\n{found}")
    return loaded.book


def _compare(rules: BoundBook, words: Mapping[int, str]) -> None:
    """What has been written is what is read."""
    bound = list(rules.bound)
    for index, text in words.items():
        if index >= len(bound) or bound[index].written != text:
            raise RebindError(f"‘{text}’ would be read as something else; nothing was written")


_Placed = dict[str, list[tuple[Stale, Span, str]]]


def _placed(scratch: Path, rules: BoundBook, stale: Sequence[Stale]) -> tuple[_Placed, tuple[Stale, ...]]:
    """What to write in which file, and what cannot be written."""
    by_file: dict[str, list[Bound]] = {}
    for bound in rules.bound:
        by_file.setdefault(bound.binding.position.path, []).append(bound)
    new: _Placed = {}
    left: list[Stale] = []
    spans: dict[str, dict[int, Span | None]] = {}
    for item in stale:
        if item.in_example:
            continue
        if item.new is None:
            left.append(item)
            continue
        path = item.position.path
        if path not in spans:
            source = SourceText((scratch / path).read_bytes())
            locate = spans_in_markdown if path.endswith(".md") else spans_in_yaml
            found = locate(source, by_file[path])
            spans[path] = {id(b): span for b, span in zip(by_file[path], found, strict=True)}
        span = spans[path][id(item.bound)]
        text = written_as(item.new, span.style) if span is not None else None
        if span is None or text is None:
            reason = "its place in the file cannot be told" if span is None else f"‘{item.new}’ needs quotes here"
            left.append(replace(item, new=None, reason=reason))
        else:
            new.setdefault(path, []).append((item, span, text))
    return new, tuple(left)
