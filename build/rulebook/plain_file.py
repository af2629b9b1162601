"""Reading what an earlier run has left: a plain file of a sane size, and nothing else that may stand in its place.

A pipe or a device under its name would be waited for, or read, without end.
"""

from __future__ import annotations

import errno
import hashlib
import io
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MOST_BYTES = 100_000_000
"""More than is ever kept beside a product, less than what would exhaust memory."""

# To open a pipe for reading is to wait for whoever writes to it, but with this.
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


def plain_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """The bytes of a plain file. Raises OSError, also when it is none, or larger than `most` bytes."""
    with _opened(path) as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, f"this is larger than {most:,} bytes", str(path))
    return content


def plain_digest(path: Path) -> str:
    """The SHA-256 of a plain file of any size. Raises OSError, also when it is none."""
    with _opened(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def _opened(path: Path) -> Iterator[io.BufferedReader]:
    handle = os.open(path, _FLAGS)
    mode = os.fstat(handle).st_mode
    if not stat.S_ISREG(mode):
        os.close(handle)
        what = "a folder" if stat.S_ISDIR(mode) else "no plain file"
        raise OSError(errno.EINVAL, f"this is {what}; a file is expected", str(path))
    with os.fdopen(handle, "rb") as file:
        yield file
