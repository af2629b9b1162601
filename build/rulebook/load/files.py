"""Reading the files of a book's sets and chapters: in one process, or half of them in a copy of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rulebook.finding import Finding
from rulebook.forked import Forked
from rulebook.load import codes
from rulebook.load.chapters import ChapterSource, read_chapter
from rulebook.load.kept import NOTHING_KEPT, Kept
from rulebook.load.schema import Schema
from rulebook.load.sets import read_set
from rulebook.model import EntrySet
from rulebook.source import Position

BOOK_FILE = "book.yaml"


@dataclass(frozen=True, slots=True)
class Files:
    """What the files hold: the sets, and each chapter's source; None for a file that could not be used."""

    sets: Mapping[str, EntrySet]
    chapters: Mapping[str, ChapterSource | None]


@dataclass(frozen=True, slots=True)
class _Share:
    """What one process has read, and found wrong."""

    sets: tuple[EntrySet, ...]
    chapters: Mapping[str, ChapterSource | None]
    findings: tuple[Finding, ...]
    kept: Mapping[str, bytes]


def read_files(
    root: Path,
    schemas: Mapping[str, Schema | None],
    chapter_schema: Schema,
    findings: list[Finding],
    *,
    in_two: bool = False,
    kept: Kept = NOTHING_KEPT,
) -> Files:
    """The sets and chapters of `root`/content.

    With `in_two`, a copy of this process reads half of them, if nothing is kept of an earlier run.
    """
    content = root / "content"
    paths = _set_paths(root, content, findings)
    chapters = _chapter_paths(root, content / "chapters", findings)

    def share(of_sets: Sequence[Path], of_chapters: Sequence[Path]) -> _Share:
        found: list[Finding] = []
        sets = tuple(read_set(root, path, schemas, found, kept) for path in of_sets)
        sources = {path.stem: read_chapter(root, path, chapter_schema, found, kept) for path in of_chapters}
        return _Share(sets, sources, tuple(found), kept.taken())

    if in_two and kept.is_empty:
        middle = _middle(paths, chapters)
        beside = Forked(lambda: share(paths[middle:], chapters))
        shares = (share(paths[:middle], ()), beside.result())
    else:
        shares = (share(paths, ()), share((), chapters))
    sets: dict[str, EntrySet] = {}
    for read in shares:
        findings.extend(read.findings)
        kept.add(read.kept)
        for entry_set in read.sets:
            sets.setdefault(entry_set.id, entry_set)
    return Files(sets, shares[1].chapters)


def _middle(paths: Sequence[Path], chapters: Sequence[Path]) -> int:
    """How many of the sets' files one process reads while the other reads the rest and the chapters."""
    sizes = [_size(path) for path in paths]
    half = (sum(sizes) + sum(map(_size, chapters))) / 2
    return next((i for i in range(len(sizes)) if sum(sizes[: i + 1]) > half), len(sizes))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:  # what is wrong with it is found when it is read
        return 0


def _set_paths(root: Path, content: Path, findings: list[Finding]) -> list[Path]:
    """The sets' files, in the order in which they are read: the first of two that share a name is the set."""
    paths = sorted((content / "data").glob("*.yaml"))
    paths += [p for p in sorted(content.glob("*.yaml")) if p.name != BOOK_FILE]
    seen: set[str] = set()
    for path in paths:
        if path.stem in seen:
            place = Position(path.relative_to(root).as_posix())
            findings.append(Finding(codes.DUPLICATE_ID, place, f"there is another set ‘{path.stem}’", "rename it"))
        seen.add(path.stem)
    for path in sorted((content / "data").glob("*")):
        if path.suffix != ".yaml" and not path.name.startswith("."):
            place = Position(path.relative_to(root).as_posix())
            findings.append(Finding(codes.UNUSED_FILE, place, "this is not a data file", "data ends in .yaml"))
    return paths


def _chapter_paths(root: Path, folder: Path, findings: list[Finding]) -> list[Path]:
    paths = []
    for path in sorted(folder.glob("*")):
        if path.name.startswith("."):
            continue
        if path.suffix != ".md":
            place = Position(path.relative_to(root).as_posix())
            findings.append(Finding(codes.UNUSED_FILE, place, "this is not a chapter", "a chapter ends in .md"))
            continue
        paths.append(path)
    return paths
