"""The files that a printing is made of: in a folder, or at a revision; and a folder in which it is made anew."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rulebook.leftovers import temporary_folder
from rulebook.load.imprint import IMPRINT_FILE
from rulebook.printing.git import Blob, GitError, Repository
from rulebook.printing.record import FOLDER, FONTS, PACKAGES, SOURCE, FrozenFile, Part, order_of

BOOK_FOLDERS = ("content", "templates", "styles", "figures")
PIPELINE = "build/rulebook"
LOCK = "requirements/run.lock"

SET_FOLDERS = (*BOOK_FOLDERS, PIPELINE, LOCK)
"""The folders and files that a printing is made of; a book that brings no pipeline of its own lacks the last two."""

FONT_FILES = (".ttf", ".otf", ".woff", ".woff2")
_LOCKED = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)==([^\s;\\]+)")


@dataclass(frozen=True, slots=True)
class Tree:
    """The files that a printing is made of, by path; and the records that stood beside them.

    Nothing is made of the records: what other printings have frozen is only asked for by the checks.
    """

    blobs: tuple[Blob, ...]
    records: tuple[Blob, ...] = ()

    @property
    def has_pipeline(self) -> bool:
        """Whether the book brings the pipeline that sets it."""
        return any(blob.path == f"{PIPELINE}/__init__.py" for blob in self.blobs)

    def files(self) -> tuple[FrozenFile, ...]:
        """The digest of every file, by path."""
        return tuple(
            FrozenFile(blob.path, kind_of(blob.path), hashlib.sha256(blob.content).hexdigest()) for blob in self.blobs
        )

    def locked(self) -> tuple[Part, ...]:
        """The packages of the lock file, in its order."""
        text = next((blob.content for blob in self.blobs if blob.path == LOCK), b"").decode("utf-8", "replace")
        found = (_LOCKED.match(line) for line in text.splitlines())
        return tuple(Part(match[1], PACKAGES, match[2]) for match in found if match)


def kind_of(path: str) -> str:
    """Whether a file is source, a font or the lock of the packages."""
    if path == LOCK:
        return PACKAGES
    return FONTS if path.lower().endswith(FONT_FILES) else SOURCE


def tree_at(repository: Repository, revision: str) -> Tree:
    """The files of a revision. Raises GitError when the repository lacks it."""
    return _tree_of(repository.files(revision, SET_FOLDERS))


def tree_here(root: Path) -> Tree:
    """The files that stand in a book's folder. Raises OSError when one cannot be read."""
    found = []
    for folder in SET_FOLDERS:
        start = root / folder
        for path in [start] if start.is_file() else sorted(start.rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.is_symlink():
                found.append(Blob(name, os.fsencode(os.readlink(path)), link=True))
            elif path.is_file() and "__pycache__" not in path.parts:
                found.append(Blob(name, path.read_bytes(), link=False))
    return _tree_of(found)


def _tree_of(blobs: Sequence[Blob]) -> Tree:
    """The files, and the records of printings apart from them; but for what is hidden or left over."""
    kept = sorted((blob for blob in blobs if not _is_left_over(blob.path)), key=lambda blob: blob.path)
    return Tree(
        tuple(blob for blob in kept if not blob.path.startswith(f"{FOLDER}/")),
        tuple(blob for blob in kept if blob.path.startswith(f"{FOLDER}/")),
    )


def _is_left_over(path: str) -> bool:
    return path.endswith(".pyc") or any(part.startswith(".") for part in path.split("/"))


def _is_earlier(path: str, version: str) -> bool:
    """Whether what stands among the records is none of that printing or a later one; of no printing, all is earlier."""
    name = path.removeprefix(f"{FOLDER}/").removesuffix(".yaml")
    return not version or order_of(name) < order_of(version)


@contextmanager
def laid_out(tree: Tree, version: str = "", date: str = "", *, records: bool = False) -> Iterator[Path]:
    """The files in a temporary folder; with a version and a date, the book there is that printing.

    With `records`, those of earlier printings stand there too: a check holds the book against them. Raises GitError
    when a file leads out of the folder.
    """
    with temporary_folder("printing") as name:
        folder = name.resolve()
        others = (record for record in tree.records if records and _is_earlier(record.path, version))
        for blob in (*tree.blobs, *others):
            path = folder / blob.path
            if not _within(path.parent, folder):
                raise GitError(f"{blob.path} leads out of the book's folder")
            path.parent.mkdir(parents=True, exist_ok=True)
            if not blob.link:
                path.write_bytes(blob.content)
                continue
            target = os.fsdecode(blob.content)
            if os.path.isabs(target) or not _within(path.parent / target, folder):
                raise GitError(f"{blob.path} is a link that leads out of the book's folder")
            path.symlink_to(target)
        if version:
            imprint = folder / IMPRINT_FILE
            imprint.parent.mkdir(parents=True, exist_ok=True)
            imprint.write_text(json.dumps({"version": version, "date": date}), encoding="utf-8")
        yield folder


def _within(path: Path, folder: Path) -> bool:
    return path.resolve().is_relative_to(folder)
