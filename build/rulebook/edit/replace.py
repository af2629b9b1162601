"""Writing several files, all of them or none as nearly as a file system lets one.

Each new file is written whole beside the old one, and only then do they take the old ones' places, each in one step.
When one cannot, those that have are put back.
"""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file, what it held when it was read, and what it is to hold."""

    path: Path
    before: bytes
    after: bytes


class ReplaceError(Exception):
    """The files could not be written; the message says which, why, and how things stand."""


def replace_files(changes: Sequence[FileChange]) -> None:
    """Write all of the files.

    Raises ReplaceError when one of them is no longer what it was, may not be written, or cannot be. Then every file
    is as it was before, unless the message names one that could not be put back.
    """
    spare: list[Path] = []
    try:
        ready = []
        for change in changes:
            # A link stays a link, and what it leads to is written.
            target = Path(os.path.realpath(change.path))
            _check(change, target)
            try:
                new, old = _beside(target, change.after, spare), _beside(target, change.before, spare)
            except OSError as error:
                # The system names the new file beside it, or none.
                raise ReplaceError(_because(error, change.path)) from error
            ready.append((change, target, new, old))
        done: list[tuple[Path, Path]] = []
        for change, target, new, old in ready:
            try:
                _check(change, target)
                os.replace(new, target)
            except (OSError, ReplaceError) as error:
                _put_back(done, spare)
                raise ReplaceError(_because(error, change.path)) from error
            done.append((target, old))
    finally:
        for path in spare:
            path.unlink(missing_ok=True)


def _because(error: Exception, path: Path) -> str:
    if isinstance(error, ReplaceError):
        return str(error)
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return f"{path} cannot be written: {reason}; nothing was changed"


def _check(change: FileChange, target: Path) -> None:
    try:
        mode = target.stat().st_mode
        same = stat.S_ISREG(mode) and target.read_bytes() == change.before
    except OSError as error:
        raise ReplaceError(_because(error, change.path)) from error
    if not same:
        raise ReplaceError(f"{change.path} was changed meanwhile; nothing was changed here: run it again")
    # A file may be replaced although it is read-only, since that asks the folder alone.
    if not mode & 0o222 or not os.access(target, os.W_OK):
        raise ReplaceError(f"{change.path} cannot be written: it is read-only; nothing was changed")


def _beside(target: Path, text: bytes, spare: list[Path]) -> Path:
    """A new file in the target's folder, with its rights; a dot before its name hides it from whoever reads there."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".new", dir=target.parent)
    except OSError as error:
        raise ReplaceError(_because(error, target.parent)) from error
    path = Path(name)
    spare.append(path)
    with os.fdopen(handle, "wb") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    path.chmod(stat.S_IMODE(target.stat().st_mode))
    return path


def _put_back(done: Sequence[tuple[Path, Path]], spare: list[Path]) -> None:
    lost = []
    for target, old in done:
        try:
            os.replace(old, target)
        except OSError:
            # What the file held is kept, and said to be.
            spare.remove(old)
            lost.append(f"{target} (what it held is in {old.name} beside it)")
    if lost:
        raise ReplaceError(f"could not be put back as they were: {', '.join(lost)}")
