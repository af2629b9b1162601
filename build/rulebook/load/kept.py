"""What has been read of sound sources, kept on disk from one run to the next, so that only what changed is read anew.

Only what was read without a finding is kept: a fault is found anew in every run, where it stands now. What is kept is
known by the text that it was read from and all else that the reading depends on; all of it is forgotten when the
pipeline's source, Python or an installed library changes.

It is pickled, which is fast, and would run code if somebody had planted it. So it stands in the virtual environment
that the pipeline runs in, beside the code that runs anyway: no repository carries it, and whoever can write there need
not plant anything. Where there is no such environment, or others may write to the folder, nothing is kept. A file that
is damaged, cut short or foreign fails its digest and is as good as none; one that cannot be written is not written.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import stat
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import rulebook.forked  # noqa: F401 - which teaches pickle the maps that cannot be changed
from rulebook.finding import Finding

Thing = TypeVar("Thing")

_DIGEST = hashlib.blake2b
_DIGEST_BYTES = 32
# A book's own file is of a few megabytes; the oldest files go when there are more books than this.
_MOST_BYTES = 64_000_000
_MOST_FILES = 12
_SUFFIX = ".kept"


class Kept:
    """What one run has from the last, and gives to the next.

    `path` is the file of one book, or None: then nothing is kept.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        # Worked out once: what this run reads, it reads with the pipeline as it was when the run began.
        self._pipeline = _pipeline() if path is not None else b""
        self._found = _read(path, self._pipeline) if path is not None else {}
        self._used: dict[str, bytes] = {}
        self._is_new = False

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing from an earlier run."""
        return not self._found

    def find(self, kind: type[Thing], *source: str) -> Thing | None:
        """What was read from this source: texts that say all that the reading depends on. None when it is not kept."""
        key = _key(kind, source)
        pickled = self._used.get(key) or self._found.get(key)
        if pickled is None:
            return None
        try:
            thing = pickle.loads(pickled)
        except Exception:  # what cannot be read back is read from its source
            return None
        if not isinstance(thing, kind):
            return None
        self._used[key] = pickled
        return thing

    def keep(self, kind: type[Thing], thing: Thing, *source: str) -> None:
        """Keep what has been read from this source without a finding."""
        if self._path is not None:
            self._used[_key(kind, source)] = pickle.dumps(thing, pickle.HIGHEST_PROTOCOL)
            self._is_new = True

    def of(
        self, kind: type[Thing], source: tuple[str, ...], findings: list[Finding], read: Callable[[], Thing | None]
    ) -> Thing | None:
        """What `read` gives for this source: what is kept, or what it reads, which is then kept if it is sound.

        `findings` are those of this source alone; `read` adds to them.
        """
        if findings:
            return read()
        thing = self.find(kind, *source)
        if thing is None:
            thing = read()
            if thing is not None and not findings:
                self.keep(kind, thing, *source)
        return thing

    @property
    def sources(self) -> str:
        """What tells all that this run has read from any other: of a book without faults, all of its source."""
        return _key(str, tuple(sorted(self._used)))

    def taken(self) -> Mapping[str, bytes]:
        """What this run has used or read so far, to be given to a copy of this process, or by one."""
        return dict(self._used)

    def add(self, taken: Mapping[str, bytes]) -> None:
        """Keep what another process of this run has read too."""
        self._is_new = self._is_new or not taken.keys() <= self._found.keys()
        self._used.update(taken)

    def write(self) -> None:
        """Give what this run has used to the next; what it had no use for is forgotten."""
        if self._path is None or not (self._is_new or self._used.keys() != self._found.keys()):
            return
        content = pickle.dumps(self._used, pickle.HIGHEST_PROTOCOL)
        if len(content) <= _MOST_BYTES:
            with suppress(OSError):
                _write(self._path, _sealed(content, self._pipeline))


NOTHING_KEPT = Kept()
"""What a run has that keeps nothing."""


def kept_of(root: Path) -> Kept:
    """What is kept of the book in `root`."""
    if sys.prefix == sys.base_prefix or not hasattr(os, "geteuid"):
        return Kept()
    folder = Path(sys.prefix) / "cache" / "rulebook"
    name = _DIGEST(os.fsencode(os.path.realpath(root)), digest_size=16).hexdigest()
    return Kept(folder / f"{name}{_SUFFIX}") if _is_ours(folder) else Kept()


def _is_ours(folder: Path) -> bool:
    """Whether the folder, made if need be, is this user's and nobody else may write to it."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = folder.stat()
    except OSError:
        return False
    return status.st_uid == os.geteuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _key(kind: type, source: tuple[str, ...]) -> str:
    parts = (kind.__qualname__, *source)
    told = "".join(f"{len(part)}:{part}" for part in parts)
    return _DIGEST(told.encode("utf-8", "surrogatepass"), digest_size=_DIGEST_BYTES).hexdigest()


def _sealed(content: bytes, pipeline: bytes) -> bytes:
    """The content behind a digest of it and of the pipeline, without which it is of no use."""
    return _DIGEST(content, digest_size=_DIGEST_BYTES, key=pipeline).digest() + content


def _read(path: Path, pipeline: bytes) -> dict[str, bytes]:
    try:
        found = path.stat()
        # What is no plain file may never end.
        if not stat.S_ISREG(found.st_mode) or found.st_size > _MOST_BYTES + _DIGEST_BYTES:
            return {}
        sealed = path.read_bytes()
        content = sealed[_DIGEST_BYTES:]
        things = pickle.loads(content) if sealed and _sealed(content, pipeline) == sealed else {}
    except Exception:  # whatever is wrong with it, it is as good as none
        return {}
    return things if isinstance(things, dict) else {}


def _write(path: Path, sealed: bytes) -> None:
    from rulebook.export.writing import write_whole  # which nothing needs while nothing has changed

    write_whole(path, sealed)
    files = sorted(path.parent.iterdir(), key=lambda file: file.stat().st_mtime)
    for old in files[:-_MOST_FILES]:
        old.unlink(missing_ok=True)


def _pipeline() -> bytes:
    """A digest of the pipeline's source, of Python, and of what is installed: by sizes and times, as Python does it."""
    told = [sys.version, sys.prefix, *_files(Path(__file__).parents[1])]
    for entry in sys.path:
        if entry.endswith("-packages"):
            with suppress(OSError):
                told.append(f"{entry} {os.stat(entry).st_mtime_ns}")
    return _DIGEST("\n".join(told).encode("utf-8", "surrogateescape"), digest_size=_DIGEST_BYTES).digest()


def _files(folder: Path) -> Iterator[str]:
    with os.scandir(folder) as entries:
        listed = sorted(entries, key=lambda entry: entry.name)
    for entry in listed:
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _files(Path(entry.path))
        else:
            status = entry.stat()
            yield f"{entry.path} {status.st_size} {status.st_mtime_ns}"
