"""Files and folders that are there for a while: named for their process, so that what one that was killed has left is
known for what it is, and removed by the next."""

from __future__ import annotations

import errno
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from rulebook.forked import end_copies
from rulebook.stopping import unstopped

_OURS = "rulebook"
# What stops a file half-way: a full disk, a limit of its size, a disk that fails or is gone.
_HALF_WRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS, errno.ESTALE)


def part_of(target: Path, kind: str = "part") -> Path:
    """A name beside `target`, hidden, under which this process makes what is then to take its place.

    What stands there under such a name is removed, if the process that made it is gone, and the folder made if need be.
    Raises OSError when the folder cannot be made.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    # Something half made may have been made beside something half made.
    _sweep(target.parent, re.compile(rf"\.+{re.escape(target.name)}\.(?P<process>[0-9]+)\.[a-z].*"))
    part = target.with_name(f".{target.name}.{os.getpid()}.{kind}")
    remove(part)
    return part


@contextmanager
def temporary_folder(purpose: str) -> Iterator[Path]:
    """A new folder among the machine's temporary ones, which is gone afterwards. Raises OSError."""
    folder = tempfile.gettempdir()
    _sweep(Path(folder), re.compile(rf"{_OURS}-[a-z]+-(?P<process>[0-9]+)-.*"))
    prefix = f"{_OURS}-{purpose}-{os.getpid()}-"
    with ExitStack() as stack:
        # While it is made, there is nothing yet that would remove it.
        with unstopped():
            made = tempfile.TemporaryDirectory(prefix=prefix, dir=folder, ignore_cleanup_errors=True)
            name = stack.enter_context(made)
        try:
            with named(Path(folder)):
                yield Path(name)
        except BaseException:
            # They may be at work in it.
            end_copies()
            raise


@contextmanager
def named(path: Path, part: Path | None = None) -> Iterator[None]:
    """Say of what is raised because a file cannot be written further that it is `path`: the system does not say which.

    What is raised of `part`, the file or folder that is to take its place, or of what is in that, is said of it too.
    """
    try:
        yield
    except OSError as error:
        nameless = error.filename is None and error.errno in _HALF_WRITTEN
        # Of a copy that fails the system names the source first.
        if nameless or (part is not None and any(_is_in(n, part) for n in (error.filename, error.filename2))):
            error.filename = str(path)
        raise


def _is_in(name: object, part: Path) -> bool:
    return isinstance(name, str | Path) and Path(name).is_relative_to(part)


def _sweep(folder: Path, pattern: re.Pattern[str]) -> None:
    """Remove what is named for a process that is gone."""
    with os.scandir(folder) as entries:
        names = [entry.name for entry in entries]
    for name in names:
        match = pattern.fullmatch(name)
        if match and _is_gone(int(match["process"])):
            remove(folder / name)


def _is_gone(process: int) -> bool:
    if os.name != "posix":
        return False  # there, to ask is to end it
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False  # it is another user's, or no number of a process
    return False


def remove(path: Path) -> None:
    """Remove a file or a folder, as far as there is one and it can be."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
        return
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return  # another user's
