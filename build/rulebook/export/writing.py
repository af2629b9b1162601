"""JSON as bytes, always the same for the same values, and a file that is written whole or not at all."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

from rulebook.export.jsons import Json
from rulebook.leftovers import named, part_of

# What a drive says that has no links.
_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK)


def json_bytes(document: Json) -> bytes:
    """A document as UTF-8: keys in order, two spaces a level, a newline at the end."""
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2, sort_keys=True)
    return f"{text}\n".encode()


def write_whole(path: Path, content: bytes) -> None:
    """Put a file in its place in one step; until then an old one stays.

    Raises OSError, with the old file as it was, when it cannot be written, or what stands there is no plain file.
    """
    # A link stays a link, and what it leads to is written.
    target = Path(os.path.realpath(path))
    # A device would be lost to the whole machine.
    if target.exists() and not target.is_file():
        what = "a folder" if target.is_dir() else "no plain file"
        raise OSError(errno.EINVAL, f"this is {what}; a file is to be written there", str(path))
    part = part_of(target)
    try:
        with named(path, part):
            _write(part, content, _rights(target))
            os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)


def write_new(path: Path, content: bytes) -> None:
    """Put a file where there is none, whole or not at all.

    Raises FileExistsError when one has come there meanwhile, which stays, and OSError when it cannot be written.
    """
    part = part_of(path)
    try:
        with named(path, part):
            _write(part, content, _rights(path))
            _put_new(part, path)
    finally:
        part.unlink(missing_ok=True)


def _write(part: Path, content: bytes, rights: int) -> None:
    with part.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    part.chmod(rights)


def _put_new(part: Path, path: Path) -> None:
    try:
        # Unlike a renaming, this never takes another's place.
        os.link(part, path)
    except FileExistsError:
        raise
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        # There, what comes between these two is lost.
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from error
        os.replace(part, path)


def _rights(target: Path) -> int:
    """Those of the old file, or those that any new file gets: a temporary one is its owner's alone."""
    try:
        return target.stat().st_mode & 0o777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
