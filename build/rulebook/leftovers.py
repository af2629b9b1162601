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

from rulebook.alone import alone_in
from rulebook.forked import copies_at_work, end_copies
from rulebook.stopping import unstopped

NO_FOLDER = "this is no folder; a folder is to be written there"

_OURS = "rulebook"
_OLD = "old"
# What stops a file half-way: a full disk, a limit of its size, a disk that fails or is gone.
_HALF_WRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS, errno.ESTALE)


def part_of(target: Path, kind: str = "part") -> Path:
    """A name beside `target`, hidden, under which this process makes what is then to take its place.

    What stands there under such a name is removed, if the process that made it is gone, and the folder made if need be.
    A folder that such a process had put by, with nothing in its place yet, is put back. Raises OSError when the folder
    cannot be made, or that one not be put back.
    """
    make_folder(target.parent)
    _put_back(target)
    # Something half made may have been made beside something half made.
    _sweep(target.parent, re.compile(rf"\.+{re.escape(target.name)}\.(?P<process>[0-9]+)\.[a-z].*"))
    part = _beside(target, kind)
    remove(part)
    return part


def make_folder(folder: Path) -> None:
    """Make a folder, and those around it, as far as they are not there.

    Raises OSError; where something else stands in the place of one of them (a link to nothing too), it names that.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        around = (path for path in (*reversed(folder.parents), folder) if os.path.lexists(path) and not path.is_dir())
        raise NotADirectoryError(errno.ENOTDIR, NO_FOLDER, str(next(around, folder))) from error


def _beside(target: Path, kind: str) -> Path:
    return target.with_name(f".{target.name}.{os.getpid()}.{kind}")


@contextmanager
def folder_in_place_of(folder: Path) -> Iterator[Path]:
    """A new folder beside `folder`, which takes its place at the end, whole; when something is raised it is removed.

    What stands there is put by under a hidden name, and removed once the new one stands. Between the two nothing does:
    of a process that is killed just then, the next that asks for a part of `folder` puts the old one back. Raises
    OSError, which names `folder`.
    """
    # A link stays a link, and what it leads to is replaced.
    target = Path(os.path.realpath(folder))
    if os.path.lexists(target) and not target.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, NO_FOLDER, str(folder))
    part = part_of(target)
    try:
        with named(folder, part):
            part.mkdir()
            yield part
            _put(part, target)
    finally:
        remove(part)


def _put(part: Path, target: Path) -> None:
    old = _beside(target, _OLD)
    remove(old)
    # Two that were made at once take the place one after the other; the last stays.
    with alone_in(target.parent), unstopped():
        if os.path.lexists(target):
            os.replace(target, old)
        try:
            os.replace(part, target)
        except BaseException:
            if os.path.lexists(old) and not os.path.lexists(target):
                os.replace(old, target)
            raise
    remove(old)


def _put_back(target: Path) -> None:
    if os.path.lexists(target):
        return
    put_by = re.compile(rf"\.{re.escape(target.name)}\.(?P<process>[0-9]+)\.{_OLD}")
    # One of this process's number was put by before this process began: it would have ended by now.
    for old in (*_left(target.parent, put_by), _beside(target, _OLD)):
        if os.path.lexists(old) and not os.path.lexists(target):
            os.replace(old, target)


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
            stack.callback(_removed, made)
        others = copies_at_work()
        try:
            with named(Path(folder)):
                yield Path(made.name)
        except BaseException:
            # Those that were begun since may be at work in it.
            end_copies(but=others)
            raise


def _removed(folder: tempfile.TemporaryDirectory[str]) -> None:
    """Remove it all: a word to stop that came in the middle would leave the rest."""
    with unstopped():
        folder.cleanup()


@contextmanager
def named(path: Path, *parts: Path) -> Iterator[None]:
    """Say of what is raised because a file cannot be written further that it is `path`: the system does not say which.

    What is raised of `parts`, the file or folder that is to take its place, or of what is in one, is said of it too.
    """
    try:
        yield
    except OSError as error:
        nameless = error.filename is None and error.errno in _HALF_WRITTEN
        # Of a copy that fails the system names the source first.
        if nameless or any(_is_in(n, part) for n in (error.filename, error.filename2) for part in parts):
            error.filename = str(path)
        raise


def _is_in(name: object, part: Path) -> bool:
    return isinstance(name, str | Path) and Path(name).is_relative_to(part)


def _sweep(folder: Path, pattern: re.Pattern[str]) -> None:
    """Remove what is named for a process that is gone."""
    for path in _left(folder, pattern):
        remove(path)


def _left(folder: Path, pattern: re.Pattern[str]) -> Iterator[Path]:
    """What is named for a process that is gone."""
    with os.scandir(folder) as entries:
        names = [entry.name for entry in entries]
    for name in names:
        match = pattern.fullmatch(name)
        if match and _is_gone(int(match["process"])):
            yield folder / name


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
        # Half of it would be left by a word to stop.
        with unstopped():
            shutil.rmtree(path, ignore_errors=True)
        return
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return  # another user's
